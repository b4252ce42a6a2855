#!/usr/bin/env python3
"""Drives headless Chromium through a site that `pgnz site` has made, and counts what is loaded.

    python3 scripts/page.py ARCHIVE [--program target/debug/pgnz] [--site FOLDER] [--pictures FOLDER] [--game N]

It makes a site of the archive (or takes the one in FOLDER), serves it as a plain host of static files does, and visits it: with an empty store and
with a full one, at 1,200 and 390 pixels, in light and in dark, by keys, with a file from the disk and one that is dropped. It says what is wrong:
what `view.py` says, requests that go elsewhere or are no GET, and more bytes than docs/site.md promises. It needs Chromium and nothing else; where
there is none it says so and ends with success.
"""

import argparse
import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from view import IN_GAME, LIKELY, LISTED, Browser, walk

# Bytes at most, as the promise has them: of the first visit of an archive of level fast, of the next one, and of each further game.
COLD, WARM, GAME = 6_000_000, 300_000, 100_000


class Host(http.server.SimpleHTTPRequestHandler):
    """A host of static files that answers to ranges, packs nothing, and lets nothing be kept without asking."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".gz": "application/gzip"}
    seen = []

    def log_message(self, *_):
        pass

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def do_GET(self):
        path = self.translate_path(self.path)
        found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if not found or not os.path.isfile(path):
            super().do_GET()
            size = os.path.getsize(path) if os.path.isfile(path) and not self.is_same else 0
            self.seen.append((self.path, size))
            return
        size = os.path.getsize(path)
        first, last = int(found[1]), min(int(found[2]), size - 1)
        if first >= size:
            return self.send_error(416)
        with open(path, "rb") as file:
            file.seek(first)
            part = file.read(last - first + 1)
        self.send_response(206)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.end_headers()
        self.wfile.write(part)
        self.seen.append((self.path, len(part)))

    def send_response(self, code, message=None):
        self.is_same = code == 304
        super().send_response(code, message)

    def do_POST(self):
        self.seen.append(("POST " + self.path, 0))
        self.send_error(405)


def processor_time(process):
    """Seconds of processor time of a process and its children, where /proc says so."""
    ticks, pids = 0, [process.pid]
    while pids:
        pid = pids.pop()
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                pids += map(int, file.read().split())
        except OSError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


class Visit:
    """A browser at a site; it counts what each step loads."""

    def __init__(self, browser, is_verbose):
        self.browser = browser
        self.is_verbose = is_verbose
        self.wrong = []

    def step(self, name, act, until, most=None):
        """Does something, waits for what it leads to, and says what was loaded."""
        Host.seen.clear()
        start, before = time.time(), processor_time(self.browser.process)
        act()
        self.browser.until(until, 120)
        took, busy = time.time() - start, processor_time(self.browser.process) - before
        loaded = sum(size for _, size in Host.seen)
        print(f"{name}: {len(Host.seen)} requests, {loaded:,} bytes, {took:.2f} s, {busy:.2f} s of processor time")
        if self.is_verbose:
            sums = {}
            for path, size in Host.seen:
                sums[path] = sums.get(path, 0) + size
            for path, size in sorted(sums.items(), key=lambda pair: -pair[1])[:6]:
                print(f"    {path}: {size:,} bytes")
        if most and loaded > most:
            self.wrong.append(f"{name} loads {loaded:,} bytes, more than {most:,}")
        self.wrong += [f"{name}: {path}" for path, _ in Host.seen if path.startswith("POST")]


def measured(browser, address, game, is_verbose):
    """A first and a second visit; returns what is wrong."""
    visit = Visit(browser, is_verbose)
    run = browser.run
    number = "Number(new URLSearchParams(location.hash.slice(1)).get('game'))"

    def go(url):
        browser.ask("Page.navigate", url="about:blank")
        browser.ask("Page.navigate", url=url)

    in_tree = "document.querySelector('.tree tbody tr:nth-child(2)')"
    visit.step("first visit, list", lambda: go(address), LISTED, COLD)
    visit.step("opening tree", lambda: None, in_tree)
    visit.step("a game", lambda: run("document.querySelector('#games tbody tr:nth-child(9)').click()"), IN_GAME, GAME)
    visit.step("its likely moves", lambda: None, LIKELY)
    for _ in range(2):
        before = run(number)
        visit.step("the next game", lambda: browser.key("n", "n"), f"{number} !== {before} && {LIKELY}", GAME)
    go("about:blank")
    visit.step("second visit, game", lambda: go(f"{address}#game={game}"), f"{IN_GAME} && {LIKELY}", WARM)
    visit.step("filter by ratings", lambda: run("document.querySelector('[name=rating]').value = '2000..', document.querySelector('#filters [type=submit]').click()"), "/^[\\d,]+ of [\\d,]+ games(;|$)/.test(document.getElementById('count').textContent)")
    return visit.wrong


def from_disk(browser, address, archive):
    """A file that is chosen, and one that is dropped."""
    wrong = []
    browser.ask("Page.navigate", url=address)
    browser.until(LISTED)
    browser.run("document.getElementById('other').click()")
    root = browser.ask("DOM.getDocument")["root"]["nodeId"]
    node = browser.ask("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
    Host.seen.clear()
    browser.ask("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(archive)])
    browser.until(f"document.getElementById('name').textContent === '{os.path.basename(archive)}' && {LISTED}")
    browser.run("document.querySelector('#games tbody tr').click()")
    browser.until(IN_GAME)
    # The pictures of the men are part of the page.
    wrong += [f"a file from the disk: {path} is asked for" for path, _ in Host.seen if not path.endswith("pieces.svg")]
    drop = """(async () => { const held = new DataTransfer();
      held.items.add(new File([await (await fetch(%r)).arrayBuffer()], 'dropped.pgnz'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true })); })()"""
    browser.run(drop % os.path.basename(archive))
    browser.until("document.getElementById('name').textContent === 'dropped.pgnz' && " + LISTED)
    return wrong


def classes_and_files(browser, address, game, folder):
    """Classes of the opening tree, and games that are saved; returns what is wrong."""
    wrong = []
    browser.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=folder)
    browser.ask("Page.navigate", url="about:blank")
    browser.ask("Page.navigate", url=f"{address}#game={game}&result=1/2-1/2")
    browser.until(f"{IN_GAME} && document.querySelector('.tree tbody tr:nth-child(2)')")
    total = "Number(document.querySelector('.tree tbody tr:last-child .number').textContent.replaceAll(',', ''))"
    browser.run("document.querySelector('#filters [type=reset]').click()")
    browser.until("!location.hash.includes('result')")
    browser.until(total + " > 0")
    time.sleep(1)
    all_games = browser.run(total)
    browser.run("(() => { const form = document.getElementById('classes'); form.elements.from.value = '1400'; form.dispatchEvent(new Event('change')); })()")
    browser.until(f"{total} !== {all_games}")
    if not 0 < browser.run(total) < all_games:
        wrong.append("the classes of the opening tree choose no games")

    def saved(button, name):
        browser.run(f"document.getElementById('{button}').click()")
        path, end = os.path.join(folder, name), time.time() + 120
        while not os.path.exists(path):
            assert time.time() < end, f"{name} is not saved"
            time.sleep(0.1)
        time.sleep(0.5)
        with open(path, "rb") as file:
            return file.read()

    if saved("save", f"game-{game}.pgn").count(b"[Event ") != 1:
        wrong.append("a game is saved otherwise than it is")
    day = browser.run("document.querySelector('#games tbody .date').textContent").replace(".", "-")
    browser.run(f"document.querySelector('[name=date]').value = '{day}', document.querySelector('#filters [type=submit]').click()")
    browser.until("/ of [\\d,]+ games; /.test(document.getElementById('count').textContent)")
    # It may still be searching.
    browser.until("!/so far/.test(document.getElementById('count').textContent)")
    found = browser.run("Number(document.getElementById('count').textContent.split(' of ')[0].replaceAll(',', ''))")
    if saved("save-all", "games.pgn").count(b"[Event ") != found:
        wrong.append(f"not all of {found} games are saved")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("--program", default="target/debug/pgnz")
    parser.add_argument("--site", help="a site that is there already")
    parser.add_argument("--pictures", help="write pictures to this folder")
    parser.add_argument("--verbose", action="store_true", help="say what is loaded most")
    parser.add_argument("--game", type=int, default=1)
    args = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not chromium:
        print("SKIPPED: there is no Chromium here, so nobody has visited the site", file=sys.stderr)
        return 0
    if args.pictures:
        os.makedirs(args.pictures, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        site = args.site
        if not site:
            site = os.path.join(folder, "site")
            subprocess.run([args.program, "site", "-q", site, args.archive], check=True)
        # Below a folder, as project pages of hosts are.
        os.symlink(os.path.abspath(site), os.path.join(folder, "chess"))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/chess/"
        browser = Browser(chromium, os.path.join(folder, "profile"))
        try:
            browser.ask("DOM.enable")
            browser.look(1200, 900, "light")
            wrong = measured(browser, address, args.game, args.verbose)
            for width, height in [(1200, 900), (390, 844)]:
                for scheme in ["light", "dark"]:
                    wrong += walk(browser, address, width, height, scheme, args.pictures, args.game)
            wrong += from_disk(browser, address, args.archive)
            wrong += classes_and_files(browser, address, args.game, os.path.join(folder, "saved"))
            wrong += browser.trouble
            outside = [url for url in browser.requests if not url.startswith((address, "about:", "data:", "blob:"))]
            wrong += [f"a request goes elsewhere: {url}" for url in outside]
        finally:
            browser.close()
            server.shutdown()
    for what in wrong:
        print(f"WRONG: {what}")
    print("nothing wrong" if not wrong else f"{len(wrong)} things wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Drives headless Chromium through the page of `pgnz view`, and takes pictures of it.

    python3 scripts/view.py ARCHIVE [--program target/debug/pgnz] [--pictures FOLDER]

It opens the archive at 1,200 and at 390 pixels, in light and in dark, opens a game, goes through it by keys and by clicks, uses filters and the
opening tree, and says what is wrong: errors of scripts, refused files, text that is wider than the page, text with too little contrast. It needs
Chromium and nothing else (`apt-get install chromium`); where there is none it says so and ends with success.
"""

import argparse
import base64
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request


class Socket:
    """The part of WebSocket that Chromium's remote control needs: texts, whole."""

    def __init__(self, address):
        host, path = re.fullmatch(r"ws://([^/]+)(/.*)", address).groups()
        name, port = host.split(":")
        self.stream = socket.create_connection((name, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.held = b""
        while b"\r\n\r\n" not in self.held:
            self.held += self.stream.recv(4096)
        assert b" 101 " in self.held.split(b"\r\n")[0], self.held
        self.held = self.held.split(b"\r\n\r\n", 1)[1]

    def exactly(self, count):
        while len(self.held) < count:
            piece = self.stream.recv(1 << 16)
            if not piece:
                raise ConnectionError("Chromium has gone")
            self.held += piece
        found, self.held = self.held[:count], self.held[count:]
        return found

    def send(self, text):
        data = text.encode()
        size = len(data)
        head = bytes([0x81])
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big") if size < 65536 else bytes([0x80 | 127]) + size.to_bytes(8, "big")
        mask = os.urandom(4)
        self.stream.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def receive(self):
        text = b""
        while True:
            first, second = self.exactly(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(self.exactly(2 if size == 126 else 8), "big")
            data = self.exactly(size)
            if first & 0x0F in (0, 1):
                text += data
                if first & 0x80:
                    return text.decode()


class Navigated(Exception):
    """The page was left while it was asked."""


class Browser:
    """A page of headless Chromium."""

    def __init__(self, chromium, folder):
        # Without a sandbox: the page is our own, and root, as in containers, has no other way.
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0", "--no-first-run", f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen([chromium, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.time() + 60
        told = os.path.join(folder, "DevToolsActivePort")
        while not os.path.exists(told) or not open(told).read().strip():
            assert time.time() < until, "Chromium does not start"
            time.sleep(0.1)
        port = open(told).read().split()[0]
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
        page = next(page for page in pages if page["type"] == "page")
        self.socket = Socket(page["webSocketDebuggerUrl"])
        self.number = 0
        self.trouble = []
        self.requests = set()
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.ask(f"{domain}.enable")

    def note(self, event):
        method, details = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.trouble.append(details["exceptionDetails"].get("exception", {}).get("description", "an error of a script"))
        elif method == "Log.entryAdded" and details["entry"]["level"] == "error":
            self.trouble.append(details["entry"]["text"] + " " + details["entry"].get("url", ""))
        elif method == "Network.requestWillBeSent":
            self.requests.add(details["request"]["url"])

    def ask(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise Navigated(method)
                assert "error" not in answer, answer
                return answer["result"]
            self.note(answer)

    def run(self, script):
        found = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, condition, seconds=60):
        end = time.time() + seconds
        while not self.holds(condition):
            assert time.time() < end, f"it never happens that {condition}"
            time.sleep(0.05)

    def holds(self, condition):
        # A page that is still being loaded has no elements.
        try:
            return self.run(f"(() => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }})()")
        except Navigated:
            return False

    def key(self, name, text=""):
        for kind in ["keyDown", "keyUp"]:
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, **({"text": text} if text and kind == "keyDown" else {}))

    def look(self, width, height, scheme):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        time.sleep(0.4)
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()


# Elements that stick out of the page, and texts whose contrast to what lies behind them is below 4.5 (WCAG AA).
CHECKS = """(() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll(".scroll, .buttons, figure")) if (element.scrollWidth > element.clientWidth + 1) wrong.push(`${element.parentElement.id || element.className} is cut off`);
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => { const f = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const behind = (element) => { for (let at = element; at; at = at.parentElement) { const found = channels(getComputedStyle(at).backgroundColor); if ((found[3] ?? 1) > 0.5) return found; } return [255, 255, 255]; };
  const seen = new Set();
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest("svg, .unseen, :disabled") || ![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const name = element.tagName + "." + element.className;
    if (ratio < 4.5 && !seen.has(name)) { seen.add(name); wrong.push(`contrast ${ratio.toFixed(1)} of ${name}: ${element.textContent.trim().slice(0, 30)}`); }
  }
  for (const element of document.querySelectorAll("button, input, select, summary, [role=img]")) {
    if (element.checkVisibility() && !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length)) wrong.push(`${element.outerHTML.slice(0, 80)} has no name`);
  }
  return wrong;
})()"""

IN_GAME = "document.body.dataset.view === 'game' && document.querySelector('#moves .move')"
LIKELY = "document.querySelector('#likely table')"
LISTED = "document.querySelector('#games tbody tr')"


def by_hand(browser):
    """Moves that are made on the board and by name, from the start of a game; the tree follows."""

    def click(square):
        column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
        at = f"(({{left, top, width}}) => ({{clientX: left + ({column} + 0.5) * width / 8, clientY: top + ({row} + 0.5) * width / 8}}))(picture.getBoundingClientRect())"
        browser.run(f"(() => {{ const picture = document.querySelector('#board svg'); picture.dispatchEvent(new MouseEvent('click', {at})); }})()")

    def says(line):
        browser.until(f"document.querySelector('#line').textContent.startsWith('{line}')")

    browser.key("Home")
    says("Start")
    click("b1")
    browser.until("document.querySelectorAll('#board .to').length === 2")
    click("a3")
    says("1. Na3")
    # Black's man, a square without one, a square where it cannot go.
    for square in ["h7", "h4", "h3", "h7", "h5"]:
        click(square)
        time.sleep(0.1)
    says("1… h5")
    browser.run("document.querySelector('#by-name input').value = 'b2b4', document.querySelector('#by-name').requestSubmit()")
    says("2. b4")
    browser.run("document.querySelector('#by-name input').value = 'Ke4', document.querySelector('#by-name').requestSubmit()")
    browser.until("document.querySelector('#by-name [aria-invalid]') && !document.getElementById('trouble').hidden")
    # A pawn takes its way to the last rank, and what it becomes is chosen.
    for moves in ["h4", "b5", "h3", "b6", "hxg2", "bxa7"]:
        browser.run(f"document.querySelector('#by-name input').value = '{moves}', document.querySelector('#by-name').requestSubmit()")
        browser.until(f"document.querySelector('#line').textContent.includes(' {moves}')")
    click("g2")
    click("h1")
    browser.until("document.querySelectorAll('#board .offer').length === 4")
    click("h2")
    browser.until("/^5… gxh1=[QRBN]/.test(document.querySelector('#line').textContent)")
    browser.until("/No such game reaches this position|read so far|may go on/.test(document.getElementById('tree').textContent)")
    browser.key("Home")
    says("Start")


def walk(browser, address, width, height, scheme, pictures, game):
    """The way through the page at one size; returns what is wrong."""
    wrong = []
    name = f"{'wide' if width > 500 else 'phone'}-{scheme}"

    def check(place):
        wrong.extend(f"{name}, {place}: {what}" for what in browser.run(CHECKS))
        if pictures:
            browser.picture(os.path.join(pictures, f"view-{place}-{name}.png"))

    browser.look(width, height, scheme)
    browser.ask("Page.navigate", url="about:blank")
    start = time.time()
    browser.ask("Page.navigate", url=address)
    browser.until(LISTED)
    first = time.time() - start
    print(f"{name}: first page of the list after {first:.2f} s")
    check("list")
    browser.run(f"location.hash = '#game={game}', location.reload()")
    browser.until(IN_GAME)
    browser.until(LIKELY)
    fen = "document.getElementById('board').firstChild.getAttribute('aria-label')"
    before = browser.run(fen)
    for _ in range(9):
        browser.key("ArrowRight")
    assert browser.run(fen) != before, "the keys do not move"
    browser.key("Home")
    assert browser.run(fen) == before, "Home is not the start"
    browser.run("[...document.querySelectorAll('#moves .move')].at(20)?.click()")
    browser.until(LIKELY)
    check("game")
    browser.key("End")
    if pictures and width < 500:
        browser.run("document.getElementById('told').scrollIntoView()")
        check("curves")
    browser.key("Home")
    browser.run("document.getElementById('tree').open = true")
    browser.until("document.querySelector('.tree tbody tr:nth-child(2)')")
    browser.run("document.querySelector('.tree .move').click()")
    browser.until("document.querySelector('#line').textContent !== 'Start'")
    by_hand(browser)
    browser.run("document.getElementById('tree').scrollIntoView()")
    time.sleep(0.7)
    check("tree")
    browser.run("document.body.dataset.view = 'list', scrollTo(0, 0)")
    browser.run("document.querySelector('[name=result]').value = '1-0', document.querySelector('#filters [type=submit]').click()")
    browser.until("/ of /.test(document.getElementById('count').textContent)")
    results = browser.run("[...document.querySelectorAll('#games .result')].slice(1).map((cell) => cell.textContent)")
    assert results and set(results) == {"1-0"}, results
    browser.run("document.querySelector('[name=where]').value = 'white_rating > ten', document.querySelector('#filters [type=submit]').click()")
    browser.until("document.getElementById('filter-error').textContent")
    check("error")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("--program", default="target/debug/pgnz")
    parser.add_argument("--pictures", help="write pictures to this folder")
    parser.add_argument("--game", type=int, default=1)
    args = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not chromium:
        print("SKIPPED: there is no Chromium here, so nobody has looked at the page", file=sys.stderr)
        return 0
    if args.pictures:
        os.makedirs(args.pictures, exist_ok=True)
    server = subprocess.Popen([args.program, "view", args.archive, "--no-browser"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            browser = Browser(chromium, folder)
            try:
                wrong = []
                for width, height in [(1200, 900), (390, 844)]:
                    for scheme in ["light", "dark"]:
                        wrong += walk(browser, address, width, height, scheme, args.pictures, args.game)
                # The filter that is wrong on purpose is refused by the server.
                wrong += [what for what in browser.trouble if "400" not in what]
                outside = [url for url in browser.requests if not url.startswith((address, "about:", "data:"))]
                wrong += [f"a request goes elsewhere: {url}" for url in outside]
            finally:
                browser.close()
    finally:
        server.terminate()
        server.wait()
    for what in wrong:
        print(f"WRONG: {what}")
    print("nothing wrong" if not wrong else f"{len(wrong)} things wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

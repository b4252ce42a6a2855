import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { compress } from "pgnz";
import { read, root } from "./corpora.js";
import { serve } from "./server.js";

const folder = new URL("..", import.meta.url).pathname;
const chromium = ["chromium", "chromium-browser", "google-chrome"]
  .flatMap((name) => (process.env.PATH ?? "").split(":").map((place) => join(place, name)))
  .find((path) => existsSync(path));

/** A page that uses the package, and asks the host for an address that has what it has found. */
const page = (worker) => `<!doctype html><title>pgnz</title><script type="module">
import { open, compress, expand } from "/src/browser.js";
const found = {};
try {
  let loaded;
  const start = performance.now();
  const archive = await open("/games.pgnz", { worker: ${worker}, onBytes: (now) => (loaded = now) });
  found.length = archive.length;
  found.text = await archive.text(2);
  found.took = Math.round(performance.now() - start);
  found.white = [];
  for await (const game of archive.games({ where: "result = '1-0'", columns: ["tags"] })) found.white.push(game.number);
  found.tree = (await archive.tree({})).total.games;
  await archive.close();
  const blob = await (await fetch("/games.pgnz")).blob();
  const local = await open(blob, { worker: ${worker} });
  found.same = (await local.text(2)) === found.text;
  const sliced = await open({ byteLength: blob.size, slice: (from, to) => blob.slice(from, to).arrayBuffer() }, { worker: ${worker} });
  found.sliced = (await sliced.text(2)) === found.text;
  const packed = await compress("1. e4 *\\n", { level: "fast", worker: ${worker} });
  found.back = new TextDecoder().decode(await expand(packed, { worker: ${worker} }));
  found.refused = await open("/none.pgnz", { worker: ${worker} }).catch((error) => error.kind);
  found.loaded = loaded;
} catch (error) {
  found.error = String(error?.stack ?? error);
}
await fetch("/found/" + encodeURIComponent(JSON.stringify(found)));
</script>`;

test("in headless Chromium", { skip: !chromium && "Chromium is not installed" }, async (t) => {
  const text = readFileSync(join(root, "corpora/famous.pgn"), "utf8");
  const packed = await compress(text, { level: "fast" });
  const profile = mkdtempSync(join(tmpdir(), "pgnz-"));
  const host = await serve((path) => {
    if (path === "/games.pgnz") return packed;
    if (path === "/worker.html" || path === "/here.html") return new TextEncoder().encode(page(path === "/worker.html"));
    if (path.startsWith("/found/") || path === "/favicon.ico") return new Uint8Array(1);
    const file = join(folder, path);
    return existsSync(file) && file.startsWith(folder) ? read(file) : undefined;
  });
  try {
    for (const name of ["worker", "here"]) {
      const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"];
      const browser = spawn(chromium, [...options, `--user-data-dir=${join(profile, name)}`, `${host.address}/${name}.html`], { stdio: "ignore", detached: true });
      const told = () => host.seen.find(({ path }) => path.startsWith("/found/"))?.path;
      for (const end = Date.now() + 180_000; !told(); await sleep(50)) assert.ok(Date.now() < end, "the page does not end");
      const found = JSON.parse(decodeURIComponent(told().slice("/found/".length)));
      host.seen.length = 0;
      const ended = once(browser, "exit");
      process.kill(-browser.pid, "SIGKILL");
      await ended;
      assert.equal(found.error, undefined, found.error);
      assert.ok(text.includes(found.text) && found.text.length > 100);
      assert.ok(found.length > 5 && found.white.length > 0 && found.white.length < found.length);
      assert.equal(found.tree > 0, true);
      assert.deepEqual([found.same, found.sliced, found.back, found.refused], [true, true, "1. e4 *\n", "Io"]);
      t.diagnostic(`${name}: ${found.took} ms to the first game, ${JSON.stringify(found.loaded)}`);
    }
  } finally {
    await host.close();
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    } catch {
      // A process of the browser that is still ending writes there: what is left lies among the system's temporary files.
    }
  }
});

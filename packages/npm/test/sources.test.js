import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compress, open } from "pgnz";
import { root } from "./corpora.js";
import { serve } from "./server.js";

/** Enough games that an archive is larger than many pages: what stands in their comments cannot be foreseen. */
const famous = readFileSync(join(root, "corpora/famous.pgn"), "utf8");
const moves = famous.trim().split("\n\n").filter((part) => part.startsWith("1."));
const word = (at) => createHash("sha256").update(String(at)).digest("hex").slice(0, 48);
const many = Array.from({ length: 6000 }, (_, at) => {
  const some = moves[at % moves.length].slice(0, 120).replace(/\s\S*$/, "");
  return `[White "Player ${at}"]\n[Result "*"]\n\n${some} { ${word(at)} } *\n\n`;
}).join("");
const packed = await compress(many, { level: "fast" });

const hosted = async (work) => {
  const host = await serve((path) => (path === "/games.pgnz" ? packed : path === "/junk.pgnz" ? new Uint8Array(40_000) : undefined));
  try {
    await work(host, `${host.address}/games.pgnz`);
    for (const { method, range } of host.seen) assert.ok(method === "GET" && /^bytes=\d+-\d+$/.test(range), `${method} ${range}`);
  } finally {
    await host.close();
  }
};

test("over ranges, only what is needed is loaded", () =>
  hosted(async (host, url) => {
    let loaded = { bytes: 0, requests: 0 };
    const archive = await open(url, { onBytes: (now) => (loaded = now) });
    const local = await open(packed);
    assert.equal(archive.length, local.length);
    const opening = loaded;
    assert.ok(opening.requests <= 2, `${opening.requests} requests`);
    // In the middle of the first block, whose other groups are not loaded.
    const number = 2000;
    assert.equal(await archive.text(number), await local.text(number));
    const first = loaded;
    assert.ok(first.requests - opening.requests <= 4 && first.bytes - opening.bytes < packed.length / 3, JSON.stringify([loaded, packed.length]));
    assert.equal(await archive.text(number - 1), await local.text(number - 1));
    assert.deepEqual(loaded, first, "a game beside it costs nothing");
    assert.deepEqual(await archive.game(number, { columns: ["tags"] }), await local.game(number, { columns: ["tags"] }));
    assert.deepEqual(loaded, first, "its tags are there");
    assert.deepEqual(await archive.bytes(), await local.bytes());
    assert.equal(host.seen.length, loaded.requests);
    await archive.close();
    await local.close();
  }));

test("small pages and a small cache give the same", () =>
  hosted(async (_, url) => {
    const archive = await open(url, { pageBytes: 512, cacheBytes: 1 });
    assert.equal(new TextDecoder().decode(await archive.bytes()), many);
    const some = await Promise.all([5000, 10, 3000, 5001, 11].map((number) => archive.game(number)));
    assert.deepEqual(some.map((game) => game.number), [5000, 10, 3000, 5001, 11]);
    await archive.close();
  }));

test("a host without ranges is named, with a choice", () =>
  hosted(async (host, url) => {
    host.faults.ranges = false;
    await assert.rejects(open(url), { kind: "NoRanges", size: packed.length, message: /download: true/ });
    const archive = await open(url, { download: true });
    assert.ok((await archive.text(5)).length > 0);
    await assert.rejects(open(url, { download: true, maxBytes: 20_000 }), { kind: "Limit" });
    await archive.close();
  }));

test("a file that has changed is not mixed with the old one", () =>
  hosted(async (host, url) => {
    const archive = await open(url);
    host.faults.version = "2";
    await assert.rejects(archive.text(2000), { kind: "Changed" });
    await archive.close();
  }));

test("what was cut short is asked for again, once", () =>
  hosted(async (host, url) => {
    host.faults.cut = 1;
    const archive = await open(url);
    host.faults.cut = 2;
    await assert.rejects(archive.text(2000), { kind: "Io" });
    host.faults.cut = 0;
    assert.ok((await archive.text(2000)).length > 0);
    await archive.close();
  }));

test("slow answers have a limit, and a signal ends opening", () =>
  hosted(async (host, url) => {
    host.faults.delay = 2000;
    await assert.rejects(open(url, { timeout: 100 }), { kind: "Timeout" });
    await assert.rejects(open(url, { signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
    host.faults.delay = 0;
  }));

test("limits, missing files and hidden headers", () =>
  hosted(async (host, url) => {
    const archive = await open(url, { maxBytes: 100_000 });
    await assert.rejects(archive.bytes(), { kind: "Limit", message: /maxBytes/ });
    await archive.close();
    await assert.rejects(open(`${host.address}/none.pgnz`), { kind: "Io", status: 404 });
    await assert.rejects(open(`${host.address}/junk.pgnz`), (error) => error.kind !== "Trap" && error.kind !== "Io");
    host.faults.hide = true;
    await assert.rejects(open(url), { kind: "Io", message: /Access-Control-Expose-Headers/ });
  }));

test("no host at all", async () => {
  await assert.rejects(open("http://127.0.0.1:9/games.pgnz"), { kind: "Io", message: /cannot be read/ });
});

test("blobs, and whatever gives pieces of itself", async () => {
  const local = await open(packed);
  const expected = await local.text(4321);
  const sliced = { byteLength: packed.length, slice: async (from, to) => packed.slice(from, to).buffer };
  for (const source of [new Blob([packed]), sliced, packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length)]) {
    const archive = await open(source);
    assert.equal(await archive.text(4321), expected);
    await archive.close();
  }
  const short = await open({ byteLength: packed.length, slice: (from, to) => packed.slice(from, Math.min(to, 60_000)) }).catch((error) => error);
  assert.equal(short.kind, "Io");
  await local.close();
});

test("a file of data with another SHA-256 is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "pgnz-"));
  for (const name of ["fast.net", "names.net", "roster.bin", "evals.net", "openings.bin"]) writeFileSync(join(folder, name), "something else");
  writeFileSync(join(folder, "games.pgnz"), packed);
  // In a program of its own, which has no data yet.
  const script = `import { open } from "pgnz";
    const archive = await open("${folder}/games.pgnz", { dataUrl: "file://${folder}/" });
    await archive.text(0).catch((error) => console.log(error.kind, error.message));`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: import.meta.dirname ?? new URL(".", import.meta.url).pathname });
  assert.match(String(told), /^Io .*SHA-256/);
  rmSync(folder, { recursive: true });
});

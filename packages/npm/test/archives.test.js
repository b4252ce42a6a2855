import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { PgnzError, compress, expand, open } from "pgnz";
import { goldenArchives, read, root } from "./corpora.js";

// All levels: the network of level best is not in the package.
const dataUrl = process.env.PGNZ_DATA && new URL(`file://${process.env.PGNZ_DATA}/`);

/** What the golden archives hold: the table of the test of the crate `archive`, which owns it. */
function goldenTexts() {
  const table = readFileSync(join(root, "crates/archive/tests/archive/golden.rs"), "utf8");
  const names = Object.fromEntries([...table.matchAll(/const (\w+): \w*&?\w+ = "?(0x[\w]+|[^";]+)"?;/g)].map(([, name, value]) => [name, value]));
  const number = (digits) => Number((names[digits] ?? digits).replaceAll("_", ""));
  const rows = [...table.matchAll(/Golden\(\s*(?:"([^"]+)"|(\w+)),\s*(\w+),\s*([\d_]+),\s*(\w+),?\s*\)/g)];
  return new Map(rows.map(([, name, constant, , bytes, sum]) => [name ?? names[constant], { bytes: number(bytes), sum: number(sum) }]));
}

test("golden archives give their text", async (t) => {
  const texts = goldenTexts();
  for (const name of goldenArchives()) {
    const short = name.slice(join(root, "corpora/golden").length + 1, -".pgnz".length);
    const expected = texts.get(short);
    assert.ok(expected, `${short} is not in the table of golden archives`);
    const text = await expand(read(name), { dataUrl });
    assert.equal(text.length, expected.bytes, short);
    if (crc32) assert.equal(crc32(text), expected.sum, short);
    // The same in pieces: the file is read where it is needed.
    const archive = await open(name, { dataUrl });
    assert.deepEqual(await archive.bytes(), text, short);
    await archive.close();
  }
  if (!crc32) t.diagnostic("checksums are not compared: this Node has no crc32");
});

const conformance = join(root, "corpora/conformance");

test("the conformance set", { skip: !existsSync(conformance) && "corpora/conformance is not there" }, async () => {
  let tried = 0;
  for (const edition of readdirSync(conformance).filter((name) => existsSync(join(conformance, name, "cases.csv")))) {
    const [head, ...rows] = readFileSync(join(conformance, edition, "cases.csv"), "utf8").trim().split(/\r?\n/);
    const columns = head.split(",");
    for (const row of rows) {
      const values = Object.fromEntries(row.split(",").slice(0, columns.length).map((value, at) => [columns[at], value]));
      if (!values.file.endsWith(".pgnz")) continue;
      const made = await expand(read(join(conformance, edition, values.file)), { dataUrl }).catch((error) => error);
      if (values.result === "text") {
        assert.ok(!(made instanceof Error), `${values.file}: ${made}`);
        assert.equal(createHash("sha256").update(made).digest("hex"), values.text_sha256, values.file);
      } else {
        assert.ok(made instanceof PgnzError, `${values.file} is not refused`);
        assert.notEqual(made.kind, "Trap", `${values.file}: ${made}`);
      }
      tried += 1;
    }
  }
  assert.ok(tried > 0);
});

const text = readFileSync(join(root, "corpora/famous.pgn"), "utf8");

test("there and back, at the levels of the package", async () => {
  for (const level of ["fast", "default"]) {
    const packed = await compress(text, { level });
    assert.equal(new TextDecoder().decode(await expand(packed)), text);
    const archive = await open(packed);
    assert.equal((await archive.info()).level, level);
    await archive.close();
  }
  // The archive is the one that the program writes.
  const golden = goldenArchives().filter((name) => name.endsWith("famous-fast.pgnz")).pop();
  const [made, kept] = [await compress(text, { level: "fast" }), read(golden)];
  if (made[9] === kept[9] && made[8] === kept[8]) assert.deepEqual(made, kept);
  await assert.rejects(compress(text, { level: "most" }), { kind: "InvalidArgument" });
});

test("games, filters, searches and trees", async () => {
  const archive = await open(await compress(text, { level: "fast" }));
  const all = [];
  for await (const game of archive.games()) all.push(game);
  assert.equal(all.length, archive.length);
  let joined = "";
  for (let number = 0; number < archive.length; number += 1) joined += await archive.text(number);
  assert.equal(joined, text);

  const one = await archive.game(3);
  assert.deepEqual(one, all[3]);
  assert.ok(one.plies[0].san && one.plies[0].uci && one.tags.White);
  const tags = await archive.game(3, { columns: ["tags"] });
  assert.deepEqual(tags.tags.White, one.tags.White);
  assert.equal(tags.plies, undefined);

  const white = one.tags.White.replaceAll("'", "''");
  const numbers = await archive.find({ where: `white = '${white}'` });
  assert.ok(numbers.includes(3));
  const found = [];
  for await (const game of archive.games({ where: `white = '${white}'`, columns: ["tags"] })) found.push(game.number);
  assert.deepEqual(found, numbers);
  assert.deepEqual(await archive.find({ where: `white = '${white}'`, limit: 1 }), numbers.slice(0, 1));

  const tree = await archive.tree({});
  assert.equal(tree.moves.reduce((sum, move) => sum + move.games, tree.ended), tree.total.games);
  const first = tree.moves[0];
  const begun = await archive.find({ moves: first.san });
  assert.equal(begun.length, first.games);
  const position = (await archive.tree({ moves: first.san })).position;
  assert.deepEqual(await archive.find({ position }), begun);
  await archive.close();
});

test("what cannot be done is an error that says why", async () => {
  const archive = await open(await compress(text, { level: "fast" }));
  await assert.rejects(archive.game(archive.length), { kind: "InvalidArgument", message: /there is no game/ });
  await assert.rejects(archive.text(-1), { kind: "InvalidArgument" });
  await assert.rejects(archive.find({ where: "white_rating >" }), { kind: "InvalidArgument", message: /column/ });
  await assert.rejects(archive.game(0, { columns: ["tag"] }), { kind: "InvalidArgument", message: /tags, moves/ });
  await assert.rejects(archive.find({ position: "it's" }), { kind: "InvalidArgument" });
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(archive.tree({ signal: stop.signal }), { name: "AbortError" });
  await archive.close();
  await assert.rejects(archive.text(0), { kind: "Closed" });
  await archive.close();

  await assert.rejects(open(new TextEncoder().encode("1. e4 *")), (error) => error instanceof PgnzError && error.kind !== "Trap");
  await assert.rejects(open("no such file.pgnz"), { kind: "Io" });
  await assert.rejects(open({}), { kind: "InvalidArgument" });
});

test("a loop that is left ends its work", async () => {
  const archive = await open(await compress(text, { level: "fast" }));
  for await (const game of archive.games({ columns: ["tags"] })) {
    assert.equal(game.number, 0);
    break;
  }
  assert.equal((await archive.game(1)).number, 1);
  await archive.close();
});

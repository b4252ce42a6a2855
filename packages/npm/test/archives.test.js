import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PgnzError, compress, expand, open } from "pgnz";
import { goldenArchives, read, root } from "./corpora.js";

// All levels: the network of level best is not in the package.
const dataUrl = process.env.PGNZ_DATA && new URL(`file://${process.env.PGNZ_DATA}/`);

const conformance = join(root, "corpora/conformance");

/** The archives of a table, with what a decoder must make of them. Golden archives stand there, too. */
function cases(edition) {
  const [head, ...rows] = readFileSync(join(conformance, edition, "cases.csv"), "utf8").trim().split(/\r?\n/);
  const columns = head.split(",");
  // Only the last column has commas in it.
  const values = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row.split(",")[at]])));
  return values.filter(({ file }) => file.endsWith(".pgnz"));
}

test("the conformance set and the golden archives", { skip: !existsSync(conformance) && "corpora/conformance is not there" }, async (t) => {
  let [known, old] = [0, 0];
  for (const edition of readdirSync(conformance).filter((name) => existsSync(join(conformance, name, "cases.csv")))) {
    for (const { file, result, text_sha256 } of cases(edition)) {
      const packed = read(join(conformance, edition, file));
      const made = await expand(packed, { dataUrl }).catch((error) => error);
      if (packed[8] === 0 && packed.length > 9) {
        // Archives of versions 0.x were never promised to stay readable.
        assert.ok(made instanceof PgnzError && made.kind !== "Trap", `${file}: ${made}`);
        old += 1;
        continue;
      }
      if (result === "text") {
        assert.ok(!(made instanceof Error), `${file}: ${made}`);
        assert.equal(createHash("sha256").update(made).digest("hex"), text_sha256, file);
        // The same in pieces: the file is read where it is needed.
        const archive = await open(join(conformance, edition, file), { dataUrl });
        assert.deepEqual(await archive.bytes(), made, file);
        await archive.close();
      } else {
        assert.ok(made instanceof PgnzError, `${file} is not refused`);
        assert.notEqual(made.kind, "Trap", `${file}: ${made}`);
      }
      known += 1;
    }
  }
  assert.ok(known + old > 0);
  if (old > 0) t.diagnostic(`${old} archives are of versions 0.x, which are refused; ${known} are of this version`);
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
  // The blocks are those that the program writes; golden archives have no record of where their text comes from before their footer.
  const golden = goldenArchives().filter((name) => name.endsWith("famous-fast.pgnz")).pop();
  const [made, kept] = [await compress(text, { level: "fast" }), read(golden)];
  const footer = 24;
  assert.deepEqual(made.subarray(0, kept.length - footer), kept.subarray(0, kept.length - footer));
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

test("a tree that is none is passed over", async () => {
  const packed = await compress("1. e4 e5 *\n\n1. d4 *\n", { level: "fast" });
  const archive = await open(packed, { tree: new Uint8Array(100) });
  assert.equal((await archive.tree({})).total.games, 2);
  await archive.close();
  await assert.rejects(open(packed, { tree: true }), { kind: "InvalidArgument" });
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

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open } from "pgnz";
import { read, root } from "./corpora.js";
import { serve } from "./server.js";

const program = process.env.PGNZ_PROGRAM;

test("one request opens an archive with its index in front", { skip: !program && "PGNZ_PROGRAM does not name the program" }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pgnz-"));
  const path = (name) => join(folder, name);
  const host = await serve((name) => read(path(name.slice(1))));
  t.after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });
  const games = read(join(root, "corpora/famous.pgn"));
  const times = 100;
  writeFileSync(path("games.pgn"), Buffer.concat(Array(times).fill(games)));
  execFileSync(program, ["compress", "-1", "-q", "--block-games", "48", path("games.pgn"), "-o", path("games.pgnz")]);
  execFileSync(program, ["optimize", "-q", path("games.pgnz"), "-o", path("front.pgnz")]);
  for (const [name, requests] of [["games.pgnz", 2], ["front.pgnz", 1]]) {
    let loaded;
    const archive = await open(`${host.address}/${name}`, { onBytes: (now) => (loaded = now) });
    assert.equal(archive.length, 48 * times);
    assert.equal(loaded.requests, requests, name);
    assert.deepEqual(await archive.bytes(48 * 70, 48 * 71), new Uint8Array(games), name);
    await archive.close();
  }
});

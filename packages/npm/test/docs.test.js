import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compress } from "pgnz";
import { root } from "./corpora.js";

test("the example of docs/which.md runs as it is written", async (t) => {
  const page = readFileSync(join(root, "docs/which.md"), "utf8");
  const [, code] = /^```js\n(.*?)^```$/ms.exec(page);
  const folder = mkdtempSync(join(tmpdir(), "pgnz-"));
  // Beside the package, which finds itself by its name.
  const example = join(import.meta.dirname, "which.mjs");
  t.after(() => [folder, example].forEach((path) => rmSync(path, { recursive: true })));
  writeFileSync(join(folder, "games.pgnz"), await compress(readFileSync(join(root, "corpora/famous.pgn")), { level: "fast" }));
  writeFileSync(example, code);
  const printed = execFileSync(process.execPath, [example], { cwd: folder, encoding: "utf8" });
  assert.equal(printed, "Paulsen, Louis - Morphy, Paul 0-1\nMorphy, Paul - Duke Karl and Count Isouard 1-0\n");
});

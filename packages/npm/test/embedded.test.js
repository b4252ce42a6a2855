import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compress, expand } from "pgnz";
import { root } from "./corpora.js";

const text = readFileSync(join(root, "corpora/famous.pgn"), "utf8");
const packed = Buffer.from(await compress(text, { level: "fast" }));
const files = ["names.net", "roster.bin", "fast.net", "evals.net", "openings.bin"];

function crc32(...parts) {
  let sum = ~0;
  for (const byte of Buffer.concat(parts)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 && 0xedb88320);
  }
  const stored = Buffer.alloc(4);
  stored.writeUInt32LE(~sum >>> 0);
  return stored;
}

/** A chunk before the first block, and its checksum as the footer counts it. */
function chunk(kind, content) {
  const head = Buffer.concat([Buffer.from([0xc1]), Buffer.from(`CHK${kind}`), Buffer.alloc(4)]);
  head.writeUInt32LE(content.length, 8);
  const [header, body] = [crc32(head, Buffer.alloc(8)), crc32(content)];
  return { bytes: Buffer.concat([head, header, content, body]), check: crc32(header, body) };
}

/** The archive of one block with files of data before it, as `pgnz compress --embed` puts them there. */
function embedding(contents) {
  const chunks = contents.map((content) => chunk("DATA", content));
  const first = 13 + packed[12] + 4;
  const blockHeader = first + 5 + packed[first + 4];
  const record = packed.lastIndexOf("CHKPROV") - 1;
  const recordBytes = packed.readUInt32LE(record + 8);
  const end = record + 20 + recordBytes;
  assert.equal(end, packed.length - 24, "one block, a record and the footer");
  const checks = [
    packed.subarray(first - 4, first),
    ...chunks.map(({ check }) => check),
    packed.subarray(blockHeader, blockHeader + 4),
    crc32(packed.subarray(record + 12, record + 16), packed.subarray(end - 4, end)),
  ];
  const footer = Buffer.from(packed.subarray(end, end + 20));
  const added = chunks.map(({ bytes }) => bytes);
  footer.writeBigUInt64LE(BigInt(packed.length + Buffer.concat(added).length), 8);
  crc32(...checks).copy(footer, 16);
  return Buffer.concat([packed.subarray(0, first), ...added, packed.subarray(first, end), footer, crc32(footer)]);
}

const data = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url));

/** What a program without any other data makes of an archive. */
function alone(archive) {
  const folder = mkdtempSync(join(tmpdir(), "pgnz-"));
  try {
    writeFileSync(join(folder, "games.pgnz"), archive);
    const script = `import { open } from "pgnz";
      const archive = await open("${folder}/games.pgnz", { dataUrl: "file://${folder}/none/" });
      const bytes = await archive.bytes().catch((error) => error.kind + " " + error.message);
      process.stdout.write(bytes);`;
    return execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: new URL(".", import.meta.url).pathname });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an archive that carries its data needs no other file", async () => {
  const whole = embedding(files.map(data));
  assert.equal(new TextDecoder().decode(await expand(whole)), text);
  assert.equal(String(alone(whole)), text);
});

test("files of data that are missing or damaged are looked for beside the package", () => {
  const some = embedding(files.slice(1).map(data));
  assert.match(String(alone(some)), /^Io the file of data names.net cannot be read/);
  const damaged = embedding(files.map(data));
  damaged[500_000] ^= 1;
  assert.match(String(alone(damaged)), /^Io the file of data names.net cannot be read/);
  // Those of another release have no use, and do no harm.
  const strange = embedding([Buffer.from("something else"), ...files.map(data)]);
  assert.equal(String(alone(strange)), text);
});

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The repository: the tests run in a folder that was put together elsewhere. */
export const root = process.env.PGNZ_ROOT ?? new URL("../../..", import.meta.url).pathname;

const golden = join(root, "corpora/golden");

/** The archives that a release has written, of versions that this one reads. */
export function goldenArchives() {
  const folders = readdirSync(golden).sort();
  const found = folders.flatMap((folder) => readdirSync(join(golden, folder)).map((name) => join(golden, folder, name)));
  return found.filter((name) => name.endsWith(".pgnz"));
}

/** The corpora beside the repository, if they are there. */
export const shared = join(root, "../shared/corpora/test");
export const hasShared = existsSync(shared);

export const read = (name) => new Uint8Array(readFileSync(name));

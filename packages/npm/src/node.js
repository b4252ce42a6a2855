import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Core } from "./core.js";
import { check, fetchData } from "./data.js";
import { PgnzError } from "./error.js";
import { bytesOf, described, opened } from "./opening.js";

export { Archive } from "./archive.js";
export { PgnzError } from "./error.js";

/** A file of this machine, which is read where it is needed. */
class FileSource {
  #file;

  constructor(name) {
    try {
      this.#file = openSync(name, "r");
      this.byteLength = fstatSync(this.#file).size;
    } catch (error) {
      throw new PgnzError("Io", `${name} cannot be opened: ${error.message}`);
    }
  }

  read(offset, target) {
    return readSync(this.#file, target, 0, target.length, offset);
  }

  async load([{ from }]) {
    throw new PgnzError("Io", `the file ends before byte ${from}: it has become shorter since it was opened`);
  }

  close() {
    closeSync(this.#file);
  }
}

const platform = {
  async module() {
    return WebAssembly.compile(await readFile(new URL("../pgnz.wasm", import.meta.url)));
  },
  async data(name, sha256, options) {
    if (options.dataUrl && !String(options.dataUrl).startsWith("file:")) return fetchData(name, sha256, options);
    const url = new URL(name, options.dataUrl ?? new URL("../data/", import.meta.url));
    const bytes = await readFile(url).catch((error) => {
      throw new PgnzError("Io", `the file of data ${name} cannot be read: ${error.message}`);
    });
    await check(name, bytes, sha256);
    return bytes;
  },
  async openFile(name) {
    return new FileSource(name);
  },
};

let core;
const started = () => (core ??= new Core(platform));

/** Names of files are all texts that are no address of http. */
const isFile = (name) => !/^https?:/i.test(name);

export async function open(given, options = {}) {
  return opened(started(), described(given, isFile), options);
}

export async function compress(text, { level, dataUrl } = {}) {
  return started().compress(bytesOf(text), level, { dataUrl });
}

export async function expand(packed, { dataUrl } = {}) {
  return started().expand(packed, { dataUrl });
}

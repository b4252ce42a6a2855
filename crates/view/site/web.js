import { fetchFile } from "./data.js";
import { PgnzError } from "./error.js";
import { SHA256 } from "./module.js";

/** What the core needs of a browser, from the folder of a site: files packed by gzip, because many hosts send them as they are. */
export const platform = {
  async module() {
    const bytes = await fetchFile(new URL("../pgnz.wasm.gz", import.meta.url), SHA256, { packed: true });
    return WebAssembly.compile(bytes);
  },
  data(name, sha256) {
    return fetchFile(new URL(`../data/${name}.gz`, import.meta.url), sha256, { packed: true });
  },
  async openFile() {
    throw new PgnzError("InvalidArgument", "a browser opens no files by name: give it a URL, or the File itself");
  },
};

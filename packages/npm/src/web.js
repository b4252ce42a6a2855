import { PgnzError } from "./error.js";
import { fetchData } from "./data.js";

/** What the core needs of a browser. */
export const platform = {
  async module() {
    const url = new URL("../pgnz.wasm", import.meta.url);
    const answer = await fetch(url);
    if (!answer.ok) throw new PgnzError("Io", `${url} cannot be loaded: the host answers ${answer.status}`);
    const isTyped = answer.headers.get("Content-Type")?.startsWith("application/wasm");
    return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
  },
  data: fetchData,
  async openFile() {
    throw new PgnzError("InvalidArgument", "a browser opens no files by name: give it a URL, or the File itself");
  },
};

import { Archive } from "./archive.js";
import { PgnzError } from "./error.js";

/** What `open` was given, as the core takes it. */
export function described(given, isFile = () => false) {
  if (given instanceof URL && given.protocol === "file:") return { file: given };
  if (given instanceof URL) return { url: given.href };
  if (typeof given === "string") return isFile(given) ? { file: given } : { url: new URL(given, globalThis.location?.href).href };
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) {
    const bytes = given instanceof ArrayBuffer ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    return { bytes };
  }
  if (typeof Blob !== "undefined" && given instanceof Blob) {
    return { byteLength: given.size, slice: (from, to) => given.slice(from, to).arrayBuffer() };
  }
  if (typeof given?.slice === "function" && Number.isSafeInteger(given.byteLength)) {
    return { byteLength: given.byteLength, slice: async (from, to) => given.slice(from, to) };
  }
  throw new PgnzError("InvalidArgument", "open takes a URL, a Blob or File, bytes, or an object with byteLength and slice(from, to)");
}

export async function opened(core, of, { onBytes, signal, tree, worker: _, ...options } = {}, done = undefined) {
  const plain = { ...options };
  if (plain.dataUrl) plain.dataUrl = String(plain.dataUrl);
  const beside = tree === undefined || tree === false ? undefined : treeOf(tree, of);
  const found = await core.open(of, plain, onBytes, signal);
  if (beside) await core.beside(found.id, beside);
  return new Archive(core, found, done);
}

/** Where the opening tree of an archive lies: with `true`, beside it under its address with `.tree` after it. */
function treeOf(tree, of) {
  if (tree !== true) return typeof Blob !== "undefined" && tree instanceof Blob || tree instanceof Uint8Array ? tree : new URL(String(tree), of.url ?? globalThis.location?.href).href;
  if (of.url === undefined) throw new PgnzError("InvalidArgument", "an archive that has no address has no tree beside it: name its address, or hand it over");
  const url = new URL(of.url);
  url.pathname += ".tree";
  return url.href;
}

/** Text to be compressed, as bytes. */
export const bytesOf = (text) => (typeof text === "string" ? new TextEncoder().encode(text) : text);

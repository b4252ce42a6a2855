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

export async function opened(core, of, { onBytes, signal, worker: _, ...options } = {}, done = undefined) {
  const plain = { ...options };
  if (plain.dataUrl) plain.dataUrl = String(plain.dataUrl);
  return new Archive(core, await core.open(of, plain, onBytes, signal), done);
}

/** Text to be compressed, as bytes. */
export const bytesOf = (text) => (typeof text === "string" ? new TextEncoder().encode(text) : text);

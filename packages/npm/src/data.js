import { PgnzError } from "./error.js";

/** The name of the store in which browsers keep files of data from one visit to the next. */
const STORE = "pgnz-data";

/** A file of data by its name, from where the package lies or from `dataUrl`. */
export function fetchData(name, sha256, { dataUrl = new URL("../data/", import.meta.url), timeout } = {}) {
  return fetchFile(new URL(name, new URL(dataUrl, globalThis.location?.href)), sha256, { timeout });
}

/** A file by its address and its SHA-256, under which it is kept where the Cache API is there. With `packed`, it may be packed by gzip. */
export async function fetchFile(address, sha256, { timeout = 120_000, packed = false } = {}) {
  const key = new URL(`?sha256=${sha256}`, address);
  // Pages without a safe origin have no store, and a full one is none.
  const store = await globalThis.caches?.open(STORE).catch(() => undefined);
  const kept = await store?.match(key);
  if (kept) {
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if (await isOf(bytes, sha256)) return bytes;
    await store.delete(key);
  }
  const failed = (why) => new PgnzError("Io", `the file of data ${address} cannot be loaded: ${why}`);
  let bytes;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    if (!answer.ok) throw failed(`the host answers ${answer.status} ${answer.statusText}`.trim());
    bytes = new Uint8Array(await answer.arrayBuffer());
    // Some hosts say that such files are packed, and then the browser has unpacked them.
    if (packed && bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await unpacked(bytes);
  } catch (error) {
    throw error instanceof PgnzError ? error : failed(error.message);
  }
  await check(address.pathname.split("/").pop(), bytes, sha256);
  await keep(store, key, bytes);
  return bytes;
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Keeps a file instead of those that the same address had before. */
async function keep(store, key, bytes) {
  try {
    for (const { url } of (await store?.keys()) ?? []) {
      if (url !== key.href && url.split("?")[0] === key.href.split("?")[0]) await store.delete(url);
    }
    await store?.put(key, new Response(bytes));
  } catch {
    // A store that is full or not there keeps nothing.
  }
}

/** Refuses a file with another SHA-256. */
export async function check(name, bytes, sha256) {
  if (!(await isOf(bytes, sha256))) {
    throw new PgnzError("Io", `the file of data ${name} is not that of this release: its SHA-256 is not ${sha256}`);
  }
}

/** Whether bytes have a SHA-256. Where this cannot be computed, the module itself finds out. */
async function isOf(bytes, sha256) {
  const digest = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
  if (!digest) return true;
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

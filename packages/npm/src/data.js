import { PgnzError } from "./error.js";

/** The name of the store in which browsers keep files of data from one visit to the next. */
const STORE = "pgnz-data";

/** A file of data by its name, from where the package lies or from `dataUrl`. It is kept where the Cache API is there, under its SHA-256. */
export async function fetchData(name, sha256, { dataUrl = new URL("../data/", import.meta.url), timeout = 120_000 } = {}) {
  const address = new URL(name, new URL(dataUrl, globalThis.location?.href));
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
  } catch (error) {
    throw error instanceof PgnzError ? error : failed(error.message);
  }
  await check(name, bytes, sha256);
  await store?.put(key, new Response(bytes)).catch(() => {});
  return bytes;
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

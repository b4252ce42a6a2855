import { Core } from "./core.js";
import { packed, unpacked } from "./error.js";
import { platform } from "./web.js";

/* The other side of `remote.js`: a core in a thread of its own. */

const core = new Core(platform);
const slices = new Map();
const stops = new Map();
let asked = 0;

/** A piece of a source that the page has. */
function slice(source, from, to) {
  const id = (asked += 1);
  postMessage({ slice: id, source, from, to });
  return new Promise((resolve, reject) => slices.set(id, { resolve, reject }));
}

async function open(id, of, options) {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    const here = of.remote === undefined ? of : { byteLength: of.byteLength, slice: (from, to) => slice(of.remote, from, to) };
    return await core.open(here, options, (bytes) => postMessage({ bytes, of: id }), stop.signal);
  } finally {
    stops.delete(id);
  }
}

onmessage = async ({ data }) => {
  if (data.sliced !== undefined) {
    const { resolve, reject } = slices.get(data.sliced);
    slices.delete(data.sliced);
    return data.error ? reject(unpacked(data.error)) : resolve(data.piece);
  }
  if (data.stop !== undefined) return stops.get(data.stop)?.abort();
  const { id, method, args } = data;
  try {
    const value = method === "open" ? await open(id, ...args) : await core[method](...args);
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, error: packed(error) });
  }
};

import { Core } from "./core.js";
import { bytesOf, described, opened } from "./opening.js";
import { Remote } from "./remote.js";
import { platform } from "./web.js";

export { Archive } from "./archive.js";
export { PgnzError } from "./error.js";

let here;
let remote;
let users = 0;

/** A core of this thread, or one in a worker that lasts as long as somebody uses it. */
function begin(worker) {
  if (!worker) return [(here ??= new Core(platform)), () => {}];
  if (remote?.isBroken) {
    remote.terminate();
    remote = undefined;
    users = 0;
  }
  const mine = (remote ??= new Remote());
  users += 1;
  const done = () => {
    if (mine !== remote) return;
    users -= 1;
    if (users > 0) return;
    mine.terminate();
    remote = undefined;
  };
  return [mine, done];
}

const hasWorkers = () => typeof Worker === "function" && typeof document !== "undefined";

async function once(worker, work) {
  const [core, done] = begin(worker);
  try {
    return await work(core);
  } finally {
    done();
  }
}

export async function open(given, options = {}) {
  const of = described(given);
  const [core, done] = begin(options.worker ?? hasWorkers());
  try {
    return await opened(core, of, options, done);
  } catch (error) {
    done();
    throw error;
  }
}

export function compress(text, { level, dataUrl, worker = hasWorkers() } = {}) {
  return once(worker, (core) => core.compress(bytesOf(text), level, dataUrl ? { dataUrl: String(dataUrl) } : {}));
}

export function expand(packed, { dataUrl, worker = hasWorkers() } = {}) {
  return once(worker, (core) => core.expand(packed, dataUrl ? { dataUrl: String(dataUrl) } : {}));
}

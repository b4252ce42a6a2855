import { PgnzError } from "./error.js";
import { BytesSource, PagedSource } from "./source.js";

/** Bytes of the first request: the header of an archive, and small archives as a whole. */
const FIRST = 1 << 14;

/** Opens an address. Only GET with a range `bytes=a-b` is used: hosts differ too much in what else they understand. */
export async function openUrl(url, { requestInit = {}, timeout = 30_000, download = false, count, signal, ...paging }) {
  const get = new Getter(url, { requestInit, timeout, count });
  const first = await get.range(0, FIRST, signal, download);
  if (first.whole) return new BytesSource(first.whole);
  const source = new PagedSource(first.total, (from, to, signal) => get.piece(from, to, signal), paging);
  source.keep(0, first.bytes);
  // The index stands at the end, before the footer of 24 bytes: one request brings both. There may be a copy in front.
  const last = Math.max(0, first.total - FIRST);
  if (first.total > FIRST && !hasFront(first.bytes)) await source.load([{ from: last, to: first.total }], signal);
  return source;
}

/** Whether a chunk `INDX` follows the header of an archive, whose length depends on that of its extension. */
function hasFront(bytes) {
  const at = 13 + bytes[12] + 4;
  return String.fromCharCode(...bytes.subarray(at + 1, at + 8)) === "CHKINDX";
}

class Getter {
  constructor(url, { requestInit, timeout, count }) {
    Object.assign(this, { url: String(url), requestInit, timeout, count, version: undefined });
  }

  async piece(from, to, signal) {
    return (await this.range(from, to, signal)).bytes;
  }

  /** Bytes from one place to before another. A broken connection is tried once more. */
  async range(from, to, signal, download = false) {
    for (let tries = 2; ; tries -= 1) {
      try {
        return await this.#once(from, to, signal, download);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof PgnzError && !(error.isPassing && tries > 1)) throw error;
        if (tries <= 1) throw new PgnzError("Io", `${this.url} cannot be read: ${error.message}`);
      }
    }
  }

  async #once(from, to, signal, download) {
    this.count?.expect(to - from);
    const stop = new AbortController();
    const abort = () => stop.abort(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop.abort();
    }, this.timeout);
    try {
      const headers = new Headers(this.requestInit.headers);
      headers.set("Range", `bytes=${from}-${to - 1}`);
      // A cache may hold parts of an older file; what was loaded is kept here.
      const answer = await fetch(this.url, { cache: "no-store", ...this.requestInit, method: "GET", headers, signal: stop.signal });
      this.count?.request();
      return await this.#read(answer, from, to, download, stop);
    } catch (error) {
      if (isLate) throw new PgnzError("Timeout", `${this.url} has not answered within ${this.timeout} ms`);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  async #read(answer, from, to, download, stop) {
    const { url } = this;
    if (answer.status === 200) {
      const size = Number(answer.headers.get("Content-Length")) || undefined;
      if (download) {
        if (size) this.count?.expect(size);
        return { whole: await this.#body(answer) };
      }
      stop.abort();
      const told = size ? `, which has ${size} bytes` : "";
      throw new PgnzError("NoRanges", `the host of ${url} does not answer to ranges, so only the whole file${told}, can be loaded: {download: true} does that`, { size });
    }
    if (answer.status === 416) {
      stop.abort();
      const changed = from > 0;
      throw new PgnzError(changed ? "Changed" : "InsufficientData", changed ? `${url} has become shorter: open it again` : `${url} is empty`);
    }
    if (answer.status !== 206) {
      stop.abort();
      throw new PgnzError("Io", `${url}: the host answers ${answer.status} ${answer.statusText}`.trim(), { status: answer.status });
    }
    const range = answer.headers.get("Content-Range");
    const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? "");
    if (!found) {
      stop.abort();
      throw new PgnzError("Io", `${url}: the answer's Content-Range is ${range === null ? "missing or hidden: on another origin, the host must send Access-Control-Expose-Headers: Content-Range, ETag" : `"${range}"`}`);
    }
    const [start, last, total] = found.slice(1).map(Number);
    const version = [total, answer.headers.get("ETag") ?? answer.headers.get("Last-Modified")].join(" ");
    this.version ??= version;
    if (version !== this.version) {
      stop.abort();
      throw new PgnzError("Changed", `${url} has changed since it was opened: open it again`);
    }
    if (start !== from || last !== Math.min(to, total) - 1) {
      stop.abort();
      throw new PgnzError("Io", `${url}: the host gives bytes ${start} to ${last} where ${from} to ${to - 1} were asked for`);
    }
    const bytes = await this.#body(answer);
    if (bytes.length !== last - start + 1) {
      throw new PgnzError("Io", `${url}: the answer was cut short, ${bytes.length} bytes instead of ${last - start + 1}`, { isPassing: true });
    }
    return { bytes, total };
  }

  async #body(answer) {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    this.count?.add(bytes.length);
    return bytes;
  }
}

/** Counts what is loaded, and stops at a limit. */
export class Count {
  constructor(maxBytes = Infinity, onBytes = undefined) {
    Object.assign(this, { maxBytes, onBytes, bytes: 0, requests: 0 });
  }

  expect(bytes) {
    if (this.bytes + bytes > this.maxBytes) {
      throw new PgnzError("Limit", `${this.bytes} bytes were loaded, and ${bytes} more would be beyond maxBytes, ${this.maxBytes}`);
    }
  }

  request() {
    this.requests += 1;
  }

  add(bytes) {
    this.bytes += bytes;
    this.onBytes?.({ bytes: this.bytes, requests: this.requests });
  }
}

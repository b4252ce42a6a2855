import { PgnzError } from "./error.js";

/*
 * A source is where the bytes of an archive come from: `byteLength`; `read(offset, target)`, which fills the beginning of `target` with what
 * is there at once and returns how many bytes that is, 0 if it has to be loaded; and `load(ranges, signal)`, which loads ranges `{from, to}`.
 */

/** Bytes that are there. */
export class BytesSource {
  constructor(bytes) {
    this.bytes = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
    this.byteLength = this.bytes.length;
  }

  read(offset, target) {
    const part = this.bytes.subarray(offset, offset + target.length);
    target.set(part);
    return part.length;
  }

  async load() {
    throw new PgnzError("Io", "the archive has no such bytes");
  }

  close() {}
}

/** Bytes that come in pieces, of which some are kept in pages. `slice(from, to, signal)` gives a piece. */
export class PagedSource {
  #pages = new Map();
  #loading = new Map();

  constructor(byteLength, slice, { pageBytes = 1 << 12, cacheBytes = 1 << 26, readAhead = 1 << 14, close = () => {} } = {}) {
    Object.assign(this, { byteLength, slice, pageBytes, readAhead, close });
    this.mostPages = Math.max(16, Math.ceil(cacheBytes / pageBytes));
    // Where the last piece ended, and how far to read beyond what is asked for.
    this.expected = -1;
    this.ahead = 0;
  }

  read(offset, target) {
    let read = 0;
    while (read < target.length) {
      const at = offset + read;
      const number = Math.floor(at / this.pageBytes);
      const page = this.#pages.get(number);
      if (!page) return 0;
      // What was used last is kept longest.
      this.#pages.delete(number);
      this.#pages.set(number, page);
      const part = page.subarray(at - number * this.pageBytes, at - number * this.pageBytes + target.length - read);
      if (part.length === 0) return 0;
      target.set(part, read);
      read += part.length;
    }
    return read;
  }

  /**
   * Loads the pages of some ranges that are missing, with a page beside each, and those that are near each other in one piece. Whoever goes on
   * where the last piece ended gets more and more ahead. What is in the ranges is kept, however much it is.
   */
  async load(ranges, signal) {
    const { pageBytes, byteLength } = this;
    const last = Math.ceil(byteLength / pageBytes);
    const pieces = [];
    let pages = 0;
    for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
      let first = Math.floor(from / pageBytes);
      let end = Math.ceil(Math.min(to, byteLength) / pageBytes);
      pages += end - first;
      while (first < end && this.#pages.has(first)) first += 1;
      while (end > first && this.#pages.has(end - 1)) end -= 1;
      if (first >= end) continue;
      if (first > 0 && !this.#pages.has(first - 1)) first -= 1;
      if (end < last && !this.#pages.has(end)) end += 1;
      const before = pieces.at(-1);
      if (before && first <= before.end + 1) before.end = Math.max(before.end, end);
      else pieces.push({ first, end });
    }
    await Promise.all(pieces.map((piece) => this.#piece(piece, last, pages, signal)));
  }

  async #piece({ first, end }, last, pages, signal) {
    const others = [];
    for (let page = first; page < end; page += 1) if (this.#loading.has(page)) others.push(this.#loading.get(page));
    if (others.length > 0) {
      // Another call is loading some of them; what is still missing then is asked for again.
      await Promise.allSettled(others);
      return;
    }
    this.ahead = first === this.expected ? Math.min(Math.max(2 * this.ahead, this.readAhead), 16 * this.readAhead) : 0;
    for (let more = Math.ceil(this.ahead / this.pageBytes); more > 0 && end < last && !this.#pages.has(end); more -= 1) end += 1;
    this.expected = end;
    const loaded = this.#fetch(first, end, pages, signal);
    for (let page = first; page < end; page += 1) this.#loading.set(page, loaded);
    try {
      await loaded;
    } finally {
      for (let page = first; page < end; page += 1) this.#loading.delete(page);
    }
  }

  async #fetch(first, end, pages, signal) {
    const { pageBytes, byteLength } = this;
    const [from, to] = [first * pageBytes, Math.min(end * pageBytes, byteLength)];
    const piece = new Uint8Array(await this.slice(from, to, signal));
    if (piece.length !== to - from) {
      throw new PgnzError("Io", `the source gave ${piece.length} bytes instead of ${to - from} from byte ${from}`);
    }
    this.keep(from, piece, pages);
  }

  /** Keeps a piece that begins with a page, as far as its pages are whole, and frees what was not used for longest; so many pages are needed. */
  keep(from, piece, pages = 0) {
    const { pageBytes } = this;
    const added = Math.ceil(piece.length / pageBytes);
    const end = from + piece.length === this.byteLength ? piece.length : piece.length - (piece.length % pageBytes);
    for (let at = 0; at < end; at += pageBytes) {
      this.#pages.set((from + at) / pageBytes, piece.slice(at, at + pageBytes));
    }
    // What was asked for last must be there, however much it is.
    const most = Math.max(this.mostPages, 2 * Math.max(added, pages));
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= most) break;
      this.#pages.delete(page);
    }
  }
}

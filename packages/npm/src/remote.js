import { PgnzError, packed, unpacked } from "./error.js";

/** A core in a worker: the same methods as `Core`, by messages. */
export class Remote {
  #worker;
  #waiting = new Map();
  #sources = new Map();
  #listeners = new Map();
  /** The requests by which archives were opened: their sources and listeners go by these. */
  #openings = new Map();
  #asked = 0;

  constructor() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "pgnz" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.isBroken = true;
      this.#fail(new PgnzError("Io", `the worker of pgnz cannot start: ${event.message ?? "its script cannot be loaded"}`));
    };
    for (const method of ["info", "bytes", "game", "walk", "step", "end", "beside", "tree", "view", "ask", "compress", "expand"]) {
      this[method] = (...args) => this.#ask(this.#next(), method, args);
    }
  }

  #next() {
    return (this.#asked += 1);
  }

  #ask(id, method, args) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args });
    });
  }

  async open(of, options, onBytes, signal) {
    const id = this.#next();
    let there = of;
    if (of.slice) {
      this.#sources.set(id, of.slice);
      there = { remote: id, byteLength: of.byteLength };
    }
    if (onBytes) this.#listeners.set(id, onBytes);
    const stop = () => this.#worker.postMessage({ stop: id });
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const opened = await this.#ask(id, "open", [there, options]);
      this.#openings.set(opened.id, id);
      return opened;
    } catch (error) {
      this.#forget(id);
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  async close(archive) {
    await this.#ask(this.#next(), "close", [archive]);
    this.#forget(this.#openings.get(archive));
    this.#openings.delete(archive);
  }

  #forget(id) {
    this.#sources.delete(id);
    this.#listeners.delete(id);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #hear(data) {
    if (data.slice !== undefined) {
      try {
        const piece = await this.#sources.get(data.source)(data.from, data.to);
        this.#worker.postMessage({ sliced: data.slice, piece });
      } catch (error) {
        this.#worker.postMessage({ sliced: data.slice, error: packed(error) });
      }
      return;
    }
    if (data.bytes !== undefined && data.of !== undefined) return this.#listeners.get(data.of)?.(data.bytes);
    const { resolve, reject } = this.#waiting.get(data.id) ?? {};
    this.#waiting.delete(data.id);
    if (data.error) reject?.(unpacked(data.error));
    else resolve?.(data.value);
  }

  terminate() {
    this.#worker.terminate();
    this.#fail(new PgnzError("Closed", "this archive is closed"));
  }
}

import { PgnzError } from "./error.js";

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** The module: its functions, and the sources that it reads archives from. */
export class Engine {
  #exports;
  #sources = new Map();
  #wanted = [];
  #broken = false;

  /** From a `WebAssembly.Module`. */
  static async start(module) {
    const engine = new Engine();
    const instance = await WebAssembly.instantiate(module, {
      host: { read: (...place) => engine.#read(...place) },
    });
    engine.#exports = instance.exports;
    return engine;
  }

  get isBroken() {
    return this.#broken;
  }

  /** Adds a source; returns its number. */
  addSource(source) {
    let number = 0;
    while (this.#sources.has(number)) number += 1;
    this.#sources.set(number, source);
    return number;
  }

  removeSource(number) {
    this.#sources.delete(number);
  }

  /** What the module calls: bytes of a source, or -1 if they must be loaded first. */
  #read(number, offset, at, bytes) {
    const source = this.#sources.get(number);
    const target = new Uint8Array(this.#exports.memory.buffer, at >>> 0, bytes >>> 0);
    const read = source?.read(offset, target) ?? -1;
    if (read <= 0) {
      if (source) this.#wanted.push({ source, from: offset, to: offset + target.length });
      return -1;
    }
    return read;
  }

  /**
   * Calls an operation: numbers as arguments, and a request of bytes or text. Bytes of a source that are not there are loaded, all that the
   * operation has asked for at once, and it begins again; it changes nothing if it fails. Returns the bytes of the answer.
   */
  async call(operation, args = [], request = undefined, signal = undefined) {
    const bytes = typeof request === "string" ? utf8.encode(request) : request;
    const wanted = [];
    for (;;) {
      signal?.throwIfAborted();
      const answer = this.#try(operation, args, bytes);
      if (answer) return answer;
      // What it has asked for before is named again, so that it is kept: all of it must be there in the end.
      wanted.push(...this.#wanted);
      const sources = [...new Set(this.#wanted.map(({ source }) => source))];
      await Promise.all(sources.map((source) => source.load(wanted.filter((range) => range.source === source), signal)));
    }
  }

  async json(...call) {
    return JSON.parse(text.decode(await this.call(...call)));
  }

  /** The answer, or null if bytes are wanted first. */
  #try(operation, args, request) {
    if (this.#broken) throw new PgnzError("Trap", "the module has failed before: open the archive again");
    const wasm = this.#exports;
    this.#wanted = [];
    let failed, answer;
    try {
      const at = wasm.pgnz_request(request?.length ?? 0);
      if (request?.length) new Uint8Array(wasm.memory.buffer, at, request.length).set(request);
      failed = wasm[`pgnz_${operation}`](...args);
      answer = new Uint8Array(wasm.memory.buffer, wasm.pgnz_answer(), wasm.pgnz_answer_bytes()).slice();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // A module that has trapped may hold anything.
      this.#broken = true;
      throw new PgnzError("Trap", `a defect of pgnz, or too little memory: ${error.message}`);
    }
    if (!failed) return answer;
    if (this.#wanted.length > 0) return null;
    const { kind, message, ...more } = JSON.parse(text.decode(answer));
    throw new PgnzError(kind, message, more);
  }
}

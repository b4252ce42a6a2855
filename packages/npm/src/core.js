import { Engine } from "./engine.js";
import { PgnzError } from "./error.js";
import { BytesSource, PagedSource } from "./source.js";
import { Count, openUrl } from "./http.js";

const LEVELS = ["fast", "default", "best"];

/** How long an answer to a page may take, in milliseconds, and the most games that are looked at for it. */
const TURN = 60;
const MOST = 4096;

/**
 * The module with its files of data, and the archives that are open. Every method answers with plain values, so that a worker can be asked
 * the same. `platform` has what differs between machines: `module()`, `data(name, sha256, count, options)` and, for names of files,
 * `openFile(name)`.
 */
export class Core {
  #platform;
  #engine;
  #supplied = new Map();
  #archives = new Map();

  constructor(platform) {
    this.#platform = platform;
  }

  async #started() {
    if (!this.#engine) {
      const starting = this.#platform.module().then((module) => Engine.start(module));
      this.#engine = starting;
      starting.catch(() => (this.#engine = undefined));
    }
    const engine = await this.#engine;
    if (!engine.isBroken) return engine;
    // Whoever opens an archive after a failure gets a new module.
    this.#engine = undefined;
    this.#supplied.clear();
    return this.#started();
  }

  /** Hands over files of data that the module lacks; those that were asked for once are waited for. */
  async #supply(engine, missing, options) {
    const loads = missing.map(({ name, sha256 }) => {
      const found = this.#supplied.get(name);
      if (found) return found;
      const loading = (async () => {
        const bytes = await this.#platform.data(name, sha256, options);
        const taken = new TextDecoder().decode(await engine.call("supply", [], bytes));
        if (taken !== name) throw new PgnzError("Io", `the file ${name} holds ${taken}`);
      })();
      this.#supplied.set(name, loading);
      loading.catch(() => this.#supplied.delete(name));
      return loading;
    });
    await Promise.all(loads);
  }

  /** Has the files of data that an archive needs: those that it carries are taken from it. */
  async #ready({ engine, archive, missing, carries, options }) {
    const lacking = missing.length > 0 && carries ? await engine.json("inside", [archive]) : missing;
    await this.#supply(engine, lacking, options);
  }

  async #source(of, options, count, signal) {
    const { pageBytes, cacheBytes, readAhead, requestInit, timeout, download } = options;
    const paging = Object.fromEntries(Object.entries({ pageBytes, cacheBytes, readAhead }).filter(([, value]) => value !== undefined));
    if (of.bytes !== undefined) return new BytesSource(of.bytes);
    if (of.url !== undefined) return openUrl(of.url, { requestInit, timeout, download, count, signal, ...paging });
    if (of.file !== undefined) return this.#platform.openFile(of.file);
    const slice = async (from, to) => {
      count.expect(to - from);
      const piece = await of.slice(from, to);
      count.request();
      count.add(piece.byteLength);
      return piece;
    };
    return new PagedSource(of.byteLength, slice, paging);
  }

  /** Opens an archive: `of` has `url`, `file`, `bytes`, or `byteLength` and `slice`. */
  async open(of, options = {}, onBytes = undefined, signal = undefined) {
    const engine = await this.#started();
    const count = new Count(options.maxBytes, onBytes);
    const source = await this.#source(of, options, count, signal);
    const number = engine.addSource(source);
    try {
      const { archive, games, missing, carries } = await engine.json("open", [number, source.byteLength], undefined, signal);
      const held = { engine, source, number, archive, missing, carries, options, count };
      held.ready = this.#ready(held);
      // Whoever asks for a game waits for it; whoever asks for none need not know.
      held.ready.catch(() => {});
      const id = (this.#archives.size ? Math.max(...this.#archives.keys()) : 0) + 1;
      this.#archives.set(id, held);
      return { id, games };
    } catch (error) {
      engine.removeSource(number);
      source.close?.();
      throw error;
    }
  }

  async #opened(id, needsData = true) {
    const held = this.#archives.get(id);
    if (!held) throw new PgnzError("Closed", "this archive is closed");
    if (needsData) {
      held.ready = held.ready.catch(() => this.#ready(held));
      await held.ready;
      if (!this.#archives.has(id)) throw new PgnzError("Closed", "this archive is closed");
    }
    return held;
  }

  async info(id) {
    const { engine, archive } = await this.#opened(id, false);
    return engine.json("info", [archive]);
  }

  async bytes(id, from, to) {
    const { engine, archive } = await this.#opened(id);
    return engine.call("text", [archive, from, to]);
  }

  async game(id, number, columns = []) {
    const { engine, archive } = await this.#opened(id);
    return engine.json("game", [archive, number], columns.join(","));
  }

  async walk(id, request) {
    const { engine, archive } = await this.#opened(id);
    return (await engine.json("walk", [archive], JSON.stringify(request))).walk;
  }

  async step(id, walk, most) {
    const { engine } = await this.#opened(id);
    const start = performance.now();
    const step = await engine.json("step", [walk, most]);
    return { ...step, took: performance.now() - start };
  }

  /** Puts an opening tree beside an archive: an address, a Blob, or bytes. Answers whether it is that of the archive. */
  async beside(id, tree) {
    const held = await this.#opened(id, false);
    await this.#addTree(held, tree);
    if (!held.tree) return false;
    return (await held.engine.json("beside", [held.archive, held.treeNumber, held.tree.byteLength])).tree;
  }

  /** What the tree beside an archive knows, or null. */
  async tree(id, request) {
    const held = await this.#opened(id);
    return held.tree ? held.engine.json("tree", [held.archive], JSON.stringify(request)) : null;
  }

  /** Without the file, trees are counted from the games. */
  async #addTree(held, tree) {
    if (tree === undefined || held.tree) return;
    const of =
      typeof tree === "string" ? { url: tree }
      : tree instanceof Uint8Array ? { bytes: tree }
      : { byteLength: tree.size, slice: (from, to) => tree.slice(from, to).arrayBuffer() };
    held.tree = await this.#source(of, held.options, held.count).catch(() => undefined);
    if (held.tree) held.treeNumber = held.engine.addSource(held.tree);
  }

  async end(id, walk) {
    const held = this.#archives.get(id);
    if (held && !held.engine.isBroken) await held.engine.call("end", [walk]);
  }

  /**
   * Shows an archive to the page of docs/view.md under a name. `tree` is the address of the opening tree beside it, or a Blob. Answers whether
   * there is a tree of this archive.
   */
  async view(id, name, tree = undefined) {
    const held = await this.#opened(id, false);
    const { engine, source, number } = held;
    await this.#addTree(held, tree);
    const shown = await engine.json("view", [number, source.byteLength, held.treeNumber ?? 0, held.tree?.byteLength ?? 0], name);
    Object.assign(held, { view: shown.view, most: 64 });
    return { tree: shown.tree };
  }

  /** The answer to a question of the page, as bytes. What takes long answers with what there is so far, and goes on when it is asked again. */
  async ask(id, question) {
    const held = await this.#opened(id);
    const start = performance.now();
    const answer = await held.engine.call("ask", [held.view, held.most], question);
    held.most = Math.round(Math.min(MOST, Math.max(1, held.most * Math.min(4, TURN / Math.max(performance.now() - start, 1)))));
    return answer;
  }

  async close(id) {
    const held = this.#archives.get(id);
    if (!held) return;
    this.#archives.delete(id);
    if (!held.engine.isBroken) {
      await held.engine.call("close", [held.archive]);
      if (held.view !== undefined) await held.engine.call("hide", [held.view]);
    }
    held.engine.removeSource(held.number);
    if (held.tree) held.engine.removeSource(held.treeNumber);
    held.source.close?.();
    held.tree?.close?.();
  }

  get openArchives() {
    return this.#archives.size;
  }

  async compress(text, level = "default", options = {}) {
    const engine = await this.#started();
    const number = LEVELS.indexOf(level);
    const { missing } = await engine.json("about");
    if (number < 0) throw new PgnzError("InvalidArgument", `there is no level ${level}: the levels are ${LEVELS.join(", ")}`);
    await this.#supply(engine, missing[level], options);
    return engine.call("compress", [number], text);
  }

  async expand(packed, options = {}) {
    const engine = await this.#started();
    // Opening it tells which data it needs.
    const { id } = await this.open({ bytes: packed }, options);
    try {
      await this.#opened(id);
      return await engine.call("expand", [], packed);
    } finally {
      await this.close(id);
    }
  }
}

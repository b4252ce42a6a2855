import { PgnzError } from "./error.js";

/** How long a step through games should take, in milliseconds: after each one the caller may stop. */
const STEP = 50;
const MOST = 4096;

/** An archive that is open. Games are numbered from 0. */
export class Archive {
  #core;
  #id;
  #done;

  constructor(core, { id, games }, done = () => {}) {
    this.#core = core;
    this.#id = id;
    this.#done = done;
    this.length = games;
  }

  /** The exact text of a game, as text. */
  async text(number) {
    return new TextDecoder().decode(await this.bytes(number, number + 1));
  }

  /** The exact bytes of games: with all of them, the file that was compressed. */
  async bytes(from = 0, to = this.length) {
    return this.#core.bytes(this.#id, whole("from", from), whole("to", to));
  }

  /** A game as a value, with the columns that are wanted. */
  async game(number, { columns = [] } = {}) {
    return shaped(await this.#core.game(this.#id, whole("the number of the game", number), list(columns)));
  }

  /** The games of a range that pass a filter, one after the other. */
  async *games({ where, columns = [], from, to, signal, onProgress } = {}) {
    const request = { where: filter({ where }), columns: list(columns), from, to };
    for await (const step of this.#steps(request, signal, onProgress)) {
      for (const game of step.games) {
        signal?.throwIfAborted();
        yield shaped(game);
      }
    }
  }

  /** The numbers of the games that pass a filter, reach a position or begin with some moves; at most `limit`. */
  async find({ where, position, moves, from, to, limit = Infinity, signal, onProgress } = {}) {
    const request = { where: filter({ where, position, moves }), columns: ["tags"], from, to };
    const found = [];
    for await (const step of this.#steps(request, signal, onProgress)) {
      for (const { number } of step.games) {
        if (found.length >= limit) return found;
        found.push(number);
      }
      if (found.length >= limit) return found;
    }
    return found;
  }

  /** The moves that were played in a position, or after some moves, with their results. */
  async tree({ position, moves, where, from, to, signal, onProgress } = {}) {
    const request = { where: filter({ where }), tree: { position, moves }, from, to };
    signal?.throwIfAborted();
    let tree = await this.#core.tree(this.#id, request);
    if (tree) return tree;
    for await (const step of this.#steps(request, signal, onProgress)) tree = step.tree;
    return tree;
  }

  /** What the archive holds, by its index. */
  async info() {
    return this.#core.info(this.#id);
  }

  async close() {
    await this.#core.close(this.#id);
    this.#done();
    this.#done = () => {};
  }

  async *#steps(request, signal, onProgress) {
    const [core, id] = [this.#core, this.#id];
    signal?.throwIfAborted();
    const walk = await core.walk(id, request);
    try {
      let most = 16;
      for (;;) {
        const step = await core.step(id, walk, most);
        onProgress?.({ next: step.next, length: this.length, tree: step.tree });
        yield step;
        if (step.done) return;
        most = Math.round(Math.min(MOST, Math.max(1, most * Math.min(4, STEP / Math.max(step.took, 1)))));
        // Messages and input have their turn between two steps.
        await new Promise((next) => setTimeout(next));
        signal?.throwIfAborted();
      }
    } finally {
      await core.end(id, walk);
    }
  }
}

function whole(name, number) {
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new PgnzError("InvalidArgument", `${name} must be a whole number from 0, not ${number}`);
}

const list = (columns) => (typeof columns === "string" ? columns.split(",") : [...columns]);

/** One filter of several conditions. */
function filter({ where, position, moves }) {
  const parts = where?.trim() ? [`(${where})`] : [];
  for (const [field, text] of Object.entries({ position, moves })) {
    if (text === undefined) continue;
    if (text.includes("'")) throw new PgnzError("InvalidArgument", `${field} has a quotation mark in it: ${text}`);
    parts.push(`${field} = '${text}'`);
  }
  return parts.length ? parts.join(" and ") : undefined;
}

/** Tags as an object; of tags with the same name, the last counts. */
function shaped({ tags, ...game }) {
  return tags ? { ...game, tags: Object.fromEntries(tags) } : game;
}

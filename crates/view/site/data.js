// All that the page asks for, where no program answers: a worker reads the archive, from its address or from the disk. docs/view.md describes
// questions and answers; the `data.js` of `pgnz view` answers the same.

import { choose } from "./choose.js";
import { PgnzError } from "./pgnz/error.js";
import { described } from "./pgnz/opening.js";
import { Remote } from "./pgnz/remote.js";

// How long a question that takes long may be asked again and again before the page shows what there is, in milliseconds.
const PATIENCE = 250;

// How long the page waits before it asks how far a search is.
export const PAUSE = 0;

let core;
let open;
let told;

// Calls `begin` each time that an archive was opened.
export const start = (begin) => choose(listed, use, begin);

// The archives of the site, and its title.
async function listed() {
  const answer = await fetch(new URL("archives.json", import.meta.url));
  if (!answer.ok) return { title: "pgnz", archives: [] };
  return answer.json();
}

// Opens an archive instead of the one before: `from` is an address or a File, `tree` that of its opening tree, if there is one.
async function use(name, from, tree, onBytes) {
  const before = open;
  if (core?.isBroken) core = undefined;
  core ??= new Remote();
  const of = described(from);
  const beginning = core.open(of, {}, onBytes).then(async ({ id }) => {
    const { tree: hasTree } = await core.view(id, name, tree);
    return { id, hasTree };
  });
  open = beginning;
  if (before) before.then(({ id }) => core.close(id)).catch(() => {});
  return beginning;
}

async function ask(name, parameters, signal) {
  if (!open) throw new PgnzError("Closed", "no archive is open");
  const { id } = await open;
  signal?.throwIfAborted();
  const given = Object.entries(parameters).filter(([, value]) => value !== "" && value !== undefined);
  const answer = await core.ask(id, `${name}?${new URLSearchParams(given)}`);
  signal?.throwIfAborted();
  return answer;
}

const read = async (...asked) => JSON.parse(new TextDecoder().decode(await ask(...asked)));

// Asks until there is enough, or it is time to show something.
async function asked(name, parameters, signal, isEnough) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const found = await read(name, parameters, signal);
    if (found.done || isEnough(found) || performance.now() > end) return found;
  }
}

export async function info(signal) {
  const found = await read("info", {}, signal);
  const { hasTree } = await open;
  told = hasTree ? "with an opening tree" : "no opening tree";
  return found;
}

export const games = (filter, from, count, signal) => asked("games", { ...filter, from, count }, signal, (found) => found.games.length >= count);

export const game = (n, signal) => read("game", { n }, signal);

export const tree = (filter, moves, signal) => asked("tree", { ...filter, moves }, signal, () => false);

export const legal = (fen, variant, signal) => read("legal", { fen, variant }, signal);

export const probabilities = (n, signal) => read("probabilities", { n }, signal);

export const pgn = (filter, from, count, signal) => ask("pgn", { ...filter, from, count }, signal);

// What the page says of the archive beside its size.
export const aside = () => told;

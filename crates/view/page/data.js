// All that the page asks for. docs/view.md describes it; whoever puts something else below the same page replaces this file.

// How long the page waits before it asks how far a search is, in milliseconds.
export const PAUSE = 400;

const root = new URL("api/", import.meta.url);

// The answer to a question that could not be answered; `field` is the filter that could not be read.
export class Refused extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

async function ask(name, parameters, signal) {
  const address = new URL(name, root);
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== "" && value !== undefined) address.searchParams.set(key, value);
  }
  let response;
  try {
    response = await fetch(address, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("pgnz view has ended: start it again, and open the address that it prints", null);
  }
  if (response.ok) return response;
  const { error, field } = await response.json();
  throw new Refused(error, field);
}

const read = async (...asked) => (await ask(...asked)).json();

// The archive: its name, its size, its damage.
export const info = (signal) => read("info", {}, signal);

// Games of the list that pass `filter`, an object of conditions; `done` says whether all have been looked at.
export const games = (filter, from, count, signal) => read("games", { ...filter, from, count }, signal);

// A game by its number, from 1, with the position after each ply.
export const game = (n, signal) => read("game", { n }, signal);

// The moves played after `moves`, in UCI notation with blanks between, in the games that pass.
export const tree = (filter, moves, signal) => read("tree", { ...filter, moves }, signal);

// The legal moves of a position by the rules of a variant, each with the position after it.
export const legal = (fen, variant, signal) => read("legal", { fen, variant }, signal);

// How likely the moves of a game were.
export const probabilities = (n, signal) => read("probabilities", { n }, signal);

// The texts of `count` of the games that pass, from one place of the list on, as bytes.
export const pgn = async (filter, from, count, signal) => new Uint8Array(await (await ask("pgn", { ...filter, from, count }, signal)).arrayBuffer());

// What the page says of the archive beside its size.
export const aside = ({ index }) => (index ? "with an index" : "no index (pgnz index makes one: quicker trees and searches)");

// Calls `begin` as soon as there is an archive.
export const start = (begin) => begin();

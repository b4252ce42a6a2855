// All that the page asks for. docs/view.md describes it; whoever puts something else below the same page replaces this file.

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
  const found = await response.json();
  if (!response.ok) throw new Refused(found.error, found.field);
  return found;
}

// The archive: its name, its size, its damage.
export const info = (signal) => ask("info", {}, signal);

// Games of the list that pass `filter`, an object of conditions; `done` says whether all have been looked at.
export const games = (filter, from, count, signal) => ask("games", { ...filter, from, count }, signal);

// A game by its number, from 1, with the position after each ply.
export const game = (n, signal) => ask("game", { n }, signal);

// The moves played after `moves`, in UCI notation with blanks between, in the games that pass.
export const tree = (filter, moves, signal) => ask("tree", { ...filter, moves }, signal);

// How likely the moves of a game were.
export const probabilities = (n, signal) => ask("probabilities", { n }, signal);

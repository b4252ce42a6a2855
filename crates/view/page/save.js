// Games as files of PGN, byte for byte as they were compressed.

import * as data from "./data.js";
import { by, grouped, make } from "./elements.js";

// Games that are asked for at once, and the most bytes of a file: the page holds it until it is written.
const COUNT = 100;
const MOST = 500e6;

let saving = null;

function write(pieces, name) {
  const address = URL.createObjectURL(new Blob(pieces, { type: "application/x-chess-pgn" }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// A game by its number, from 1.
export async function one(number) {
  write([await data.pgn({}, number - 1, 1)], `game-${number}.pgn`);
}

// The games that pass a filter. Asked a second time, it stops.
export async function all(filter) {
  if (saving) return saving.abort();
  const mine = new AbortController();
  saving = mine;
  by("save-all").textContent = "Stop";
  const told = (text) => { by("saving").textContent = text; };
  try {
    const pieces = [];
    let [next, bytes] = [0, 0];
    for (;;) {
      const { found, done, error } = await data.games(filter, next, 0, mine.signal);
      if (error) throw new Error(error);
      while (next < found) {
        const piece = await data.pgn(filter, next, Math.min(COUNT, found - next), mine.signal);
        bytes += piece.length;
        if (bytes > MOST) throw new Error("These are more than 500 MB: pgnz cat writes them.");
        pieces.push(piece);
        next = Math.min(found, next + COUNT);
        told(`${grouped(next)} games, ${(bytes / 1e6).toFixed(1)} MB`);
      }
      if (done) break;
      await new Promise((resolve) => setTimeout(resolve, data.PAUSE));
      mine.signal.throwIfAborted();
    }
    write(pieces, "games.pgn");
    told(`${grouped(next)} games are in games.pgn`);
  } catch (error) {
    told(error.name === "AbortError" ? "" : error.message);
  } finally {
    saving = null;
    by("save-all").textContent = "These games as PGN";
  }
}

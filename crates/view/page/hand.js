// Moves that are made on the board: by a click on a man and one on the square where it goes, or by their names.

import { choice, mark, square } from "./board.js";
import * as data from "./data.js";

// The legal moves of a position, each with `san`, `uci` and the `fen` after it; asked once.
export function legal(fen, variant) {
  let asked = null;
  return () => (asked ??= data.legal(fen, variant).then(({ moves }) => moves));
}

// Lets moves be made on a picture of the board. `made` is called with the move, `failed` with an error.
export function hand(picture, turned, moves, made, failed) {
  let [from, offered] = [null, new Map()];
  const choose = (clicked, found) => {
    if (offered.has(clicked)) return made(offered.get(clicked));
    const ways = found.filter(({ uci }) => from && uci.slice(0, 4) === from + clicked);
    if (ways.length === 1) return made(ways[0]);
    if (ways.length) {
      // A pawn that may become several men.
      offered = choice(picture, turned, clicked, ways);
      return;
    }
    const own = found.filter(({ uci }) => uci.startsWith(clicked));
    [from, offered] = [own.length && clicked !== from ? clicked : null, new Map()];
    mark(picture, turned, from, from ? own.map(({ uci }) => uci.slice(2, 4)) : []);
  };
  picture.addEventListener("click", (event) => {
    const clicked = square(picture, turned, event);
    moves().then((found) => choose(clicked, found)).catch(failed);
  });
}

// The move with this name, in algebraic or UCI notation; capitals, signs of check and `x` may be missing.
export function named(found, name) {
  const plain = (text) => text.replace(/[x+#=!?\s-]/g, "").replaceAll("0", "O");
  const exact = found.find(({ san, uci }) => plain(san) === plain(name) || uci === name.toLowerCase());
  if (exact) return exact;
  const alike = found.filter(({ san }) => plain(san).toLowerCase() === plain(name).toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

// The board.

import { draw } from "./elements.js";

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

// The men of a FEN: [square from 0 (a1) to 63, letter].
function men(fen) {
  const found = [];
  let [file, rank] = [0, 7];
  for (const letter of fen.split(" ")[0].split("[")[0]) {
    if (letter === "/") [file, rank] = [0, rank - 1];
    else if (letter >= "1" && letter <= "8") file += Number(letter);
    else if (letter !== "~") found.push([8 * rank + file++, letter]);
  }
  return found;
}

const name = (square) => "abcdefgh"[square % 8] + (1 + Math.floor(square / 8));

// The position in words, for people who hear it.
function spoken(fen) {
  const side = (wanted) => {
    const own = men(fen).filter(([, letter]) => (letter < "a") === wanted);
    own.sort((a, b) => "kqrbnp".indexOf(a[1].toLowerCase()) - "kqrbnp".indexOf(b[1].toLowerCase()));
    return own.map(([square, letter]) => `${NAMES[letter.toLowerCase()] ?? "piece"} ${name(square)}`).join(", ");
  };
  return `White: ${side(true)}. Black: ${side(false)}. ${fen.split(" ")[1] === "b" ? "Black" : "White"} to move.`;
}

// The men in hand, in variants that have them: `White BN, Black P`.
export function pockets(fen) {
  const held = fen.match(/\[([A-Za-z]+)\]/)?.[1];
  if (!held) return "";
  const side = (wanted) => [...held].filter((letter) => (letter < "a") === wanted).join("").toUpperCase() || "nothing";
  return `in hand: White ${side(true)}, Black ${side(false)}`;
}

// Where a square lies in the picture.
function place(square, turned) {
  const [file, rank] = [square % 8, Math.floor(square / 8)];
  return turned ? [45 * (7 - file), 45 * rank] : [45 * file, 45 * (7 - rank)];
}

const number = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);

// A man in the picture.
function man(letter, x, y) {
  return draw("use", { href: `pieces.svg#${letter.toLowerCase()}`, x, y, width: 45, height: 45, class: letter < "a" ? "white" : "black" });
}

// A board as a picture: `turned` has Black below, `last` is the move to mark, in UCI notation.
export function board(fen, turned, last) {
  const marked = last && !last.includes("@") ? [last.slice(0, 2), last.slice(2, 4)] : [last?.slice(2, 4)];
  const picture = draw("svg", { viewBox: "0 0 360 360", role: "img", "aria-label": fen ? spoken(fen) : "No position" });
  for (let square = 0; square < 64; square++) {
    const [x, y] = place(square, turned);
    const dark = (square + Math.floor(square / 8)) % 2 === 0;
    const kind = (dark ? "dark" : "light") + (marked.includes(name(square)) ? " last" : "");
    picture.append(draw("rect", { x, y, width: 45, height: 45, class: kind }));
    if (y === 315) picture.append(draw("text", { x: x + 41, y: y + 42, class: dark ? "on-dark" : "on-light", "text-anchor": "end" }, name(square)[0]));
    if (x === 0) picture.append(draw("text", { x: 3, y: y + 11, class: dark ? "on-dark" : "on-light" }, name(square)[1]));
  }
  for (const [square, letter] of fen ? men(fen) : []) picture.append(man(letter, ...place(square, turned)));
  return picture;
}

// The name of the square that was clicked.
export function square(picture, turned, { clientX, clientY }) {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const within = (part) => Math.max(0, Math.min(7, Math.floor(8 * part)));
  const [column, row] = [within((clientX - left) / width), within((clientY - top) / height)];
  return name(turned ? 7 - column + 8 * row : column + 8 * (7 - row));
}

function unmark(picture) {
  for (const element of picture.querySelectorAll(".from, .to, .offer")) element.remove();
}

// Marks the square of a man, and those where it can go; nothing where there is none.
export function mark(picture, turned, from, to) {
  unmark(picture);
  if (!from) return;
  const [x, y] = place(number(from), turned);
  picture.append(draw("rect", { x: x + 1.5, y: y + 1.5, width: 42, height: 42, class: "from" }));
  for (const target of to) {
    const [x, y] = place(number(target), turned);
    picture.append(draw("circle", { cx: x + 22.5, cy: y + 22.5, r: 7, class: "to" }));
  }
}

// Offers the men that a pawn may become on a square; returns the moves by the names of the squares where they are offered.
export function choice(picture, turned, at, moves) {
  unmark(picture);
  const [far, step, white] = at[1] === "8" ? [8, -1, true] : [1, 1, false];
  return new Map(moves.map((move, index) => {
    const offer = at[0] + (far + step * index);
    const [x, y] = place(number(offer), turned);
    const letter = move.uci[4];
    const shown = draw("g", { class: "offer" }, draw("rect", { x, y, width: 45, height: 45 }), man(white ? letter.toUpperCase() : letter, x, y));
    picture.append(shown);
    return [offer, move];
  }));
}

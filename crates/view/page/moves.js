// A game as a line of nodes, and its moves on the page.

import { clock, evaluation, make, text } from "./elements.js";

const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 32: "⟳", 36: "→", 40: "↑", 132: "⇆", 146: "N" };

// What an engine reports of its search in many fields, which would hide the moves.
const REPORT = /\b(pv|mt|tl)=/;

// Nodes of a line, each with the one before it. The first one, for the start, has no ply.
export function line(game) {
  const root = { ply: null, number: 0, main: true, before: null, after: null, fen: game.start, comments: game.line.comments };
  const follow = (plies, from, main) => {
    let [first, last] = [null, from];
    for (const ply of plies) {
      const before = last;
      const node = { ply, number: before.number + 1, main, before, after: null, fen: ply.fen, comments: ply.comments, others: [] };
      node.others = ply.variations.map((other) => ({ comments: other.comments, first: follow(other.plies, before, false), unread: other.unread }));
      if (first) before.after = node;
      first ??= node;
      last = node;
    }
    return first;
  };
  root.after = follow(game.line.plies, root, true);
  return root;
}

// The number of a move as it is written before it: `12.`, `12…` for Black.
export function numbered(node, always) {
  if (!node.fen) return "";
  const parts = node.fen.split(" ");
  const [turn, full] = [parts[1], parts.at(-1)];
  const white = turn === "b";
  if (!white && !always) return "";
  return white ? `${full}.` : `${Number(full) - 1}…`;
}

const plain = (comment) => comment.replace(/\[%[^\]]*\]/g, " ").replace(/\s+/g, " ").trim();

// The moves with comments and variations; `go` is called with a node that is chosen. Nodes get their element.
export function moves(root, go, unread) {
  const remark = (comment) => (REPORT.test(comment) ? make("span", { class: "comment", title: comment }, " … ") : make("span", { class: "comment" }, " ", text(comment), " "));
  const comments = (list) => list.map(plain).filter((comment) => comment).map(remark);
  const one = (node, always) => {
    const { ply } = node;
    const glyphs = ply.nags.map((nag) => GLYPHS[nag] ?? `$${nag}`).join("");
    const told = [ply.eval && `evaluation ${evaluation(ply.eval)}`, ply.clock !== null && `clock ${clock(ply.clock)}`].filter(Boolean).join(", ");
    node.element = make("button", { type: "button", class: "move", title: told || null, onclick: () => go(node) }, ply.san + glyphs);
    const number = numbered(node, always);
    return [number ? make("span", { class: "count" }, number + " ") : null, node.element, " ", ...comments(node.comments)];
  };
  const run = (first, into) => {
    let always = true;
    for (let node = first; node; node = node.after) {
      into.append(...one(node, always).filter(Boolean));
      always = node.comments.some(plain);
      for (const other of node.others) {
        always = true;
        const inside = make("span", { class: "variation" }, "( ", ...comments(other.comments));
        if (other.first) run(other.first, inside);
        if (other.unread) inside.append(make("span", { class: "unread" }, text(other.unread.slice(0, 400))));
        inside.append(") ");
        into.append(inside);
      }
    }
  };
  const all = make("div", { class: "line" }, ...comments(root.comments));
  run(root.after, all);
  if (unread) all.append(make("span", { class: "unread" }, " Not understood from here: ", text(unread.slice(0, 400))));
  return all;
}

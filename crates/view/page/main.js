// The page: which game is open, where one stands in it, and what is shown of it.

import { board, pockets } from "./board.js";
import { curves } from "./curves.js";
import * as classes from "./classes.js";
import * as data from "./data.js";
import { by, evaluation, clock, grouped, make, percent, text } from "./elements.js";
import { hand, legal, named } from "./hand.js";
import * as list from "./list.js";
import { line, moves, numbered } from "./moves.js";
import * as save from "./save.js";
import * as tables from "./tables.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Without a game, the board shows the moves that are chosen in the tree.
const none = { n: null, tags: [], result: null, start: START, usual: true, line: { comments: [], plies: [], unread: null }, complete: true };
let game = none;
let node = line(none);
let root = node;
let turned = false;
let shown = [];
let chances = null;
let opening = null;
let reading = null;
let choices = null;

function trouble(message) {
  by("trouble").hidden = !message;
  by("trouble").textContent = message;
}

const tag = (name) => game.tags.find(([known]) => known === name)?.[1] ?? "";

// The moves from the start to where one stands, in UCI notation.
function path(from = node) {
  const found = [];
  for (let at = from; at.ply; at = at.before) found.unshift(at.ply.uci);
  return found;
}

async function open(number, ply = 0) {
  opening?.abort();
  const mine = new AbortController();
  opening = mine;
  try {
    const found = await data.game(number, mine.signal);
    if (mine.signal.aborted) return;
    trouble("");
    enter(found, ply);
    chances = null;
    data.probabilities(number, mine.signal).then((found) => {
      if (mine.signal.aborted) return;
      chances = found.positions;
      let at = root.after;
      for (const { played } of chances) {
        if (!at || !played) break;
        at.element.title = [at.element.title, `probability ${percent(played.probability, 1)}`].filter(Boolean).join(", ");
        at = at.after;
      }
      likely();
    }, () => {});
  } catch (error) {
    if (error.name !== "AbortError") trouble(error.message);
  }
}

function enter(found, ply) {
  game = found;
  root = node = line(found);
  for (; ply > 0 && node.after; ply--) node = node.after;
  document.body.dataset.view = "game";
  by("game").removeAttribute("data-empty");
  list.mark(found.n);
  const side = (name) => [text(tag(name) || "?"), tag(`${name}Elo`) ? make("span", { class: "rating" }, ` ${tag(`${name}Elo`)}`) : null].filter(Boolean);
  by("players").replaceChildren(...side("White"), " – ", ...side("Black"), make("span", { class: "result" }, ` ${found.result ?? ""}`));
  const place = [tag("Event"), tag("Site"), tag("Round"), tag("Date") || tag("UTCDate"), [tag("ECO"), tag("Opening")].filter(Boolean).join(" "), tag("TimeControl")];
  by("place").replaceChildren(text([`Game ${grouped(found.n)}`, ...place.filter((value) => value && value !== "?" && value !== "-")].join(" · ")));
  by("moves").replaceChildren(moves(root, go, found.line.unread));
  if (!found.complete) by("moves").append(make("p", { class: "soft" }, "The game is longer than this page shows."));
  paint();
  by("tags").lastElementChild.replaceChildren(tables.tags(found.tags));
  if (window.matchMedia("(max-width: 799px)").matches) by("game").scrollIntoView();
  by("game").focus({ preventScroll: true });
  show();
}

// Draws the curves as wide as there is room.
function paint() {
  by("curves").replaceChildren();
  const room = by("below").clientWidth;
  shown = curves(game.line.plies, room, (ply) => go(mainNode(ply)));
  if (shown.length > 1 && room > 560) shown = curves(game.line.plies, Math.floor(room / 2) - 8, (ply) => go(mainNode(ply)));
  by("curves").replaceChildren(...shown.map(({ figure }) => figure));
  shown.forEach(({ show }) => show(mainPly()));
}

function mainNode(ply) {
  let found = root;
  for (; ply > 0 && found.after; ply--) found = found.after;
  return found;
}

function go(to) {
  if (!to || to === node) return;
  node = to;
  show();
}

// Plays a move of the tree or of the board: along the game where it is the game's, else beside it.
function play(branch) {
  const lines = [node.after, ...(node.after?.others ?? []).map((other) => other.first)];
  const known = lines.find((next) => next && next.ply.uci === branch.uci);
  if (known) return go(known);
  const ply = { san: branch.san, uci: branch.uci, fen: branch.fen ?? null, clock: null, eval: null, nags: [], comments: [], variations: [] };
  go({ ply, number: node.number + 1, main: false, aside: true, before: node, after: null, fen: ply.fen, comments: [], others: [] });
}

function show() {
  const picture = board(node.fen, turned, node.ply?.uci);
  by("board").replaceChildren(picture);
  choices = node.fen ? legal(node.fen, tag("Variant")) : null;
  if (choices) hand(picture, turned, choices, play, (error) => trouble(error.message));
  by("by-name").hidden = !choices;
  const before = document.querySelector(".move[aria-current]");
  before?.removeAttribute("aria-current");
  if (node.element) {
    node.element.setAttribute("aria-current", "true");
    const [box, inside] = [by("moves").getBoundingClientRect(), node.element.getBoundingClientRect()];
    if (inside.top < box.top || inside.bottom > box.bottom) by("moves").scrollTop += inside.top - box.top - box.height / 2;
  }
  const ply = mainPly();
  shown.forEach(({ show }) => show(ply));
  const told = [];
  if (node.ply) {
    told.push(`${numbered(node, true)} ${node.ply.san}`.trim());
    if (node.ply.eval) told.push(`evaluation ${evaluation(node.ply.eval)}`);
    if (node.ply.clock !== null) told.push(`clock ${clock(node.ply.clock)}`);
    if (node.aside) told.push("beside the game");
  } else told.push("Start");
  if (node.fen && pockets(node.fen)) told.push(pockets(node.fen));
  by("line").textContent = told.join(", ");
  by("spoken").textContent = told.join(", ");
  by("start").disabled = by("back").disabled = !node.before;
  by("forth").disabled = by("end").disabled = !node.after;
  by("same").disabled = !node.fen;
  by("save").hidden = game.n === null;
  likely();
  tree();
  remember();
}

// The ply of the main line at which one stands, or at which one left it.
function mainPly() {
  let at = node;
  while (!at.main) at = at.before;
  return at.number;
}

function likely() {
  const position = node.main ? chances?.[node.number] : null;
  by("likely").hidden = game.n === null;
  const told = position ? tables.likely(position) : [make("p", { class: "soft" }, chances && !node.main ? "For the moves of the game only." : chances ? "Not for so long a game." : "…")];
  by("likely").lastElementChild.replaceChildren(...told);
  if (node.main && node.ply && chances?.[node.number - 1]?.played) {
    const { probability } = chances[node.number - 1].played;
    by("line").append(`, played by ${percent(probability, probability < 0.1 ? 1 : 0)} of such players`);
  }
}

// Shows the opening tree where one stands, as long as it is wanted, until it is complete.
async function tree() {
  reading?.abort();
  const into = by("tree").lastElementChild;
  if (!by("tree").open && node.fen) return;
  const usual = game.usual && ["", "Standard", "From Position"].includes(tag("Variant"));
  if (!usual) return into.replaceChildren(make("p", { class: "soft" }, "For standard chess from the usual start only."));
  const moves = path();
  if (moves.includes(null)) return into.replaceChildren(make("p", { class: "soft" }, "Not after a null move."));
  const mine = new AbortController();
  reading = mine;
  const at = node;
  try {
    for (;;) {
      const found = await data.tree(classes.added(list.filter()), moves.join(" "), mine.signal);
      if (mine.signal.aborted) return;
      if (!at.fen) {
        at.fen = found.position;
        return show();
      }
      into.replaceChildren(...tables.tree(found, at.after?.ply.uci, play, open));
      if (found.done || found.error) return;
      await new Promise((resolve) => setTimeout(resolve, data.PAUSE));
      if (mine.signal.aborted) return;
    }
  } catch (error) {
    if (!mine.signal.aborted && error.name !== "AbortError") into.replaceChildren(make("p", { class: "error" }, error.message));
  }
}

// The address says what is shown, so that it can be loaded again.
function remember() {
  const kept = new URLSearchParams(list.filter());
  if (game.n !== null) kept.set("game", game.n);
  if (game.n !== null && mainPly()) kept.set("ply", mainPly());
  history.replaceState(null, "", `#${kept}`);
}

function restore() {
  const kept = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const { game: number, ply, ...filter } = kept;
  list.search(filter, 0);
  if (Number(number) > 0) open(Number(number), Number(ply) || 0);
}

async function facts() {
  try {
    const found = await data.info();
    by("name").replaceChildren(text(found.name));
    document.title = `${found.name} – pgnz`;
    const told = [`${grouped(found.games)} games`];
    if (found.plies) told.push(`${grouped(found.plies)} plies`);
    told.push(`${grouped(found.archive_bytes)} bytes, ${grouped(found.text_bytes)} as text`);
    told.push(data.aside(found));
    by("facts").textContent = told.join(" · ");
    if (found.damage.length) {
      const more = found.damage.length - 5 + found.more_damage;
      trouble(`The archive is damaged: what can be read is shown. ${found.damage.slice(0, 5).join("; ")}${more > 0 ? `; and ${grouped(more)} more places` : ""}`);
    }
  } catch (error) {
    trouble(error.message);
  }
}

function end() {
  let last = node;
  while (last.after) last = last.after;
  return last;
}

const KEYS = {
  ArrowLeft: () => go(node.before),
  ArrowRight: () => go(node.after),
  Home: () => go(root),
  End: () => go(end()),
  f: () => { turned = !turned; show(); },
  t: () => { by("tree").open = !by("tree").open; },
  n: () => { const next = list.beside(game.n, 1); if (next) open(next); },
  p: () => { const next = list.beside(game.n, -1); if (next) open(next); },
  "/": () => { document.body.dataset.view = "list"; document.querySelector("#filters input").focus(); },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
by("start").onclick = KEYS.Home;
by("back").onclick = KEYS.ArrowLeft;
by("forth").onclick = KEYS.ArrowRight;
by("end").onclick = KEYS.End;
by("flip").onclick = KEYS.f;
by("to-list").onclick = () => { document.body.dataset.view = "list"; };
by("to-board").onclick = () => { document.body.dataset.view = "game"; scrollTo(0, 0); };
window.addEventListener("resize", paint);
by("tree").addEventListener("toggle", tree);
by("same").onclick = () => {
  document.body.dataset.view = "list";
  list.search({ ...list.filter(), position: node.fen }, 0);
};

by("by-name").onsubmit = async (event) => {
  event.preventDefault();
  const input = event.target.elements.move;
  const at = node;
  try {
    const move = named(await choices(), input.value);
    if (at !== node) return;
    input.toggleAttribute("aria-invalid", !move);
    if (!move) return trouble(`${input.value} is no legal move here`);
    trouble("");
    input.value = "";
    play(move);
  } catch (error) {
    trouble(error.message);
  }
};

by("save").onclick = () => save.one(game.n).catch((error) => trouble(error.message));
by("save-all").onclick = () => save.all(list.filter());

classes.begin(tree);
list.begin(open, () => { remember(); tree(); }, trouble);

// Shows the archive that `data.js` answers for, from the beginning or from where the address says.
function begin() {
  opening?.abort();
  game = none;
  root = node = line(none);
  chances = null;
  shown = [];
  document.body.dataset.view = "list";
  by("game").setAttribute("data-empty", "");
  by("players").textContent = "Opening tree";
  by("games").tBodies[0].replaceChildren();
  for (const id of ["place", "moves", "curves"]) by(id).replaceChildren();
  by("tree").open = true;
  facts();
  restore();
  show();
}

data.start(begin);

// The list of games with its filters.

import * as data from "./data.js";
import { by, grouped, make, text } from "./elements.js";

const COUNT = 50;

const form = by("filters");
const FIELDS = ["player", "rating", "date", "result", "eco", "position", "where"];

let state = { filter: {}, from: 0, found: 0, games: [], chosen: null };
let asking = null;
let open = () => {};
let changed = () => {};
let troubled = () => {};

export const filter = () => state.filter;

// The game of the list after a game, or before it.
export function beside(number, step) {
  const at = state.games.findIndex((game) => game.n === number);
  return state.games[at + step]?.n ?? null;
}

// Makes the list work: `onopen` gets the number of a game, `onchange` is called when other games are wanted, `ontrouble` when something is wrong.
export function begin(onopen, onchange, ontrouble) {
  [open, changed, troubled] = [onopen, onchange, ontrouble];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(read(), 0);
  });
  form.addEventListener("reset", () => setTimeout(() => search({}, 0)));
  by("first").onclick = () => search(state.filter, 0);
  by("before").onclick = () => search(state.filter, Math.max(0, state.from - COUNT));
  by("after").onclick = () => search(state.filter, state.from + COUNT);
  by("last").onclick = () => search(state.filter, Math.max(0, COUNT * Math.floor((state.found - 1) / COUNT)));
  by("from").onchange = () => search(state.filter, Math.max(0, Math.floor(Number(by("from").value) || 1) - 1));
}

function read() {
  const given = FIELDS.map((name) => [name, form.elements[name].value.trim()]);
  return Object.fromEntries(given.filter(([, value]) => value));
}

// Shows the games that pass, from one place of the list on.
export async function search(wanted, from) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  const isOther = JSON.stringify(wanted) !== JSON.stringify(state.filter);
  state = { ...state, filter: wanted, from };
  for (const name of FIELDS) form.elements[name].value = wanted[name] ?? "";
  if (isOther) changed();
  try {
    for (;;) {
      const found = await data.games(wanted, from, COUNT, mine.signal);
      if (mine.signal.aborted) return;
      wrong("", null);
      show(found);
      if (found.done || found.error) return;
      await new Promise((resolve) => setTimeout(resolve, data.PAUSE));
      if (mine.signal.aborted) return;
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    if (error.field || from === 0 && isOther) wrong(error.message, error.field);
    else troubled(error.message);
  }
}

function wrong(message, field) {
  by("filter-error").textContent = message;
  for (const name of FIELDS) {
    const input = form.elements[name];
    input.toggleAttribute("aria-invalid", name === field);
    if (name === field) input.setAttribute("aria-describedby", "filter-error");
    else input.removeAttribute("aria-describedby");
  }
  if (field) form.elements[field]?.focus();
}

function show(found) {
  state.found = found.found;
  state.games = found.games;
  const hasFilter = Object.keys(state.filter).length > 0;
  let told = hasFilter ? `${grouped(found.found)} of ${grouped(found.of)} games` : `${grouped(found.of)} games`;
  if (!found.done && !found.error) told += `, ${grouped(found.examined)} looked at so far`;
  if (found.more) told += "; the list ends here, though there may be more";
  if (found.error) told += `; ${found.error}`;
  const end = Math.min(state.from + COUNT, found.found);
  // Damage can make a page shorter than the numbers on it.
  if (found.games.length) told += `; ${grouped(state.from + 1)} to ${grouped(end)}`;
  if (by("count").textContent !== told) by("count").textContent = told;
  by("from").value = state.from + 1;
  by("first").disabled = by("before").disabled = state.from === 0;
  by("after").disabled = by("last").disabled = end >= found.found;
  by("games").tBodies[0].replaceChildren(...found.games.map(row));
  mark(state.chosen);
}

function row(game) {
  const side = (name, rating) => make("div", { class: "player" }, make("span", { class: "name" }, text(name ?? "?")), rating === null ? null : make("span", { class: "rating" }, rating));
  const opening = [game.eco, game.opening].filter(Boolean).join(" ");
  const told = `Open game ${game.n}: ${game.white ?? "?"} against ${game.black ?? "?"}, ${game.result}`;
  const more = [opening || game.event || "", game.plies === null ? null : `, ${Math.ceil(game.plies / 2)} moves`];
  return make("tr", { "data-n": game.n, onclick: () => open(game.n) },
    make("td", { class: "number" }, make("button", { type: "button", class: "plain", "aria-label": told }, grouped(game.n))),
    make("td", { class: "side" }, side(game.white, game.white_rating)),
    make("td", { class: "side" }, side(game.black, game.black_rating)),
    make("td", { class: "result" }, game.result === "1/2-1/2" ? "½-½" : game.result),
    make("td", { class: "date" }, game.date ?? ""),
    make("td", { class: "more" }, make("span", { title: game.event }, text(more.filter(Boolean).join("")))));
}

// Marks the game that is open.
export function mark(number) {
  state.chosen = number;
  for (const row of by("games").tBodies[0].rows) {
    row.toggleAttribute("aria-current", Number(row.dataset.n) === number);
  }
}

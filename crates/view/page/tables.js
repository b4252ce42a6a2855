// Tables beside the board: the opening tree, likely moves, tags.

import { grouped, make, percent, text } from "./elements.js";

// White's wins, draws and Black's wins as a bar of three parts.
function results({ white, draws, black }) {
  const known = white + draws + black;
  if (!known) return make("span", { class: "soft" }, "–");
  const part = (games, kind) => {
    const element = make("span", { class: kind }, games / known > 0.17 ? String(Math.round((100 * games) / known)) : "");
    element.style.width = `${(100 * games) / known}%`;
    return element;
  };
  const told = `White ${percent(white / known)}, drawn ${percent(draws / known)}, Black ${percent(black / known)}`;
  return make("span", { class: "bar", role: "img", "aria-label": told, title: told }, part(white, "white"), part(draws, "draw"), part(black, "black"));
}

// The moves played in a position; `go` is called with one that is chosen, `open` with the number of a game.
export function tree(found, next, go, open) {
  const progress = found.done ? null : make("p", { class: "soft", role: "status" }, `${grouped(found.examined)} of ${grouped(found.of)} games read so far`);
  const parts = [progress];
  if (found.error) parts.push(make("p", { class: "error" }, found.error));
  if (found.done && !found.total.games && !found.unknown) parts.push(make("p", { class: "soft" }, "No such game reaches this position."));
  if (found.unknown) parts.push(make("p", { class: "soft" }, `${grouped(found.unknown)} of the games may go on from here and are not counted: without an index (pgnz index) the page knows the first 20 moves of each.`));
  if (found.total.games) {
    const whole = (number) => (number === null ? "–" : Math.round(number));
    const row = (branch) => make("tr", { class: branch.uci && branch.uci === next ? "played" : null },
      make("td", {}, branch.uci ? make("button", { type: "button", class: "move", onclick: () => go(branch) }, branch.san) : "All"),
      make("td", { class: "number" }, grouped(branch.games)),
      make("td", { class: "number" }, branch.share === null ? "" : percent(branch.share, branch.share < 0.01 ? 1 : 0)),
      make("td", { class: "results" }, results(branch)),
      make("td", { class: "number more" }, whole(branch.rating)),
      make("td", { class: "number more" }, branch.years ? [...new Set(branch.years)].join("–") : "–"),
      make("td", { class: "number" }, branch.example ? make("button", { type: "button", class: "plain", "aria-label": `Open game ${branch.example}`, onclick: () => open(branch.example) }, grouped(branch.example)) : ""));
    const head = ["Move", "Games", "Share", "Results", "Rating", "Years", "Game"].map((name, at) => make("th", { scope: "col", class: (at === 4 || at === 5 ? "more " : "") + (at === 3 || at === 0 ? "" : "number") }, name));
    const all = { ...found.total, share: null };
    parts.push(make("div", { class: "scroll" }, make("table", { class: "tree" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...found.branches.map(row), row(all)))));
    if (found.ended) parts.push(make("p", { class: "soft" }, `${grouped(found.ended)} of these games end here.`));
  }
  return parts.filter(Boolean);
}

// The likeliest moves of a position, and the one that was played.
export function likely(position) {
  const { likely, played, rank, legal } = position;
  const shown = likely.map((move) => ({ ...move, played: move.uci === played?.uci }));
  if (played && rank > likely.length) shown.push({ ...played, played: true });
  const row = (move) => {
    const bar = make("span", { class: "share" });
    bar.style.width = `${100 * move.probability}%`;
    return make("tr", { class: move.played ? "played" : null },
      make("th", { scope: "row" }, move.san),
      make("td", { class: "shares" }, make("span", { class: "track" }, bar)),
      make("td", { class: "number" }, percent(move.probability, move.probability < 0.1 ? 1 : 0)),
      make("td", { class: "soft" }, move.played ? (rank > 1 ? `played (${rank} of ${legal})` : "played") : ""));
  };
  if (!legal) return [make("p", { class: "soft" }, "No legal move.")];
  return [make("table", { class: "likely" }, make("tbody", {}, ...shown.map(row)))];
}

// The tags of a game.
export function tags(pairs) {
  const row = ([name, value]) => make("tr", {}, make("th", { scope: "row" }, text(name)), make("td", {}, text(value)));
  return make("table", { class: "tags" }, make("tbody", {}, ...pairs.map(row)));
}

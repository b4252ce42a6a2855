// Curves over the plies of a game: clock times and evaluations.

import { clock, draw, evaluation, make } from "./elements.js";

const [HEIGHT, LEFT, BOTTOM] = [130, 48, 18];

// A curve: `series` have a name, a class and points [ply, value]; `zero` is a value with a line of its own.
function curve({ title, series, low, high, ticks, spelled, zero, plies, width, go }) {
  const x = (ply) => LEFT + ((width - LEFT - 6) * ply) / Math.max(plies, 1);
  const y = (value) => 6 + ((HEIGHT - BOTTOM - 6) * (high - value)) / (high - low || 1);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": title });
  for (const value of ticks) {
    picture.append(draw("line", { x1: LEFT, x2: width - 6, y1: y(value), y2: y(value), class: value === zero ? "zero" : "grid" }));
    picture.append(draw("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, spelled(value)));
  }
  for (const { kind, points } of series) {
    picture.append(draw("polyline", { points: points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(Math.min(high, Math.max(low, value))).toFixed(1)}`).join(" "), class: kind }));
  }
  const step = [2, 10, 20, 40, 100, 200].find((step) => plies / step <= width / 50) ?? 400;
  for (let ply = step; ply <= plies; ply += step) {
    picture.append(draw("text", { x: x(ply), y: HEIGHT - 2, "text-anchor": "middle" }, String(ply / 2)));
  }
  const now = draw("line", { y1: 4, y2: HEIGHT - BOTTOM, class: "now" });
  picture.append(now);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    go(Math.round(Math.min(1, Math.max(0, (at - LEFT) / (width - LEFT - 6))) * plies));
  });
  const legend = series.filter(({ name }) => name).map(({ name, kind }) => make("span", { class: `legend ${kind}` }, name));
  const figure = make("figure", {}, make("figcaption", {}, title, ...legend), picture);
  return { figure, show: (ply) => { now.setAttribute("x1", x(ply)); now.setAttribute("x2", x(ply)); } };
}

// Round numbers from 0 to a time, in milliseconds.
function times(most) {
  const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 36000, 86400, 864000].map((step) => 1000 * step);
  const step = steps.find((step) => most / step <= 4) ?? most;
  const ticks = [];
  for (let time = 0; time <= most; time += step) ticks.push(time);
  return ticks;
}

// The curves that a game has data for, of a width in pixels. `go` is called with the number of a ply of the main line.
export function curves(plies, width, go) {
  const found = [];
  const clocks = [[], []];
  const evals = [];
  plies.forEach((ply, at) => {
    const side = ply.fen?.split(" ")[1] === "w" ? 1 : 0;
    if (ply.clock !== null) clocks[side].push([at + 1, ply.clock]);
    if (ply.eval) evals.push([at + 1, ply.eval]);
  });
  if (clocks[0].length + clocks[1].length > 3) {
    const high = Math.max(...clocks.flat().map(([, value]) => value), 1000);
    const series = [{ name: "White", kind: "of-white", points: clocks[0] }, { name: "Black", kind: "of-black", points: clocks[1] }];
    found.push(curve({ title: "Clock", series, low: 0, high, ticks: times(high), spelled: (time) => clock(time), plies: plies.length, width, go }));
  }
  if (evals.length > 3) {
    // What is beyond is won or lost anyway; the curve shows what lies between.
    const most = Math.max(...evals.map(([, value]) => (value.mate === undefined ? Math.abs(value.cp) : 1000)), 100);
    const high = Math.min(1000, Math.ceil(most / 100) * 100);
    const value = (of) => (of.mate === undefined ? of.cp : (of.mate < 0 ? -1000 : 1000));
    const series = [{ kind: "eval", points: evals.map(([ply, of]) => [ply, value(of)]) }];
    const spelled = (cp) => (cp === 0 ? "0" : evaluation({ cp }).replace(".00", ""));
    found.push(curve({ title: "Evaluation, in pawns; above: White is better", series, low: -high, high, ticks: [-high, 0, high], spelled, zero: 0, plies: plies.length, width, go }));
  }
  return found;
}

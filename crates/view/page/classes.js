// Which games the opening tree counts beside the filters: classes of ratings, and paces. The file beside an archive answers for these at once.

import { by, make } from "./elements.js";

// The lowest ratings of the classes after the first one.
const LIMITS = [1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600];
const SPEEDS = ["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"];

const form = by("classes");

// Makes the choices work; `changed` is called when others are wanted.
export function begin(changed) {
  const fill = (name, values) => form.elements[name].append(...values.map((value) => make("option", { value }, value)));
  fill("from", LIMITS);
  fill("to", LIMITS.map((limit) => limit - 1));
  fill("speed", SPEEDS);
  form.addEventListener("change", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
}

// A filter with what is chosen here, too.
export function added(filter) {
  const { from, to, speed } = form.elements;
  const parts = filter.where ? [`(${filter.where})`] : [];
  if (from.value) parts.push(`min_rating >= ${from.value}`);
  if (to.value) parts.push(`max_rating <= ${to.value}`);
  if (speed.value) parts.push(`speed = '${speed.value}'`);
  return parts.length ? { ...filter, where: parts.join(" and ") } : filter;
}

// Elements of the page. Texts of games are hostile: they become text nodes and attributes here, and nothing else.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// An element of HTML; children are elements and texts.
export const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

// An element of SVG.
export const draw = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

export const by = (id) => document.getElementById(id);

// A name or another text of a game, which may run in any direction.
export const text = (value) => make("bdi", {}, value);

export const grouped = (number) => Number(number).toLocaleString("en");

export const percent = (part, digits = 0) => `${(100 * part).toFixed(digits)} %`;

// Milliseconds as a clock shows them.
export function clock(millis) {
  const seconds = Math.floor(millis / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60) + (millis % 1000 && seconds < 60 ? `.${Math.floor((millis % 1000) / 100)}` : "");
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

// An evaluation as programs write it.
export function evaluation(value) {
  if (value.mate !== undefined) return value.mate === 0 ? "#" : `#${value.mate}`;
  return (value.cp > 0 ? "+" : value.cp < 0 ? "−" : "") + (Math.abs(value.cp) / 100).toFixed(2);
}

// Which archive of a site is opened: one of its list, or of `?archive=ADDRESS`, or from the disk. Of the latter nothing is sent anywhere.

import { by, grouped, make, text } from "./elements.js";

let use;
let begin;

function trouble(message) {
  by("trouble").hidden = !message;
  by("trouble").textContent = message;
}

const size = (bytes) => (bytes < 1e6 ? `${grouped(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

// Shows the place where an archive is chosen, the games, or neither while they are loaded.
function place(shown) {
  by("opening").hidden = shown !== "choice";
  document.querySelector("main").hidden = shown !== "games";
}

async function show(name, from, tree) {
  trouble("");
  const status = by("loading");
  status.textContent = `Loading ${name} …`;
  place("none");
  try {
    await use(name, from, tree, ({ bytes }) => { if (status.textContent) status.textContent = `Loading ${name}: ${size(bytes)} so far`; });
    place("games");
    begin();
  } catch (error) {
    place("choice");
    trouble(error.kind === "NoRanges" ? `${error.message} — load the file, and open it from the disk.` : error.message);
  }
  status.textContent = "";
}

function showAddress(address, entry) {
  let url;
  try {
    url = new URL(address, document.baseURI);
    if (!/^https?:$/.test(url.protocol)) throw new Error();
  } catch {
    place("choice");
    return trouble("An address begins with https:// or is that of a file of this site.");
  }
  const name = decodeURIComponent(url.pathname.split("/").pop()) || address;
  const tree = entry && !entry.tree ? undefined : new URL(`${url.href.split(/[?#]/)[0]}.tree`).href;
  return show(entry?.name ?? name, url.href, tree);
}

function showFiles(files) {
  const all = [...files];
  const tree = all.find(({ name }) => name.endsWith(".tree"));
  const archive = all.find((file) => file !== tree);
  if (!archive) return trouble("That is no archive: choose a file that ends in .pgnz.");
  if (location.search || location.hash) history.replaceState(null, "", location.pathname);
  return show(archive.name, archive, tree);
}

// The place where an archive is chosen.
function build(archives) {
  const file = make("input", { type: "file", multiple: true, accept: ".pgnz,.tree", id: "file" });
  file.onchange = () => file.files.length && showFiles(file.files);
  const address = make("input", { name: "archive", inputmode: "url", autocomplete: "off", required: true, placeholder: "https://example.org/games.pgnz" });
  const form = make("form", {}, make("label", {}, "Address", address), make("div", { class: "buttons" }, make("button", { type: "submit" }, "Open")));
  form.onsubmit = (event) => {
    event.preventDefault();
    location.href = `?archive=${encodeURIComponent(address.value.trim())}`;
  };
  const parts = [];
  if (archives.length) {
    const entry = ({ name, file, games, bytes }) =>
      make("li", {}, make("a", { href: `?archive=${encodeURIComponent(file)}` }, text(name)), ` ${grouped(games)} games, ${size(bytes)}`);
    parts.push(make("h2", {}, "Archives of this site"), make("ul", { id: "archives" }, ...archives.map(entry)));
  }
  parts.push(make("h2", {}, "From the disk"), make("p", { class: "soft" }, "Drop a file here, or choose one. It stays on this machine: nothing is uploaded."), make("label", {}, "File", file));
  parts.push(make("h2", {}, "From an address"), make("p", { class: "soft" }, "The host must answer to ranges and, if it is another one, allow this page to read from it."), form);
  by("opening").replaceChildren(...parts);
}

// Files may be dropped at any time.
document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  showFiles(event.dataTransfer.files);
});

// Opens an archive, or lets one be chosen: `listed` gives the archives of the site, `open` opens one, and `shown` is
// called when it is there.
export async function choose(listed, open, shown) {
  [use, begin] = [open, shown];
  const { title, archives } = await listed();
  document.title = title;
  by("name").textContent = title;
  build(archives);
  by("other").hidden = false;
  by("other").onclick = () => {
    const isChoice = !by("opening").hidden;
    place(isChoice ? "games" : "choice");
    if (!isChoice) by("opening").querySelector("a, input").focus();
  };
  const wanted = new URLSearchParams(location.search).get("archive");
  if (wanted) showAddress(wanted, archives.find(({ file }) => file === wanted));
  else if (archives.length === 1) showAddress(archives[0].file, archives[0]);
  else place("choice");
}

#!/usr/bin/env python3
"""Gathers README, docs/, lab/notes/ and the chapters of the format in one folder for mkdocs, with links that fit, and writes the configuration.

    scripts/site.py target/site-source
"""

import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAV = [
    ("pgnz", "README.md"),
    ("Which one do I need", "docs/which.md"),
    ("Guide", "docs/guide.md"),
    ("Using pgnz", ["commands", "view", "site", "filters", "export", "index", "explorer", "shape", "blobs", "engines", "json", "python", "javascript", "duckdb", "c", "library", "capabilities", "safety", "platforms"]),
    ("Facts", ["benchmarks", "reliability", "CHANGELOG"]),
    ("Format", ["format", "format/*", "conformance", "preservation"]),
    ("Inside", ["architecture", "design", "modelling", "publishing"]),
    ("Lab", ["../lab/notes/classic", "../lab/notes/measure", "../lab/notes/moves", "../lab/notes/streams", "../lab/notes/design", "../lab/notes/earlier-figures"]),
]
# What `just site` puts beside the pages; as HTML, because it is not there yet when links are checked.
RUSTDOC = 'Every item of the crate is described in <a href="rustdoc/pgnz/index.html">its documentation</a>.'
# Plots on white ground are turned in the dark. On a narrow screen, names in tables are broken at blanks only, and what is too wide to be read scrolls: tables and pictures.
STYLE = """.md-typeset table:not([class]) td code { word-break: normal; overflow-wrap: normal; }
.md-typeset table:not([class]) td:last-child:not(:first-child) { min-width: 9rem; }
[data-md-color-scheme="slate"] .md-typeset img[src$=".svg"]:not([src*="terminal"]) { filter: invert(.93) hue-rotate(180deg); }
@media (max-width: 44em) {
  .md-typeset p:has(> img[src*="sizes"], > img[src*="terminal"]) { overflow-x: auto; }
  .md-typeset p > img:is([src*="sizes"], [src*="terminal"]) { max-width: none; width: 30rem; }
}
"""


def pages():
    """Every page of the site: its file in the repository, and its place in the site."""
    yield ROOT / "README.md", "index.md"
    for path in ["SECURITY.md", "corpora/README.md", "packages/npm/README.md", "packages/decoder/README.md"]:
        yield ROOT / path, path.replace("/README", "").lower()
    for path in sorted((ROOT / "docs").rglob("*.md")):
        place = str(path.relative_to(ROOT / "docs"))
        # The README is the page `index` of the site.
        yield path, "indexes.md" if place == "index.md" else place
    for path in sorted((ROOT / "lab/notes").rglob("*.md")):
        yield path, "notes/" + path.name
    for path in sorted((ROOT / "crates").rglob("*.md")):
        # What a package of a crate has from elsewhere is a page already.
        if "target" not in path.parts and not path.is_symlink():
            yield path, "chapters/" + str(path.relative_to(ROOT / "crates")).replace("/src/", "/")


def titles(text):
    heading = re.search(r"^# (.+)$", text, re.M)
    return heading.group(1).strip() if heading else "pgnz"


def main(out):
    out = Path(out)
    shutil.rmtree(out, ignore_errors=True)
    places = dict(pages())
    if len(set(places.values())) < len(places):
        sys.exit("two pages would have the same name in the site")
    shutil.copytree(ROOT / "docs", out / "docs", ignore=shutil.ignore_patterns("*.md"))

    def link(source, place):
        def moved(match):
            target, _, anchor = match.group(2).partition("#")
            if "://" in target or not target:
                return match.group(0)
            found = (source.parent / target).resolve()
            if found in places:
                new = places[found]
            elif found.is_relative_to(ROOT / "docs") and found.is_file():
                new = str(found.relative_to(ROOT / "docs"))
            else:
                return match.group(0)
            new = os.path.relpath(new, os.path.dirname(place) or ".")
            return match.group(1) + new + (("#" + anchor) if anchor else "")

        return moved

    def plain(source):
        """Links to code and licences, which are in the repository and not on the site, become their text."""

        def moved(match):
            if "://" in match.group(2):
                return match.group(0)
            found = (source.parent / match.group(2)).resolve()
            on_site = found in places or found.is_relative_to(ROOT / "docs") and found.is_file()
            return match.group(0) if on_site else match.group(1)

        return moved

    for source, place in places.items():
        text = re.sub(r"\[([^]]+)\]\(([^)#\s]+)\)", plain(source), source.read_text(encoding="utf-8"))
        text = re.sub(r'(\]\(|src="|srcset=")([^)"\s]+)', link(source, place), text)
        # A picture for each of the two colour schemes, in the way that mkdocs-material has.
        text = re.sub(
            r'<picture>.*?srcset="([^"]+)".*?src="([^"]+)" alt="([^"]*)".*?</picture>',
            r"![\3](\2#only-light)\n![\3](\1#only-dark)",
            text,
            flags=re.S,
        )
        # Links between items of the crate, which only rustdoc follows.
        text = re.sub(r"\[(`[^`\]]+`)\](?![(\[])", r"\1", text)
        if place == "library.md":
            text = text.replace("\n\n", f"\n\n{RUSTDOC}\n\n", 1)
        target = out / "docs" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    (out / "docs/site.css").write_text(STYLE, encoding="utf-8")
    lines = [
        "site_name: pgnz",
        "docs_dir: docs",
        "use_directory_urls: false",
        "extra_css: [site.css]",
        "theme:",
        "  name: material",
        "  font: false",
        "  features: [navigation.sections, content.code.copy, toc.follow]",
        "  palette:",
        "    - media: '(prefers-color-scheme: light)'",
        "      scheme: default",
        "      primary: green",
        "    - media: '(prefers-color-scheme: dark)'",
        "      scheme: slate",
        "      primary: green",
        "markdown_extensions: [tables, toc, pymdownx.highlight, pymdownx.superfences]",
        "validation: {links: {not_found: warn, anchors: warn, unrecognized_links: warn}, nav: {omitted_files: ignore}}",
        "nav:",
    ]
    for title, content in NAV:
        if isinstance(content, str):
            lines.append(f"  - {title}: {places[ROOT / content]}")
            continue
        lines.append(f"  - {title}:")
        for name in content:
            for path in sorted((ROOT / "docs").glob(f"{name}.md")):
                lines.append(f"    - '{titles(path.read_text(encoding='utf-8'))}': {places[path.resolve()]}")
    (out / "mkdocs.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

#!/usr/bin/env python3
"""Numbers the clauses of the format, once, and checks them: a number never changes its clause, so that it can be cited.

    scripts/clauses.py            gives a number to every heading and paragraph of docs/format/ that has none, and mends links to headings
    scripts/clauses.py --check    tells what is wrong, and fails if anything is

A chapter is a file, `05-toolkit.md` chapter 5, `annex-c-….md` annex C. Its sections are 5.1, 5.2, …, and the paragraphs in them clauses 5.1.1,
5.1.2, …; tables, lists and pseudocode belong to the clause before them. A new clause behind the last of its section has the next number, any
other that of the clause before it with a letter: 5.1.2a. The number of a clause that is taken out is not given again: its text becomes "Withdrawn."
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORMAT = ROOT / "docs/format"
CHAPTER = r"(?:\d+|[A-Z])"
SECTION = rf"{CHAPTER}\.\d+"
CLAUSE = rf"{SECTION}\.\d+[a-z]?"
HEADING = re.compile(rf"^(#{{1,2}}) (?:(Annex [A-Z]:|{SECTION}|\d+) )?(.+)$")
NUMBERED = re.compile(rf"^\*\*({CLAUSE})\*\* ")
# What follows on the word in a text: "clause 5.1.2", "clauses 5.1.2 and 5.1.3", "section 5.1".
REFERENCE = re.compile(rf"\b(?:clauses?|sections?) ({SECTION}(?:\.\d+[a-z]?)?(?:(?:, | and | to ){SECTION}(?:\.\d+[a-z]?)?)*)(?![\w.]*\d)")
LINK = re.compile(r"\]\(([^)#\s]*)#([^)\s]+)\)")


def key(number):
    """5.1.10a as something that can be compared."""
    parts = re.match(r"(.+?)([a-z]?)$", number).groups()
    return [int(part) if part.isdigit() else ord(part) for part in parts[0].split(".")], parts[1]


def chapter(path):
    """The number of a file's chapter, or the letter of its annex."""
    name = path.stem
    return name[6].upper() if name.startswith("annex-") else str(int(name[:2]))


def chapters():
    return sorted(FORMAT.glob("*.md"), key=lambda path: (path.stem.startswith("annex"), path.stem))


def blocks(text):
    """The lines of a text with what each is: heading, paragraph (its first line), or other."""
    fenced, blank = False, True
    for line in text.splitlines():
        kind = "other"
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and re.match(r"#{1,2} ", line):
            kind = "heading"
        elif not fenced and blank and line.strip() and not re.match(r"[|#>\s]|- |\d+\. ", line):
            kind = "paragraph"
        yield kind, line
        blank = not line.strip() or kind == "heading"


def number(path):
    """The text of a chapter with a number for all that has none."""
    letter, out = chapter(path), []
    lines = list(blocks(path.read_text(encoding="utf-8")))
    section = clause = f"{letter}.0"
    for at, (kind, line) in enumerate(lines):
        if kind == "heading":
            level, known, title = HEADING.match(line).groups()
            if len(level) == 1:
                name = f"Annex {letter}:" if letter.isalpha() else letter
            else:
                name = known or f"{letter}.{int(section.split('.')[1]) + 1}"
                section, clause = name, f"{name}.0"
            line = f"{level} {name} {title}"
        elif kind == "paragraph":
            known = NUMBERED.match(line)
            if known:
                clause = known.group(1)
            else:
                later = rest_of_section(lines[at + 1 :])
                base, end = re.match(r"(.*?)([a-z]?)$", clause).groups()
                if any(NUMBERED.match(line) for line in later):
                    clause = base + (chr(ord(end) + 1) if end else "a")
                else:
                    clause = f"{section}.{int(base.rsplit('.', 1)[1]) + 1}"
                line = f"**{clause}** {line}"
        out.append(line)
    return "\n".join(out) + "\n"


def rest_of_section(lines):
    for kind, line in lines:
        if kind == "heading":
            return
        yield line


def anchor(title):
    """What follows the `#` of a link to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def headings(path):
    """The anchors of a document, and for each title without its number the anchor with it."""
    known, titles = set(), {}
    for kind, line in blocks(path.read_text(encoding="utf-8")):
        if kind == "heading" or re.match(r"#{3,} ", line):
            full = line.lstrip("#").strip()
            known.add(anchor(full))
            titles.setdefault(anchor(HEADING.match(line).group(3) if kind == "heading" else full), anchor(full))
    return known, titles


def documents():
    yield from [ROOT / "README.md", ROOT / "SECURITY.md", ROOT / "reference/README.md"]
    for folder in ["docs", "lab/notes", "crates", "corpora"]:
        for path in sorted((ROOT / folder).rglob("*.md")):
            if "target" not in path.parts:
                yield path


def sources():
    for folder, ending in [("crates", "rs"), ("reference", "py")]:
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            if "target" not in path.parts:
                yield path


def mend_links():
    found = {}
    for path in documents():

        def mended(match):
            target = (path.parent / match.group(1)).resolve() if match.group(1) else path
            if target.parent != FORMAT or not target.is_file():
                return match.group(0)
            known, titles = found.setdefault(target, headings(target))
            new = match.group(2) if match.group(2) in known else titles.get(match.group(2), match.group(2))
            return f"]({match.group(1)}#{new})"

        text = path.read_text(encoding="utf-8")
        new = LINK.sub(mended, text)
        if new != text:
            path.write_text(new, encoding="utf-8")


def check():
    """What is wrong, as lines of text."""
    numbers = set()
    for path in chapters():
        name, letter, last = path.relative_to(ROOT), chapter(path), None
        section, has_clause = None, True
        for kind, line in blocks(path.read_text(encoding="utf-8")):
            if kind == "heading":
                level, found, title = HEADING.match(line).groups()
                if len(level) == 1:
                    if found != (f"Annex {letter}:" if letter.isalpha() else letter):
                        yield f"{name}: the title has not the number {letter}: {title}"
                    continue
                section, has_clause = found, False
            elif kind == "paragraph":
                found = NUMBERED.match(line)
                found, has_clause = found and found.group(1), True
                if found and found.rsplit(".", 1)[0] != section:
                    yield f"{name}: clause {found} is not in its section"
            elif line.startswith(("|", "```")) and not has_clause:
                yield f"{name}: a table or pseudocode of {section} has no clause before it"
                has_clause = True
                continue
            else:
                continue
            if not found:
                yield f"{name}: no number: {line[:60]}"
            elif found in numbers:
                yield f"{name}: {found} is there twice"
            elif last and key(found) <= key(last):
                yield f"{name}: {found} after {last}"
            else:
                last = found
                numbers.add(found)
    for path in [*documents(), *sources()]:
        for match in REFERENCE.finditer(path.read_text(encoding="utf-8")):
            for cited in re.findall(rf"{SECTION}(?:\.\d+[a-z]?)?", match.group(1)):
                if cited not in numbers:
                    yield f"{path.relative_to(ROOT)}: there is no {cited}"


def main():
    if sys.argv[1:] == ["--check"]:
        wrong = list(check())
        print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
        sys.exit(1 if wrong else 0)
    if sys.argv[1:]:
        sys.exit(__doc__)
    for path in chapters():
        path.write_text(number(path), encoding="utf-8")
    mend_links()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs commands in a terminal and draws what it shows: docs/pictures/terminal.svg.

    scripts/terminal.py target/release/pgnz [GAMES.pgn]
"""

import html
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 96
COMMANDS = [
    "pgnz compress games.pgn",

    "pgnz list --games games.pgnz --player Fischer --columns number,white,black,result,date,eco,plies",
    "pgnz tree games.pgnz --moves '1. e4 e5 2. Nf3'",
]

def shown(command, folder, program):
    """What a command prints on a terminal of so many columns; `program` is the folder of pgnz."""
    master, slave = pty.openpty()
    path = f"{program}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": str(COLUMNS), "NO_COLOR": "1", "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    done = subprocess.Popen(["bash", "-c", f"stty cols {COLUMNS} rows 40; {command}"], cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        text += piece
    if done.wait():
        sys.exit(f"{command}: {text.decode('utf-8', 'replace')}")
    lines = text.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    # A line that was drawn several times shows what was drawn last.
    lines = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line).split("\r")[-1].rstrip() for line in lines]
    return [line[:COLUMNS] for line in lines if line]

def main():
    program = Path(sys.argv[1]).resolve()
    games = Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "corpora/famous.pgn")
    rows = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as programs:
        (Path(programs) / "pgnz").symlink_to(program)
        (Path(folder) / "games.pgn").write_bytes(games.read_bytes())
        for command in COMMANDS:
            rows.append(("prompt", command))
            rows.extend(("output", line) for line in shown(command, folder, programs))
            rows.append(("output", ""))
    rows.pop()
    height = 44 + 19 * len(rows)
    width = 30 + 8.1 * COLUMNS
    drawn = []
    for at, (kind, line) in enumerate(rows):
        y = 50 + 19 * at
        text = html.escape(line).replace(" ", "\u00a0")
        if kind == "prompt":
            text = f'<tspan fill="#3fb950">$</tspan>\u00a0<tspan font-weight="600">{text}</tspan>'
        drawn.append(f'<text x="15" y="{y}">{text}</text>')
    dots = "".join(f'<circle cx="{20 + 18 * n}" cy="17" r="5.5" fill="{colour}"/>' for n, colour in enumerate(["#ff5f57", "#febc2e", "#28c840"]))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img" '
        f'aria-label="pgnz in a terminal"><rect width="100%" height="100%" rx="9" fill="#0d1117"/>{dots}'
        f'<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="13.3" fill="#e6edf3">{"".join(drawn)}</g></svg>\n'
    )
    target = ROOT / "docs/pictures/terminal.svg"
    target.write_text(svg, encoding="utf-8")
    print(target)

if __name__ == "__main__":
    main()

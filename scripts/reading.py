#!/usr/bin/env python3
"""What reading games costs in Python: the tables of docs/python.md, in seconds of processor time.

    scripts/reading.py MONTH.pgnz [--games N] [--runs N] [--loop PROGRAM] [--yardstick COMMAND]

Needs pgnz, polars, pyarrow and chess; pgn-extract where it is installed. Each job runs in a process of its own, all of them in turn, `--runs` times, and the
least time counts; imports do not. PROGRAM is the example `loop_over_tags` of the library, built as a release. COMMAND is run in each round, too: where other
work goes on, its time says how much slower this machine is than an idle one.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

TAGS = "white,black,result,white_rating,black_rating,time_control"
COLUMNS = {"tags": TAGS, "tags and moves (UCI)": TAGS + ",moves_uci", "everything": "aix,usual,clocks,evals,pgn"}

#: What each kind of job does with its file and argument; the last value is how many games it has seen. Imports stand before the clock starts.
JOBS = {
    "scan": "import pgnz, polars\n---\ncolumns, threads = argument\nseen = polars.DataFrame(pgnz.open(file).scan(columns, threads=threads)).height",
    "parquet": "import polars\n---\nseen = polars.read_parquet(file).height",
    "headers": "import chess.pgn\n---\nseen, text = 0, open(file, encoding='utf-8', errors='replace')\nwhile chess.pgn.read_headers(text): seen += 1",
    "moves": "import chess.pgn\n---\nseen, text = 0, open(file, encoding='utf-8', errors='replace')\n"
    "while seen < argument and chess.pgn.read_game(text): seen += 1",
    "text": "import chess.pgn, io, pgnz\n---\nseen, text = 0, io.TextIOWrapper(pgnz.open_text(file), 'utf-8', errors='replace')\n"
    "while seen < argument and chess.pgn.read_game(text): seen += 1",
    "three": "import pgnz\n---\nseen = letters = 0\nfor game in pgnz.open(file).games(columns=['tags']):\n"
    "    seen, tags = seen + 1, game.tags\n    for name in ('White', 'Black', 'Result'): letters += len(tags.get(name, ''))",
    "dict": "import pgnz\n---\nseen = 0\nfor game in pgnz.open(file).games(columns=['tags']):\n    seen, tags = seen + 1, dict(game.tags)",
}


def child(kind: str, file: str, argument: str) -> None:
    import time

    before, body = JOBS[kind].split("---\n")
    names = {"file": file, "argument": json.loads(argument)}
    exec(before, names)
    start = time.process_time()
    exec(compile(body, kind, "exec"), names)
    print(time.process_time() - start, names["seen"])


def python(kind: str, file: pathlib.Path, argument: object = None):
    def run() -> tuple[float, int]:
        said = subprocess.run([sys.executable, __file__, "--child", kind, str(file), json.dumps(argument)], check=True, capture_output=True, text=True)
        seconds, games = said.stdout.split()
        return float(seconds), int(games)

    return run


def program(command: list[str], games: int):
    def run() -> tuple[float, int]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, games

    return run


def jobs(options: argparse.Namespace, folder: pathlib.Path) -> dict[str, object]:
    import pgnz
    import pyarrow
    import pyarrow.parquet

    month = pathlib.Path(options.month)
    whole = pgnz.open(month)
    text, part = folder / "part.pgn", folder / "part.pgnz"
    text.write_bytes(whole[: options.games].text().read())
    pgnz.compress(text, part, verify=False)
    some = min(options.games, 1000)
    found = {}
    for name, columns in COLUMNS.items():
        source = month if name == "tags" else part
        table = folder / f"{len(found)}.parquet"
        pyarrow.parquet.write_table(pyarrow.table(pgnz.open(source).scan(columns)), table, compression="zstd")
        for threads in (1, 2):
            found[f"{name}, {threads} threads"] = python("scan", source, [columns, threads])
        found[f"{name}, Parquet of {table.stat().st_size:,} bytes"] = python("parquet", table)
    found["python-chess: tags"] = python("headers", text)
    found["python-chess: moves of PGN"] = python("moves", text, some)
    found["python-chess: moves of open_text"] = python("text", part, some)
    # Debian puts it among the games.
    if extract := shutil.which("pgn-extract", path=os.environ["PATH"] + os.pathsep + "/usr/games"):
        found["pgn-extract: to UCI"] = program([extract, "-s", "-Wuci", str(text)], options.games)
    found["loop: three tags"] = python("three", month)
    found["loop: all tags"] = python("dict", month)
    if options.loop:
        found["loop: three tags in Rust"] = program([options.loop, str(month)], len(whole))
    if options.yardstick:
        found["yardstick"] = program(options.yardstick.split(), 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("month")
    parser.add_argument("--games", type=int, default=10_000, help="so many where moves are read")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--loop")
    parser.add_argument("--yardstick")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = jobs(options, pathlib.Path(folder))
        times: dict[str, list[tuple[float, int]]] = {name: [] for name in found}
        for _ in range(options.runs):
            for name, run in found.items():
                times[name].append(run())
        for name, runs in times.items():
            seconds, games = min(runs)
            print(f"{name:44} {seconds:8.3f} s {games / seconds:12,.0f} games/s   of {', '.join(f'{one:.2f}' for one, _ in runs)}")


if __name__ == "__main__":
    child(*sys.argv[2:]) if sys.argv[1:2] == ["--child"] else main()

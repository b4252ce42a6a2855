"""python-chess and pgnz say the same of every file of the corpora, in every column that python-chess can compute.

`differences.toml` lists every difference that stays, with the reason why pgnz is right. A difference that is not listed fails, and so does one
that is listed and gone. `pytest test_chess.py --differences FILE` (`bash scripts/python.sh -k test_chess --differences FILE`) writes the list
anew: what is listed keeps its reason, what is new stands under an empty one, which nobody may leave.
"""

from __future__ import annotations

import collections
import concurrent.futures
import os
import pathlib
import re
import tomllib
import typing

import chess_values
import pgnz
import pyarrow
import pytest
from conftest import BESIDE, ROOT

LIST = pathlib.Path(__file__).parent / "differences.toml"

#: Of a file with more bytes of text than this, so many games are taken, at equal distances, and no more than that of its text.
LARGE, GAMES = 450_000, 110


class Difference(typing.NamedTuple):
    file: str
    #: The number of the game in its file, from 1; 0 for the file.
    game: int
    column: str


def files() -> list[pathlib.Path]:
    beside = [path for path in BESIDE.rglob("*") if path.is_file() and path.suffix in (".pgn", ".zst")]
    here = [ROOT / "corpora" / "famous.pgn", *(ROOT / "corpora" / "quirks").iterdir()]
    return sorted(here) + sorted(beside)


def name(path: pathlib.Path) -> str:
    return str(path.relative_to(BESIDE) if path.is_relative_to(BESIDE) else path.relative_to(ROOT))


def sampled(path: pathlib.Path) -> tuple[bytes, list[int]]:
    """The text of a file, or of games of it at equal distances; and the numbers of the games, from 1, as far as they are known."""
    with pyarrow.input_stream(path, compression="zstd" if path.suffix == ".zst" else None) as file:
        text = file.read()
    if len(text) <= LARGE:
        return text, []
    begins = [found.start() for found in re.finditer(rb"^\[Event ", text, re.MULTILINE)]
    if not begins:
        return text, []
    stride = max(len(begins) // GAMES, len(text) // LARGE, 1)
    ends = [*begins[1:], len(text)]
    return b"".join(text[begins[at] : ends[at]] for at in range(0, len(begins), stride)), list(range(1, len(begins) + 1, stride))


def compare(path: pathlib.Path) -> list[tuple[Difference, object, object]]:
    """Where the two differ in a file, with what each says."""
    text, numbers = sampled(path)
    # What is packed goes through the unpacking of pgnz.
    source = pyarrow.compress(text, "zstd", asbytes=True) if path.suffix == ".zst" else text
    archive = pgnz.open(pgnz.compress(source, level="fast", verify=False, threads=1))
    assert archive.text().read() == text
    rows = pyarrow.table(archive.scan(chess_values.OF_TABLES, threads=1)).to_pylist()
    file, found, heads = name(path), [], []
    for row, game in zip(rows, archive, strict=True):
        number = numbers[row["number"] - 1] if len(numbers) == len(rows) else row["number"]
        theirs, ours = chess_values.by_chess(game.raw), chess_values.by_pgnz(row, game)
        heads.append(tuple(chess_values.known(game.tags.get(tag)) for tag in ("Event", "White", "Black", "Round", "Date")))
        for column in chess_values.COLUMNS:
            # What is not there cannot be computed.
            if column not in theirs:
                continue
            # It also counts errors in variations.
            if column == "is_complete" and not theirs[column] and (ours["variation_count"] or not ours[column]):
                continue
            if theirs[column] != ours[column]:
                found.append((Difference(file, number, column), theirs[column], ours[column]))
    of_chess = chess_values.heads_in(chess_values.text_of(text))
    if of_chess != heads:
        found.append((Difference(file, 0, "games"), len(of_chess), len(heads)))
    return found


def ranges(numbers: typing.Iterable[int]) -> str:
    """Numbers as in `1..4, 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs)


def numbers_of(text: str) -> typing.Iterator[int]:
    for part in text.split(","):
        first, _, last = part.strip().partition("..")
        yield from range(int(first), int(last or first) + 1)


def listed(text: str) -> dict[Difference, str]:
    """The listed differences, with their reasons."""
    found = {}
    for why in tomllib.loads(text).get("why", []):
        for file, columns in why["files"].items():
            for column, games in columns.items():
                for number in numbers_of(games):
                    one = Difference(file, number, column)
                    assert one not in found, f"{one} is listed twice"
                    found[one] = why["reason"]
    return found


def written(differences: dict[Difference, str]) -> str:
    """The list of these differences with their reasons."""
    lines = ["# What python-chess and pgnz read differently, and why pgnz is right: the list of test_chess.py, which also writes it anew."]
    by_reason: dict[str, dict[str, dict[str, list[int]]]] = {}
    for one, reason in differences.items():
        by_reason.setdefault(reason, {}).setdefault(one.file, {}).setdefault(one.column, []).append(one.game)
    for reason in sorted(by_reason):
        lines += ["", "[[why]]", f"reason = {quoted(reason)}", "[why.files]"]
        for file in sorted(by_reason[reason]):
            columns = by_reason[reason][file]
            told = ", ".join(f"{column} = {quoted(ranges(columns[column]))}" for column in sorted(columns))
            lines.append(f"{quoted(file)} = {{ {told} }}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) < 160 else text[:160] + "…"


@pytest.mark.skipif(not BESIDE.is_dir(), reason=f"there are no corpora in {BESIDE}")
def test_python_chess_reads_the_same(request):
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        # The large ones first.
        order = sorted(files(), key=lambda path: -path.stat().st_size)
        found = {one[0]: one[1:] for of_file in pool.map(compare, order) for one in of_file}
    reasons = listed(LIST.read_text())
    if target := request.config.getoption("--differences"):
        pathlib.Path(target).write_text(written({one: reasons.get(one, "") for one in found}))
        by_column = collections.Counter(one.column for one in found if one not in reasons)
        with open(target, "a") as file:
            for one in sorted(one for one in found if one not in reasons):
                theirs, ours = found[one]
                file.write(f"# {one.file}: {one.game}, {one.column}\n#   python-chess {shown(theirs)}\n#   pgnz         {shown(ours)}\n")
            file.write(f"# new: {dict(by_column)}\n")
    new = [f"{one.file}: game {one.game}, {one.column}: python-chess {shown(found[one][0])}, pgnz {shown(found[one][1])}" for one in sorted(found) if one not in reasons]
    gone = [f"{one.file}: game {one.game}, {one.column} does not differ any more" for one in sorted(reasons) if one not in found]
    assert all(reasons.values()), "a difference is listed without a reason"
    assert not new + gone, f"{len(new)} new and {len(gone)} gone differences:\n" + "\n".join((new + gone)[:40])


def test_the_list_comes_back():
    text = LIST.read_text()
    assert written(listed(text)) == text


def test_numbers_of_games_are_ranges():
    assert ranges([3, 1, 2, 9]) == "1..3, 9" and list(numbers_of("1..3, 9")) == [1, 2, 3, 9]

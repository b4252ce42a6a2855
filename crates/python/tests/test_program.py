"""The package and the program agree on every file of the corpora: the same games, the same text, the same columns."""

import itertools
import os
import subprocess

import pgnz
import pyarrow
import pyarrow.ipc
import pytest
from conftest import BESIDE, FAMOUS, ROOT

#: Every column of docs/export.md but those that a network has to look at every position for.
COLUMNS = "number,aix,usual,date,year,month,fen,plies,is_complete,moves_index,clocks,spent,evals_centipawns,evals_mate,engine_evals,engine_depths,engine_spent,pgn,ending,speed,tag:Round"

#: So much of each file is looked at; PGNZ_WHOLE=1 takes all of it.
PART = None if os.environ.get("PGNZ_WHOLE") else 150_000


def files():
    found = [FAMOUS, *sorted((ROOT / "corpora" / "quirks").iterdir())]
    if not BESIDE.is_dir():
        return [*found, pytest.param(None, marks=pytest.mark.skip(f"there are no corpora in {BESIDE}"))]
    return found + sorted(path for path in BESIDE.rglob("*") if path.is_file() and path.suffix in (".pgn", ".zst"))


def of(path):
    return str(path.relative_to(ROOT.parent)) if path else "none"


@pytest.mark.parametrize("path", files(), ids=of)
def test_the_package_and_the_program_agree(path, program, tmp_path):
    packed = tmp_path / "games.pgnz"
    packing = "zstd" if path.suffix == ".zst" else None
    with pyarrow.input_stream(path, compression=packing) as file:
        text = file.read(PART)
    report = pgnz.compress(text, packed, level="fast", verify=False, block_games=700)

    def run(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True).stdout

    archive = pgnz.open(packed)
    assert int(run("count", packed)) == len(archive) == report.games
    assert run("expand", "-c", packed) == text == pgnz.expand(packed) == archive.text().read()
    if len(archive) == 0:
        return
    first = run("cat", packed, "--games", f"1..{min(50, len(archive))}")
    assert archive[:50].text().read() == first
    # Single games of UTF-16 are given as UTF-8.
    if not text.startswith((b"\xff\xfe", b"\xfe\xff")):
        assert b"".join(game.raw for game in itertools.islice(archive, 50)) == first
    table = tmp_path / "games.arrow"
    run("export", packed, "-o", table, "--columns", COLUMNS)
    expected = pyarrow.ipc.open_file(table).read_all()
    found = pyarrow.table(archive.scan(COLUMNS))
    assert found.schema == expected.schema
    assert found.combine_chunks().equals(expected.combine_chunks())
    strong = "white_rating > 2000 or plies < 20"
    assert archive.count(strong) == int(run("count", packed, "--where", strong))

"""The extension, the program, and archives to read."""

import os
import subprocess
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).resolve().parents[3]
EXTENSION = os.environ["PGNZ_EXTENSION"]
PROGRAM = os.environ["PGNZ_PROGRAM"]

# Half of the plies have a clock time, and one has none; so lists have nulls far behind the first 2,048 items of a chunk.
CLOCKS = "\n".join(
    f'[White "Anna {game}"]\n[Black "Emil"]\n[WhiteElo "{1500 + game}"]\n[Result "1/2-1/2"]\n\n'
    + " ".join(
        f"{2 * turn + 1}. {white} {{ [%clk 0:{59 - turn:02}:30] }} {turn * 2 + 1}... {black}"
        for turn, (white, black) in enumerate([("Nf3", "Nf6"), ("Ng1", "Ng8")] * (20 + game % 3))
    )
    + " 1/2-1/2\n"
    for game in range(200)
)


def run(*arguments):
    """What the program prints."""
    arguments = [PROGRAM, *map(str, arguments)]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=False)
    # With 2 it warns: some of the odd texts have no chess.
    assert done.returncode in [0, 2], done.stderr
    return done.stdout


@pytest.fixture
def db():
    """A database with the extension."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{EXTENSION}'")
    yield connection
    connection.close()


@pytest.fixture(scope="session")
def archives(tmp_path_factory):
    """Archives by their names: the famous games, all odd texts, and games with clock times."""
    folder = tmp_path_factory.mktemp("archives")
    (folder / "clocks.pgn").write_text(CLOCKS)
    texts = {
        "famous": [ROOT / "corpora/famous.pgn"],
        "quirks": sorted((ROOT / "corpora/quirks").glob("*.pgn")),
        "clocks": [folder / "clocks.pgn"],
    }
    made = {}
    for name, files in texts.items():
        made[name] = folder / f"{name}.pgnz"
        run("compress", "-1", "-q", *files, "-o", made[name])
    return made


@pytest.fixture(scope="session")
def tables(archives):
    """For each archive, the table of all columns that the program writes."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{EXTENSION}'")
    made = {}
    for name, archive in archives.items():
        made[name] = archive.with_suffix(".table.parquet")
        columns = [row[0] for row in connection.execute(f"DESCRIBE FROM '{archive}'").fetchall()]
        run("export", "-q", "--columns", ",".join(columns), archive, "-o", made[name])
    connection.close()
    return made

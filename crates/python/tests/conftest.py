"""What tests read: the famous games of this repository, and the corpora beside it where they are."""

from __future__ import annotations

import os
import pathlib

import pgnz
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FAMOUS = ROOT / "corpora" / "famous.pgn"
BESIDE = ROOT.parent / "shared" / "corpora" / "test"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--differences", metavar="FILE", help="write the list of test_chess.py anew, to this file")


@pytest.fixture(scope="session")
def famous() -> bytes:
    return FAMOUS.read_bytes()


@pytest.fixture(scope="session")
def path(famous, tmp_path_factory) -> pathlib.Path:
    """The famous games in blocks of 10."""
    made = tmp_path_factory.mktemp("archives") / "famous.pgnz"
    pgnz.compress(famous, made, level="fast", block_games=10)
    return made


@pytest.fixture
def archive(path) -> pgnz.Archive:
    return pgnz.open(path)


@pytest.fixture(scope="session")
def clocked(tmp_path_factory) -> pathlib.Path:
    """One game with clocks, evaluations, a comment and a null move."""
    text = (
        b'[Event "Casual"]\n[White "M\xfcller"]\n[Black "Anna"]\n[Result "1-0"]\n[WhiteElo "1800"]\n[Date "2024.05.??"]\n'
        b'[UTCDate "2024.05.06"]\n[UTCTime "07:08:09"]\n[TimeControl "180+2"]\n[Round "7"]\n\n'
        b"1. e4 { [%clk 0:03:00] [%eval 0.3] } e5 { [%eval #-3] } 2. Nf3 { fine } -- { [%clk 0:02:59.5] } 3. d4 $1 1-0\n\n"
    )
    made = tmp_path_factory.mktemp("archives") / "clocked.pgnz"
    pgnz.compress(text, made, level="fast")
    return made


@pytest.fixture(scope="session")
def program() -> str:
    """The program pgnz, to be compared with."""
    found = os.environ.get("PGNZ_PROGRAM")
    if not found:
        pytest.skip("PGNZ_PROGRAM does not name the program: scripts/python.sh sets it")
    return found

"""The blocks of docs/python.md, and the files that they speak of."""

from __future__ import annotations

import doctest
import pathlib
import re
import typing

import pgnz
import pyarrow
from conftest import FAMOUS, ROOT

PAGE = ROOT / "docs" / "python.md"

#: One game with what the questions of the page ask for.
BLITZ = (
    b'[Event "Rated blitz game"]\n[White "Anna"]\n[Black "Emil"]\n[Result "1-0"]\n[WhiteElo "1912"]\n[BlackElo "1903"]\n[ECO "C20"]\n'
    b'[TimeControl "180+0"]\n\n'
    + b" ".join(
        b"%d. %s { [%%clk 0:02:%02d] } %s { [%%clk 0:02:%02d] }" % (turn, white, 60 - turn, black, 60 - turn)
        for turn, (white, black) in enumerate([(b"Nf3", b"Nf6"), (b"Ng1", b"Ng8")] * 12, 1)
    )
    + b" 1-0\n\n"
)


class Block(typing.NamedTuple):
    line: int
    text: str

    @property
    def needs(self) -> str:
        """What runs it: Spark, Ray, PyTorch, or nothing but the package."""
        return next((name for name in ("spark", "ray", "torch") if re.search(rf"\b{name}\.", self.text)), "")

    @property
    def is_session(self) -> bool:
        """Whether it has prompts, and what is answered."""
        return self.text.startswith(">>>")


def blocks(page: pathlib.Path) -> list[Block]:
    """The blocks of Python of a page, in order."""
    text = page.read_text()
    found = re.finditer(r"^```(?:python|py)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [Block(text.count("\n", 0, block.start()) + 2, block[1]) for block in found]


def lay_out(folder: pathlib.Path) -> None:
    """The files that the page speaks of, small."""
    text = FAMOUS.read_bytes() + BLITZ
    for name in ("famous.pgnz", "games.pgnz"):
        pgnz.compress(FAMOUS, folder / name)
    (folder / "famous.pgn").write_bytes(FAMOUS.read_bytes())
    (folder / "months").mkdir()
    (folder / "pgn").mkdir()
    packed = pyarrow.compress(text, "zstd", asbytes=True)
    (folder / "lichess_db_standard_rated_2025-05.pgn.zst").write_bytes(packed)
    for month in ("2025-04", "2025-05"):
        pgnz.compress(text, folder / "months" / f"{month}.pgnz", level="fast")
        (folder / "pgn" / f"{month}.pgn.zst").write_bytes(packed)


def run(needs: str, names: dict[str, object]) -> int:
    """Runs the blocks of the page that need this; the number of blocks."""
    wanted = [block for block in blocks(PAGE) if block.needs == needs]
    for block in wanted:
        exec(compile("\n" * (block.line - 1) + block.text, str(PAGE), "exec"), names)
    return len(wanted)


def session(block: Block, page: pathlib.Path, names: dict[str, object], failures: list[str]) -> int:
    """Runs a block with prompts, and notes where an answer differs; the number of its examples."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line - 1)
    runner.run(test, out=failures.append, clear_globs=False)
    names.update(test.globs)
    return len(test.examples)

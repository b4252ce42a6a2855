"""Games and positions for python-chess, and from there."""

from __future__ import annotations

import io
import re
import typing

#: What begins or ends a comment.
_MARK = re.compile(r"[;{}]")


def game(text: str) -> typing.Any:
    """The ``chess.pgn.Game`` of the text of one game."""
    import chess.pgn

    return chess.pgn.read_game(io.StringIO("\n".join(_lines(text))))


def text(game: typing.Any) -> str:
    """The PGN of a ``chess.pgn.Game``."""
    return str(game)


def board(fen: str, variant: str, chess960: bool) -> typing.Any:
    """The ``chess.Board`` of a position; the variant has its name of Lichess."""
    import chess.variant

    return chess.variant.find_variant(variant)(fen, chess960=chess960)


def facts(board: typing.Any) -> tuple[str, str]:
    """The FEN of a ``chess.Board``, and its variant."""
    return board.fen(), board.aliases[0]


def _lines(text: str) -> typing.Iterator[str]:
    """The lines of a game, without the blank lines at which python-chess would end it."""
    is_in_tags, is_in_comment = True, False
    for line in re.split(r"\r\n?|\n", text):
        if not is_in_comment and not line.strip("\ufeff").strip():
            continue
        if is_in_tags and not line.lstrip("\ufeff").startswith(("[", "%", ";")):
            is_in_tags = False
            # It ends the tags, and no more than that.
            yield ""
        if not is_in_tags and (is_in_comment or not line.startswith("%")):
            is_in_comment = _leaves_comment_open(line, is_in_comment)
        yield line
    yield ""


def _leaves_comment_open(line: str, is_in_comment: bool) -> bool:
    """Whether a comment in braces goes on after this line."""
    for mark in _MARK.findall(line):
        if mark == ";" and not is_in_comment:
            return False
        is_in_comment = mark == "{" or (is_in_comment and mark != "}")
    return is_in_comment

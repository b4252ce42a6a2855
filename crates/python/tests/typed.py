"""A program with types: what `mypy --strict` has to know of the package. `test_stubs.py` checks and runs it."""

import collections.abc
import datetime
import io
import pathlib
from typing import assert_type

import numpy as np
import pgnz
from numpy.typing import NDArray


def look(archive: pgnz.Archive) -> int:
    """Uses what there is; the number of moves of the first game."""
    game = archive[0]
    assert_type(archive[1:3], pgnz.Archive)
    assert_type(game.tags["White"], str)
    assert_type(game.tags.get("Annotator"), str | None)
    assert_type(game.white, str | None)
    assert_type(game.date, datetime.date | None)
    assert_type(game.white_rating, int | None)
    assert_type(game.moves, list[str])
    assert_type(game.indices, NDArray[np.int32])
    assert_type(game.clocks, NDArray[np.float64])
    assert_type(game.probabilities(0), dict[str, float])
    assert_type(game.board(-1), str)
    position = assert_type(game.position(0), pgnz.Position)
    move = assert_type(position.legal_moves[0], pgnz.Move)
    assert_type(position.play(move).read_move("e5").from_, str | None)
    builder = assert_type(pgnz.GameBuilder.edit(game).tag("White", "Anna"), pgnz.GameBuilder)
    builder.line.plies[0].comments.append("best by test")
    assert_type(builder.line.plies[0].played, pgnz.Move | None)
    assert_type(builder.build(), pgnz.Game)
    for found in archive.games(where="plies > 10", columns=["tags"], threads=1):
        assert_type(found, pgnz.Game)
    games: collections.abc.Sequence[pgnz.Game] = archive
    assert_type(archive.count("year > 1900"), int)
    assert_type(archive.scan(["white"], where="year > 1900").column_names, list[str])
    assert_type(archive.text(), io.BufferedReader)
    assert_type(archive.blocks[0].games, int)
    text = game.raw
    packed = assert_type(pgnz.compress(text, level="fast"), bytes)
    assert_type(pgnz.expand(packed), bytes)
    assert_type(pgnz.compress(text, io.BytesIO(), level="fast", progress=told), pgnz.Report)
    assert_type(pgnz.open(packed).path, pathlib.Path | None)
    assert_type(pgnz.decode_blob(pgnz.encode_blob(game.uci)).san, list[str])
    assert_type(pgnz.Predictor("fast").surprisal("e4 e5"), NDArray[np.float64])
    try:
        pgnz.open(b"")
    except pgnz.Error as error:
        assert_type(error.block, int | None)
    return len(games[0].moves)


def told(progress: pgnz.Progress) -> None:
    assert_type(progress["games"], int)

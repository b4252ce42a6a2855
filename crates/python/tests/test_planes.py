"""Positions and moves as arrays for networks."""

from __future__ import annotations

import chess
import numpy as np
import pgnz
import pytest

ORDER = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]


def planes_of(board: chess.Board, view: str) -> np.ndarray:
    """The same by python-chess."""
    own = board.turn if view == "mover" else chess.WHITE
    planes = np.zeros((12, 64), np.uint8)
    for square, piece in board.piece_map().items():
        at = square if own == chess.WHITE else chess.square_mirror(square)
        planes[ORDER.index(piece.piece_type) + 6 * (piece.color != own), at] = 1
    return planes.reshape(12, 8, 8)


def class_of(board: chess.Board, move: chess.Move, view: str) -> int:
    turned = chess.square_mirror if view == "mover" and board.turn == chess.BLACK else int
    if move.promotion in (chess.KNIGHT, chess.BISHOP, chess.ROOK):
        return 4096 + 64 * (move.promotion - 2) + 8 * chess.square_file(move.from_square) + chess.square_file(move.to_square)
    return 64 * turned(move.from_square) + turned(move.to_square)


@pytest.mark.parametrize("view", ["white", "mover"])
def test_planes_classes_and_masks_are_those_of_python_chess(archive, view):
    for game in archive[::6]:
        board = game.to_chess().board()
        targets = game.targets(view)
        assert targets.dtype == np.int64 and len(targets) == game.plies
        for ply, uci in enumerate(game.uci):
            planes = game.planes(ply, view)
            assert planes.dtype == np.uint8 and np.array_equal(planes, planes_of(board, view))
            move = chess.Move.from_uci(uci)
            assert targets[ply] == class_of(board, move, view)
            mask = game.legal_mask(ply, view)
            assert set(np.flatnonzero(mask)) == {class_of(board, legal, view) for legal in board.legal_moves}
            board.push(move)


@pytest.mark.parametrize(
    "tags, moves",
    [
        ('[FEN "4k3/1P5P/8/8/8/8/1p5p/4K3 b - - 0 1"]', "1... b1=N 2. h8=R+ Kf7 3. b8=B h1=Q+ *"),
        ('[FEN "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"]\n[Variant "Chess960"]', "1. O-O *"),
        ('[FEN "4k3/8/8/8/8/8/8/5K1R w H - 0 1"]\n[Variant "Chess960"]', "1. O-O *"),
        ('[FEN "4k3/8/8/8/8/8/8/4K3[QNPqnp] w - - 0 1"]\n[Variant "Crazyhouse"]', "1. N@e4 P@e5 2. Q@a8+ *"),
        ('[FEN "8/P7/8/8/8/8/7p/8 w - - 0 1"]\n[Variant "Antichess"]', "1. a8=K h1=K *"),
    ],
)
@pytest.mark.parametrize("view", ["white", "mover"])
def test_no_two_moves_of_a_position_have_the_same_class(tags, moves, view):
    game = pgnz.Game.parse(f"{tags}\n\n{moves}\n")
    assert game.plies > 0
    for ply, target in enumerate(game.targets(view)):
        mask = game.legal_mask(ply, view)
        assert mask[target] and mask.sum() == len(game.probabilities(ply))


def test_batches_have_every_move_once_and_their_arrays_may_be_changed(archive):
    games = list(archive.games("result = '0-1'"))
    batches = list(archive.batches(100, "result = '0-1'", view="mover", masks=True))
    assert [len(batch["moves"]) for batch in batches[:-1]] == [100] * (len(batches) - 1)
    whole = {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}
    assert whole["planes"].shape[1:] == (12, 8, 8) and whole["masks"].shape[1:] == (4672,)
    expected = [(game.number, ply) for game in games for ply in range(game.plies)]
    assert list(zip(whole["games"], whole["plies"], strict=True)) == expected
    assert np.array_equal(whole["moves"], np.concatenate([game.targets("mover") for game in games]))
    for at, (number, ply) in enumerate(expected[:300]):
        game = archive[number - 1]
        assert np.array_equal(whole["planes"][at], game.planes(ply, "mover"))
        assert np.array_equal(whole["masks"][at], game.legal_mask(ply, "mover"))
        assert whole["results"][at] == (-1 if ply % 2 == 0 else 1)
    for values in batches[0].values():
        assert values.flags.writeable and values.flags.c_contiguous
    assert "masks" not in next(archive.batches(1))


def test_batches_take_some_plies_and_slices(archive):
    (batch,) = archive[3:5].batches(1000, ply=(2, 5))
    assert list(batch["plies"]) == [2, 3, 4, 5] * 2 and set(batch["games"]) == {4, 5}
    assert list(archive.batches(ply=(5, 2))) == []
    unknown = next(pgnz.open(pgnz.compress(b"1. e4 *\n", level="fast")).batches())
    assert np.isnan(unknown["results"]).all()
    with pytest.raises(pgnz.Error, match="at least one"):
        archive.batches(0)
    with pytest.raises(pgnz.Error, match="view is"):
        archive.batches(view="black")

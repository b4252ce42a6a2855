"""Blobs, predictions, errors, stubs."""

import ast
import pathlib
import pickle

import numpy as np
import pgnz
import pytest
from conftest import ROOT


def test_blobs_keep_the_moves(archive):
    game = archive[5]
    tags = {"Result": game.result}
    blob = pgnz.encode_blob(game.uci, tags=tags)
    assert blob == pgnz.encode_blob(" ".join(game.moves), tags=tags) and len(blob) < 60
    moves = pgnz.decode_blob(blob, tags=tags)
    assert moves.san == game.moves and moves.uci == game.uci and moves.start == game.board(0)
    with pytest.raises(pgnz.Error, match="legal"):
        pgnz.encode_blob("e4 e4")
    with pytest.raises(pgnz.Error):
        pgnz.decode_blob(b"")
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    moves = pgnz.decode_blob(pgnz.encode_blob(["e1g1"], fen=fen, level="fast"))
    assert moves.start == fen and moves.san == ["O-O"] and moves.variant == "Standard"


def test_positions_are_predicted():
    predictor = pgnz.Predictor("fast")
    chances = predictor.probabilities()
    assert len(chances) == 20 and sum(chances.values()) == pytest.approx(1)
    after = predictor.probabilities(moves="e4", tags={"WhiteElo": "2500"})
    fen = predictor.probabilities("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert set(after) == set(fen)
    assert predictor.probabilities("8/8/8/8/8/5k2/6q1/7K w - - 0 1") == {}
    bits = predictor.surprisal(["e4", "e5", "Qh5"])
    assert bits.dtype == np.float64 and bits[2] > bits[0]
    assert bits[0] == pytest.approx(-np.log2(chances["e2e4"]))
    drops = predictor.probabilities("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", variant="Crazyhouse")
    assert "Q@e4" in drops
    model = (ROOT / "crates" / "data" / "fast.net").read_bytes()
    assert pgnz.Predictor(model=model).probabilities() == chances
    for wrong in (lambda: pgnz.Predictor("slow"), lambda: pgnz.Predictor(model=b"none"), lambda: pgnz.Predictor("fast", model=model), lambda: predictor.surprisal("e5"), lambda: predictor.probabilities("x")):
        with pytest.raises(pgnz.Error):
            wrong()


def test_an_error_keeps_what_it_says_through_pickle():
    error = pgnz.Error("block 3: broken", "corruption", 3, "clocks", 17)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, again.block, again.stream, again.byte) == ("block 3: broken", "corruption", 3, "clocks", 17)


def stubs():
    package = pathlib.Path(pgnz.__file__).parent
    assert (package / "py.typed").exists()
    return ast.parse((package / "__init__.pyi").read_text())


def names(body):
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.AnnAssign):
            yield statement.target.id
        elif isinstance(statement, ast.ImportFrom) and statement.module == "_line":
            yield from (name.name for name in statement.names)


def test_the_stubs_name_what_is_there():
    tree = stubs()
    assert set(names(tree.body)) >= set(pgnz.__all__)
    game = pgnz.Game.parse("1. e4 *")
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef) and statement.name not in ("Progress", "CompressOptions", "Error"):
            owner = game if statement.name == "Game" else getattr(pgnz, statement.name)
            for name in names(statement.body):
                assert hasattr(owner, name), f"{statement.name}.{name}"


def test_the_stubs_name_every_column_and_field_of_a_game():
    (game,) = (one for one in stubs().body if isinstance(one, ast.ClassDef) and one.name == "Game")
    known = set(names(game.body))
    with pytest.raises(AttributeError) as raised:
        pgnz.Game.parse("*").nonsense
    columns = str(raised.value).split("columns are ")[1].split(", and tag:NAME")[0].split(", ")
    assert set(columns) <= known


def test_everything_has_a_docstring():
    for name in pgnz.__all__:
        owner = getattr(pgnz, name)
        if name == "__version__":
            continue
        assert owner.__doc__, name
        if isinstance(owner, type):
            for part in vars(owner):
                if not part.startswith("_") and callable(getattr(owner, part)):
                    assert getattr(owner, part).__doc__, f"{name}.{part}"

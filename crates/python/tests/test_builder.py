"""Games that are made, changed, written, and read by python-chess."""

import io

import chess
import chess.pgn
import pgnz
import pytest
from conftest import BESIDE


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors
    return game


def tree(game: chess.pgn.Game) -> str:
    """The moves with all that is written about them, as python-chess writes them. Where lines end in comments, and comments without a word,
    are of no account.
    """
    text = game.accept(chess.pgn.StringExporter(headers=False, columns=None))
    return " ".join(text.split()).replace("{ } ", "")


def test_a_game_that_is_made_is_read_by_python_chess():
    builder = pgnz.GameBuilder()
    assert builder.tag("White", 'Anna "the" \\ Great').tag("Result", "0-1") is builder
    builder.push("e4").nags.append(1)
    builder.push("e7e5").comments.append("so")
    builder.push(chess.Move.from_uci("g1f3")).comments.append(pgnz.Comment("[%clk 0:01:00] so"))
    builder.push(builder.build().position().read_move("Nc6"))
    line = builder.variation(1, "c5 Nf3")
    assert [ply.uci for ply in line.plies] == ["c7c5", "g1f3"]
    line.comments.append("Sicilian")
    line.plies[1].variations.append(pgnz.Line([pgnz.Ply(builder.build().position(1).play("c5").read_move("c3"))]))
    builder.variation(1, ["e6", "d4"])
    text = builder.to_pgn()
    game = read(text)
    # python-chess leaves escapes as they are.
    assert game.headers["White"] == r'Anna \"the\" \\ Great' and game.headers["Result"] == "0-1"
    assert tree(game) == (
        "1. e4 $1 e5 { so } ( { Sicilian } 1... c5 2. Nf3 ( 2. c3 ) ) ( 1... e6 2. d4 ) 2. Nf3 { [%clk 0:01:00] so } 2... Nc6 0-1"
    )
    built = builder.build()
    assert built.text == text and built.moves == ["e4", "e5", "Nf3", "Nc6"] and built.clocks[2] == 60_000
    assert built.line == pgnz.GameBuilder.edit(built).line and built.variation_count == 3
    assert pgnz.GameBuilder.edit(built).to_pgn() == text


def test_games_that_are_written_anew_are_the_same_to_python_chess(archive):
    games = list(archive[::4])
    for name in ("correspondence-annotated.pgn", "chess960-lichess.pgn", "crazyhouse.pgn", "racingkings.pgn"):
        if (BESIDE / name).exists():
            games += pgnz.open(pgnz.compress((BESIDE / name).read_bytes()[:30_000], level="fast"))[:20]
    for game in games:
        if game.line.unread:
            continue
        again = pgnz.GameBuilder.edit(game).build()
        assert (again.moves, again.uci, again.result) == (game.moves, game.uci, game.result)
        assert {name: again.tags[name] for name in game.tags} == dict(game.tags)
        assert again.line == game.line
        if "Variant" not in game.tags:
            assert tree(read(again.text)) == tree(game.to_chess())
            assert pgnz.Game.from_chess(game.to_chess()).uci == game.uci


def test_a_parsed_game_is_changed_in_all_its_parts():
    game = pgnz.Game.parse('[White "A"]\n[Black "B"]\n\n1. e4 {one} e5 $1 (1... c5 {two}) 2. Nf3 1-0')
    builder = pgnz.GameBuilder.edit(game)
    builder.tag("White", "C").tag("Annotator", "me")
    assert builder.remove_tag("Black") and not builder.remove_tag("Black")
    first, second, third = builder.line.plies
    first.comments[:] = ["changed"]
    second.nags = [2, 14]
    second.variations[0].plies[0].comments.clear()
    del builder.line.plies[2]
    builder.line.plies.append(pgnz.Ply(None))
    builder.push("a6")
    assert builder.to_pgn().splitlines()[-2] == "1. e4 {changed} 1... e5 $2 $14 (1... c5) 2. -- a6 1-0"
    changed = builder.build()
    assert (changed.white, changed.tags["Black"], changed.tags["Annotator"]) == ("C", "?", "me")
    # The game is what it was.
    assert game.line.plies[0].comments[0].text == "one" and third.san == "Nf3" and len(game.line) == 3
    builder.line = game.line
    assert builder.build().line == game.line


def test_a_start_brings_its_tags():
    builder = pgnz.GameBuilder()
    builder.push("e4")
    start = pgnz.Position.from_fen("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1")
    builder.set_start(start)
    assert len(builder.line) == 0 and builder.push("O-O").uci == "e1h1"
    game = builder.build()
    assert dict(game.tags)["FEN"] == start.to_fen() and game.tags["SetUp"] == "1" and game.tags["Variant"] == "Chess960"
    assert game.uci == ["e1h1"] and game.position(0) == start
    builder.set_start(pgnz.Position.initial("Crazyhouse"))
    assert builder.build().tags["Variant"] == "Crazyhouse"


def test_old_encodings_become_utf_8():
    game = pgnz.Game.parse('[White "Müller"]\n[Event "Zürich"]\n\n1. e4 {schön} *'.encode("latin-1"))
    builder = pgnz.GameBuilder.edit(game)
    builder.push("e5").comments.append("♞")
    built = builder.build()
    assert built.raw.decode() == builder.to_pgn()
    assert (built.white, built.event, built.comments) == ("Müller", "Zürich", ["schön", "♞"])


def test_what_cannot_be_written_is_refused(clocked):
    with pytest.raises(pgnz.Error, match="cannot be read"):
        pgnz.GameBuilder.edit(pgnz.Game.parse("1. e4 e4 *"))
    with pytest.raises(pgnz.Error, match="no playable start"):
        pgnz.GameBuilder.edit(pgnz.Game.parse('[FEN "k"]\n\n1. e4 *'))
    with pytest.raises(pgnz.NotDecodedError):
        pgnz.GameBuilder.edit(next(pgnz.open(clocked).games(columns=["moves"])))
    builder = pgnz.GameBuilder()
    for use in (lambda: builder.push("e5"), lambda: builder.variation(0, "e4"), lambda: builder.tag("FEN", "x"), lambda: builder.tag("A B", "x")):
        with pytest.raises(pgnz.Error):
            use()
    assert len(builder.line) == 0
    builder.push("e4").comments.append("a } and\na line")
    with pytest.raises(pgnz.Error, match="brace"):
        builder.to_pgn()
    builder.line.plies[0].comments.clear()
    builder.line.plies.append(pgnz.Ply(builder.line.plies[0].played))
    with pytest.raises(pgnz.Error, match="not a legal move"):
        builder.build()
    builder.line = pgnz.Line()
    builder.line.variations.append(builder.line)
    with pytest.raises(pgnz.Error, match="nested too deeply"):
        builder.to_pgn()
    for wrong, what in ((3, "a line is a pgnz.Line, not int"), (pgnz.Line([3]), "a line has pgnz.Ply, not int"), (pgnz.Line(comments=[3]), "a comment is")):
        with pytest.raises(TypeError, match=what):
            builder.line = wrong


def test_values_of_lines_are_equal_and_can_be_pickled():
    import pickle

    text = "{before} 1. e4 $1 {[%clk 0:03:00] after} (1. d4 (1. c4)) e5 *"
    line = pgnz.Game.parse(text).line
    again = pickle.loads(pickle.dumps(line))
    assert again == line == pgnz.Game.parse(text).line and again.plies[0].comments[0].clock == 180_000
    assert repr(again) == "<pgnz.Line: e4 e5>" and repr(again.plies[0]) == "<pgnz.Ply: e4>"
    again.plies[0].nags.append(2)
    assert again != line and hash(line.comments[0]) == hash(pgnz.Comment("before"))

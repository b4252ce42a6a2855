"""What a game has."""

import datetime
import pickle

import chess
import chess.pgn
import numpy as np
import pgnz
import pytest


@pytest.fixture
def game(clocked):
    return pgnz.open(clocked)[0]


def test_tags_are_a_mapping_of_texts(game):
    assert game.tags["White"] == "Müller"
    assert list(game.tags)[:2] == ["Event", "White"] and len(game.tags) == 10
    assert dict(game.tags)["Round"] == "7" and "Round" in game.tags and "Annotator" not in game.tags
    assert game.tags.get("Annotator") is None and game.tags.get("Annotator", "") == ""
    assert game.tags == dict(game.tags)
    with pytest.raises(KeyError):
        game.tags["Annotator"]
    again = pgnz.Game.parse('[A "1"]\n[A "2"]\n\n*')
    assert dict(again.tags) == {"A": "2"} and again.tags.pairs() == [("A", "1"), ("A", "2")]


def test_fields_have_their_types(game):
    assert (game.white, game.black, game.result, game.white_rating, game.black_rating) == ("Müller", "Anna", "1-0", 1800, None)
    assert game.date is None and game.year == 2024
    assert game.utc_timestamp == datetime.datetime(2024, 5, 6, 7, 8, 9)
    assert game.speed == "blitz" and game.increment == 2.0 and game.has_clocks is True
    assert game.field("tag:Round") == "7"
    assert pgnz.Game.parse('[Date "2024.02.29"]\n\n*').date == datetime.date(2024, 2, 29)
    with pytest.raises(AttributeError):
        game.whit


def test_its_path_is_the_name_of_its_archive(clocked, game):
    assert game.path == str(clocked) == next(iter(pgnz.open(clocked).scan("path")))["path"][0].as_py()
    assert next(pgnz.open(clocked, name="elsewhere").games(columns=["tags"])).path == "elsewhere"
    assert pgnz.Game.parse("*").path == "" == pgnz.open(clocked.read_bytes())[0].path


def test_python_has_no_year_0():
    game = pgnz.Game.parse('[Date "0000.01.01"]\n[UTCDate "0000.01.01"]\n[UTCTime "00:00:00"]\n\n*')
    assert (game.date, game.utc_timestamp, game.year) == (None, None, 0)
    assert pgnz.Game.parse('[Date "0001.01.01"]\n\n*').date == datetime.date(1, 1, 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_bytes_in_utf16_are_read_as_archives_read_them(encoding):
    data = '[White "Müller"]\n\n1. e4 { schön } *\n'.encode(encoding)
    game, of_archive = pgnz.Game.parse(data), pgnz.open(pgnz.compress(data, level="fast"))[0]
    assert (game.white, game.moves) == ("Müller", ["e4"])
    assert game.raw == of_archive.raw


@pytest.mark.parametrize(
    "text",
    [
        '[White "A"]\n\n{ C }\n\n1. e4 e5 2. Nf3 *\n',
        '[White "A"]\r\r1. e4 e5\r\r2. Nf3 *\r',
        '[White "A"]\r\n\r\n\r\n1. e4 ; {\r\n\r\ne5\r\n% {\r\n\r\n2. Nf3 *\r\n',
        '[White "A"]\n1. e4 (1. d4\n \n1... d5) e5\n\n2. Nf3\n\n*',
        '\ufeff\n[White "A"]\n\n1. e4 { one\n\n[two] } e5 { } 2. Nf3 *',
    ],
)
def test_blank_lines_do_not_end_games_of_python_chess(text):
    game = pgnz.Game.parse(text)
    of_chess = game.to_chess()
    assert [move.uci() for move in of_chess.mainline_moves()] == game.uci == ["e2e4", "e7e5", "g1f3"]
    assert of_chess.headers["White"] == "A" and not of_chess.errors


def test_comments_keep_their_blank_lines_in_python_chess():
    game = pgnz.Game.parse("{ C }\n\n1. e4 { one\r\n\r\ntwo } *").to_chess()
    assert (game.comment, game.next().comment) == ("C", "one\n\ntwo")


def test_plies_are_lists_and_arrays(game):
    assert game.moves == ["e4", "e5", "Nf3", "--", "d4"]
    assert game.uci == ["e2e4", "e7e5", "g1f3", "0000", "d2d4"]
    assert game.indices.dtype == np.int32 and game.indices[3] == -1 and len(game.indices) == 5
    np.testing.assert_array_equal(game.clocks, [180_000, np.nan, np.nan, 179_500, np.nan])
    np.testing.assert_array_equal(game.evals, [30, -32766, np.nan, np.nan, np.nan])
    np.testing.assert_array_equal(game.clocks_white, [180, np.nan, np.nan])
    np.testing.assert_array_equal(game.clocks_black, [np.nan, 179])
    assert game.clocks.dtype == np.float64
    bits = game.surprisal
    assert np.isnan(bits[3]) and np.all(bits[[0, 1, 2, 4]] >= 0)
    bits[0] = 7
    assert game.surprisal[0] != 7


def test_what_no_ply_tells_is_nan_for_all(archive):
    game = archive[0]
    assert len(game.clocks) == len(game.moves) and np.isnan(game.clocks).all()
    assert len(game.clocks_white) + len(game.clocks_black) == len(game.moves)
    nothing = pgnz.Game.parse("*")
    assert len(nothing.clocks) == 0 and nothing.moves == [] and len(nothing.indices) == 0


def test_indices_are_places_among_the_legal_moves(archive):
    for game in archive[:5]:
        board = chess.Board()
        for move, index in zip(game.uci, game.indices):
            assert 0 <= index < board.legal_moves.count()
            board.push_uci(move)


def test_boards_are_those_of_python_chess(archive):
    for game in archive[10:13]:
        board = game.to_chess().board()
        assert game.board(0) == board.fen()
        for ply, move in enumerate(game.to_chess().mainline_moves(), 1):
            board.push(move)
            assert game.board(ply) == board.fen(en_passant="legal")
        assert game.board() == game.board(len(game.moves)) == game.board(-1)
        with pytest.raises(IndexError):
            game.board(len(game.moves) + 1)


def test_probabilities_are_those_of_the_moves_played(archive):
    game = archive[9]
    for ply in (0, 1, 10):
        chances = game.probabilities(ply)
        assert sum(chances.values()) == pytest.approx(1)
        assert list(chances.values()) == sorted(chances.values(), reverse=True)
        assert len(chances) == chess.Board(game.board(ply)).legal_moves.count()
        assert -np.log2(chances[game.uci[ply]]) == pytest.approx(game.surprisal[ply], abs=1e-5)
    last = game.probabilities(-1)
    assert len(last) == chess.Board(game.board()).legal_moves.count()
    assert game.probabilities(3, level="fast") != game.probabilities(3)


def test_texts_are_exact(archive, famous):
    assert b"".join(game.raw for game in archive) == famous
    assert archive[3].text == str(archive[3])
    again = pgnz.Game.parse(archive[3].raw)
    assert again.moves == archive[3].moves and again.tags == archive[3].tags


def test_a_game_of_python_chess_has_the_same_moves_and_tags(archive):
    for game in archive[:10]:
        other = game.to_chess()
        assert isinstance(other, chess.pgn.Game)
        assert [move.uci() for move in other.mainline_moves()] == game.uci
        assert other.headers["White"] == game.tags["White"]


def test_a_value_has_one_type_under_all_its_names(clocked):
    game = pgnz.open(clocked)[0]
    assert type(game.white_rating) is type(game.white_elo) is type(game.WhiteElo) is int
    assert game.white_rating == game.white_elo == game.WhiteElo == game.field("WhiteElo")
    np.testing.assert_array_equal(game.moves_index, game.indices)
    assert game.moves_index.dtype == game.indices.dtype == np.int32
    assert game.moves == game.moves_san and game.uci == game.moves_uci


def test_annotations_are_lists(clocked):
    game = pgnz.open(clocked)[0]
    assert game.nags == [[], [], [], [], [1]]
    assert game.comments == ["[%clk 0:03:00] [%eval 0.3]", "[%eval #-3]", "fine", "[%clk 0:02:59.5]", None] and game.comment is None
    game = pgnz.Game.parse("{ first } ; second\n1. e4 $1 ! { a } { b } (1. d4 (1. c4) d5) e5 *")
    assert (game.comment, game.comments, game.nags, game.variation_count) == ("first second", ["a b", None], [[1, 1], []], 2)


def test_dir_lists_every_attribute(game):
    names = dir(game)
    assert len(set(names)) == len(names) > 80
    assert {"white", "white_rating", "clocks", "moves_index", "variation_count", "board", "to_chess", "eco", "path"} <= set(names)
    for name in names:
        getattr(game, name)
    assert all(hasattr(game, name) for name in ("WhiteElo", "clocks")) and not hasattr(game, "whit")


def test_columns_have_docstrings():
    assert pgnz.Game.white_title.__doc__ == "the tag `WhiteTitle`" and "](" not in pgnz.Game.clocks.__doc__
    assert all(part.__doc__ for name, part in vars(pgnz.Game).items() if not name.startswith("_"))


def test_what_was_not_decoded_is_as_an_attribute_that_is_not_there(archive):
    game = next(archive.games(columns=["tags"]))
    for name in ("clocks", "moves", "indices", "raw", "text", "nags", "comments", "variation_count", "eco", "moves_index"):
        assert not hasattr(game, name) and getattr(game, name, None) is None
        with pytest.raises(pgnz.NotDecodedError, match="not decoded") as raised:
            getattr(game, name)
        assert isinstance(raised.value, pgnz.Error) and isinstance(raised.value, AttributeError)
        assert raised.value.kind == "invalid_argument"
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
    assert next(archive.games(columns=["nags", "comments", "variations"])).nags is not None


def test_what_was_not_decoded_is_an_error_and_not_nothing(archive):
    game = next(archive.games(columns=["tags"]))
    assert game.white and game.tags["White"] and game.year
    for read in ("moves", "clocks", "text", "eco", "indices", "surprisal", "termination"):
        with pytest.raises(pgnz.Error, match="not decoded"):
            getattr(game, read)
    for name in ("ECO", "PlyCount"):
        with pytest.raises(pgnz.Error, match="not decoded"):
            game.tags.get(name)
    with pytest.raises(pgnz.Error):
        game.board()
    game = next(archive.games(columns="uci,eco"))
    assert game.uci and game.eco and game.tags["ECO"]
    assert next(archive.games(columns=["all_tags"])).tags == archive[0].tags
    with pytest.raises(pgnz.Error, match="no column"):
        archive.games(columns=["whit"])

"""Positions and moves, compared with python-chess."""

import pickle

import chess
import chess.pgn
import chess.variant
import pgnz
import pytest

#: Positions with castling, en passant, promotions, checks and drops.
SPECIAL = [
    ("r3k2r/pPpp1ppp/8/3Pp3/8/8/P1PPPPPP/R3K2R w KQkq e6 0 1", "Standard"),
    ("r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 3 40", "Standard"),
    ("4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1", "Standard"),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "Standard"),
    ("4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1", "Crazyhouse"),
    ("8/P7/8/8/8/8/7k/8 w - - 0 1", "Antichess"),
    ("rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 3+2 1 2", "Three-check"),
    ("rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3", "King of the Hill"),
    ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "Racing Kings"),
]


@pytest.fixture(params=SPECIAL, ids=lambda case: f"{case[1]} {case[0][:12]}")
def special(request) -> pgnz.Position:
    return pgnz.Position.from_fen(*request.param)


def agree(position: pgnz.Position, board: chess.Board) -> None:
    """Both say the same of a position and its legal moves."""
    assert position.white_to_move == board.turn == (position.turn == "white")
    assert (position.is_check, position.move_number) == (board.is_check(), board.fullmove_number)
    for square in chess.SQUARES:
        piece = board.piece_at(square)
        assert position.piece_at(square) == (piece and piece.symbol()) == position.piece_at(chess.square_name(square))
    moves = {move.to_uci(board.chess960): move for move in position.legal_moves}
    assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)
    for of_chess in board.legal_moves:
        move = moves[of_chess.uci()]
        assert position.san(move) == board.san(of_chess)
        assert move == position.read_move(position.san(move)) == position.read_move(str(move)) == position.read_move(of_chess)
        assert (move.promotion or "").lower() == (of_chess.uci()[4:] if move.from_ and "@" not in of_chess.uci() else "")
        assert (move.castling is not None, move.is_en_passant) == (board.is_castling(of_chess), board.is_en_passant(of_chess))
        assert (move.capture is not None) == board.is_capture(of_chess)
        assert move.to_chess(board.chess960) == of_chess
        assert pickle.loads(pickle.dumps(move)) == move
        if of_chess.drop:
            assert move.from_ is None and move.role == chess.piece_symbol(of_chess.drop).upper()
            continue
        assert move.from_ == chess.square_name(of_chess.from_square)
        assert move.role == board.piece_at(of_chess.from_square).symbol().upper()
        if move.castling is None:
            assert move.to == chess.square_name(of_chess.to_square)
        else:
            assert move.to[0] == {"short": "g", "long": "c"}[move.castling]


def test_positions_of_games_are_those_of_python_chess(archive):
    for game in archive[::6]:
        board = chess.Board()
        assert game.position(0) == pgnz.Position.standard() == pgnz.Position.from_chess(board)
        for ply, (uci, index) in enumerate(zip(game.uci, game.indices)):
            position = game.position(ply)
            if ply % 5 == 0:
                agree(position, board)
            move = position.legal_moves[index]
            assert move.to_uci() == uci == game.line.plies[ply].played.to_uci() if ply % 20 == 0 else True
            board.push_uci(uci)
            assert position.play(move) == game.position(ply + 1) == position.play(uci)
            assert position.play(move).to_fen() == board.fen()
        assert game.position() == game.position(len(game.moves))


def test_special_moves_and_variants_are_those_of_python_chess(special):
    board = special.to_chess()
    assert board.chess960 == special.is_chess960 and pgnz.Position.from_chess(board) == special
    agree(special, board)
    for move in special.legal_moves:
        after = board.copy()
        after.push(move.to_chess(board.chess960))
        if not after.is_variant_end():
            assert special.play(move).zobrist == pgnz.Position.from_chess(after).zobrist


@pytest.mark.parametrize(
    "fen",
    ["k1R5/8/K7/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/5k2/5q2/7K w - - 0 1", "k7/8/KQ6/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/8/k7/2K5 w - - 0 1", chess.STARTING_FEN],
)
def test_the_end_of_a_game_is_that_of_python_chess(fen):
    outcome = chess.Board(fen).outcome()
    assert pgnz.Position.from_fen(fen).outcome == (outcome and outcome.result())


def test_equal_positions_have_equal_hashes_and_can_be_pickled(special):
    again = pickle.loads(pickle.dumps(special))
    assert again == special and hash(again) == hash(special) and {again, special} == {special}
    assert str(again) == again.to_fen() == special.to_fen() and again.variant == special.variant
    one, other = (pgnz.Game.parse(text).position() for text in ("1. d4 Nf6 2. c4 *", "1. c4 Nf6 2. d4 *"))
    assert one.zobrist == other.zobrist and one.polyglot_key == other.polyglot_key != special.polyglot_key
    # The FENs differ in the half moves since the last move of a pawn, or not at all.
    assert (one == other) == (one.to_fen() == other.to_fen())
    assert one != "1. d4" and pgnz.Position.standard() != pgnz.Position.initial("Crazyhouse")


def test_polyglot_keys_are_those_of_python_chess(archive):
    import chess.polyglot

    for game in archive[:4]:
        for ply in range(0, len(game.moves), 7):
            position = game.position(ply)
            assert position.polyglot_key == chess.polyglot.zobrist_hash(chess.Board(position.to_fen()))


def test_null_moves_pass_the_turn():
    passed = pgnz.Position.standard().pass_()
    assert passed.turn == "black" and passed.play("e5").turn == "white"
    assert pgnz.Position.from_fen("k1R5/8/K7/8/8/8/8/8 b - - 0 1").pass_() is None
    game = pgnz.Game.parse("1. e4 -- 2. d4 *")
    assert game.line.plies[1].played is None and game.position(2) == game.position(1).pass_()


def test_what_is_wrong_is_told_in_the_way_of_python():
    start = pgnz.Position.standard()
    with pytest.raises(pgnz.Error, match="is not a legal move in rnbqkbnr"):
        start.play("e5")
    with pytest.raises(pgnz.Error, match="not a legal move"):
        start.play(start.play("e4").read_move("e5"))
    with pytest.raises(pgnz.Error, match="not a legal move"):
        start.read_move(chess.Move.null())
    for use in (start.play, start.san, start.read_move):
        with pytest.raises(TypeError, match="a move is a pgnz.Move, a text, or a chess.Move, not int"):
            use(3)
    for wrong in ("e9", "", "E4"):
        with pytest.raises(pgnz.Error, match="is not a square"):
            start.piece_at(wrong)
    with pytest.raises(ValueError, match="0 to 63"):
        start.piece_at(64)
    with pytest.raises(pgnz.Error):
        pgnz.Position.from_fen("no FEN")
    with pytest.raises(pgnz.Error, match="no variant 'Shogi'"):
        pgnz.Position.initial("Shogi")
    with pytest.raises(IndexError):
        pgnz.Game.parse("1. e4 *").position(2)

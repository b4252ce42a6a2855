"""docs/format/06-chess.md, Spelling of moves."""
from .attacks import KING, PAWN, ROOK, attacks
from .conventions import require
from .rules import mark

RADICES = (6, 5, 10, 4, 6, 4, 2)
SAN, UCI, LONG_DASH, LONG_PLAIN, UCI_ROOK, UCI_DASH = range(6)
MINIMAL, PSEUDO, BOTH, FILE, RANK = range(5)
MARKS = (
    ("", "+", "+", "#"), ("", "", "", ""), ("", "+", "+", "+"), ("", "+", "+", "++"), ("", "+", "++", "#"),
    ("", "", "", "#"), ("", "+", "+", "mate"), ("+",) * 4, ("#",) * 4, ("++",) * 4,
)
LETTERS = "PNBRQK"


def square(s):
    return "abcdefgh"[s % 8] + "12345678"[s // 8]


def parts(code):
    out = []
    for radix in RADICES:
        code, style = divmod(code, radix)
        out.append(style)
    require(not code, "a spelling that does not exist")
    return out


def spell(pos, move, after, code):
    """The text of a move."""
    base, disambiguation, check, castling, promotion, capture, pawn_letter = parts(code)
    if base in (UCI, UCI_ROOK, UCI_DASH):
        text = uci(pos, move, base, promotion, pawn_letter)
    elif move.castling:
        text = castle(move, base, castling)
    elif move.drop:
        text = letter(move, pawn_letter == 0) + "@" + square(move.target)
    else:
        text = board(pos, move, base, disambiguation, promotion, capture, pawn_letter)
    return text + MARKS[check][mark(after)]


def letter(move, pawns):
    return LETTERS[move.role] if move.role != PAWN or pawns else ""


def castle(move, base, style):
    if style == 3 and base != SAN:
        return square(move.origin) + ("-" if base == LONG_DASH else "") + square(move.reaches())
    sign = "O0oO"[style]
    return "-".join([sign] * (3 if move.long() else 2))


def promoted(move, style):
    if move.promotion is None:
        return ""
    piece = LETTERS[move.promotion]
    return ("=" + piece, piece, f"({piece})", "/" + piece, "=" + piece.lower(), piece.lower())[style]


def board(pos, move, base, disambiguation, promotion, capture, pawn_letter):
    taking = move.captured is not None
    sign = "-" if base == LONG_DASH else ""
    if taking and capture != 1:
        sign = ":" if capture == 2 else "x"
    if base != SAN:
        origin = square(move.origin)
    elif move.role == PAWN:
        origin = square(move.origin)[0] if taking else ""
    else:
        origin = disambiguate(pos, move, disambiguation)
    text = letter(move, pawn_letter == 1) + origin + sign + square(move.target) + promoted(move, promotion)
    return text + ("e.p." if move.en_passant and capture == 3 else "")


def disambiguate(pos, move, style):
    if style == PSEUDO:
        same = pos.pieces(pos.turn, move.role) & ~(1 << move.origin)
        reach = attacks(move.role, pos.turn, move.target, pos.occupied())
        rivals = [s for s in range(64) if (same & reach) >> s & 1]
    else:
        rivals = [
            other.origin
            for other in pos.legal()
            if other.role == move.role and other.target == move.target and other.origin != move.origin
            and not other.castling and not other.drop
        ]
        reach = attacks(move.role, pos.turn, move.target, pos.occupied())
        rivals = [s for s in rivals if reach >> s & 1]
    file, rank = square(move.origin)
    on_file = any(s % 8 == move.origin % 8 for s in rivals)
    on_rank = any(s // 8 == move.origin // 8 for s in rivals)
    if style == FILE:
        return file + (rank if on_file else "")
    if style == RANK:
        return (file if on_rank else "") + rank
    if not rivals:
        return ""
    if not on_file:
        return file
    return file + rank if on_rank or style == BOTH else rank


def uci(pos, move, base, promotion, pawn_letter):
    if move.drop:
        return letter(move, pawn_letter == 0) + "@" + square(move.target)
    target = move.target
    if move.castling and base != UCI_ROOK and move.origin % 8 == 4 and move.target % 8 in (0, 7):
        target = move.reaches()
    ending = "" if move.promotion is None else promoted(move, promotion) if promotion else LETTERS[move.promotion].lower()
    return square(move.origin) + ("-" if base == UCI_DASH else "") + square(target) + ending

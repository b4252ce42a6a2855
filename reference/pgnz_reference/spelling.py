"""docs/format/06-chess.md, Spelling of moves."""
from .board import PAWN, attacks, name_of, squares
from .conventions import require
from .rules import mark

RADICES = (6, 5, 10, 4, 6, 4, 2)
SAN, UCI, LONG_DASH, LONG_PLAIN, UCI_ROOK, UCI_DASH = range(6)
MINIMAL, PSEUDO, BOTH, FILE, RANK = range(5)
MARKS = (
    ("", "+", "+", "#"), ("", "", "", ""), ("", "+", "+", "+"), ("", "+", "+", "++"), ("", "+", "++", "#"),
    ("", "", "", "#"), ("", "+", "+", "mate"), ("+",) * 4, ("#",) * 4, ("++",) * 4,
)
PROMOTIONS = ("={}", "{}", "({})", "/{}", "={}", "{}")
LETTERS = "PNBRQK"


def spell(pos, move, after, code):
    """The text of a move."""
    parts = []
    for radix in RADICES:
        code, part = divmod(code, radix)
        parts.append(part)
    require(not code, "a spelling that does not exist")
    base, disambiguation, check, castling, promotion, capture, pawn_letter = parts
    origin, target = name_of(move.origin), name_of(move.target)
    letter, promoted = LETTERS[move.role], ""
    if move.promotion is not None:
        piece = LETTERS[move.promotion]
        promoted = PROMOTIONS[promotion].format(piece.lower() if promotion > 3 else piece)
        if promotion == 0 and base in (UCI, UCI_ROOK, UCI_DASH):
            promoted = piece.lower()
    if move.drop:
        text = ("" if move.role == PAWN and pawn_letter else letter) + "@" + target
    elif base in (UCI, UCI_ROOK, UCI_DASH):
        usual = move.origin % 8 == 4 and move.target % 8 in (0, 7)
        target = name_of(move.reaches()) if base != UCI_ROOK and usual else target
        text = origin + ("-" if base == UCI_DASH else "") + target + promoted
    elif move.castling and castling == 3 and base != SAN:
        text = origin + ("-" if base == LONG_DASH else "") + name_of(move.reaches())
    elif move.castling:
        text = "-".join(["O0oO"[castling]] * (3 if move.long() else 2))
    else:
        taking = move.captured is not None
        sign = "-" if base == LONG_DASH else ""
        if taking and capture != 1:
            sign = ":" if capture == 2 else "x"
        if base == SAN:
            origin = origin[0] * taking if move.role == PAWN else disambiguate(pos, move, disambiguation)
        letter = "" if move.role == PAWN and not pawn_letter else letter
        text = letter + origin + sign + target + promoted + ("e.p." if move.en_passant and capture == 3 else "")
    return text + MARKS[check][mark(after)]


def disambiguate(pos, move, style):
    reach = attacks(move.role, pos.turn, move.target, pos.occupied())
    rivals = squares(pos.pieces(pos.turn, move.role) & ~(1 << move.origin) & reach)
    if style != PSEUDO:
        able = {m.origin for m in pos.legal() if m.role == move.role and m.target == move.target and not m.castling and not m.drop}
        rivals = able.intersection(rivals)
    places = [(s % 8, s // 8) for s in rivals]
    (file, rank), (x, y) = name_of(move.origin), (move.origin % 8, move.origin // 8)
    on_file, on_rank = any(a == x for a, _ in places), any(b == y for _, b in places)
    if style == FILE:
        return file + rank * on_file
    if style == RANK:
        return file * on_rank + rank
    if not places or not on_file:
        return file if places else ""
    return file + rank if on_rank or style == BOTH else rank

"""docs/format/06-chess.md, Positions and moves and FEN: names of rules, reading and writing of positions."""
from .board import (
    ANTICHESS, ATOMIC, BLACK, CRAZYHOUSE, HORDE, KING, PAWN, RACING, RANKS, ROOK, STANDARD, THREE_CHECK, WHITE, Position,
    name_of, squares,
)

NAMES = (
    "standard standardchess normal normalchess chess regular orthodox orthodoxchess classical fromposition chess960 960"
    " frc fischerandom fischerrandom fischerandomchess fischerrandomchess",
    "atomic atomicchess",
    "antichess suicide suicidechess giveaway giveawaychess",
    "kingofthehill koth",
    "threecheck threechecks 3check 3checks threecheckchess",
    "crazyhouse zh",
    "racingkings",
    "horde hordechess",
)
RULES = {name: number for number, names in enumerate(NAMES) for name in names.split()}
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTS = {
    ANTICHESS: USUAL.replace("KQkq", "-"),
    RACING: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    HORDE: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
}
LETTERS = "pnbrqk"


def rules_of(variant):
    """The number of the rules that a tag Variant names (None: no tag), or None if it is unknown."""
    if variant is None or not variant.strip(b" ?-"):
        return STANDARD
    name = "".join(chr(b) for b in variant if chr(b).isascii() and chr(b).isalnum()).lower()
    return RULES.get(name) if len(name) <= 24 else None


def initial(rules):
    return parse(STARTS.get(rules, USUAL), rules)


def parse(fen, rules):
    """The position of a FEN, or None if it gives no playable one. FEN, clauses 1 to 8."""
    try:
        pos = read([field for field in fen.replace("_", " ").split(" ") if field], rules)
    except (ValueError, IndexError):
        return None
    return pos if playable(pos) else None


def refuse_unless(holds):
    if not holds:
        raise ValueError("no position")


def read(fields, rules):
    def field(missing):
        return fields.pop(0) if fields else missing

    pos = Position(rules)
    pocket = board(pos, field(""))
    turn, castling, en_passant = field("w"), field("-"), field("-")
    refuse_unless(len(turn) == 1)
    pos.turn = "wb".index(turn)
    checks = remaining(field("")) if fields and "+" in fields[0] else None
    pos.halfmoves, pos.fullmoves = number(field("0")), max(1, number(field("1")))
    if fields and checks is None:
        checks = remaining(field(""))
    refuse_unless(not fields)
    if rules == THREE_CHECK:
        pos.checks = checks or pos.checks
    for letter in pocket if rules == CRAZYHOUSE else "":
        pos.pockets["PNBRQpnbrq".index(letter) // 5][LETTERS.index(letter.lower())] += 1
    pos.castling = rights(pos, castling) if rules not in (ANTICHESS, RACING) else 0
    pos.en_passant = passant(pos, en_passant) if en_passant != "-" else None
    return pos


def number(text):
    refuse_unless(text.isascii() and text.isdigit())
    return min(int(text), 2**32 - 1)


def remaining(text):
    """The checks that White and Black may still give; with a sign in front, those that they gave."""
    given = text.startswith("+")
    counts = [number(n) for n in text[given:].split("+")]
    refuse_unless(len(counts) == 2 and max(counts) <= 3)
    return [3 - n for n in counts] if given else counts


def board(pos, field):
    """The pieces; gives the pocket."""
    pocket, ranks = "", field
    if field.endswith("]"):
        ranks, pocket = field[:-1].split("[")
    elif field.count("/") == 8:
        ranks, pocket = field.rsplit("/", 1)
    ranks = ranks.split("/")
    refuse_unless(len(ranks) == 8)
    for rank, letters in zip(range(56, -1, -8), ranks):
        file, last = 0, "-"
        for letter in letters:
            if letter in "12345678":
                file += int(letter)
            elif letter == "~":
                refuse_unless(last.lower() in LETTERS)
                if pos.rules == CRAZYHOUSE and last not in "PpKk":
                    pos.promoted |= 1 << (rank + file - 1)
            else:
                refuse_unless(file < 8)
                pos.put(rank + file, LETTERS.index(letter.lower()), BLACK if letter.islower() else WHITE)
                file += 1
            last = letter
        refuse_unless(file == 8)
    return pocket


def rights(pos, field):
    """The rooks that may castle; impossible rights are dropped."""
    kept = wanted = 0
    for letter in field if field != "-" else "":
        colour = BLACK if letter.islower() else WHITE
        if letter in "KkQq":
            king = pos.king(colour) or 0
            beyond = [rook for rook in rooks(pos, colour) if (rook > king) == (letter in "Kk")]
            wanted |= 1 << beyond[-1 if letter in "Kk" else 0] if beyond else 0
        else:
            wanted |= 1 << (56 * colour + "abcdefgh".index(letter.lower()))
    for colour, home in ((WHITE, RANKS[0]), (BLACK, RANKS[7])):
        refuse_unless((wanted & home).bit_count() <= 2)
        king, able = pos.king(colour), [rook for rook in rooks(pos, colour) if wanted >> rook & 1]
        if pos.pieces(colour, KING).bit_count() == 1 and home >> king & 1:
            kept |= sum(1 << rook for rook in able[:1] if rook < king) + sum(1 << rook for rook in able[-1:] if rook > king)
    return kept


def rooks(pos, colour):
    """The rooks on a side's first rank."""
    return list(squares(pos.pieces(colour, ROOK) & RANKS[7 * colour]))


def passant(pos, field):
    """The square behind a pawn that just moved two steps, or None."""
    refuse_unless(len(field) == 2)
    square, step = "abcdefgh".index(field[0]) + 8 * "12345678".index(field[1]), -8 if pos.turn else 8
    on_rank = square // 8 == (2 if pos.turn else 5)
    pawn = on_rank and pos.pieces(1 - pos.turn, PAWN) >> (square - step) & 1
    return square if pawn and not pos.occupied() & (1 << square | 1 << (square + step)) else None


def playable(pos):
    """Rules: what a start position must have."""
    kings, pawns = [pos.pieces(c, KING).bit_count() for c in (WHITE, BLACK)], pos.roles[PAWN]
    barred = pawns & (RANKS[0] | RANKS[7])
    if pos.rules == HORDE:
        horde = WHITE if kings[BLACK] else BLACK
        fits = sum(kings) == 1 and not barred & ~(RANKS[7 * horde] & pos.colours[horde])
    elif pos.rules == ANTICHESS:
        return not barred and bool(pos.occupied())
    elif pos.rules == ATOMIC:
        fits = not barred and max(kings) <= 1 and kings[1 - pos.turn]
    else:
        fits = not barred and kings == [1, 1] and not (pos.rules == RACING and pawns)
    both_home = pos.rules == RACING and pos.turn == BLACK and (pos.roles[KING] & RANKS[7]).bit_count() == 2
    too_many = pos.rules == CRAZYHOUSE and pos.occupied().bit_count() + sum(map(sum, pos.pockets)) > 64
    if not fits or both_home or too_many or (pos.rules == THREE_CHECK and pos.checks == [0, 0]):
        return False
    theirs = pos.king(1 - pos.turn)
    if theirs is None or (pos.rules == ATOMIC and not kings[pos.turn]):
        return True
    return not pos.king_attackers(theirs, pos.turn, pos.occupied())


def write(pos):
    """Blobs: X-FEN, with an en passant square only where such a capture is legal."""
    board = ""
    for square in (8 * rank + file for rank in range(7, -1, -1) for file in range(8)):
        role = pos.role_at(square)
        letter = "1" if role is None else LETTERS[role] if pos.colours[BLACK] >> square & 1 else LETTERS[role].upper()
        board += letter + ("~" if pos.promoted >> square & 1 else "") + ("/" if square % 8 == 7 and square > 7 else "")
    for n in range(8, 1, -1):
        board = board.replace("1" * n, str(n))
    if pos.rules == CRAZYHOUSE:
        held = zip("PNBRQKpnbrqk", pos.pockets[WHITE] + pos.pockets[BLACK])
        board += "[" + "".join(letter * count for letter, count in held) + "]"
    castling = ""
    for colour in (WHITE, BLACK):
        own, king = rooks(pos, colour), pos.king(colour)
        for square in reversed(list(squares(pos.castling & pos.colours[colour]))):
            outermost = own[-1] if square > king else own[0]
            letter = name_of(square)[0] if square != outermost else "k" if square > king else "q"
            castling += letter if colour else letter.upper()
    ep = pos.legal_en_passant()
    fields = [board, "wb"[pos.turn], castling or "-", "-" if ep is None else name_of(ep)]
    fields += [f"{pos.checks[0]}+{pos.checks[1]}"] if pos.rules == THREE_CHECK else []
    return " ".join(fields + [str(pos.halfmoves), str(pos.fullmoves)])

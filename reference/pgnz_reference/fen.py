"""Rules' names and FEN; docs/format/06-chess.md, Positions and moves and FEN."""
from .attacks import BLACK, KING, PAWN, RANKS, ROOK, WHITE, first, squares
from .board import (
    ANTICHESS, ATOMIC, CRAZYHOUSE, HORDE, RACING, STANDARD, THREE_CHECK, Position,
)

NAMES = {
    0: "standard standardchess normal normalchess chess regular orthodox orthodoxchess classical fromposition chess960 960"
    " frc fischerandom fischerrandom fischerandomchess fischerrandomchess",
    1: "atomic atomicchess",
    2: "antichess suicide suicidechess giveaway giveawaychess",
    3: "kingofthehill koth",
    4: "threecheck threechecks 3check 3checks threecheckchess",
    5: "crazyhouse zh",
    6: "racingkings",
    7: "horde hordechess",
}
RULES = {name: number for number, names in NAMES.items() for name in names.split()}
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTS = {
    ANTICHESS: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
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
        pos = read(fen, rules)
    except (ValueError, IndexError):
        return None
    return pos if playable(pos) else None


def read(fen, rules):
    fields = [f for f in fen.replace("_", " ").split(" ") if f]
    pos = Position(rules)
    pocket = board(pos, fields.pop(0) if fields else "")
    turn = fields.pop(0) if fields else "w"
    pos.turn = "wb".index(turn) if len(turn) == 1 else int("refused")
    castling = fields.pop(0) if fields else "-"
    en_passant = fields.pop(0) if fields else "-"
    checks = remaining(fields.pop(0)) if fields and "+" in fields[0] else None
    pos.halfmoves = number(fields.pop(0)) if fields else 0
    pos.fullmoves = max(1, number(fields.pop(0))) if fields else 1
    if fields and checks is None:
        checks = remaining(fields.pop(0))
    if fields:
        raise ValueError("a field too many")
    if rules == THREE_CHECK and checks is not None:
        pos.checks = checks
    if rules == CRAZYHOUSE and pocket is not None:
        for letter in pocket:
            pos.pockets["PNBRQpnbrq".index(letter) // 5][LETTERS.index(letter.lower())] += 1
    pos.castling = rights(pos, castling) if rules not in (ANTICHESS, RACING) else 0
    if en_passant != "-":
        pos.en_passant = passant(pos, en_passant)
    return pos


def number(text):
    if not (text.isascii() and text.isdigit()):
        raise ValueError("a counter of a FEN is no number")
    return min(int(text), 2**32 - 1)


def remaining(text):
    """The checks that White and Black may still give; with a sign in front, those that they gave."""
    given = text.startswith("+")
    counts = [number(n) for n in text[given:].split("+")]
    if len(counts) != 2 or max(counts) > 3:
        raise ValueError("no checks")
    return [3 - n for n in counts] if given else counts


def board(pos, field):
    """The pieces; gives the pocket, or None."""
    pocket = None
    if field.endswith("]"):
        field, pocket = field[:-1].split("[")
    elif field.count("/") == 8:
        field, pocket = field.rsplit("/", 1)
    rank, file = 7, 0
    for at, letter in enumerate(field):
        if letter == "/":
            if file != 8:
                raise ValueError("a rank of another length")
            rank, file = rank - 1, 0
        elif letter in "12345678":
            file += int(letter)
        elif letter == "~":
            if at == 0 or field[at - 1].lower() not in LETTERS:
                raise ValueError("no promoted piece")
            if pos.rules == CRAZYHOUSE and field[at - 1] not in "PpKk":
                pos.promoted |= 1 << (8 * rank + file - 1)
        else:
            if file > 7 or rank < 0:
                raise ValueError("off the board")
            pos.put(8 * rank + file, LETTERS.index(letter.lower()), BLACK if letter.islower() else WHITE)
            file += 1
    if rank != 0 or file != 8:
        raise ValueError("not eight ranks of eight squares")
    return pocket


def rights(pos, field):
    """The rooks that may castle; impossible rights are dropped."""
    wanted = 0
    for letter in field if field != "-" else "":
        colour = BLACK if letter.islower() else WHITE
        home = 56 if colour else 0
        rooks = list(squares(pos.pieces(colour, ROOK) & RANKS[home // 8]))
        if letter in "KkQq":
            king = pos.king(colour) or 0
            beyond = [rook for rook in rooks if (rook > king) == (letter in "Kk")]
            wanted |= 1 << beyond[-1 if letter in "Kk" else 0] if beyond else 0
        else:
            wanted |= 1 << (home + "abcdefgh".index(letter.lower()))
    if any((wanted >> home & 255).bit_count() > 2 for home in (0, 56)):
        raise ValueError("more than two rooks of a side may castle")
    kept = 0
    for colour, home in ((WHITE, 0), (BLACK, 7)):
        kings = pos.pieces(colour, KING)
        rooks = list(squares(wanted & pos.pieces(colour, ROOK) & RANKS[home]))
        if kings and kings & (kings - 1) == 0 and kings & RANKS[home] and rooks:
            king = first(kings)
            kept |= 1 << rooks[0] if rooks[0] < king else 0
            kept |= 1 << rooks[-1] if rooks[-1] > king else 0
    return kept


def passant(pos, field):
    """The square behind a pawn that just moved two steps, or None."""
    if len(field) != 2:
        raise ValueError("no square")
    square = "abcdefgh".index(field[0]) + 8 * "12345678".index(field[1])
    step = -8 if pos.turn else 8
    if square // 8 != (2 if pos.turn else 5):
        return None
    pawn = pos.pieces(1 - pos.turn, PAWN) >> (square - step) & 1
    if not pawn or pos.occupied() >> square & 1 or pos.occupied() >> (square + step) & 1:
        return None
    return square


def playable(pos):
    """Rules: what a start position must have."""
    white, black = pos.colours
    kings = [pos.pieces(c, KING).bit_count() for c in (WHITE, BLACK)]
    pawns = pos.roles[PAWN]
    if pos.rules == HORDE:
        if sum(kings) != 1:
            return False
        horde = WHITE if kings[BLACK] else BLACK
        own = RANKS[7] if horde else RANKS[0]
        if pawns & (RANKS[0] | RANKS[7]) & ~(own & pos.colours[horde]):
            return False
    elif pawns & (RANKS[0] | RANKS[7]):
        return False
    elif pos.rules == ANTICHESS:
        return bool(white | black)
    elif pos.rules == ATOMIC:
        if max(kings) > 1 or not kings[1 - pos.turn]:
            return False
    elif kings != [1, 1] or (pos.rules == RACING and pawns):
        return False
    if pos.rules == THREE_CHECK and pos.checks == [0, 0]:
        return False
    if pos.rules == CRAZYHOUSE and pos.occupied().bit_count() + sum(map(sum, pos.pockets)) > 64:
        return False
    if pos.rules == RACING and pos.turn == BLACK and (pos.roles[KING] & RANKS[7]).bit_count() == 2:
        return False
    if pos.rules == ATOMIC and not kings[pos.turn]:
        return True
    theirs = pos.king(1 - pos.turn)
    return theirs is None or not pos.king_attackers(theirs, pos.turn, pos.occupied())


def write(pos):
    """Blobs: X-FEN, with an en passant square only where such a capture is legal."""
    ranks = []
    for rank in range(7, -1, -1):
        text, empty = "", 0
        for square in range(8 * rank, 8 * rank + 8):
            role = pos.role_at(square)
            if role is None:
                empty += 1
                continue
            letter = LETTERS[role] if pos.colours[BLACK] >> square & 1 else LETTERS[role].upper()
            text += (str(empty) if empty else "") + letter + ("~" if pos.promoted >> square & 1 else "")
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    placement = "/".join(ranks)
    if pos.rules == CRAZYHOUSE:
        pockets = zip(("PNBRQ", "pnbrq"), pos.pockets)
        placement += "[" + "".join(l * n for ls, ns in pockets for l, n in zip(ls, ns)) + "]"
    castling = ""
    for colour in (WHITE, BLACK):
        home = 7 if colour else 0
        rooks = list(squares(pos.pieces(colour, ROOK) & RANKS[home]))
        for square in reversed(list(squares(pos.castling & pos.colours[colour]))):
            letter = "abcdefgh"[square % 8]
            if square > pos.king(colour) and square == rooks[-1]:
                letter = "k"
            elif square < pos.king(colour) and square == rooks[0]:
                letter = "q"
            castling += letter if colour else letter.upper()
    ep = pos.legal_en_passant()
    fields = [placement, "wb"[pos.turn], castling or "-", "-" if ep is None else "abcdefgh"[ep % 8] + str(ep // 8 + 1)]
    if pos.rules == THREE_CHECK:
        fields.append(f"{pos.checks[0]}+{pos.checks[1]}")
    return " ".join(fields + [str(pos.halfmoves), str(pos.fullmoves)])

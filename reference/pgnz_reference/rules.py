"""docs/format/06-chess.md, Legal moves and Variants: legal moves and ends of games."""
from .board import (
    ANTICHESS, ATOMIC, BISHOP, BLACK, CRAZYHOUSE, HILL, HORDE, KING, KING_REACH, KNIGHT, M64, PAWN, PAWN_REACH, QUEEN, RACING,
    RANKS, ROOK, THREE_CHECK, WHITE, Move, attacks, between, first, squares,
)

CENTRE = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)
ORDER = {None: 0, QUEEN: 1, ROOK: 2, BISHOP: 3, KNIGHT: 4, KING: 5}


def decided(pos):
    """Whether the game has ended by the rules of its variant: 1 won by one side, 2 drawn, 0 not."""
    white, black = pos.colours
    kings = pos.roles[KING]
    if pos.rules == RACING:
        return racing_ended(pos)
    return int({
        ATOMIC: not (kings & white and kings & black),
        ANTICHESS: not white or not black,
        HILL: bool(kings & CENTRE),
        THREE_CHECK: 0 in pos.checks,
        HORDE: not white or not black,
    }.get(pos.rules, 0))


def racing_ended(pos):
    """A king on the eighth rank ends the game, but Black may still follow White's at once."""
    white, black = pos.pieces(WHITE, KING), pos.pieces(BLACK, KING)
    if not white or not black:
        return 1
    if white & RANKS[7] and black & RANKS[7]:
        return 2
    if pos.turn == BLACK and white & RANKS[7]:
        ways = squares(KING_REACH[first(black)] & RANKS[7] & ~pos.colours[BLACK])
        return int(all(pos.king_attackers(target, WHITE, pos.occupied() & ~black) for target in ways))
    return int(bool((white | black) & RANKS[7]))


def legal_moves(pos):
    """All legal moves in canonical order."""
    if decided(pos):
        return []
    moves = [*pieces_moves(pos), *pawn_moves(pos), *castling_moves(pos)]
    if pos.rules == CRAZYHOUSE:
        free = ~pos.occupied() & M64
        for role in range(5):
            targets = free & ~(RANKS[0] | RANKS[7]) if role == PAWN else free
            moves += [Move(role, to, to, drop=True) for to in squares(targets) if pos.pockets[pos.turn][role]]
    if pos.rules == ANTICHESS:
        moves = [move for move in moves if move.captured is not None] or moves
    else:
        moves = [move for move in moves if survives(pos, move)]
    flip = 63 if pos.turn else 0
    return sorted(moves, key=lambda m: (m.drop, m.role if m.drop else m.origin ^ flip, m.target ^ flip, ORDER[m.promotion]))


def to(pos, role, origin, target, *more):
    return Move(role, origin, target, pos.role_at(target), *more)


def pieces_moves(pos):
    us, occupied = pos.turn, pos.occupied()
    for role in (KNIGHT, BISHOP, ROOK, QUEEN, KING):
        barred = occupied if role == KING and pos.rules == ATOMIC else pos.colours[us]
        for origin in squares(pos.pieces(us, role)):
            yield from (to(pos, role, origin, target) for target in squares(attacks(role, us, origin, occupied) & ~barred))


def pawn_moves(pos):
    us = pos.turn
    step, free = (-8 if us else 8), ~pos.occupied()
    promotions = PROMOTIONS + (KING,) if pos.rules == ANTICHESS else PROMOTIONS
    two = RANKS[6 if us else 1] | (RANKS[7 if us else 0] if pos.rules == HORDE else 0)
    for origin in squares(pos.pieces(us, PAWN)):
        ahead = origin + step
        targets = PAWN_REACH[us][origin] & pos.colours[1 - us] | 1 << ahead & free
        if two >> origin & 1 and free >> ahead & 1:
            targets |= 1 << (ahead + step) & free
        for target in squares(targets):
            yield from (to(pos, PAWN, origin, target, p) for p in (promotions if target // 8 in (0, 7) else (None,)))
        if pos.en_passant is not None and PAWN_REACH[us][origin] >> pos.en_passant & 1:
            yield Move(PAWN, origin, pos.en_passant, PAWN, en_passant=True)


def castling_moves(pos):
    us, king, occupied = pos.turn, pos.king(pos.turn), pos.occupied()
    for square in squares(pos.castling & pos.colours[us]):
        move = Move(KING, king, square, castling=True)
        king_to, rook_to = move.reaches(), move.reaches() + (1 if move.long() else -1)
        way = between(king, king_to) | 1 << king_to
        path = way | between(square, rook_to) | 1 << rook_to
        passed = squares(way | 1 << king)
        if not path & ~(1 << king | 1 << square) & occupied:
            if not any(pos.king_attackers(s, 1 - us, occupied & ~(1 << king)) for s in passed):
                yield move


def survives(pos, move):
    """The move is played to see whether the own king is safe after it."""
    us, after = pos.turn, pos.play(move)
    king = after.king(us)
    if king is None:
        return pos.rules not in (ATOMIC, RACING)
    if pos.rules == ATOMIC and not after.pieces(1 - us, KING):
        return True
    safe = not after.king_attackers(king, 1 - us, after.occupied())
    return safe and not (pos.rules == RACING and after.checkers())


def mark(after):
    """The mark of the move that led to a position: 0 none, 1 check, 2 double check, 3 mate."""
    checkers = after.checkers()
    won = decided(after) == 1 or (after.rules == ANTICHESS and not after.legal())
    if won or (checkers and not after.legal()):
        return 3
    return min(2, checkers.bit_count())

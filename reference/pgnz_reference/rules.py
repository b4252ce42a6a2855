"""Legal moves and ends of games, by the rules of chess and its variants; docs/format/06-chess.md, Legal moves and Variants."""
from .attacks import (
    ALL, BETWEEN, BISHOP, BLACK, FILES, KING, KING_REACH, KNIGHT, PAWN, PAWN_REACH, QUEEN, RANKS, ROOK, WHITE, attacks,
    first, squares,
)
from .attacks import bishop, rook
from .board import ANTICHESS, ATOMIC, CRAZYHOUSE, HILL, HORDE, RACING, THREE_CHECK, Move

CENTRE = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)
ORDER = {None: 0, QUEEN: 1, ROOK: 2, BISHOP: 3, KNIGHT: 4, KING: 5}


def decided(pos):
    """Whether the game has ended by the rules of its variant: 1 won by one side, 2 drawn, 0 not."""
    white, black = pos.colours
    kings = pos.roles[KING]
    if pos.rules == ATOMIC:
        return int(not (kings & white and kings & black))
    if pos.rules == ANTICHESS:
        return int(not white or not black)
    if pos.rules == HILL:
        return int(bool(kings & CENTRE))
    if pos.rules == THREE_CHECK:
        return int(0 in pos.checks)
    if pos.rules == HORDE:
        return int(not white or not black)
    if pos.rules == RACING:
        return racing_ended(pos)
    return 0


def racing_ended(pos):
    """A king on the eighth rank ends the game, but Black may still follow White's at once."""
    kings = pos.roles[KING]
    white, black = kings & pos.colours[WHITE], kings & pos.colours[BLACK]
    if not white or not black:
        return 1
    if not kings & RANKS[7]:
        return 0
    if white & RANKS[7] and black & RANKS[7]:
        return 2
    if pos.turn == BLACK and white & RANKS[7]:
        for target in squares(KING_REACH[first(black)] & RANKS[7] & ~pos.colours[BLACK]):
            if not pos.king_attackers(target, WHITE, pos.occupied() & ~black):
                return 0
    return 1


def legal_moves(pos):
    """All legal moves in canonical order."""
    if decided(pos):
        return []
    moves = pseudo_moves(pos)
    if pos.rules == ANTICHESS:
        if any(move.captured is not None for move in moves):
            moves = [move for move in moves if move.captured is not None]
    elif pos.rules in (ATOMIC, RACING):
        moves = [move for move in moves if survives(pos, move)]
    else:
        moves = safe_moves(pos, moves)
    return sorted(moves, key=order(pos.turn))


def order(turn):
    """Canonical order. For Black the board is rotated."""
    flip = 63 if turn else 0

    def key(move):
        if move.drop:
            return (1, move.role, move.target ^ flip)
        return (0, move.origin ^ flip, move.target ^ flip, ORDER[move.promotion])

    return key


def pseudo_moves(pos):
    us, them = pos.turn, 1 - pos.turn
    own, occupied = pos.colours[us], pos.occupied()
    moves = []
    for role in (KNIGHT, BISHOP, ROOK, QUEEN, KING):
        for origin in squares(pos.pieces(us, role)):
            targets = attacks(role, us, origin, occupied) & ~own
            if role == KING and pos.rules == ATOMIC:
                targets &= ~occupied
            for target in squares(targets):
                captured = pos.role_at(target) if occupied >> target & 1 else None
                moves.append(Move(role, origin, target, captured))
    pawn_moves(pos, moves)
    if pos.castling & own:
        castling_moves(pos, moves)
    if pos.rules == CRAZYHOUSE:
        for role in range(5):
            if pos.pockets[us][role]:
                free = ~occupied & ALL
                if role == PAWN:
                    free &= ~(RANKS[0] | RANKS[7])
                moves += [Move(role, target, target, drop=True) for target in squares(free)]
    return moves


def pawn_moves(pos, moves):
    us = pos.turn
    step, own, occupied = (-8 if us else 8), pos.colours[us], pos.occupied()
    enemies = pos.colours[1 - us]
    promotions = PROMOTIONS + (KING,) if pos.rules == ANTICHESS else PROMOTIONS
    two = RANKS[6] if us else RANKS[1]
    if pos.rules == HORDE:
        two |= RANKS[7] if us else RANKS[0]
    for origin in squares(own & pos.roles[PAWN]):
        targets = PAWN_REACH[us][origin] & enemies
        ahead = origin + step
        if not occupied >> ahead & 1:
            targets |= 1 << ahead
            if two >> origin & 1 and not occupied >> (ahead + step) & 1:
                targets |= 1 << (ahead + step)
        for target in squares(targets):
            captured = pos.role_at(target) if occupied >> target & 1 else None
            if target // 8 in (0, 7):
                moves += [Move(PAWN, origin, target, captured, promotion) for promotion in promotions]
            else:
                moves.append(Move(PAWN, origin, target, captured))
        if pos.en_passant is not None and PAWN_REACH[us][origin] >> pos.en_passant & 1:
            moves.append(Move(PAWN, origin, pos.en_passant, PAWN, en_passant=True))


def castling_moves(pos, moves):
    us, them = pos.turn, 1 - pos.turn
    king, occupied = pos.king(us), pos.occupied()
    rank = 56 if us else 0
    for square in squares(pos.castling & pos.colours[us]):
        long = square < king
        king_to, rook_to = rank + (2 if long else 6), rank + (3 if long else 5)
        way = BETWEEN[king][king_to] | 1 << king_to
        path = way | BETWEEN[square][rook_to] | 1 << rook_to
        both = 1 << king | 1 << square
        if path & ~both & occupied:
            continue
        if any(pos.king_attackers(s, them, occupied & ~(1 << king)) for s in squares(way | 1 << king)):
            continue
        if pos.king_attackers(king_to, them, occupied & ~both | 1 << rook_to):
            continue
        moves.append(Move(KING, king, square, castling=True))


def safe_moves(pos, moves):
    """The moves that leave the own king without attackers; most cannot do otherwise, and are not asked."""
    us, them = pos.turn, 1 - pos.turn
    king = pos.king(us)
    if king is None:
        return moves
    occupied, enemies, roles = pos.occupied(), pos.colours[them], pos.roles
    checked = bool(pos.checkers())
    pinned = 0
    snipers = bishop(king, enemies) & (roles[BISHOP] | roles[QUEEN]) | rook(king, enemies) & (roles[ROOK] | roles[QUEEN])
    for sniper in squares(snipers & enemies):
        line = BETWEEN[king][sniper] & occupied
        if line & (line - 1) == 0:
            pinned |= line

    def safe(move):
        if move.castling:
            return True
        if not (checked or move.role == KING or move.en_passant or pinned >> move.origin & 1):
            return True
        if move.drop:
            after, taken = occupied | 1 << move.target, 0
        else:
            taken = 1 << move.target
            after = occupied & ~(1 << move.origin) | taken
            if move.en_passant:
                taken = 1 << (move.target + (8 if us else -8))
                after &= ~taken
        at = move.target if move.role == KING else king
        return not pos.attackers(at, after) & enemies & ~taken

    return [move for move in moves if safe(move)]


def survives(pos, move):
    """Atomic, racing kings: the move is played to see whether it is legal."""
    us = pos.turn
    after = pos.play(move)
    king = after.king(us)
    if king is None:
        return False
    if pos.rules == ATOMIC and not after.pieces(1 - us, KING):
        return True
    if after.king_attackers(king, 1 - us, after.occupied()):
        return False
    return pos.rules == ATOMIC or not after.checkers()


def mark(after):
    """The mark of the move that led to a position: 0 none, 1 check, 2 double check, 3 mate."""
    checkers = after.checkers()
    won = decided(after) == 1 or (after.rules == ANTICHESS and not after.legal())
    if won or (checkers and not after.legal()):
        return 3
    return 0 if not checkers else 2 if checkers & (checkers - 1) else 1

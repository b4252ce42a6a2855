//! A position from the view of the side to move, with attack maps of both sides.
//!
//! Format: "View".

mod turned;

use legal::{Color, LegalMoves, Move, Position, Role, Square, Variant, attacks, sliders};
use turned::turned;

/// Roles as places in arrays.
pub(super) const PAWN: usize = 0;
pub(super) const ROOK: usize = 3;
pub(super) const KING: usize = 5;

/// What each role is worth, in pawns.
pub(super) const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 100];

/// The role of an empty square.
pub(super) const NOTHING: usize = 6;
/// No square.
pub(super) const NOWHERE: u32 = 64;

/// For each role, the set of roles that are worth more.
const DEARER: [u8; 6] = {
    let mut table = [0; 6];
    let mut at = 0;
    while at < 36 {
        if WORTH[at % 6] > WORTH[at / 6] {
            table[at / 6] |= 1 << (at % 6);
        }
        at += 1;
    }
    table
};

/// King's steps between two squares; the most if the first is [`NOWHERE`].
pub(super) static DISTANCE: [[u8; 64]; 65] = {
    let mut table = [[7; 64]; 65];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b): (usize, usize) = (at / 64, at % 64);
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        table[a][b] = if files > ranks { files } else { ranks } as u8;
        at += 1;
    }
    table
};

/// Bitboards and attack maps with the side to move at the bottom.
///
/// Black's view is turned upside down, except in Racing Kings. Once neither side may castle, the view is mirrored so that the mover's king
/// stands on files e to h. Left and right are then equivalent, and what is learned for one also holds for the other.
pub(super) struct View {
    /// Pawns, knights, bishops, rooks, queens, king of the mover, then of the opponent.
    pub planes: [u64; 12],
    pub own: u64,
    pub opponent: u64,
    pub occupied: u64,
    /// The three bits of the role on each square, for both sides' pieces.
    pub roles: [u64; 3],
    /// Squares without a piece of the mover that no pawn of the opponent attacks.
    pub free: u64,
    /// A square of the board xor this is the square of the view.
    pub flip: u32,
    pub mover: Reach,
    pub other: Reach,
    /// The opponent's king.
    pub king: u32,
    /// 0 opening, 3 endgame, by the pieces left.
    pub phase: usize,
}

/// The squares a side attacks.
#[derive(Default)]
pub(super) struct Reach {
    pub all: u64,
    pub twice: u64,
    /// For each role, by pieces that are worth less.
    pub cheaper: [u64; 6],
    /// By bishops, rooks and queens.
    pub sliders: u64,
}

impl View {
    #[inline(always)]
    pub(super) fn new(position: &Position, legal: &LegalMoves) -> Self {
        let board = position.board();
        let turn = position.turn();
        let king = board.king_of(turn).map_or(7, |square| square.file() as u32);
        let mirrored = position.castling_rights().is_empty() && king < 4;
        // In Racing Kings both sides move in the same direction.
        let upright = turn == Color::White || position.variant() == Variant::RacingKings;
        let upright = if upright { 0 } else { 56 };
        let flip = upright | if mirrored { 7 } else { 0 };
        let [own, opponent] = turned([turn, !turn].map(|side| board.by_color(side).0), flip);
        let pieces = turned(Role::ALL.map(|role| board.by_role(role).0), flip);
        let planes = std::array::from_fn(|at| pieces[at % 6] & if at < 6 { own } else { opponent });
        let occupied = own | opponent;
        let count = |at: usize| pieces[at].count_ones();
        let material = 3 * (count(1) + count(2)) + 5 * count(ROOK) + 9 * count(4);
        let phase = match material {
            50.. => 0,
            30.. => 1,
            14.. => 2,
            _ => 3,
        };
        let [mover, other] = legal.reach();
        let other = Reach::new(other, flip);
        Self {
            mover: Reach::new(mover, flip),
            roles: [
                pieces[1] | pieces[ROOK] | pieces[KING],
                pieces[2] | pieces[ROOK],
                pieces[4] | pieces[KING],
            ],
            free: !own & !other.cheaper[1],
            other,
            king: planes[6 + KING].trailing_zeros() & 63,
            planes,
            own,
            opponent,
            occupied,
            flip,
            phase,
        }
    }

    /// Every piece that attacks a square, with `occupied` in the sliders' way.
    #[inline(always)]
    pub(super) fn attackers(&self, square: u32, occupied: u64) -> u64 {
        let planes = &self.planes;
        let both = |at: usize| planes[at] | planes[6 + at];
        pawn(Color::Black, square) & planes[PAWN]
            | pawn(Color::White, square) & planes[6 + PAWN]
            | reach(1, square, 0) & both(1)
            | reach(KING, square, 0) & both(KING)
            | reach(2, square, occupied) & (both(2) | both(4))
            | reach(ROOK, square, occupied) & (both(ROOK) | both(4))
    }

    /// Bishops and queens, rooks and queens.
    #[inline(always)]
    pub(super) fn sliders(&self) -> (u64, u64) {
        let planes = &self.planes;
        let queens = planes[4] | planes[10];
        (
            planes[2] | planes[8] | queens,
            planes[3] | planes[9] | queens,
        )
    }

    /// The role of the piece on a square.
    #[inline(always)]
    pub(super) fn role_at(&self, square: u32) -> usize {
        let [a, b, c] = self.roles;
        let bit = |set: u64, at: u32| ((set >> square & 1) << at) as usize;
        bit(a, 0) | bit(b, 1) | bit(c, 2)
    }

    /// The cheapest role among some pieces, and those of the role.
    #[inline(always)]
    pub(super) fn cheapest(&self, pieces: u64) -> (usize, u64) {
        self.narrowed(pieces, |roles| !roles)
    }

    /// The most valuable piece that is newly attacked (6 for none), and whether it is not covered or worth more than its attacker.
    #[inline(always)]
    pub(super) fn prey(&self, fresh: u64, attacker: usize) -> (u32, u32) {
        let prey = fresh & self.opponent;
        if prey == 0 {
            return (NOTHING as u32, 0);
        }
        let (role, found) = self.narrowed(prey, |roles| roles);
        let loose = found & !self.other.all != 0 || DEARER[attacker] >> role & 1 == 1;
        (role as u32, u32::from(loose))
    }

    /// The highest role number among some pieces (the lowest if `turn` inverts the sets), and the pieces of that role. The bits of the
    /// number are found one by one, without branches that a processor could not predict.
    #[inline(always)]
    fn narrowed(&self, mut pieces: u64, turn: impl Fn(u64) -> u64) -> (usize, u64) {
        let mut role = 0;
        for at in [2, 1, 0] {
            let roles = self.roles[at];
            let chosen = pieces & turn(roles);
            pieces = if chosen != 0 { chosen } else { pieces };
            role |= usize::from(pieces & roles != 0) << at;
        }
        (role, pieces)
    }

    /// Origin and target of a move; a king that castles goes to the g- or c-file.
    #[inline(always)]
    pub(super) fn ends(&self, m: Move) -> (u32, u32) {
        let (from, to) = match m {
            // The common case.
            Move::Normal { from, to, .. } => (from.to_u32(), to.to_u32()),
            Move::Castle { king, rook } => {
                let file = if rook > king { 6 } else { 2 };
                (king.to_u32(), king.to_u32() & 56 | file)
            }
            _ => {
                let to = m.to().to_u32();
                (m.from().map_or(to, Square::to_u32), to)
            }
        };
        (from ^ self.flip, to ^ self.flip)
    }
}

impl Reach {
    #[inline(always)]
    fn new(reach: &legal::Reach, flip: u32) -> Self {
        let roles = turned(Role::ALL.map(|role| reach.of_role(role).0), flip);
        let [pawns, knights, bishops, rooks, queens, kings] = roles;
        let [twice] = turned([reach.twice().0], flip);
        let minor = pawns | knights | bishops;
        let but_king = minor | rooks | queens;
        Self {
            all: but_king | kings,
            twice,
            // Knights and bishops are worth the same.
            cheaper: [0, pawns, pawns, minor, minor | rooks, but_king],
            sliders: bishops | rooks | queens,
        }
    }
}

/// The files at the edges.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;

/// The squares that a piece of a role attacks; for role 0, a pawn of the mover.
#[inline(always)]
pub(super) fn reach(role: usize, square: u32, occupied: u64) -> u64 {
    match role {
        0 => pawn(Color::White, square),
        1 => attacks::knight_attacks(Square::new(square)).0,
        2 => sliders::bishop(square, occupied),
        3 => sliders::rook(square, occupied),
        4 => sliders::queen(square, occupied),
        _ => attacks::king_attacks(Square::new(square)).0,
    }
}

/// The squares that a pawn attacks; White's pawns move up the view.
#[inline(always)]
pub(super) fn pawn(side: Color, square: u32) -> u64 {
    attacks::pawn_attacks(side, Square::new(square)).0
}

/// The squares of a set, from a1 to h8.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests;

//! A position as its side to move sees it.

use legal::{Bitboard, Color, Move, Position, Role, Square, attacks, sliders};

/// Roles as places in arrays.
pub(super) const PAWN: usize = 0;
pub(super) const ROOK: usize = 3;
pub(super) const KING: usize = 5;

/// What each role is worth, in pawns.
pub(super) const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 100];

/// Bitboards and attack maps with the side to move at the bottom.
///
/// Black's view is turned upside down. Once nobody may castle, the view is mirrored so that the mover's king stands on
/// files e to h: left and right are alike then, and what is learned of one holds for the other.
pub(super) struct View {
    /// Pawns, knights, bishops, rooks, queens, king of the mover, then of the opponent.
    pub planes: [u64; 12],
    pub own: u64,
    pub opponent: u64,
    pub occupied: u64,
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
    pub(super) fn new(position: &Position) -> Self {
        let board = position.board();
        let turn = position.turn();
        let king = board.king_of(turn).map_or(7, |square| square.file() as u32);
        let mirrored = position.castling_rights().is_empty() && king < 4;
        let upright = if turn == Color::White { 0 } else { 56 };
        let flip = upright | if mirrored { 7 } else { 0 };
        let mut planes = [0; 12];
        for (at, role) in Role::ALL.into_iter().enumerate() {
            let pieces = board.by_role(role);
            planes[at] = turned(pieces & board.by_color(turn), flip);
            planes[6 + at] = turned(pieces & board.by_color(!turn), flip);
        }
        let side = |at: usize| planes[at..at + 6].iter().fold(0, |all, plane| all | plane);
        let (own, opponent) = (side(0), side(6));
        let occupied = own | opponent;
        let count = |at: usize| (planes[at] | planes[6 + at]).count_ones();
        let material = 3 * (count(1) + count(2)) + 5 * count(ROOK) + 9 * count(4);
        let phase = match material {
            50.. => 0,
            30.. => 1,
            14.. => 2,
            _ => 3,
        };
        Self {
            mover: Reach::new(&planes[..6], Color::White, occupied),
            other: Reach::new(&planes[6..], Color::Black, occupied),
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

    /// The role of the mover's piece on a square.
    #[inline]
    pub(super) fn role_at(&self, square: u32) -> usize {
        (0..KING)
            .find(|&role| self.planes[role] >> square & 1 == 1)
            .unwrap_or(KING)
    }

    /// From where to where a move goes; a king that castles goes to the g- or c-file.
    #[inline(always)]
    pub(super) fn ends(&self, m: Move) -> (u32, u32) {
        let (from, to) = match m {
            // So are nearly all moves.
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
    fn new(planes: &[u64], side: Color, occupied: u64) -> Self {
        let mut map = Self::default();
        for (role, &plane) in planes.iter().enumerate() {
            // A knight is no cheaper than a bishop.
            map.cheaper[role] = if role == 2 { map.cheaper[1] } else { map.all };
            for square in squares(plane) {
                let squares = if role == PAWN {
                    pawn(side, square)
                } else {
                    reach(role, square, occupied)
                };
                map.twice |= map.all & squares;
                map.all |= squares;
                if (2..KING).contains(&role) {
                    map.sliders |= squares;
                }
            }
        }
        map
    }
}

/// What a piece other than a pawn attacks; a pawn of the mover for role 0.
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

/// What a pawn attacks; White's go up the view.
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

/// A set of squares, each xor `flip`.
fn turned(set: Bitboard, flip: u32) -> u64 {
    let set = if flip & 56 == 0 {
        set.0
    } else {
        set.0.swap_bytes()
    };
    if flip & 7 == 0 {
        set
    } else {
        // The order of files is the order of bits in each byte.
        set.reverse_bits().swap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use legal::Variant;

    #[test]
    fn a_view_does_not_depend_on_colour_or_side_of_the_board() {
        let view = |fen| View::new(&Position::from_fen(fen, Variant::Standard).unwrap());
        let white = view("4k3/8/8/3r4/8/8/1PP5/1K5R w - - 0 1");
        let black = view("1k5r/1pp5/8/8/3R4/8/8/4K3 b - - 0 1");
        let mirrored = view("3k4/8/8/4r3/8/8/5PP1/R5K1 w - - 0 1");
        for other in [&black, &mirrored] {
            assert_eq!(white.planes, other.planes);
            assert_eq!(white.other.cheaper, other.other.cheaper);
            assert_eq!(white.king, other.king);
        }
        assert_eq!((white.flip, black.flip, mirrored.flip), (7, 63, 0));
    }
}

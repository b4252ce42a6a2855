//! The squares that the pieces of one side attack.
//!
//! Speed only: archives do not depend on it.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use crate::sliders;

/// The squares that the pieces of one side attack, its own pieces' squares included.
///
/// ```
/// use legal::{Position, Reach, Role};
///
/// let position = Position::standard();
/// let white = Reach::of(position.board(), position.turn());
/// assert_eq!(white.of_role(Role::Knight).count(), 6);
/// assert_eq!(white.all().count(), 22);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    roles: [Bitboard; 6],
    twice: Bitboard,
}

impl Reach {
    /// The squares that a side attacks.
    #[must_use]
    pub fn of(board: &Board, side: Color) -> Self {
        Self::with(board, side, |_, _| {})
    }

    /// As [`of`](Self::of), and tells the squares of each piece but pawns.
    #[inline(always)]
    pub(crate) fn with(board: &Board, side: Color, mut each: impl FnMut(Square, Bitboard)) -> Self {
        let occupied = board.occupied();
        let pieces = board.by_color(side);
        let pawns = (pieces & board.pawns()).0;
        let [left, right] = [
            pawns & !Bitboard::from_file(File::A).0,
            pawns & !Bitboard::from_file(File::H).0,
        ];
        let [left, right] = match side {
            Color::White => [left << 7, right << 9],
            Color::Black => [left >> 9, right >> 7],
        };
        let (mut all, mut twice) = (Bitboard(left | right), Bitboard(left & right));
        let mut of = |role: Role| {
            let mut of_role = Bitboard::EMPTY;
            for square in pieces & board.by_role(role) {
                let squares = sliders::piece(role, square, occupied);
                each(square, squares);
                twice |= all & squares;
                all |= squares;
                of_role |= squares;
            }
            of_role
        };
        Self {
            roles: [
                Bitboard(left | right),
                of(Role::Knight),
                of(Role::Bishop),
                of(Role::Rook),
                of(Role::Queen),
                of(Role::King),
            ],
            twice,
        }
    }

    /// The squares that pieces of a role attack.
    #[inline]
    #[must_use]
    pub fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    /// The squares that any piece attacks.
    #[inline]
    #[must_use]
    pub fn all(&self) -> Bitboard {
        self.roles
            .iter()
            .fold(Bitboard::EMPTY, |all, &squares| all | squares)
    }

    /// The squares that two pieces or more attack.
    #[inline]
    #[must_use]
    pub fn twice(&self) -> Bitboard {
        self.twice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Variant};

    #[test]
    fn a_side_attacks_the_squares_that_its_pieces_attack() {
        let mut random = 3_u64;
        for variant in Variant::ALL {
            let mut position = Position::initial(variant);
            for _ in 0..150 {
                let (legal, board) = (position.legal_moves(), position.board());
                let sides = [position.turn(), !position.turn()];
                for (reach, side) in legal.reach().iter().zip(sides) {
                    let attackers = |square| board.attacks_to(square, side, board.occupied());
                    let squares = |least: usize| -> Bitboard {
                        let all = Square::ALL.into_iter();
                        all.filter(|&square| attackers(square).count() >= least)
                            .collect()
                    };
                    assert_eq!((reach.all(), reach.twice()), (squares(1), squares(2)));
                    for role in Role::ALL {
                        let of_role = Square::ALL.into_iter();
                        let of_role = of_role
                            .filter(|&square| (attackers(square) & board.by_role(role)).any());
                        assert_eq!(reach.of_role(role), of_role.collect::<Bitboard>());
                    }
                }
                if legal.is_empty() {
                    break;
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position.play(legal[(random >> 33) as usize % legal.len()]);
            }
        }
    }
}

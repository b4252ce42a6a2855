//! The pieces and pawns on the board, written as in `KRPvKR`.
//!
//! Not part of the format.

use legal::{Board, Color, Role};
use std::fmt;

/// The letters of pieces and pawns, in the order in which they are written.
const LETTERS: [(char, Role); 6] = [
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('P', Role::Pawn),
];
const PAWN: usize = 5;

/// How many pieces of each kind a side has, in the order of [`LETTERS`].
type Side = [u8; 6];

/// The pieces and pawns of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Material([Side; 2]);

impl Material {
    /// Reads `KRPvKR` or `KRP-KR`, each side with its king, letters in any order and case. The error has the wrong byte and the reason.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let expected = || "expected the pieces of both sides, such as KRPvKR or KQvKBN".to_owned();
        let start = text.len() - text.trim_start().len();
        let mut sides = [Side::default(); 2];
        let mut side = 0;
        for (at, letter) in text.trim().char_indices() {
            let man = LETTERS
                .iter()
                .position(|(known, _)| letter.eq_ignore_ascii_case(known));
            match (letter, man) {
                ('v' | 'V' | '-', _) if side == 0 => side = 1,
                (_, Some(man)) => sides[side][man] = sides[side][man].saturating_add(1),
                _ => {
                    let what =
                        format!("'{}' is not a piece: {}", letter.escape_debug(), expected());
                    return Err((start + at, what));
                }
            }
        }
        for side in sides {
            let men = side.iter().map(|&men| u32::from(men)).sum::<u32>();
            if side[0] != 1 || men > 16 || side[PAWN] > 8 {
                let what = "each side has one king, at most 8 pawns and at most 16 pieces in all";
                return Err((start, format!("{what}: {}", expected())));
            }
        }
        Ok(Self(sides))
    }

    /// The pieces and pawns on a board, White's first.
    pub fn of(board: &Board) -> Self {
        Self([Color::White, Color::Black].map(|side| {
            LETTERS.map(|(_, role)| {
                let men = board.by_color(side) & board.by_role(role);
                u8::try_from(men.count()).unwrap_or(u8::MAX)
            })
        }))
    }

    /// Whether exactly this material is on a board, with either side as White.
    pub fn is_of(&self, board: &Board) -> bool {
        let Self(found) = Self::of(board);
        self.0 == found || self.0 == [found[1], found[0]]
    }

    /// Whether this material can arise from that on a board; pawns may promote.
    pub fn can_come(&self, board: &Board) -> bool {
        self.can_be_left_of(&Self::of(board))
    }

    /// Whether this material can arise from another, with either side as White.
    pub fn can_be_left_of(&self, Self([white, black]): &Self) -> bool {
        self.can_follow(&Self([*white, *black])) || self.can_follow(&Self([*black, *white]))
    }

    /// Whether this material can arise from another, for each colour separately. Pawns may have promoted.
    pub fn can_follow(&self, Self(before): &Self) -> bool {
        let men = |side: &Side| side.iter().map(|&men| u32::from(men)).sum::<u32>();
        let mut sides = self.0.iter().zip(before);
        sides.all(|(now, before)| {
            let Some(gone) = before[PAWN].checked_sub(now[PAWN]) else {
                return false;
            };
            let kinds = now.iter().zip(before).take(PAWN);
            let promoted: u8 = kinds.map(|(now, before)| now.saturating_sub(*before)).sum();
            promoted <= gone && men(now) <= men(before)
        })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, side) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("v")?;
            }
            for ((letter, _), &men) in LETTERS.iter().zip(side) {
                (0..men).try_for_each(|_| write!(f, "{letter}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_read_in_any_order_and_printed_in_one() {
        for (text, printed) in [
            ("KRPvKR", "KRPvKR"),
            (" kpr-kr ", "KRPvKR"),
            ("KVKNB", "KvKBN"),
        ] {
            assert_eq!(Material::parse(text).unwrap().to_string(), printed);
        }
        for (text, at) in [("", 0), ("KR", 0), ("KRvR", 0), ("KvKX", 3), ("KvKvK", 3)] {
            assert_eq!(Material::parse(text).unwrap_err().0, at, "{text}");
        }
    }

    #[test]
    fn pawns_may_become_other_men_but_no_man_comes_back() {
        let of = |text| Material::parse(text).unwrap();
        assert!(of("KQvK").can_be_left_of(&of("KvKPP")));
        assert!(!of("KPvK").can_be_left_of(&of("KQRvKR")));
        assert!(!of("KQQvK").can_be_left_of(&of("KQvKR")));
        // A knight does not become a bishop.
        assert!(!of("KBvK").can_be_left_of(&of("KNNvK")));
        assert!(of("KBvK").can_be_left_of(&of("KNPvKP")));
    }

    #[test]
    fn sides_are_told_apart_where_it_matters() {
        let of = |text| Material::parse(text).unwrap();
        assert!(of("KRvK").can_be_left_of(&of("KvKRR")));
        assert!(!of("KRvK").can_follow(&of("KvKRR")));
        assert!(of("KRvK").can_follow(&of("KRvKRR")));
    }
}

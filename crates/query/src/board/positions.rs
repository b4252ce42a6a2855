//! Searches for positions.
//!
//! Not part of the format.

use super::{Material, Signed, Wanted};
use legal::{Bitboard, Board, Color, Position, Rank};
use std::collections::HashMap;

/// Some positions of standard chess or Chess960.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// By hash.
    all: HashMap<u64, Position>,
    /// The minimum that all of them have in common.
    common: Signature,
    /// The properties of each.
    signed: Vec<Signed>,
    /// The material of each, if there are few positions.
    wanted: Vec<Wanted>,
}

/// With more positions than this, only what they have in common is compared, move by move.
const FEW: usize = 8;

/// Properties of which a game can only lose some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    /// The number of White's and Black's pieces and pawns.
    pub men: [usize; 2],
    pub pawns: [usize; 2],
    /// Pawns on their start squares.
    pub home: Bitboard,
    /// Rooks that may castle.
    pub castling: Bitboard,
}

impl Default for Signature {
    /// More than any position has.
    fn default() -> Self {
        Self {
            men: [64; 2],
            pawns: [64; 2],
            home: Bitboard::FULL,
            castling: Bitboard::FULL,
        }
    }
}

impl Signature {
    fn of(position: &Position) -> Self {
        let board = position.board();
        let sides = [Color::White, Color::Black].map(|side| board.by_color(side));
        Self {
            men: sides.map(Bitboard::count),
            pawns: sides.map(|side| (side & board.pawns()).count()),
            home: home_pawns(board),
            castling: position.castling_rights(),
        }
    }

    /// What both have in common.
    fn and(self, other: Self) -> Self {
        let least = |a: [usize; 2], b: [usize; 2]| [a[0].min(b[0]), a[1].min(b[1])];
        Self {
            men: least(self.men, other.men),
            pawns: least(self.pawns, other.pawns),
            home: self.home & other.home,
            castling: self.castling & other.castling,
        }
    }
}

/// Pawns on their start squares of standard chess.
pub(crate) fn home_pawns(board: &Board) -> Bitboard {
    let of = |side, rank| board.by_color(side) & Bitboard::from_rank(rank);
    (of(Color::White, Rank::Second) | of(Color::Black, Rank::Seventh)) & board.pawns()
}

impl Positions {
    pub fn new(positions: impl Iterator<Item = Position>) -> Self {
        let mut found = Self::default();
        for position in positions {
            let (home, _) = super::signature(&position);
            let men = Material::of(position.board());
            found.signed.push(Signed { men, home });
            found.common = found.common.and(Signature::of(&position));
            found.wanted.push(Wanted::new(position.board()));
            found.all.insert(position.hash(), position);
        }
        if found.wanted.len() > FEW {
            found.wanted.clear();
        }
        found
    }

    /// Whether this is one of them.
    pub fn hold(&self, position: &Position) -> bool {
        self.all.get(&position.hash()).is_some_and(|found| {
            found.board() == position.board()
                && found.turn() == position.turn()
                && found.castling_rights() == position.castling_rights()
                && found.ep_square() == position.ep_square()
        })
    }

    /// Whether a game with this last position may have reached one of them.
    pub fn may_lead_to(&self, end: &Signed) -> bool {
        let may = |found: &Signed| end.home & !found.home == 0 && end.men.can_follow(&found.men);
        self.signed.iter().any(may)
    }

    /// Whether one of them may still follow from this position.
    pub fn can_come(&self, position: &Position) -> bool {
        let (board, common) = (position.board(), &self.common);
        let has = |side: usize, color| {
            let men = board.by_color(color);
            men.count() >= common.men[side] && (men & board.pawns()).count() >= common.pawns[side]
        };
        has(0, Color::White)
            && has(1, Color::Black)
            && common.home.is_subset(home_pawns(board))
            && common.castling.is_subset(position.castling_rights())
            && (self.wanted.is_empty() || self.wanted.iter().any(|wanted| wanted.can_come(board)))
    }
}

//! All that the text of a move depends on, so that a move can be spelled when its position is gone.
//!
//! Format: "Spelling of moves".

use shakmaty::{Bitboard, Move, Role, Square};

use super::Mark;
use crate::{LegalMoves, Position, sliders};

/// A move with everything its text depends on.
///
/// ```
/// use legal::{Position, san::{Mark, MoveFacts, Spelling}};
/// let position = Position::standard();
/// let moves = position.legal_moves();
/// let facts = MoveFacts::of(&position, &moves, 0, Mark::None);
/// let mut text = Vec::new();
/// facts.write(Spelling::default(), &mut text);
/// assert_eq!(text, b"Na3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveFacts {
    pub(super) played: Move,
    pub(super) mark: Mark,
    white: bool,
    /// Other pieces of the kind that could legally go to the same square.
    pub(super) rivals: Rivals,
    /// The same without regard to pins.
    pub(super) seeming_rivals: Rivals,
}

/// Where the other pieces stand that could make a move ambiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rivals {
    pub any: bool,
    pub on_file: bool,
    pub on_rank: bool,
}

impl Rivals {
    #[inline]
    fn of(rivals: Bitboard, from: Square) -> Self {
        Self {
            any: rivals.any(),
            on_file: (rivals & Bitboard::from_file(from.file())).any(),
            on_rank: (rivals & Bitboard::from_rank(from.rank())).any(),
        }
    }
}

impl MoveFacts {
    /// The facts about the move at `index`, which is below `legal.len()`.
    ///
    /// `legal` are the moves of `before`; `mark` is what the move does, see [`Mark::of`].
    #[inline]
    pub fn of(before: &Position, legal: &LegalMoves, index: usize, mark: Mark) -> Self {
        let played = legal[index];
        let mut facts = Self {
            played,
            mark,
            white: legal.turn().is_white(),
            rivals: Rivals::default(),
            seeming_rivals: Rivals::default(),
        };
        let (role, to) = (played.role(), played.to());
        let Move::Normal { from, .. } = played else {
            return facts;
        };
        if role == Role::Pawn {
            return facts;
        }
        let ours = before.board().by_color(before.turn()) & before.board().by_role(role);
        let mut rivals = ours.without(from);
        if rivals.any() {
            rivals &= sliders::piece(role, to, before.board().occupied());
        }
        if rivals.any() {
            facts.seeming_rivals = Rivals::of(rivals, from);
            let movable = legal
                .iter()
                .filter(|other| matches!(other, Move::Normal { .. }))
                .filter(|other| other.role() == role && other.to() == to)
                .filter_map(Move::from)
                .collect::<Bitboard>();
            facts.rivals = Rivals::of(rivals & movable, from);
        }
        facts
    }

    /// The move.
    #[inline]
    pub fn played(&self) -> Move {
        self.played
    }

    /// What it does to the other king.
    #[inline]
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Whether White made it.
    #[inline]
    pub fn white(&self) -> bool {
        self.white
    }
}

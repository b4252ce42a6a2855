//! Coloured squares and arrows that annotators draw on the board.
//!
//! Format: "Marks in comments".
//!
//! A log-linear model chooses the squares. It uses the piece on a square, the attacks on it, whether it belongs to the last or the next
//! move, and which squares were marked before. Its weights are learned while coding.

mod chooser;
mod views;

use entropy::Code;
use legal::{Move, Position};

use chooser::Chooser;
use model::number::{Decisions, hash};
use views::Board;

/// Lists are no longer than this.
pub const LONGEST: usize = 128;

/// A coloured square, or an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// 0 to 3.
    pub colour: u8,
    /// Where it begins, 0 for a1 to 63 for h8.
    pub from: u8,
    /// Where it points to; a square points to itself.
    pub to: u8,
}

/// What is known where marks are drawn.
#[derive(Clone, Copy, Default)]
pub struct MarkContext<'a> {
    /// The position, if there is one.
    pub position: Option<&'a Position>,
    /// The last move.
    pub last: Option<Move>,
    /// The next one, if the game goes on.
    pub next: Option<Move>,
    /// The number of the text: two lists of one text have the same number.
    pub text: u64,
}

/// The marks of a block.
#[derive(Clone)]
pub struct Marks {
    more: Decisions<4>,
    colours: Decisions<5>,
    squares: Chooser,
    froms: Chooser,
    tos: Chooser,
    /// The last lists of the game: squares and arrows, with the text they stood in.
    last: [(u64, Vec<Mark>); 2],
}

impl Default for Marks {
    fn default() -> Self {
        Self::new()
    }
}

impl Marks {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            more: Decisions::new(12),
            colours: Decisions::new(12),
            squares: Chooser::new(views::SQUARES),
            froms: Chooser::new(views::FROMS),
            tos: Chooser::new(views::TOS),
            last: Default::default(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self) {
        self.last = Default::default();
    }

    /// Codes a list of one mark at least and [`LONGEST`] at most: of arrows, or of squares.
    pub fn list(
        &mut self,
        coder: &mut impl Code,
        context: &MarkContext<'_>,
        arrows: bool,
        marks: &[Mark],
    ) -> Vec<Mark> {
        let board = Board::new(context);
        let kind = usize::from(arrows);
        let (text, other) = &self.last[1 - kind];
        // The text's list of the other kind.
        let others = if *text == context.text {
            other.clone()
        } else {
            Vec::new()
        };
        let before = std::mem::take(&mut self.last[kind].1);
        let mut list: Vec<Mark> = Vec::new();
        loop {
            let mark = marks.get(list.len()).copied().unwrap_or_default();
            let at = views::Place {
                board: &board,
                list: &list,
                before: &before,
                others: &others,
            };
            let mut found = Mark::default();
            if arrows {
                found.from = self.froms.code(coder, |square| at.from(square), mark.from);
                found.to = self
                    .tos
                    .code(coder, |square| at.to(found.from, square), mark.to);
            } else {
                found.from = self
                    .squares
                    .code(coder, |square| at.square(square), mark.from);
                found.to = found.from;
            }
            let contexts = at.colour(arrows, &found);
            found.colour = self.colours.symbol(coder, contexts, 2, mark.colour.into()) as u8;
            list.push(found);
            if list.len() >= LONGEST {
                break;
            }
            let count = list.len() as u32;
            let is_next = list[0].from == board.next[0] && list[0].to == board.next[1];
            let key = hash(&[kind as u32, count.min(12)]);
            let contexts = [
                key,
                hash(&[key, 1, before.len() as u32]),
                hash(&[key, 2, others.len() as u32]),
                hash(&[key, 3, is_next.into(), before.len().min(2) as u32]),
            ];
            if !self.more.bit(coder, contexts, 1, list.len() < marks.len()) {
                break;
            }
        }
        self.last[kind] = (context.text, list.clone());
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, Meter, range};
    use proptest::prelude::*;

    fn marks() -> impl Strategy<Value = Vec<Mark>> {
        let mark =
            (0..4u8, 0..64u8, 0..64u8).prop_map(|(colour, from, to)| Mark { colour, from, to });
        proptest::collection::vec(mark, 1..9)
    }

    proptest! {
        #[test]
        fn lists_come_back(lists in proptest::collection::vec((any::<bool>(), marks()), 1..9)) {
            let position = Position::standard();
            let context = MarkContext { position: Some(&position), ..MarkContext::default() };
            let straight = |(arrows, marks): &(bool, Vec<Mark>)| -> Vec<Mark> {
                let bend = |mark: &Mark| Mark { to: if *arrows { mark.to } else { mark.from }, ..*mark };
                marks.iter().map(bend).collect()
            };
            let mut encoder = range::Encoder::new();
            let mut model = Marks::new();
            for list in &lists {
                model.list(&mut encoder, &context, list.0, &straight(list));
            }
            let bytes = encoder.finish();
            let mut decoder = range::Decoder::new(&bytes);
            let mut model = Marks::new();
            for list in &lists {
                prop_assert_eq!(model.list(&mut decoder, &context, list.0, &[]), straight(list));
            }
        }
    }

    #[test]
    fn arrows_along_the_next_move_are_cheap() {
        let position = Position::standard();
        let moves = position.legal_moves();
        let mut model = Marks::new();
        let mut cost = 0;
        for m in moves.iter().chain(moves.iter()) {
            let (Some(from), to) = (m.from(), m.to()) else {
                continue;
            };
            let context = MarkContext {
                position: Some(&position),
                next: Some(m),
                ..MarkContext::default()
            };
            let mut meter = Meter::default();
            let arrow = Mark {
                colour: 0,
                from: from as u8,
                to: to as u8,
            };
            model.list(&mut meter, &context, true, &[arrow]);
            cost = meter.cost() >> 16;
        }
        assert!(cost < 3, "{cost}");
    }
}

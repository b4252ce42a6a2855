//! Main lines as ranks of legal moves, a byte a ply.
//!
//! Not part of the format.

use super::Texts;
use crate::board::{Goal, Line, Material, Signed, Step, Steps};
use crate::check::Question;
use crate::truth::Truths;
use crate::{Root, Visit};
use archive::Move;
use legal::{LegalMoves, Position, Variant};
use std::cell::OnceCell;

/// Main lines of games: for each ply the rank of the move among the legal ones in their canonical order.
#[derive(Debug, Default)]
pub struct Lines {
    /// The ranks of all games, one after the other.
    pub ranks: Vec<u8>,
    /// Where those of each game end.
    pub ends: Vec<usize>,
    /// How many plies the game has, more than its ranks where only the first are there; `None` where nothing is known of its line.
    pub plies: Vec<Option<u32>>,
    /// The start of a game as a FEN, unless it is that of the variant.
    pub starts: Texts,
    /// The tags `Variant`.
    pub variants: Texts,
    /// Home pawns in the last position of each game: White's from the a-file in the lower eight bits, Black's in the upper.
    pub home_pawns: Vec<Option<u16>>,
    /// Men in the last position: `KRPvKR`, White's first.
    pub material: Texts,
    /// Of each text of `material`.
    men: OnceCell<Vec<Option<Material>>>,
    usual: Position,
}

/// The line of one game.
struct Row<'a> {
    ranks: &'a [u8],
    is_whole: bool,
    start: Option<Position>,
    usual: &'a Position,
}

impl Lines {
    fn ranks(&self, game: usize) -> Option<(&[u8], bool)> {
        let plies = (*self.plies.get(game)?)? as usize;
        let start = match game {
            0 => 0,
            _ => *self.ends.get(game - 1)?,
        };
        let ranks = self.ranks.get(start..*self.ends.get(game)?)?;
        Some((ranks, ranks.len() == plies))
    }

    /// Whether the game begins at the usual start of standard chess.
    fn is_usual(&self, game: usize) -> bool {
        let variant = self.variants.get(game);
        self.starts.get(game).is_none() && variant.is_none_or(|name| name == "Standard")
    }

    fn row(&self, game: usize) -> Option<Row<'_>> {
        let (ranks, is_whole) = self.ranks(game)?;
        let mut row = Row {
            ranks,
            is_whole,
            start: None,
            usual: &self.usual,
        };
        if !self.is_usual(game) {
            let name = self.variants.get(game).unwrap_or("Standard");
            let variant = Variant::from_tag(name.as_bytes())?;
            row.start = Some(match self.starts.get(game) {
                Some(fen) => Position::from_fen(fen, variant).ok()?,
                None => Position::initial(variant),
            });
        }
        Some(row)
    }

    /// What a question about the main line comes to.
    pub(super) fn truths(&self, question: &Question, game: usize) -> Truths {
        let Some(row) = self.row(game) else {
            return Truths::possible(true, true);
        };
        if let Question::Not(question) = question {
            return self.truths(question, game).not();
        }
        let Question::Board(goals) = question else {
            return Truths::FALSE;
        };
        match goals.iter().any(|goal| self.may_reach(goal, game)) {
            true => question.of_line(&row),
            false => Truths::FALSE,
        }
    }

    /// Whether the last position of a game lets it have reached a goal before.
    fn may_reach(&self, goal: &Goal, game: usize) -> bool {
        if !self.is_usual(game) {
            return true;
        }
        let men = self.men.get_or_init(|| {
            let texts = self.material.values.iter();
            texts.map(|text| Material::parse(text).ok()).collect()
        });
        let key = self.material.keys.get(game).map(|&key| key as usize);
        let men = key.and_then(|key| *men.get(key)?);
        let home = self.home_pawns.get(game).copied().flatten();
        match men.zip(home) {
            Some((men, home)) => goal.may_lead_to(&Signed { men, home }),
            None => true,
        }
    }

    /// As [`Root::visit`] of a game.
    #[must_use]
    pub fn visit(&self, root: &Root, game: usize) -> Visit {
        if let Some((before, legal)) = root.opening() {
            let Some((ranks, is_whole)) = self.ranks(game) else {
                return Visit::Unknown;
            };
            if self.is_usual(game) {
                return match ranks.strip_prefix(before) {
                    Some([rank, ..]) => match legal.unrank(usize::from(*rank)) {
                        Some(m) => Visit::Here(Some(Move::of(m))),
                        None => Visit::Unknown,
                    },
                    Some([]) if is_whole => Visit::Here(None),
                    None if is_whole || !before.starts_with(ranks) => Visit::Elsewhere,
                    _ => Visit::Unknown,
                };
            }
        }
        match self.row(game) {
            None => Visit::Unknown,
            Some(_) if !self.may_reach(root.goal(), game) => Visit::Elsewhere,
            Some(row) => root.visit(&row),
        }
    }
}

impl Line for Row<'_> {
    fn start(&self) -> Option<&Position> {
        self.start.as_ref().or(Some(self.usual))
    }

    fn steps(&self) -> Box<dyn Steps + '_> {
        Box::new(Ranks {
            ranks: self.ranks.iter(),
            is_whole: self.is_whole,
            legal: LegalMoves::new(),
        })
    }
}

struct Ranks<'a> {
    ranks: std::slice::Iter<'a, u8>,
    is_whole: bool,
    legal: LegalMoves,
}

impl Steps for Ranks<'_> {
    fn next(&mut self, position: &Position) -> Step {
        let Some(&rank) = self.ranks.next() else {
            return if self.is_whole {
                Step::End
            } else {
                Step::Unknown
            };
        };
        position.legal_moves_into(&mut self.legal);
        match self.legal.unrank(usize::from(rank)) {
            Some(m) => Step::Move(m),
            None => Step::Unknown,
        }
    }
}

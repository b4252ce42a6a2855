//! Main lines as indices of legal moves, one byte per ply.
//!
//! Not part of the format.

use super::Texts;
use crate::board::{Goal, Line, Material, Signed, Step, Steps};
use crate::question::Question;
use crate::truth::Truths;
use crate::{Root, Visit};
use archive::Move;
use legal::{LegalMoves, Position, Variant};
use std::sync::OnceLock;

/// Computes the moves after those in the field `ranks` of [`Lines`]: given a game, its start and the known ranks, it returns the next ranks.
/// It may return only some of them; it returns none if nothing more is known.
pub type More = Box<dyn Fn(usize, &Position, &[u8]) -> Vec<u8> + Send + Sync>;

/// Main lines of games: for each ply the index of the move among the legal moves, in their canonical order.
#[derive(Default)]
pub struct Lines {
    /// The ranks of all games, one after the other.
    pub ranks: Vec<u8>,
    /// Where the ranks of each game end.
    pub ends: Vec<usize>,
    /// The number of plies of each game, which may be more than its ranks; `None` if nothing is known about its line.
    pub plies: Vec<Option<u32>>,
    /// Computes the moves after the ranks, which takes longer.
    pub more: Option<More>,
    /// The start of each game as a FEN, unless it is the usual start of the variant.
    pub starts: Texts,
    /// The tags `Variant`.
    pub variants: Texts,
    /// Pawns on their start squares in the last position of each game: White's from the a-file in the lower eight bits, Black's in the upper.
    pub home_pawns: Vec<Option<u16>>,
    /// The material of the last position: `KRPvKR`, White's first.
    pub material: Texts,
    /// The material of each text in `material`.
    men: OnceLock<Vec<Option<Material>>>,
    usual: Position,
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Lines");
        shown.field("games", &self.ends.len());
        shown.finish_non_exhaustive()
    }
}

/// The line of one game.
struct Row<'a> {
    game: usize,
    ranks: &'a [u8],
    plies: usize,
    more: Option<&'a More>,
    start: Option<Position>,
    usual: &'a Position,
}

impl Lines {
    /// The ranks of a game, and its number of plies.
    fn ranks(&self, game: usize) -> Option<(&[u8], usize)> {
        let plies = (*self.plies.get(game)?)? as usize;
        let start = match game {
            0 => 0,
            _ => *self.ends.get(game - 1)?,
        };
        let ranks = self.ranks.get(start..*self.ends.get(game)?)?;
        Some((ranks, plies))
    }

    /// Whether the game starts from the usual start of standard chess.
    fn is_usual(&self, game: usize) -> bool {
        let variant = self.variants.get(game);
        self.starts.get(game).is_none() && variant.is_none_or(|name| name == "Standard")
    }

    fn row(&self, game: usize) -> Option<Row<'_>> {
        let (ranks, plies) = self.ranks(game)?;
        let mut row = Row {
            game,
            ranks,
            plies,
            more: self.more.as_ref(),
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

    /// The result of a question about the main line.
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

    /// Whether the game may have reached a goal, according to its last position.
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

    /// Like [`Root::visit`], for a game of the table.
    #[must_use]
    pub fn visit(&self, root: &Root, game: usize) -> Visit {
        if let Some((before, legal)) = root.opening() {
            let Some((ranks, plies)) = self.ranks(game) else {
                return Visit::Unknown;
            };
            let is_whole = ranks.len() == plies;
            if self.is_usual(game) {
                match ranks.strip_prefix(before) {
                    Some([rank, ..]) => {
                        return match legal.unrank(usize::from(*rank)) {
                            Some(m) => Visit::Here(Some(Move::of(m))),
                            None => Visit::Unknown,
                        };
                    }
                    Some([]) if is_whole => return Visit::Here(None),
                    None if is_whole || !before.starts_with(ranks) => return Visit::Elsewhere,
                    _ => {}
                }
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
        Some(self.start.as_ref().unwrap_or(self.usual))
    }

    fn steps(&self) -> Box<dyn Steps + '_> {
        Box::new(Ranks {
            row: self,
            next: 0,
            more: None,
            legal: LegalMoves::new(),
        })
    }
}

impl Row<'_> {
    /// The ranks after the known ones.
    fn more(&self) -> Vec<u8> {
        let start = self.start.as_ref().unwrap_or(self.usual);
        let more = self.more.filter(|_| self.ranks.len() < self.plies);
        more.map_or(Vec::new(), |more| more(self.game, start, self.ranks))
    }
}

struct Ranks<'a> {
    row: &'a Row<'a>,
    next: usize,
    /// Computed when needed.
    more: Option<Vec<u8>>,
    legal: LegalMoves,
}

impl Steps for Ranks<'_> {
    fn next(&mut self, position: &Position) -> Step {
        let ply = self.next;
        self.next += 1;
        if ply >= self.row.plies {
            return Step::End;
        }
        let rank = match ply.checked_sub(self.row.ranks.len()) {
            None => Some(self.row.ranks[ply]),
            Some(after) => {
                let more = self.more.get_or_insert_with(|| self.row.more());
                more.get(after).copied()
            }
        };
        let Some(rank) = rank else {
            return Step::Unknown;
        };
        position.legal_moves_into(&mut self.legal);
        match self.legal.unrank(usize::from(rank)) {
            Some(m) => Step::Move(m),
            None => Step::Unknown,
        }
    }
}

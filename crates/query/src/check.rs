//! Tests prepared for many games, and their result for a game, a row of an index, or all games of a block.
//!
//! Not part of the format.

use crate::expr::{Op, Test};
use crate::fields::row::{Row, Told};
use crate::fields::{Field, Kind, Known, OneGame, Read};
use crate::near::Near;
use crate::pattern::Pattern;
use crate::question::Question;
use crate::truth::Truths;
use archive::Game;

/// A prepared test.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    pub field: Field,
    pub question: Question,
}

impl Check {
    pub fn new(test: &Test) -> Self {
        let field = test.field.clone();
        let question = match &test.op {
            Op::IsNull => Question::IsNull,
            Op::IsTrue => Question::IsTrue,
            Op::Like(pattern) => Question::Pattern(Pattern::like(pattern)),
            Op::Glob(pattern) => Question::Pattern(Pattern::glob(pattern)),
            Op::Near(name) => Question::Near(Near::new(name)),
            Op::Compare(comparison, value) => Question::compare(&field, *comparison, value),
            Op::In(values) => Question::any(
                &field,
                values
                    .iter()
                    .map(|value| (Some((value, true)), Some((value, true)))),
            ),
            Op::Between(low, high) => {
                Question::any(&field, [(Some((low, true)), Some((high, true)))])
            }
        };
        Self { field, question }
    }

    /// The result for a game of which everything that the test needs is known.
    pub fn of_game(&self, game: &Game) -> Truths {
        self.of(&OneGame::new(game), &mut Memory::default())
    }

    /// The possible results for a row, of which everything that the test needs is known, or that tells what is not.
    pub fn of<'a>(&self, row: &dyn Row<'a>, memory: &mut Memory) -> Truths {
        let Field::Known(known) = &self.field else {
            return self.told(self.field.asked(row));
        };
        match &known.entry().read {
            Read::Either(sides) => {
                let [white, black] = sides.map(|side| self.of_field(side, row, memory));
                match self.question.is_negative() {
                    true => white.and(black),
                    false => white.or(black),
                }
            }
            Read::OneOf(_, which) => match which(row) {
                None => Truths::ANY,
                Some(None) => self.question.of_null(),
                Some(Some(field)) => self.of_field(field, row, memory),
            },
            Read::Board | Read::BoardAndEnd(_) => row.board(&self.question),
            Read::Game(_) | Read::Fields(..) | Read::Position(_) => {
                self.of_field(*known, row, memory)
            }
        }
    }

    fn told(&self, told: Told<'_>) -> Truths {
        self.question.of_told(self.field.kind(), told)
    }

    fn of_field<'a>(&self, field: Known, row: &dyn Row<'a>, memory: &mut Memory) -> Truths {
        let truths = || self.told(field.asked(row));
        match row.shared(field) {
            Some(number) => memory.truths(field, number, truths),
            None => truths(),
        }
    }

    /// Whether it asks for the name of the player on a side, [`Known::White`] or [`Known::Black`].
    pub fn names(&self, game: &Game, side: Known) -> bool {
        let Field::Known(known) = self.field else {
            return false;
        };
        let row = OneGame::new(game);
        let is_asked = known.kind() == Some(Kind::Name)
            && match &known.entry().read {
                Read::Either(sides) => sides.contains(&side),
                Read::OneOf(_, which) => which(&row) == Some(Some(side)),
                _ => known == side,
            };
        is_asked
            && !self.question.is_negative()
            && self.of_field(side, &row, &mut Memory::default()) == Truths::TRUE
    }
}

/// The results for texts that many rows share.
#[derive(Default)]
pub(crate) struct Memory(Vec<(Known, Vec<Option<Truths>>)>);

impl Memory {
    fn truths(&mut self, field: Known, number: u32, of: impl FnOnce() -> Truths) -> Truths {
        let at = self.0.iter().position(|(known, _)| *known == field);
        let at = at.unwrap_or_else(|| {
            self.0.push((field, Vec::new()));
            self.0.len() - 1
        });
        let (all, number) = (&mut self.0[at].1, number as usize);
        if all.len() <= number {
            all.resize(number + 1, None);
        }
        *all[number].get_or_insert_with(of)
    }
}

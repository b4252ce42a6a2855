//! A decoded game, and what a table knows of it besides.
//!
//! Not part of the format.

use super::replay::{self, Share};
use super::row::{Row, Told};
use super::{Known, Read};
use crate::fold;
use crate::question::Question;
use crate::truth::Truths;
use archive::{Game, Model};
use std::borrow::Cow;
use std::cell::OnceCell;

/// A decoded game with its place, and with the model for columns about the probability of moves.
#[derive(Debug)]
pub struct OneGame<'a> {
    pub(super) path: &'a str,
    /// From 1.
    pub(super) number: u64,
    pub(super) game: &'a Game,
    model: Option<&'a Model>,
    /// Computed when needed.
    shares: OnceCell<Vec<Option<Share>>>,
}

impl<'a> OneGame<'a> {
    /// A game alone: it is in no archive, and its moves have no probabilities.
    #[must_use]
    pub fn new(game: &'a Game) -> Self {
        Self {
            path: "",
            number: 0,
            game,
            model: None,
            shares: OnceCell::new(),
        }
    }

    /// The game with this number, from 1, in the archive with this name.
    ///
    /// ```
    /// use archive::{Game, Level, Model};
    /// use query::{Field, OneGame, Value};
    ///
    /// let (game, model) = (Game::parse(b"1. e4 *"), Model::of(Level::Fast));
    /// let game = OneGame::of("a.pgnz", 17, &game, &model);
    /// assert_eq!(Field::column_named("number")?.cell(&game), Value::Whole(17));
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn of(path: &'a str, number: u64, game: &'a Game, model: &'a Model) -> Self {
        Self {
            path,
            number,
            model: Some(model),
            ..Self::new(game)
        }
    }

    /// The value of a tag as text.
    pub(super) fn written(&self, name: &str) -> Option<Cow<'a, str>> {
        self.game.tags().get(name).map(fold::text)
    }

    /// The value of a tag, if it is not empty, `?` or `-`.
    pub(super) fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.written(name)?;
        (!["", "?", "-"].contains(&&*found)).then_some(found)
    }

    /// The value of a field of positions after so many plies.
    pub(super) fn after(&self, field: Known, ply: u32) -> Told<'static> {
        match (&field.entry().read, usize::try_from(ply)) {
            (Read::Position(read), Ok(ply)) => Told::Value(read(self, Some(ply))),
            _ => Told::Nothing,
        }
    }

    /// The probability of each move, and of the most likely one; none for a null move.
    pub(super) fn shares(&self) -> Option<&[Option<Share>]> {
        let model = self.model?;
        self.game.start()?;
        let shares = self.shares.get_or_init(|| replay::shares(self.game, model));
        Some(shares)
    }
}

impl<'a> Row<'a> for OneGame<'a> {
    fn stored(&self, field: Known) -> Told<'a> {
        match &field.entry().read {
            Read::Game(read) | Read::BoardAndEnd(read) => Told::Value(read(self)),
            Read::Position(read) => Told::Value(read(self, None)),
            _ => Told::Nothing,
        }
    }

    fn tag_as_written(&self, name: &str) -> Told<'a> {
        Told::Value(self.written(name).into())
    }

    fn board(&self, question: &Question) -> Truths {
        question.of_line(self.game)
    }
}

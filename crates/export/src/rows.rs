//! Makes rows from games.
//!
//! Not part of the format.

use crate::columns::{OneGame, Replay};
use crate::{Column, Row};
use archive::{Columns, Game, Model};

/// Makes a row from each game.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: Vec<Column>,
    model: Model,
    /// Whether games are replayed, and whether moves are predicted.
    replays: [bool; 2],
}

impl Rows {
    /// Makes rows with these columns. The model is for columns about the probability of moves.
    #[must_use]
    pub fn new(columns: Vec<Column>, model: Model) -> Self {
        let any = |which: usize| columns.iter().any(|column| column.replays()[which]);
        Self {
            replays: [any(0), any(1)],
            columns,
            model,
        }
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The parts of games that are needed.
    #[must_use]
    pub fn needs(&self) -> Columns {
        let columns = self.columns.iter();
        columns.fold(Columns::TAGS, |all, column| all | column.needs())
    }

    /// The row of a game with this number, from 1, in the archive with this name. [`Rows::needs`] must have been decoded.
    #[must_use]
    pub fn row(&self, path: &str, number: u64, game: &Game) -> Row {
        let [replays, predicts] = self.replays;
        let replay = match replays {
            true => Replay::of(game, predicts.then_some(&self.model)),
            false => Replay::default(),
        };
        let game = OneGame {
            path,
            number,
            game,
            replay: &replay,
        };
        game.row(&self.columns)
    }
}

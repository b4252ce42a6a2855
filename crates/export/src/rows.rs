//! Makes rows of games.
//!
//! Not part of the format.

use crate::columns::{OneGame, Replay};
use crate::{Column, Row};
use archive::{Columns, Game, Model};

/// Makes a row of each game.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: Vec<Column>,
    model: Model,
    /// Whether games are played again, and whether moves are predicted.
    replays: [bool; 2],
}

impl Rows {
    /// Will make rows of these columns. The model says how likely moves are, for columns that tell.
    #[must_use]
    pub fn new(columns: Vec<Column>, model: Model) -> Self {
        let any = |which: usize| columns.iter().any(|column| column.replays()[which]);
        Self {
            replays: [any(0), any(1)],
            columns,
            model,
        }
    }

    /// The parts of games that are needed.
    #[must_use]
    pub fn needs(&self) -> Columns {
        let columns = self.columns.iter();
        columns.fold(Columns::TAGS, |all, column| all | column.needs())
    }

    /// The row of the game that has this number, from 1, in the archive of this name. [`Rows::needs`] have to be there.
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

//! Makes rows from games.
//!
//! Not part of the format.

use crate::{Column, Row};
use archive::{Columns, Game, Model};
use query::OneGame;

/// Makes a row from each game.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: Vec<Column>,
    model: Model,
}

impl Rows {
    /// Makes rows with these columns. The model is for columns about the probability of moves.
    #[must_use]
    pub fn new(columns: Vec<Column>, model: Model) -> Self {
        Self { columns, model }
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
        let game = OneGame::of(path, number, game, &self.model);
        let columns = self.columns.iter();
        columns.map(|column| column.value(&game)).collect()
    }
}

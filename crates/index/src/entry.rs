//! The row of a game.
//!
//! Not part of the format.

use crate::schema::{EXPORTED, Kept};
use archive::{Game, Level, Model};
use export::{Column, Row, Rows};
use legal::{LegalMoves, Position};
use xxhash_rust::xxh3::Xxh3;

/// The row of a game.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) exported: Row,
    pub(crate) line: Option<Line>,
}

/// What the main line of a game says; there is none where it has no start, a null move or a move of a rank that takes two bytes.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The ranks of the moves that are kept.
    pub ranks: Vec<u8>,
    pub home_pawns: u16,
    pub material: String,
    pub moves_hash: u64,
    pub position_hash: u64,
}

/// Makes rows of games.
pub struct Maker {
    rows: Rows,
    pub(crate) columns: Vec<Column>,
    pub(crate) kept: Kept,
}

impl Maker {
    /// Makes rows with so much of the moves.
    ///
    /// # Errors
    ///
    /// There is a column that exports do not have, which a test prevents.
    pub fn new(kept: Kept) -> Result<Self, String> {
        let columns = Column::parse(EXPORTED)?;
        Ok(Self {
            rows: Rows::new(columns.clone(), Model::of(Level::Fast)),
            columns,
            kept,
        })
    }

    /// The parts of games that are needed.
    #[must_use]
    pub fn needs(&self) -> archive::Columns {
        self.rows.needs() | archive::Columns::MOVES
    }

    /// The row of a game, whose number counts from 0.
    #[must_use]
    pub fn entry(&self, number: u64, game: &Game) -> Entry {
        Entry {
            exported: self.rows.row("", number + 1, game),
            line: self.line(game),
        }
    }

    fn line(&self, game: &Game) -> Option<Line> {
        let start = game.start()?;
        let mut position = start.rules().clone();
        let (mut ranks, mut legal, mut hash) = (Vec::new(), LegalMoves::new(), Xxh3::new());
        if position.hash() != Position::initial(position.variant()).hash() {
            hash.update(start.to_fen().as_bytes());
        }
        for ply in &game.main_line().plies {
            let played = ply.played?;
            position.legal_moves_into(&mut legal);
            let rank = u8::try_from(legal.rank(played.inner())?).ok()?;
            if ranks.len() < self.kept.plies() {
                ranks.push(rank);
            }
            hash.update(b" ");
            hash.update(played.to_string().as_bytes());
            position.play(played.inner());
        }
        let (home_pawns, material) = query::signature(&position);
        Some(Line {
            ranks,
            home_pawns,
            material,
            moves_hash: hash.digest(),
            position_hash: position.hash(),
        })
    }
}

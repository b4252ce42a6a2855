//! The row of a game.
//!
//! Not part of the format.

use crate::schema::{Kept, exported, model};
use crate::{coded, texts::Edges};
use archive::{Game, Level, Model};
use export::{Column, Row, Rows, Value};
use legal::{LegalMoves, Position};
use xxhash_rust::xxh3::Xxh3;

/// The row of a game.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) exported: Row,
    /// The day of a date that does not exist in the calendar.
    pub(crate) day: Option<u8>,
    pub(crate) edges: Edges,
    pub(crate) line: Option<Line>,
}

/// The main line of a game; `None` if it has no playable start, a null move, or a move whose rank needs two bytes.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The ranks of the moves that are stored.
    pub ranks: Vec<u8>,
    /// The moves after these, coded.
    pub next: Vec<u8>,
    pub home_pawns: u16,
    pub material: String,
    /// A hash of the moves, 48 bits.
    pub moves_hash: u64,
    pub position_hash: u32,
}

/// Makes rows from games.
pub struct Maker {
    rows: Rows,
    pub(crate) columns: Vec<Column>,
    pub(crate) kept: Kept,
    model: Model,
    /// The index of the date among the columns.
    date: Option<usize>,
}

impl Maker {
    /// Makes rows with this part of the moves.
    ///
    /// # Errors
    ///
    /// A column does not exist in exports; a test excludes this.
    pub fn new(kept: Kept) -> Result<Self, archive::Error> {
        let columns = Column::parse(&exported())?;
        Ok(Self {
            rows: Rows::new(columns.clone(), Model::of(Level::Fast)),
            date: columns.iter().position(|column| column.name() == "date"),
            model: model(),
            columns,
            kept,
        })
    }

    /// The parts of games that are needed.
    #[must_use]
    pub fn needs(&self) -> archive::Columns {
        self.rows.needs() | archive::Columns::MOVES | archive::Columns::TEXT
    }

    /// The row of a game; `number` counts from 0.
    #[must_use]
    pub fn entry(&self, number: u64, game: &Game) -> Entry {
        let exported = self.rows.row("", number + 1, game);
        let has_no_date = self.date.is_none_or(|at| exported[at] == Value::Null);
        Entry {
            day: game
                .tags()
                .date()
                .filter(|_| has_no_date)
                .and_then(|date| date.day),
            edges: Edges::of(game.text()),
            line: self.line(game),
            exported,
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
            ranks.push(rank);
            hash.update(b" ");
            hash.update(played.to_string().as_bytes());
            position.play(played.inner());
        }
        let (home_pawns, material) = query::signature(&position);
        let (kept, coded) = (self.kept.plies(), self.kept.coded_plies());
        let next = match ranks.get(kept..) {
            Some(after) if coded > 0 && !after.is_empty() => {
                let after = &after[..after.len().min(coded)];
                coded::encode(&self.model, start.rules(), &ranks[..kept], after)
            }
            _ => Vec::new(),
        };
        ranks.truncate(kept);
        Some(Line {
            ranks,
            next,
            home_pawns,
            material,
            moves_hash: hash.digest() >> 16,
            position_hash: (position.hash() >> 32) as u32,
        })
    }
}

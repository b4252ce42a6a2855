//! Stream `derived`: values of tags that can be predicted from the rest of the game, such as the name of the opening.
//!
//! Format: "Stream derived".
//!
//! The stream `tags` codes that such a tag is there, and its place; its value is coded here, when moves and clocks are known. No stream
//! before this one may use these values.

mod aliases;
pub mod catalogue;
mod cells;
mod columns;
mod endings;
mod finish;
mod openings;
mod placement;
mod places;

use entropy::Code;

use crate::values::{Column, Expected, Known, Values};
use columns::COLUMNS;
use game::parts::GameParts;
use openings::Openings;

/// What a value is predicted from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// From the positions of the opening; the number is that of the column.
    Opening(usize),
    /// From the last position and the result.
    Ending,
    /// From the last position.
    Placement,
    /// From the number of plies.
    Count,
    /// From the start and the clocks.
    Finish,
}

/// Columns after those of openings.
const LATER: [(&[u8], Kind); 5] = [
    (b"Termination", Kind::Ending),
    (b"TerminationDetails", Kind::Ending),
    (b"CurrentPosition", Kind::Placement),
    (b"PlyCount", Kind::Count),
    (b"EndTime", Kind::Finish),
];

/// The column of a tag of this name, in capitals or not; `None` if the stream `tags` codes it.
fn column(name: &[u8]) -> Option<usize> {
    let later = LATER.iter().map(|(name, _)| *name);
    let mut names = COLUMNS.into_iter().chain(later);
    names.position(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the value of a tag of this name is coded here.
pub fn is_derived(name: &[u8]) -> bool {
    column(name).is_some()
}

/// Model of the stream.
#[derive(Clone)]
pub struct Derived {
    openings: Openings,
    values: Values,
    columns: Vec<Column>,
    /// How much more the counters of the last `CurrentPosition` said than the position.
    counters: [i64; 2],
}

impl Derived {
    /// The state at the start of every block.
    pub fn new() -> Self {
        let columns = 0..(COLUMNS.len() + LATER.len()) as u32;
        Self {
            openings: Openings::default(),
            values: Values::new(16),
            columns: columns.map(|column| Column::new(column, column)).collect(),
            counters: [0; 2],
        }
    }

    /// Codes the values of a game's derived tags. Returns `false` if they are longer than `limit`.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut GameParts, limit: u64) -> bool {
        let mut named = false;
        for at in 0..game.tags.len() {
            let Some(column) = column(game.get(game.tags[at].name)) else {
                continue;
            };
            if column < COLUMNS.len() && !named {
                self.openings.start(game);
                named = true;
            }
            let Some(value) = self.value(coder, game, at, column, limit) else {
                return false;
            };
            if coder.decodes() {
                game.tags[at].value = game.put(&value);
                if coder.failed() || !game.fits(limit) {
                    return false;
                }
            }
        }
        if named {
            self.openings.learn();
        }
        true
    }

    /// Codes the value of a tag of a column; `None` if it is longer than `limit`.
    fn value(
        &mut self,
        coder: &mut impl Code,
        game: &GameParts,
        at: usize,
        column: usize,
        limit: u64,
    ) -> Option<Vec<u8>> {
        let value = game.get(game.tags[at].value);
        let later = column.checked_sub(COLUMNS.len());
        let kind = later.map_or(Kind::Opening(column), |at| LATER[at].1);
        let last = &self.columns[column];
        let mut expected = None;
        let mut names = None;
        let mut known = match kind {
            Kind::Opening(column) => self.openings.known(&mut self.values, column),
            Kind::Ending => {
                names = Some(endings::names(game));
                endings::known(game)
            }
            Kind::Placement => placement::known(game, self.counters),
            Kind::Count => {
                expected = Some(Expected {
                    value: game.main_line.plies().to_string().into_bytes(),
                    note: 0,
                    hint: 0,
                });
                Known::default()
            }
            Kind::Finish => {
                expected = finish::expected(game, &last.last);
                Known::default()
            }
        };
        let template = names.map(|names| endings::template(value, names));
        let told = template.as_deref().unwrap_or(value);
        let last = &mut self.columns[column];
        let values = &mut self.values;
        let mut coded = values.suggested(coder, last, &mut known, told);
        if let (None, Kind::Opening(column)) = (&coded, kind) {
            let others = self.openings.others(values, column);
            coded = values.listed(coder, last, others, &known, told);
        }
        let coded = match coded {
            Some(coded) => coded,
            None => values.unsuggested(coder, last, &known, expected, (told, limit))?,
        };
        let keep = matches!(kind, Kind::Opening(_) | Kind::Ending);
        let id = values.learn(last, &known, &coded, keep);
        let found = coded.value;
        match kind {
            Kind::Opening(column) => {
                if let Some(id) = id.checked_sub(1) {
                    self.openings.note(&self.values, column, id, coded.outcome);
                }
            }
            Kind::Placement => {
                self.counters = placement::counters(game, &found).unwrap_or(self.counters);
            }
            _ => {}
        }
        match names {
            Some(names) => endings::written(&found, names, limit),
            None => Some(found),
        }
    }
}

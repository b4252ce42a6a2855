//! Stream `derived`: values of tags that can be predicted from the rest of the game, such as the name of the opening.
//!
//! Format: "Stream derived".
//!
//! The stream `tags` codes that such a tag is there, and its place; its value is coded here, when moves and clocks are known. No stream
//! before this one may use these values.

mod aliases;
pub mod catalogue;
mod columns;
mod count;
mod endings;
mod finish;
mod known;
mod lessons;
mod openings;
mod placement;
mod places;
mod plain;
mod unguessed;

use entropy::Code;

use columns::COLUMNS;
use count::Count;
use endings::Endings;
use finish::Finish;
use game::parts::GameParts;
pub use lessons::Lessons;
use openings::Openings;
use placement::Placement;
use plain::Plain;

/// What a value is predicted from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// From the positions of the opening; the number is that of the column.
    Opening(usize),
    /// From the last position, the result and the clocks.
    Ending,
    /// From the last position.
    Placement,
    /// From the number of plies.
    Count,
    /// From the start and the clocks.
    Finish,
}

impl Kind {
    /// The kind of the value of a tag of this name; `None` if the stream `tags` codes it.
    fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"Termination" | b"TerminationDetails" => Some(Self::Ending),
            b"CurrentPosition" => Some(Self::Placement),
            b"PlyCount" => Some(Self::Count),
            b"EndTime" => Some(Self::Finish),
            _ => {
                let column = COLUMNS.iter().position(|&column| column == name);
                column.map(Self::Opening)
            }
        }
    }
}

/// Whether the value of a tag of this name is coded here.
pub fn is_derived(name: &[u8]) -> bool {
    Kind::of(name).is_some()
}

/// Model of the stream.
#[derive(Clone)]
pub struct Derived {
    openings: Openings,
    endings: Endings,
    placement: Placement,
    count: Count,
    finish: Finish,
    plain: Plain,
}

/// Numbers of names in contexts; those of openings come first.
const ENDING: u32 = 8;
const DETAILS: u32 = 9;
const PLACEMENT: u32 = 10;
const COUNT: u32 = 11;
const FINISH: u32 = 12;

impl Derived {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            openings: Openings::new(),
            endings: Endings::new(),
            placement: Placement::new(),
            count: Count::new(),
            finish: Finish::new(),
            plain: Plain::new(),
        }
    }

    /// Codes the values of a game's derived tags. Returns `false` if they are longer than `limit`.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut GameParts, limit: u64) -> bool {
        let mut named = false;
        for at in 0..game.tags.len() {
            let Some(kind) = Kind::of(game.get(game.tags[at].name)) else {
                continue;
            };
            if matches!(kind, Kind::Opening(_)) && !named {
                self.openings.start(game);
                named = true;
            }
            let Some(value) = self.value(coder, game, at, kind, limit) else {
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

    fn value(
        &mut self,
        coder: &mut impl Code,
        game: &GameParts,
        at: usize,
        kind: Kind,
        limit: u64,
    ) -> Option<Vec<u8>> {
        let tag = game.tags[at];
        let (value, plain) = (game.get(tag.value), &mut self.plain);
        match kind {
            Kind::Opening(column) => self.openings.code(coder, plain, column, value, limit),
            Kind::Ending => {
                let details = game.get(tag.name) != b"Termination";
                let column = if details { DETAILS } else { ENDING };
                self.endings.code(coder, game, plain, column, value, limit)
            }
            Kind::Placement => self
                .placement
                .code(coder, game, plain, PLACEMENT, value, limit),
            Kind::Count => self.count.code(coder, game, plain, COUNT, value, limit),
            Kind::Finish => self.finish.code(coder, game, plain, FINISH, value, limit),
        }
    }
}

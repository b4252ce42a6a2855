//! One game split into parts: tags, moves, comments and their values, as the streams code them.
//!
//! Not part of the format.

pub mod comment;
mod main_line;
pub mod split;
pub mod tag_section;
pub mod walk;
pub mod wrap;

use crate::{Outcome, TimeControl};
pub use comment::clock::WrittenClock;
pub use comment::eval::WrittenEval;
use legal::Cursor;
use legal::san::MoveFacts;
pub use main_line::MainLine;
use pgn::Termination;

/// The most tag pairs, items and values of comments in a game. That is far more than people or engines write; there is a limit because
/// each takes some hundred bytes of memory. When encoding, what follows is kept as text.
pub const MOST_PARTS: usize = 1 << 20;
/// Tag pairs that a game has at most.
pub const MOST_TAGS: usize = 1 << 16;
/// The longest tag pair or comment in bytes. There is a limit because several models keep copies.
pub const LONGEST_PART: usize = 1 << 20;
/// The most additional parts at the end of a game: those of its last comment, text, end.
const LAST_PARTS: usize = 1 << 16;

/// A part of [`GameParts::bytes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A tag pair: `[name "value"]`.
#[derive(Clone, Copy, Debug)]
pub struct TagSpans {
    /// The name.
    pub name: Span,
    /// The value between the quotes.
    pub value: Span,
}

/// An item of the movetext. The gaps between items are kept separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A legal move with the glyphs after it: one of [`GameParts::plies`].
    Move,
    /// A null move: one of [`GameParts::nulls`].
    Null,
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// Text that could not be parsed: one of [`GameParts::raws`].
    Raw,
    /// The end of the game.
    End,
    /// A comment: one of [`GameParts::comments`].
    Comment,
}

/// The facts about a move that later streams use as contexts.
#[derive(Clone, Copy, Debug)]
pub struct PlyFacts {
    /// What the move is and all that its text depends on.
    pub facts: MoveFacts,
    /// How many legal moves there were.
    pub choices: u16,
    /// Plies before it in its line.
    pub depth: u16,
    /// How surprising the move was to the model.
    pub surprise: Surprise,
    /// How many bytes its text has; known to the encoder only.
    pub length: u8,
    /// The exact text of its glyphs, whitespace before them included.
    pub glyphs: Span,
}

impl PlyFacts {
    /// Plays the legal move at `index`, which was this surprising to the model.
    pub fn play(cursor: &mut Cursor, index: usize, surprise: Surprise) -> Self {
        let (choices, depth) = (cursor.legal().len() as u16, cursor.history().depth);
        Self {
            facts: cursor.play(index),
            choices,
            depth,
            surprise,
            length: 0,
            glyphs: Span::default(),
        }
    }
}

/// The model's cost of a move, and of the position's moves on average, in eighths of a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surprise {
    /// What the move cost.
    pub cost: u8,
    /// The expected cost of a move in the position: the entropy.
    pub entropy: u8,
}

/// A comment: a template, and the values of its placeholders.
#[derive(Clone, Copy, Debug)]
pub struct SplitComment {
    /// Number of the template among those of the block.
    pub template: u32,
}

/// One game in parts. Reused from game to game.
#[derive(Clone, Debug, Default)]
pub struct GameParts {
    /// The bytes that the spans point into.
    pub bytes: Vec<u8>,
    /// The tag pairs in order.
    pub tags: Vec<TagSpans>,
    /// The termination of the movetext, where the tag `Result` does not decide.
    pub termination: Option<Termination>,
    /// What stands in the movetext, in order.
    pub items: Vec<Item>,
    /// The moves, those of variations included, in the order of the text.
    pub plies: Vec<PlyFacts>,
    /// The texts of the null moves.
    pub nulls: Vec<Span>,
    /// The comments in order.
    pub comments: Vec<SplitComment>,
    /// Free texts of comments in order.
    pub texts: Vec<Span>,
    /// Clock times and times spent in order.
    pub clocks: Vec<WrittenClock>,
    /// Evaluations in order.
    pub evals: Vec<WrittenEval>,
    /// Texts that could not be parsed, in order.
    pub raws: Vec<Span>,
    /// Whether what follows the tags is kept as text because the tags reached a limit of number or length; known to the encoder only.
    pub cut: bool,
    /// The length of all comments' templates; known to the decoder only.
    pub templates: u64,
    /// The positions of the main line.
    pub main_line: MainLine,
    /// The place of each item in the text; known to the encoder only.
    pub places: Vec<Span>,
    /// The same for each tag pair.
    pub tag_places: Vec<Span>,
}

impl GameParts {
    /// Forgets the last game but keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.tags.clear();
        self.termination = None;
        self.items.clear();
        self.plies.clear();
        self.nulls.clear();
        self.comments.clear();
        self.texts.clear();
        self.clocks.clear();
        self.evals.clear();
        self.raws.clear();
        self.cut = false;
        self.templates = 0;
        self.main_line.clear();
        self.places.clear();
        self.tag_places.clear();
    }

    /// Copies all that derived tags are coded from, without the texts of the movetext, to an empty game or to one that had such a copy.
    pub fn copy_for_derived(&self, copy: &mut Self) {
        let ends = self.tags.iter().map(|tag| tag.name.end.max(tag.value.end));
        let end = ends.max().unwrap_or(0) as usize;
        copy.bytes.clear();
        copy.bytes.extend_from_slice(&self.bytes[..end]);
        copy.tags.clone_from(&self.tags);
        copy.plies.clone_from(&self.plies);
        copy.clocks.clone_from(&self.clocks);
        copy.main_line.clone_from(&self.main_line);
    }

    /// A copy with all that values are built from.
    pub fn for_values(&self) -> Self {
        Self {
            main_line: MainLine::default(),
            places: Vec::new(),
            tag_places: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether what was decoded so far can be part of a text of `limit` bytes.
    pub fn fits(&self, limit: u64) -> bool {
        // Each of these except the end of the game takes at least one byte of text, and a template takes its own length.
        let parts = self.parts();
        let most = limit.saturating_add(1);
        self.bytes.len() as u64 <= limit.saturating_mul(2)
            && parts as u64 <= most
            && parts <= MOST_PARTS + LAST_PARTS
            && self.templates <= most
    }

    /// The tag pairs, items and values of comments so far.
    pub fn parts(&self) -> usize {
        let values = self.texts.len() + self.clocks.len() + self.evals.len();
        self.items.len() + self.tags.len() + values
    }

    /// The bytes of a part.
    pub fn get(&self, span: Span) -> &[u8] {
        &self.bytes[span.start as usize..span.end as usize]
    }

    /// Adds bytes and returns where they are.
    pub fn put(&mut self, bytes: &[u8]) -> Span {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.since(start)
    }

    /// The part from `start` to the end.
    pub fn since(&self, start: u32) -> Span {
        Span {
            start,
            end: self.bytes.len() as u32,
        }
    }

    /// The value of the last tag of this name.
    pub fn tag(&self, name: &[u8]) -> Option<&[u8]> {
        let named = |tag: &&TagSpans| self.get(tag.name) == name;
        self.tags.iter().rfind(named).map(|tag| self.get(tag.value))
    }

    /// The value of the tag `Result`.
    pub fn outcome(&self) -> Outcome {
        self.tag(b"Result")
            .map_or(Outcome::Unknown, Outcome::from_tag)
    }

    /// The value of the tag `TimeControl`.
    pub fn time_control(&self) -> TimeControl {
        self.tag(b"TimeControl")
            .and_then(TimeControl::from_tag)
            .unwrap_or_default()
    }
}

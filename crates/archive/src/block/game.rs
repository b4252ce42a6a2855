//! One game taken apart: what the streams code and the layout puts together again.

use legal::san::MoveFacts;
use model::moves::Outlook;

use super::course::Course;

/// A part of [`Game::bytes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// A tag pair: `[name "value"]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub name: Span,
    pub value: Span,
}

/// What stands in the movetext, apart from the gaps between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A legal move with the glyphs behind it: one of [`Game::plies`].
    Move,
    /// A null move: one of [`Game::nulls`].
    Null,
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// Text that is not understood: one of [`Game::raws`].
    Raw,
    /// The end of the game.
    End,
    /// A comment: one of [`Game::comments`].
    Comment,
}

/// A move as later streams see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    /// What the move is and all that its text depends on.
    pub facts: MoveFacts,
    /// How many legal moves there were.
    pub choices: u16,
    /// Plies before it in its line.
    pub depth: u16,
    /// How it looked before it was played.
    pub outlook: Outlook,
    /// How many bytes its text has; known to the encoder only.
    pub length: u8,
    /// Glyphs as they stand, whitespace before them included.
    pub glyphs: Span,
}

/// A comment: a template, and what stands in its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment {
    /// Number of the template among those of the block.
    pub template: u32,
}

/// A clock time, or a time spent, in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Milliseconds, below 2^52.
    pub time: u64,
    /// How it is written.
    pub form: ClockForm,
    /// Whether it tells the time spent rather than the time left.
    pub spent: bool,
    /// Whether its place is for a number of tenths of a second, which has no other form.
    pub tenths: bool,
    /// Plies played before it in the order of the text.
    pub after: u32,
}

/// How a clock time is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClockForm {
    /// Digits of the hours; 0 where the time is in seconds alone, [`ClockForm::MINUTES`] and more where it is in minutes and seconds.
    pub hours: u8,
    /// Digits after the point, 0 to 3.
    pub decimals: u8,
}

impl ClockForm {
    /// Minutes, of one digit at least, and seconds. The next number stands for minutes of two digits at least.
    pub const MINUTES: u8 = 14;
}

/// An evaluation in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Eval {
    /// Centipawns, or moves to mate.
    pub value: i32,
    pub mate: bool,
    /// How it is written.
    pub form: EvalForm,
    /// Plies played before it in the order of the text.
    pub after: u32,
}

/// How an evaluation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EvalForm {
    pub decimals: Decimals,
    pub plus: Plus,
    /// Whether a mate has an `M` behind the sign instead of a `#` before it.
    pub letter: bool,
}

/// In what unit an evaluation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Decimals {
    /// In pawns with as many decimals as needed, at least one.
    #[default]
    Needed,
    /// In pawns with two decimals.
    Two,
    /// As few as needed, and a zero has none.
    Fewest,
    /// In centipawns.
    None,
}

/// Which evaluations have a plus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Plus {
    #[default]
    Never,
    /// Those above zero.
    Positive,
    /// All that have no minus.
    Always,
}

impl EvalForm {
    /// Forms there are.
    pub const COUNT: u32 = 24;

    /// A number for each form, below [`EvalForm::COUNT`].
    pub fn to_code(self) -> u32 {
        (self.decimals as u32 * 3 + self.plus as u32) * 2 + u32::from(self.letter)
    }

    /// The inverse of [`EvalForm::to_code`]; any other number gives some form.
    pub fn from_code(code: u32) -> Self {
        let decimals = [
            Decimals::Needed,
            Decimals::Two,
            Decimals::Fewest,
            Decimals::None,
        ];
        let plus = [Plus::Never, Plus::Positive, Plus::Always];
        Self {
            decimals: decimals[(code / 6 % 4) as usize],
            plus: plus[(code / 2 % 3) as usize],
            letter: code & 1 == 1,
        }
    }
}

impl Eval {
    /// Whether it has a plus.
    pub fn has_plus(&self) -> bool {
        match self.form.plus {
            Plus::Never => false,
            Plus::Positive => self.value > 0,
            Plus::Always => self.value >= 0,
        }
    }

    /// Decimals of a score.
    pub fn decimals(&self) -> usize {
        match self.form.decimals {
            Decimals::Fewest if self.value == 0 => 0,
            Decimals::Needed | Decimals::Fewest if self.value % 10 == 0 => 1,
            Decimals::Needed | Decimals::Fewest | Decimals::Two => 2,
            Decimals::None => 0,
        }
    }

    /// The form nearest to another one in which it looks the same.
    pub fn form_near(&self, other: EvalForm) -> EvalForm {
        let EvalForm {
            mut decimals,
            mut plus,
            mut letter,
        } = self.form;
        let seen = Self {
            form: other,
            ..*self
        };
        if self.mate || self.decimals() == seen.decimals() {
            decimals = other.decimals;
        }
        if self.has_plus() == seen.has_plus() {
            plus = other.plus;
        }
        if !self.mate {
            letter = other.letter;
        }
        EvalForm {
            decimals,
            plus,
            letter,
        }
    }
}

/// One game in parts. Reused from game to game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    /// The bytes that the spans point into.
    pub bytes: Vec<u8>,
    pub tags: Vec<Tag>,
    pub items: Vec<Item>,
    pub plies: Vec<Ply>,
    pub nulls: Vec<Span>,
    pub comments: Vec<Comment>,
    /// Free texts of comments in order.
    pub texts: Vec<Span>,
    pub clocks: Vec<Clock>,
    pub evals: Vec<Eval>,
    pub raws: Vec<Span>,
    pub course: Course,
    /// Where each item stands in the text; known to the encoder only.
    pub places: Vec<Span>,
    /// The same for each tag pair.
    pub tag_places: Vec<Span>,
}

impl Game {
    /// Forgets the last game but keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.tags.clear();
        self.items.clear();
        self.plies.clear();
        self.nulls.clear();
        self.comments.clear();
        self.texts.clear();
        self.clocks.clear();
        self.evals.clear();
        self.raws.clear();
        self.course.clear();
        self.places.clear();
        self.tag_places.clear();
    }

    /// Whether what was decoded so far can be part of a text of `limit` bytes.
    pub fn fits(&self, limit: u64) -> bool {
        // Each of these but the end of the game stands for a byte at least.
        let values = self.texts.len() + self.clocks.len() + self.evals.len();
        let parts = (self.items.len() + self.tags.len() + values) as u64;
        self.bytes.len() as u64 <= 2 * limit && parts <= limit + 1
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
        let named = |tag: &&Tag| self.get(tag.name) == name;
        self.tags.iter().rfind(named).map(|tag| self.get(tag.value))
    }
}

//! The set of parts of a game (tags, moves, clocks and so on) that a reader asks for.
//!
//! Not part of the format.

use game::{Depth, Stream};
use std::ops::{BitOr, BitOrAssign, Sub};
use streams::is_derived;

/// A set of parts of a game, combined with `|` and `-`: those that a reader has to fill in. The default is the empty set.
///
/// The other parts may be filled in or not, and a later release may leave out more of them. Leaving parts out saves time:
///
/// - [`Columns::TAGS`] alone decodes no move, which is about ten times as fast as decoding everything at level default.
/// - The other parts are decoded in the order in which they are listed below, up to the last one asked for. Moves take most of the
///   time, then clocks and evaluations. Clocks and evaluations are decoded with all other parts in a block whose comments have other
///   text, because that may hold times and evaluations, too.
///
/// The checksums of the texts of a block and of its groups are verified only where the text is decoded. The checksum of each stream
/// is verified before the stream is decoded.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::Columns;
///
/// let wanted = Columns::MOVES | Columns::CLOCKS;
/// assert!(wanted.contains(Columns::CLOCKS) && !wanted.contains(Columns::TAGS));
/// assert!(Columns::ALL.contains(wanted));
/// assert_eq!(wanted - Columns::MOVES, Columns::CLOCKS);
/// assert_eq!(wanted.iter().collect::<Columns>(), wanted);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Columns(u16);

impl Columns {
    /// Tag pairs, but for those of [`Columns::DERIVED_TAGS`], and the start of the game.
    pub const TAGS: Self = Self(1);
    /// Moves of the main line and of variations.
    pub const MOVES: Self = Self(1 << 2);
    /// Times left and times spent, as far as they stand in commands such as `[%clk 0:03:00]`.
    pub const CLOCKS: Self = Self(1 << 3);
    /// Evaluations in commands such as `[%eval 0.25]`.
    pub const EVALS: Self = Self(1 << 4);
    /// Annotation glyphs.
    pub const NAGS: Self = Self(1 << 5);
    /// Tag pairs whose values follow from the moves and are coded after them: `ECO`, `Opening`, `Variation` and the like, `PlyCount`,
    /// `Termination`, `EndTime`, `CurrentPosition`.
    pub const DERIVED_TAGS: Self = Self(1 << 1);
    /// The text of comments.
    pub const COMMENTS: Self = Self(1 << 6);
    /// The exact text of the game, and the parts of it that cannot be read as chess.
    pub const TEXT: Self = Self(1 << 7);
    /// Everything.
    pub const ALL: Self = Self(u16::MAX);

    /// Each part, in the order in which they are decoded.
    const EACH: [Self; 8] = [
        Self::TAGS,
        Self::MOVES,
        Self::CLOCKS,
        Self::EVALS,
        Self::NAGS,
        Self::DERIVED_TAGS,
        Self::COMMENTS,
        Self::TEXT,
    ];

    /// No part.
    #[must_use]
    pub const fn empty() -> Self {
        Self(0)
    }

    /// Whether there is no part among them.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The parts of this release, each by itself.
    pub fn iter(self) -> impl Iterator<Item = Self> {
        Self::EACH
            .into_iter()
            .filter(move |part| self.contains(*part))
    }

    /// The parts that must be decoded to know the value of the tag of this name, and whether a game has it.
    ///
    /// ```
    /// # extern crate archive as pgnz;
    /// use pgnz::Columns;
    ///
    /// assert_eq!(Columns::of_tag("Board"), Columns::TAGS);
    /// assert_eq!(Columns::of_tag("ECO"), Columns::TAGS | Columns::DERIVED_TAGS);
    /// ```
    #[must_use]
    pub fn of_tag(name: &str) -> Self {
        match is_derived(name.as_bytes()) {
            true => Self::TAGS | Self::DERIVED_TAGS,
            false => Self::TAGS,
        }
    }

    /// How far the streams of a game must be decoded for these columns.
    pub(crate) fn depth(self) -> Depth {
        let depths = [
            (Self::TEXT, Depth::Text),
            (Self::COMMENTS, Depth::Text),
            (Self::DERIVED_TAGS, Depth::DerivedTags),
            (Self::NAGS, Depth::Nags),
            (Self::EVALS, Depth::Evals),
            (Self::CLOCKS, Depth::Clocks),
        ];
        let found = depths
            .into_iter()
            .find(|(column, _)| self.contains(*column));
        found.map_or(Depth::Moves, |(_, depth)| depth)
    }

    /// Whether all of the other columns are among these.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These columns and those that they depend on in a block with these streams. Where comments have text beside the times and
    /// evaluations that have streams of their own, that text may hold others, or tell what those mean.
    pub(crate) fn in_block(self, mut streams: impl Iterator<Item = Stream>) -> Self {
        let is_text = |stream| matches!(stream, Stream::Comments | Stream::Numbers | Stream::Lines);
        let has_values = self.contains(Self::CLOCKS) || self.contains(Self::EVALS);
        match has_values && streams.any(is_text) {
            true => self | Self::COMMENTS,
            false => self,
        }
    }

    /// Whether a stream is decoded for these columns, if the block has it.
    pub(crate) fn needs(self, stream: Stream) -> bool {
        let last = match stream {
            Stream::Tags | Stream::Repeats | Stream::Stored | Stream::Encoding => {
                return true;
            }
            _ if Self::TAGS.contains(self) => return false,
            Stream::Groups | Stream::Structure | Stream::Moves => Depth::Moves,
            Stream::Clocks => Depth::Clocks,
            Stream::Evals => Depth::Evals,
            Stream::Glyphs => Depth::Nags,
            Stream::Derived => Depth::DerivedTags,
            Stream::Comments | Stream::Numbers | Stream::Lines | Stream::Layout => Depth::Text,
        };
        last <= self.depth()
    }
}

impl BitOr for Columns {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Columns {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Sub for Columns {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Self> for Columns {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        parts.into_iter().fold(Self::empty(), BitOr::bitor)
    }
}

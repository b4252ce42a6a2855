//! The streams of a block. Each holds one kind of data (tags, moves, clocks and so on) and is coded and measured separately.
//!
//! Format: "Streams".

/// One stream of a block. The number of a stream is part of the format.
///
/// Streams are declared in the order in which a block stores and decodes them; the contexts of each may depend on those before it.
///
/// ```
/// # extern crate game as pgnz;
/// use pgnz::Stream;
///
/// assert_eq!(Stream::Moves.name(), "moves");
/// assert_eq!(Stream::from_id(Stream::Moves.id()), Some(Stream::Moves));
/// assert_eq!(Stream::from_id(200), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Stream {
    /// Tag pairs that do not follow from the moves: players, ratings, dates, events, results.
    Tags = 0,
    /// The shape of the movetext: where games, variations, comments and glyphs begin and end.
    Structure = 1,
    /// Moves of main lines and variations, as ranks among the legal moves.
    Moves = 2,
    /// Clock times found in comments.
    Clocks = 3,
    /// Engine evaluations found in comments.
    Evals = 4,
    /// Numeric annotation glyphs and their spellings (`!`, `?!`, `$14`).
    Glyphs = 5,
    /// Values of tags that follow from moves or clocks: ECO, opening, ply count, termination.
    Derived = 6,
    /// Free text of comments, and its templates.
    Comments = 7,
    /// Numbers in the free text of comments.
    Numbers = 8,
    /// Lines of moves in the free text of comments.
    Lines = 9,
    /// Deviations from the predicted white space, numbering and spelling.
    Layout = 10,
    /// Where the groups of games lie in the other streams.
    Groups = 11,
    /// Which games repeat earlier ones of the block.
    Repeats = 12,
    /// The text itself, for a block that would not get smaller.
    Stored = 13,
    /// The original encoding (UTF-16), for a block whose text is recoded as UTF-8.
    Encoding = 14,
}

impl Stream {
    /// Every stream, in the order of a block.
    pub const ALL: [Self; 15] = [
        Self::Tags,
        Self::Structure,
        Self::Moves,
        Self::Clocks,
        Self::Evals,
        Self::Glyphs,
        Self::Derived,
        Self::Comments,
        Self::Numbers,
        Self::Lines,
        Self::Layout,
        Self::Groups,
        Self::Repeats,
        Self::Stored,
        Self::Encoding,
    ];

    /// The number of this stream in an archive.
    #[must_use]
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The stream with this number, or `None` where this version of the format knows none.
    #[must_use]
    pub const fn from_id(id: u8) -> Option<Self> {
        if (id as usize) < Self::ALL.len() {
            Some(Self::ALL[id as usize])
        } else {
            None
        }
    }

    /// The name used in reports, messages and the format's description.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::Structure => "structure",
            Self::Moves => "moves",
            Self::Clocks => "clocks",
            Self::Evals => "evals",
            Self::Glyphs => "glyphs",
            Self::Comments => "comments",
            Self::Numbers => "numbers",
            Self::Lines => "lines",
            Self::Derived => "derived",
            Self::Layout => "layout",
            Self::Groups => "groups",
            Self::Repeats => "repeats",
            Self::Stored => "stored",
            Self::Encoding => "encoding",
        }
    }
}

impl std::fmt::Display for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stream_is_found_by_its_id_and_they_stand_in_order() {
        for (at, stream) in Stream::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(stream.id()), at);
            assert_eq!(Stream::from_id(stream.id()), Some(stream));
        }
        assert_eq!(Stream::from_id(Stream::ALL.len() as u8), None);
    }
}

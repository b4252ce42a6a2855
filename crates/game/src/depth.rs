//! How far the parts of a game are known.
//!
//! Not part of the format.

/// The last part of a game that is decoded, in the order in which the parts lie in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Moves, and the tags that do not follow from them.
    Moves,
    /// Clock times and times spent.
    Clocks,
    /// Evaluations.
    Evals,
    /// Annotation glyphs.
    Nags,
    /// Tags that follow from the moves.
    DerivedTags,
    /// Comments, and the text with them.
    Text,
}

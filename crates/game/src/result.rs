//! The result of a game, from its tag `Result` and its termination.
//!
//! Not part of the format.

use pgn::{Termination, trim_blanks};

/// What a tag `Result` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// Who won, or that nobody did.
    Decided(Termination),
    /// That the game goes on, or nothing: there is no such tag, or it is empty, `?` or `-`.
    Open(Option<Termination>),
    /// That both players lost: `0-0`. None of the four results of PGN says so.
    BothLost,
    /// Something else.
    Unclear,
}

impl Stated {
    /// What the value of a tag says, `None` where there is no tag.
    pub fn of(tag: Option<&[u8]>) -> Self {
        let Some(value) = tag else {
            return Self::Open(None);
        };
        match (Termination::read(value), trim_blanks(value)) {
            (Some(Termination::Open), _) => Self::Open(Some(Termination::Open)),
            (Some(decided), _) => Self::Decided(decided),
            (None, b"" | b"?" | b"-") => Self::Open(None),
            (None, b"0-0") => Self::BothLost,
            (None, _) => Self::Unclear,
        }
    }

    /// Whether the termination of the movetext counts.
    pub fn asks_termination(self) -> bool {
        !matches!(self, Self::Decided(_) | Self::BothLost)
    }

    /// The result of a game with such a tag and this termination: what the tag says or, where that decides nothing, the termination.
    pub fn result(self, termination: Option<Termination>) -> Option<Termination> {
        let decided = termination.filter(|&found| found != Termination::Open);
        match self {
            Self::Decided(result) => Some(result),
            Self::Open(stated) => decided.or(stated).or(termination),
            Self::Unclear => decided,
            Self::BothLost => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Outcome};

    #[test]
    fn the_tag_decides_and_otherwise_the_termination() {
        for (tag, end, expected) in [
            (Some("1-0"), "1/2-1/2", Some("1-0")),
            (Some(" 0-1 "), "*", Some("0-1")),
            (Some("1/2"), "", Some("1/2-1/2")),
            (Some("½-½"), "*", Some("1/2-1/2")),
            (Some("1 - O"), "", Some("1-0")),
            (Some("0:1"), "", Some("0-1")),
            (Some("*"), "1-0", Some("1-0")),
            (Some("*"), "*", Some("*")),
            (Some("*"), "", Some("*")),
            (Some("?"), "0-1", Some("0-1")),
            (Some(""), "1/2", Some("1/2-1/2")),
            (Some("?"), "*", Some("*")),
            (Some("?"), "", None),
            (None, "1-0", Some("1-0")),
            (None, "½-½", Some("1/2-1/2")),
            (None, "*", Some("*")),
            (None, "", None),
            (None, "* 1-0", Some("1-0")),
            (None, "(1. d4 0-1) 1-0", Some("1-0")),
            (None, "{0-1} 1-0", Some("1-0")),
            (Some("1-0 ff"), "1-0", Some("1-0")),
            (Some("+/-"), "*", None),
            (Some("0-0"), "0-0", None),
            (Some("0-0"), "*", None),
        ] {
            let tag = tag.map_or(String::new(), |value| format!("[Result \"{value}\"]\n"));
            let text = format!("[Event \"E\"]\n{tag}\n1. e4 e5 {end}\n");
            let game = Game::parse(text.as_bytes());
            assert_eq!(game.tags().result_text(), expected, "{text}");
            let outcome = game.tags().result();
            let known = expected.filter(|&text| text != "*");
            assert_eq!(
                outcome,
                known.map_or(Outcome::Unknown, |text| Outcome::from_tag(text.as_bytes()))
            );
            assert!(game.main_line().unread.is_empty(), "{text}");
        }
    }
}

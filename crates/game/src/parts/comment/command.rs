//! Finds the commands of a comment: `[%clk 0:03:00]` has the name `clk` and the value `0:03:00`.
//!
//! Not part of the format.

/// A command of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// What stands before the first white space.
    pub name: &'a [u8],
    /// Without the white space around it, in which lines may end.
    pub value: &'a [u8],
}

/// What a command gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The time left on the clock of the side that moved.
    Clock,
    /// The time spent on the move.
    Spent,
    /// The same in tenths of a second.
    Tenths,
    /// An evaluation, perhaps with its depth.
    Eval,
}

/// The commands that give values. Programs write others that are none of these: `egt`, `mct` and `ct` are clocks of other kinds.
const COMMANDS: [(&[u8], Gives); 5] = [
    (b"clk", Gives::Clock),
    // Lichess, in exports with hundredths of a second.
    (b"clkc", Gives::Clock),
    (b"emt", Gives::Spent),
    (b"timestamp", Gives::Tenths),
    (b"eval", Gives::Eval),
];

impl Gives {
    /// What the command of this name gives, if it is a known one.
    pub fn of(name: &[u8]) -> Option<Self> {
        let known = COMMANDS.iter().find(|(known, _)| *known == name);
        known.map(|&(_, gives)| gives)
    }
}

/// The commands of a text, in their order. A command ends at the first closing bracket, and has no opening bracket within.
pub fn commands(text: &[u8]) -> impl Iterator<Item = Command<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = memchr::memchr(b'[', rest)?;
            let end = start + memchr::memchr(b']', &rest[start..])?;
            let last = memchr::memrchr(b'[', &rest[..end])?;
            let inside = &rest[last + 1..end];
            rest = &rest[end + 1..];
            if let Some(command) = inside.strip_prefix(b"%") {
                let space = command.iter().position(u8::is_ascii_whitespace);
                let (name, value) = command.split_at(space.unwrap_or(command.len()));
                let value = value.trim_ascii();
                return Some(Command { name, value });
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, &str)> {
        let text_of = |bytes| std::str::from_utf8(bytes).unwrap();
        let found = commands(text.as_bytes());
        found
            .map(|command| (text_of(command.name), text_of(command.value)))
            .collect()
    }

    #[test]
    fn commands_are_found_among_words_and_across_lines() {
        assert_eq!(
            found("a [%clk\n 0:01:00 ] b [%eval 0.3][%x]"),
            [("clk", "0:01:00"), ("eval", "0.3"), ("x", "")]
        );
        assert_eq!(
            found("[%eval 1,[%clk 2] ] [note] [ %clk 3]"),
            [("clk", "2")]
        );
        for none in ["", "[", "]", "[%clk 1", "%clk 1]", "]["] {
            assert_eq!(found(none), [], "{none}");
        }
    }
}

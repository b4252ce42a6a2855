//! A property, its name, and how it fails.

use std::fmt;

/// Why a property does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

impl Broken {
    /// A reason if `holds` is false.
    ///
    /// # Errors
    ///
    /// That reason.
    pub fn unless(holds: bool, why: impl FnOnce() -> String) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self(why())) }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

/// Something that must hold for all bytes.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// The name of the function, a sentence.
    pub name: &'static str,
    holds: fn(&[u8], u64) -> Result<(), Broken>,
}

impl Property {
    /// Checks the property for these bytes; `choices` settles what it leaves open. The same arguments give the same result.
    ///
    /// # Errors
    ///
    /// What does not hold; also a panic of this thread that the code under test caught.
    ///
    /// # Panics
    ///
    /// When the code under test does: a panic is a failure too.
    pub fn check(&self, input: &[u8], choices: u64) -> Result<(), Broken> {
        let (result, caught) = crate::panics::watched(|| (self.holds)(input, choices));
        match caught {
            None => result,
            Some(panic) => Err(Broken(match result {
                Ok(()) => format!("a panic was caught: {panic}"),
                Err(broken) => format!("{broken}; a panic was caught: {panic}"),
            })),
        }
    }

    /// The property of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        PROPERTIES
            .iter()
            .find(|property| property.name == name)
            .copied()
    }
}

macro_rules! properties {
    ($($name:ident,)+) => {
        /// Every property, from the leaves of the workspace to the whole.
        pub const PROPERTIES: &[Property] = &[$(Property { name: stringify!($name), holds: crate::$name },)+];
    };
}

properties! {
    lexing_keeps_every_byte,
    splitting_in_pieces_changes_nothing,
    spelling_what_was_read_gives_the_text,
    fens_come_back_or_are_refused,
    bits_and_numbers_come_back_or_are_refused,
    wrapped_inputs_give_a_text_or_an_error,
    symbols_come_back_from_both_coders,
    blocks_give_their_text_back,
    blocks_of_junk_streams_never_panic,
    blocks_of_any_bytes_are_decoded_or_refused,
    mended_archives_give_a_text_or_an_error,
    compressing_then_expanding_gives_the_same_bytes,
    utf16_comes_back_whatever_breaks_it,
    games_from_the_middle_are_those_of_the_text,
    damaged_archives_never_give_other_text,
    junk_archives_never_panic,
    what_is_salvaged_is_of_the_text,
    junk_blobs_never_panic,
    indexes_of_any_bytes_are_tables_or_errors,
    filters_are_read_or_refused,
    shapes_of_damaged_archives_lose_no_game_unsaid,
    columns_of_damaged_archives_are_those_of_the_text,
    networks_are_read_or_refused,
    every_reader_is_right_or_says_so,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_that_is_caught_is_a_failure() {
        let property = Property {
            name: "catches",
            holds: |_, _| {
                let _ = std::panic::catch_unwind(|| panic!("in the codec"));
                Ok(())
            },
        };
        let broken = property.check(b"", 0).unwrap_err();
        assert!(broken.0.contains("in the codec"), "{broken}");
    }
}

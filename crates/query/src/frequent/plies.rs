//! A range of plies.
//!
//! Not part of the format.

use crate::Error;
use archive::{Game, Position};

/// Numbers of plies, 0 for the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plies {
    first: usize,
    last: usize,
}

impl Plies {
    /// From the first to the last, both included.
    #[must_use]
    pub fn new(first: usize, last: usize) -> Self {
        Self { first, last }
    }

    /// Reads `10`, `5..10`, `..10` or `5..`.
    ///
    /// # Errors
    ///
    /// The text is not of that kind, or the last ply is before the first.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = || {
            let what = "a number of plies or a range is needed, such as 10 or 5..10".to_owned();
            Error::in_condition("ply", text, 0, what)
        };
        let number = |part: &str, open: usize| match part.trim() {
            "" => Ok(open),
            part => part.parse().map_err(|_| wrong()),
        };
        let plies = match text.split_once("..") {
            Some((first, last)) => Self::new(number(first, 0)?, number(last, usize::MAX)?),
            None if text.trim().is_empty() => return Err(wrong()),
            None => Self::new(number(text, 0)?, number(text, 0)?),
        };
        match plies.first <= plies.last {
            true => Ok(plies),
            false => Err(wrong()),
        }
    }

    /// The positions of the main line after these numbers of plies, as far as the game goes.
    #[must_use]
    pub fn positions(&self, game: &Game) -> Vec<(usize, Position)> {
        let all = game.positions().enumerate();
        all.skip(self.first)
            .take_while(|(ply, _)| *ply <= self.last)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_or_refused() {
        for (text, first, last) in [
            ("0", 0, 0),
            ("10", 10, 10),
            ("5..10", 5, 10),
            ("..3", 0, 3),
            ("5..", 5, usize::MAX),
        ] {
            assert_eq!(Plies::parse(text).unwrap(), Plies::new(first, last));
        }
        for text in ["", "x", "-1", "10..5", "1..x", "1...3"] {
            assert!(Plies::parse(text).is_err(), "{text}");
        }
    }
}

//! The moves with which a game begins.
//!
//! Not part of the format.

use super::{Found, Step, Steps};
use legal::{Move, Position};

/// Moves from the usual start of standard chess.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    start: Position,
    moves: Vec<Move>,
}

impl Opening {
    /// Reads `1. e4 c5 2. Nf3` with or without numbers, moves as SAN or UCI. The error has the wrong byte and the reason.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let start = Position::standard();
        let mut position = archive::Position::of(start.clone());
        let mut moves = Vec::new();
        let mut at = 0;
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end().trim_end_matches(['!', '?']);
            let spelled = without_number(word);
            let byte = at + word.len() - spelled.len();
            at += piece.len();
            if spelled.is_empty() {
                continue;
            }
            let m = position.read_move(spelled).map_err(|_| {
                let shown = spelled.escape_debug();
                let what = format!("'{shown}' is not a legal move in {}", position.to_fen());
                (byte, what)
            })?;
            position
                .play(m)
                .map_err(|error| (byte, error.to_string()))?;
            moves.push(m.inner());
        }
        match moves.is_empty() {
            true => Err((0, "expected moves such as 1. e4 c5 2. Nf3".to_owned())),
            false => Ok(Self { start, moves }),
        }
    }

    /// The indices of the moves among the legal moves, and the position after them.
    pub fn ranks(&self) -> (Vec<u8>, Position) {
        let mut position = self.start.clone();
        let mut ranks = Vec::new();
        for &m in &self.moves {
            // There are at most 218 legal moves, and each of these is one.
            let rank = position.legal_moves().rank(m);
            ranks.extend(rank.and_then(|rank| u8::try_from(rank).ok()));
            position.play(m);
        }
        (ranks, position)
    }

    /// Follows a game as long as its moves are the same.
    pub fn find(&self, start: &Position, steps: &mut dyn Steps) -> Found {
        if start.hash() != self.start.hash() || start.variant() != self.start.variant() {
            return Found::Nowhere;
        }
        let mut position = start.clone();
        for &m in &self.moves {
            match steps.next(&position) {
                Step::Move(played) if played == m => position.play(m),
                Step::Unknown => return Found::Unknown,
                _ => return Found::Nowhere,
            }
        }
        Found::At(Box::new(position))
    }
}

/// A word without its move number: `e4` for `1.e4`, nothing for `12...`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match after.len() < word.len() {
        true if after.is_empty() || after.starts_with(['.', '…']) => {
            after.trim_start_matches(['.', '…'])
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_with_and_without_numbers() {
        let moves = |text: &str| Opening::parse(text).unwrap().moves;
        let line = moves("1. e4 c5 2. Nf3 d6");
        for text in [
            "e4 c5 Nf3 d6",
            "1.e4 c5 2.Nf3 2... d6",
            " e2e4 c7c5  g1f3! 2…d6 ",
        ] {
            assert_eq!(moves(text), line, "{text}");
        }
    }

    #[test]
    fn a_bad_move_is_pointed_at() {
        for (text, at) in [
            ("1. e4 c5 2. Nf4", 12),
            ("1.e5", 2),
            ("", 0),
            ("1. e4 é", 6),
        ] {
            assert_eq!(Opening::parse(text).unwrap_err().0, at, "{text}");
        }
    }
}

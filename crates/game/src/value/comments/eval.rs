//! Reads evaluations in commands: `[%eval -0.31]`, `[%eval #-3]`, `[%eval 23,14]`.
//!
//! Not part of the format.
//!
//! A number with a point is in pawns, whatever surrounds it. A whole number with a depth after a comma is ChessBase's and in centipawns; one
//! without a depth is in pawns on Lichess, whose programming interface writes -4 for -4.0, and in centipawns in other programs: the other
//! evaluations of the game tell.

use super::number::{Decimal, whole};
use crate::Eval;

/// An evaluation as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    score: Score,
    /// The depth after a comma or a slash, in plies.
    depth: Option<u32>,
    /// Hundredths of a pawn, if the comma is a decimal comma.
    decimal: Option<i32>,
    /// Whether it can be nothing else: no depth is written as `05`, and no whole number as `-0`.
    is_decimal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A whole number in an unknown unit.
    Whole(i32),
    /// Moves to mate.
    Mate(i32),
}

/// Whole numbers of centipawns from here on stand for mates in some programs.
const MATES: i32 = 30_000;
/// Scores above this are not in pawns.
const MANY: i32 = 100;
/// More scores than this are hardly all whole numbers of pawns.
const FEW: usize = 2;

impl Said {
    /// Reads a score, with its depth after a comma (ChessBase, python-chess) or a slash (PyChess).
    pub fn read(text: &[u8]) -> Option<Self> {
        let at = text.iter().position(|byte| matches!(byte, b',' | b'/'));
        let (before, rest) = match at {
            Some(at) => (text[..at].trim_ascii(), text[at + 1..].trim_ascii()),
            None => (text, &b""[..]),
        };
        let score = Score::read(before)?;
        let depth = whole(rest).and_then(|depth| u32::try_from(depth).ok());
        let mut said = Self {
            score,
            depth,
            decimal: None,
            is_decimal: false,
        };
        if let (Some(at), Score::Whole(size)) = (at, score) {
            // Nobody knows the unit of a whole number before words.
            let digits = i32::try_from(depth?).ok()?;
            let is_negative = before.starts_with(b"-");
            let hundredths = match rest.len() {
                1 => 10 * digits,
                _ => digits,
            };
            if text[at] == b',' && rest.len() <= 2 {
                let sign = if is_negative { -1 } else { 1 };
                said.decimal = Some(100 * size + sign * hundredths);
                said.is_decimal = rest.starts_with(b"0") || (is_negative && size == 0);
            }
        }
        Some(said)
    }
}

impl Score {
    /// `0.25`, `-12.5`, `.5`, `+3`; mates as `#3`, `#-3`, `-#3`, `M3`, `-M3` and `M-3`. `#-0` is a mate on the board.
    fn read(text: &[u8]) -> Option<Self> {
        let (before, text) = sign(text);
        let (is_mate, text) = match text {
            [b'#' | b'M', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let (after, digits) = match is_mate {
            true => sign(text),
            false => (None, text),
        };
        if before.is_some() && after.is_some() {
            return None;
        }
        let sign = before.or(after).unwrap_or(1);
        if is_mate {
            let moves = i32::try_from(whole(digits)?).ok()?;
            return (moves < 1 << 24).then_some(Self::Mate(sign * moves));
        }
        let is_whole = !digits.iter().any(|byte| matches!(byte, b'.' | b','));
        let places = if is_whole { 0 } else { 2 };
        let size = i32::try_from(Decimal::read(digits, places)?.value).ok()?;
        let size = Some(size).filter(|&size| size < 1 << 24)?;
        Some(match is_whole {
            true => Self::Whole(sign * size),
            false => Self::Centipawns(sign * size),
        })
    }
}

fn sign(text: &[u8]) -> (Option<i32>, &[u8]) {
    match text {
        [b'-', rest @ ..] => (Some(-1), rest),
        [b'+', rest @ ..] => (Some(1), rest),
        _ => (None, text),
    }
}

/// What the evaluations of a game mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Centipawns of a whole number without a depth, if that is clear.
    alone: Option<i32>,
    /// The same with a depth.
    with_depth: Option<i32>,
    /// Whether the game has decimal commas.
    is_decimal: bool,
}

impl Meaning {
    /// The meaning of the evaluations of a main line.
    pub fn of(evals: impl Iterator<Item = Said>) -> Self {
        // Which kinds there are: with a point, with a point and a depth, a whole number with a depth.
        let (mut points, mut points_with_depth, mut wholes_with_depth) = (false, false, false);
        let (mut is_decimal, mut wholes, mut greatest) = (false, 0, 0);
        for said in evals {
            is_decimal |= said.is_decimal;
            match (said.score, said.depth) {
                (Score::Centipawns(_), depth) => {
                    points = true;
                    points_with_depth |= depth.is_some();
                }
                (Score::Whole(_), Some(_)) => wholes_with_depth = true,
                (Score::Whole(score), None) if score != 0 => {
                    wholes += 1;
                    greatest = greatest.max(score.abs());
                }
                (Score::Whole(_) | Score::Mate(_), _) => {}
            }
        }
        let alone = match (points || is_decimal, wholes_with_depth && !is_decimal) {
            (true, false) => Some(100),
            (false, true) => Some(1),
            (true, true) => None,
            (false, false) if wholes <= FEW => (greatest <= MANY).then_some(100),
            (false, false) => (greatest > MANY).then_some(1),
        };
        Self {
            alone,
            // A program that writes 2.5,11 means three pawns by 3,11.
            with_depth: (!points_with_depth).then_some(1),
            is_decimal,
        }
    }

    /// An evaluation, if its meaning is clear.
    pub fn eval(self, said: Said) -> Option<Eval> {
        let in_unit = |score: i32, unit: Option<i32>| match (score, unit) {
            (0, _) => Some(0),
            (score, Some(1)) => (score.abs() < MATES).then_some(score),
            (score, unit) => Some(score.saturating_mul(unit?)),
        };
        let centipawns = match (said.score, said.depth) {
            (Score::Mate(moves), _) => return Some(Eval::Mate(moves)),
            (Score::Centipawns(value), _) => Some(value),
            (Score::Whole(score), None) => in_unit(score, self.alone),
            (Score::Whole(_), Some(_)) if self.is_decimal => said.decimal,
            (Score::Whole(score), Some(_)) => in_unit(score, self.with_depth),
        };
        centipawns.map(Eval::Centipawns)
    }

    /// The depth of the search behind an evaluation in plies, if it has one.
    pub fn depth(self, said: Said) -> Option<u32> {
        let is_part = self.is_decimal && said.decimal.is_some();
        said.depth.filter(|_| !is_part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<(Option<Eval>, Option<u32>)> {
        let said = |text: &&str| Said::read(text.as_bytes());
        let said: Vec<_> = texts.iter().map(said).collect();
        let meaning = Meaning::of(said.iter().flatten().copied());
        let values = |said: &Option<Said>| match *said {
            Some(said) => (meaning.eval(said), meaning.depth(said)),
            None => (None, None),
        };
        said.iter().map(values).collect()
    }

    fn centipawns(texts: &[&str]) -> Vec<Option<i32>> {
        let value = |(eval, _)| match eval {
            Some(Eval::Centipawns(value)) => Some(value),
            _ => None,
        };
        read(texts).into_iter().map(value).collect()
    }

    #[test]
    fn points_and_mates_have_one_meaning() {
        for (text, eval, depth) in [
            ("0.25", Eval::Centipawns(25), None),
            ("-12.5", Eval::Centipawns(-1250), None),
            (".5", Eval::Centipawns(50), None),
            ("0.165", Eval::Centipawns(17), None),
            ("-0.00", Eval::Centipawns(0), None),
            ("0.16/16", Eval::Centipawns(16), Some(16)),
            ("2.5,11", Eval::Centipawns(250), Some(11)),
            ("+0.20, 18", Eval::Centipawns(20), Some(18)),
            ("#3", Eval::Mate(3), None),
            ("#-3", Eval::Mate(-3), None),
            ("-#5/20", Eval::Mate(-5), Some(20)),
            ("#7,30", Eval::Mate(7), Some(30)),
            ("-M3", Eval::Mate(-3), None),
            ("+M5", Eval::Mate(5), None),
            ("M-3", Eval::Mate(-3), None),
            ("#-0", Eval::Mate(0), None),
        ] {
            assert_eq!(read(&[text]), [(Some(eval), depth)], "{text}");
        }
        for odd in [
            "", "-", "#", "M", "mate 5", "#M3", "-#-3", "1.2.3", "0.3 ", "2,x", "1.", "16777216",
        ] {
            assert_eq!(read(&[odd]), [(None, None)], "{odd}");
        }
    }

    #[test]
    fn whole_numbers_with_a_depth_are_centipawns() {
        let found = read(&["23,14", "-17,27", "-24600,31", "32757,20"]);
        let evals: Vec<_> = found.iter().map(|(eval, _)| *eval).collect();
        let right = [23, -17, -24_600].map(|value| Some(Eval::Centipawns(value)));
        assert_eq!(evals[..3], right);
        // A mate, in a notation that nobody has written down.
        assert_eq!(found[3], (None, Some(20)));
        assert_eq!(found[0].1, Some(14));
        assert_eq!(centipawns(&["23,14", "3"]), [Some(23), Some(3)]);
    }

    #[test]
    fn other_whole_numbers_mean_what_the_rest_of_the_game_says() {
        assert_eq!(centipawns(&["-4"]), [Some(-400)]);
        assert_eq!(centipawns(&["-4", "0.3"]), [Some(-400), Some(30)]);
        assert_eq!(
            centipawns(&["20", "-15", "130"]),
            [Some(20), Some(-15), Some(130)]
        );
        // Pawns or centipawns?
        assert_eq!(centipawns(&["20", "-15", "13"]), [None, None, None]);
        assert_eq!(
            centipawns(&["2.5,11", "3,12", "0,31"]),
            [Some(250), None, Some(0)]
        );
        // Decimal commas.
        assert_eq!(
            centipawns(&["0,25", "-0,3", "1,05"]),
            [Some(25), Some(-30), Some(105)]
        );
        assert_eq!(read(&["0,05"])[0].1, None);
    }
}

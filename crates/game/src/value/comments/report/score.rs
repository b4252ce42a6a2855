//! The score in an engine's report.
//!
//! Not part of the format.

use super::super::number::{Decimal, whole};
use crate::Eval;

/// The score of a report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// With a mate in moves that was written in plies: odd numbers are mates by the side that moved.
    pub eval: Option<Eval>,
    /// With a mate in moves that was written in moves.
    pub in_moves: Option<Eval>,
    pub is_mate: bool,
    pub is_signed: bool,
    /// Whether it cannot be the score of a match, which is not negative and has one decimal.
    pub is_telling: bool,
}

/// XBoard's engines count a mate in n moves as this number of centipawns and n.
const XBOARD_MATE: i32 = 100_000;

impl Score {
    /// An evaluation in pawns with a point or a comma, as in `-0.25`, or a mate, as in `M5`, `+M5` and `-M5`.
    pub fn read(text: &[u8]) -> Option<Self> {
        let (sign, size) = match text {
            [b'-', size @ ..] => (-1, size),
            [b'+', size @ ..] => (1, size),
            _ => (1, text),
        };
        let is_signed = size.len() < text.len();
        let mate = |plies: i32| Some(Eval::Mate(sign * plies));
        let all = |eval, in_moves, is_mate, is_telling| Self {
            eval,
            in_moves,
            is_mate,
            is_signed,
            is_telling,
        };
        match size {
            [b'M', plies @ ..] => {
                let plies = whole(plies).filter(|plies| (1..1 << 16).contains(plies))?;
                let plies = i32::try_from(plies).ok()?;
                Some(all(mate((plies + 1) / 2), mate(plies), true, true))
            }
            // Whether moves or plies are counted is not known.
            [b'#', count @ ..] => whole(count).map(|_| all(None, None, true, true)),
            _ => {
                let pawns = Decimal::read(size, 2).filter(|pawns| pawns.decimals > 0)?;
                let value = i32::try_from(pawns.value).ok()?;
                let eval = match value - XBOARD_MATE {
                    moves @ 1..1000 => mate(moves),
                    _ => Some(Eval::Centipawns(sign * value)),
                };
                let is_telling = sign < 0 || pawns.decimals > 1;
                Some(all(eval, eval, false, is_telling))
            }
        }
    }
}

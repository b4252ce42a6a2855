//! How long a player thought.

use entropy::Code;
use legal::Move;

use crate::number::{Decisions, hash};

/// What is known when a clock time is coded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// Names the time control.
    pub control: u32,
    /// The player's time before the move, in units; 0 where it is not known.
    pub left: u64,
    /// Units in a second.
    pub second: u64,
    /// Plies before the move.
    pub depth: u16,
    /// Number of legal moves there were.
    pub choices: u16,
    /// The move, and the opponent's before it.
    pub moves: [Option<Move>; 2],
    /// Whether it gives check.
    pub check: bool,
    /// Times spent, in units, the last first: own, the opponent's, own.
    pub spent: [i64; 3],
}

/// Predicts times spent, in units that the file's clocks are multiples of.
pub struct Clocks {
    decisions: Decisions<4>,
}

/// Below this a time spent is coded in full: clocks that are added to, or that jump.
const LOWEST: i64 = -2;

impl Default for Clocks {
    fn default() -> Self {
        Self::new()
    }
}

impl Clocks {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            decisions: Decisions::new(16),
        }
    }

    /// Codes a time spent, in units; magnitudes stay below 2^60.
    pub fn spent(&mut self, coder: &mut impl Code, now: &Situation, spent: i64) -> i64 {
        let contexts = contexts(now);
        let shifted = if spent < LOWEST {
            0
        } else {
            (spent - LOWEST) as u64 + 1
        };
        let shifted = self.decisions.unsigned(coder, contexts, shifted);
        if shifted > 0 {
            return (shifted - 1) as i64 + LOWEST;
        }
        let contexts = contexts.map(|context| context ^ 0x0F0F_0000);
        LOWEST
            - 1
            - self
                .decisions
                .unsigned(coder, contexts, (LOWEST - 1).wrapping_sub(spent) as u64)
                as i64
    }
}

fn contexts(now: &Situation) -> [u32; 4] {
    let [own, other, earlier] = now.spent.map(|spent| scale(spent, now.second));
    let left = log2(now.left);
    let [m, last] = now.moves;
    let kind = m.map_or(0, |m| {
        1 + m.role() as u32 + if m.is_capture() { 8 } else { 0 }
    });
    let recapture = m
        .zip(last)
        .is_some_and(|(m, last)| m.is_capture() && m.to() == last.to());
    let answer = u32::from(recapture) * 4
        + u32::from(now.check) * 2
        + u32::from(last.is_some_and(Move::is_capture));
    let choices = u32::from(now.choices.min(63)).next_power_of_two();
    let depth = u32::from(now.depth);
    let opening = depth.min(40) / 2;
    [
        hash(&[1, now.control, opening.min(8), kind, answer]),
        hash(&[2, own, other, earlier]),
        hash(&[3, now.control, left, own]),
        hash(&[4, answer, kind, other, choices.min(4)]),
    ]
}

/// Classes of time spent: each of the first seconds, then doublings; tenths are finer below a second.
fn scale(spent: i64, second: u64) -> u32 {
    let Ok(spent) = u64::try_from(spent) else {
        return 1;
    };
    if second > 1 && spent < second {
        return 2 + (spent * 8 / second) as u32;
    }
    let seconds = spent / second.max(1);
    10 + if seconds < 6 {
        seconds as u32
    } else {
        3 + log2(seconds)
    }
}

/// Two classes per doubling.
fn log2(value: u64) -> u32 {
    let value = value.saturating_add(1);
    let whole = value.ilog2();
    let half = if whole > 0 {
        (value >> (whole - 1)) as u32 & 1
    } else {
        0
    };
    2 * whole + half
}

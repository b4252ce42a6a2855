//! How much time a game's time control gives a player: what tells units of time apart.
//!
//! Not part of the format.

use super::number::Decimal;

/// The time that a player has. All times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// At the start.
    pub first: u64,
    /// In all stages, each counted once.
    all: u64,
    /// Added with each move.
    increment: u64,
    /// The last stage, if it comes again after a number of moves: the time and the moves.
    again: Option<(u64, u64)>,
}

/// The most stages that are read.
const MOST_STAGES: usize = 8;

impl Budget {
    /// Reads a tag `TimeControl`: `300+3`, `40/7200:1800+30`, `1/86400`. `None` for anything else, and where minutes may be meant: many
    /// people write `90+30` for an hour and a half.
    pub fn of(tag: &[u8]) -> Option<Self> {
        let mut budget = Self {
            first: 0,
            all: 0,
            increment: 0,
            again: None,
        };
        for (at, stage) in tag.trim_ascii().split(|&byte| byte == b':').enumerate() {
            let (moves, stage) = match split(stage, b'/') {
                Some((moves, stage)) => (Some(Decimal::read(moves, 0)?.value), stage),
                None => (None, stage.strip_prefix(b"*").unwrap_or(stage)),
            };
            let (time, increment) = split(stage, b'+').unwrap_or((stage, b"0"));
            let (time, increment) = (Decimal::read(time, 3)?, Decimal::read(increment, 3)?);
            if at == 0 {
                budget.first = time.value;
            }
            if at >= MOST_STAGES {
                return None;
            }
            budget.all += time.value;
            budget.increment = budget.increment.max(increment.value);
            budget.again = moves.map(|moves| (time.value, moves.max(1)));
        }
        let Self {
            first,
            all,
            increment,
            ..
        } = budget;
        let in_minutes = first == all && increment >= 10_000 && first < 10 * increment;
        (first > 0 && !in_minutes).then_some(budget)
    }

    /// The most time that a player may have had after this number of plies of both sides, with something to spare.
    pub fn most(&self, plies: usize) -> u64 {
        let moves = plies as u64 / 2 + 1;
        let again = self
            .again
            .map_or(0, |(time, each)| time.saturating_mul(moves / each));
        let increments = self.increment.saturating_mul(moves);
        let most = self.all.saturating_add(again).saturating_add(increments);
        most.saturating_add(most / 20).saturating_add(1000)
    }
}

fn split(text: &[u8], by: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|&byte| byte == by)?;
    Some((&text[..at], &text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_bound_the_time_of_a_player() {
        let most = |tag: &str, plies| Budget::of(tag.as_bytes()).map(|budget| budget.most(plies));
        assert_eq!(most("180", 0), Some(190_000));
        assert_eq!(most("180+2", 39), Some(232_000));
        assert_eq!(most("40/7200:1800+30", 0), Some(9_482_500));
        assert_eq!(most("1/100", 2), Some(316_000));
        assert_eq!(
            Budget::of(b"40/5400+30:1800").map(|budget| budget.first),
            Some(5_400_000)
        );
        for odd in [
            "", "-", "?", "0", "90+30", "15+10", "90 min", "40/", "a/5", "5:", "1+1+1",
        ] {
            assert_eq!(most(odd, 0), None, "{odd}");
        }
    }
}

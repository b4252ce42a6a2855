//! Applies a filter to all games of a table at once.
//!
//! Not part of the format.
//!
//! Each text that several games share is tested once. Main lines, which take longest, are followed only for games that pass everything else.

use super::{Table, Verdict};
use crate::Filter;
use crate::check::{Check, Memory};
use crate::fields::Kind;
use crate::filter::Ready;
use crate::truth::Truths;

impl Filter {
    /// The verdict of a table for each of its games.
    #[must_use]
    pub fn judge(&self, table: &Table) -> Vec<Verdict> {
        let truths = self.ready().judge(table, &vec![true; table.games]);
        truths.into_iter().map(Verdict::of).collect()
    }
}

impl Verdict {
    pub(crate) fn of(truths: Truths) -> Self {
        match truths {
            Truths::TRUE => Self::Yes,
            truths if truths.contains(Truths::TRUE) => Self::Ask,
            _ => Self::No,
        }
    }
}

impl Ready {
    /// The result for the wanted games.
    fn judge(&self, table: &Table, wanted: &[bool]) -> Vec<Truths> {
        let (parts, nothing, end): (_, _, fn(Truths, Truths) -> Truths) = match self {
            Self::Check(check) => return table.truths(check, wanted),
            Self::Not(part) => {
                let truths = part.judge(table, wanted);
                return truths.into_iter().map(Truths::not).collect();
            }
            Self::NotTrue(part) => {
                let truths = part.judge(table, wanted);
                return truths.into_iter().map(Truths::not_true).collect();
            }
            Self::And(parts) => (parts, Truths::TRUE, Truths::and),
            Self::Or(parts) => (parts, Truths::FALSE, Truths::or),
        };
        let mut all = vec![nothing; table.games];
        let mut parts: Vec<&Self> = parts.iter().collect();
        parts.sort_by_key(|part| part.follows_lines());
        for part in parts {
            let open = |(&wanted, &so_far): (&bool, &Truths)| wanted && so_far != nothing.not();
            let wanted: Vec<bool> = wanted.iter().zip(&all).map(open).collect();
            let truths = part.judge(table, &wanted);
            for ((so_far, truth), wanted) in all.iter_mut().zip(truths).zip(wanted) {
                if wanted {
                    *so_far = end(*so_far, truth);
                }
            }
        }
        all
    }

    fn follows_lines(&self) -> bool {
        match self {
            Self::Check(check) => check.field.kind() == Kind::Board,
            Self::Not(part) | Self::NotTrue(part) => part.follows_lines(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::follows_lines),
        }
    }
}

impl Table {
    fn truths(&self, check: &Check, wanted: &[bool]) -> Vec<Truths> {
        let mut memory = Memory::default();
        let of = |(game, &wanted): (usize, &bool)| match wanted {
            true => check.of(&self.row(game), &mut memory),
            false => Truths::ANY,
        };
        wanted.iter().enumerate().map(of).collect()
    }
}

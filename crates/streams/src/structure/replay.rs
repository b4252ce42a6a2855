//! Records what the models of moves made of each move, so that moves can be decoded once more without the models.
//!
//! Not part of the format: this makes verification faster.

use entropy::{Code, Distribution, Interval, TOTAL};
use game::parts::Surprise;

/// What the models of moves made of the moves of some games, in order; forced moves cost nothing and are left out. A move takes 8 bytes.
#[derive(Clone, Debug, Default)]
pub struct MoveRecord {
    moves: Vec<Recorded>,
}

#[derive(Clone, Copy, Debug)]
struct Recorded {
    index: u16,
    /// The share that the move had, whose width is at least 1.
    start: u16,
    width_less_one: u16,
    surprise: Surprise,
}

impl Recorded {
    fn share(self) -> Interval {
        Interval {
            start: self.start.into(),
            width: u32::from(self.width_less_one) + 1,
        }
    }
}

/// What becomes of the moves.
#[derive(Clone, Debug, Default)]
pub(super) enum Replay {
    /// The models predict them.
    #[default]
    Off,
    /// The same, and what they make of them is kept.
    Recording(MoveRecord),
    /// They are compared with what was kept.
    Comparing {
        record: MoveRecord,
        next: usize,
        differs: bool,
    },
}

impl Replay {
    /// Keeps what the models made of a move, if that is wanted.
    pub fn keep(&mut self, index: usize, share: Interval, surprise: Surprise) {
        if let Self::Recording(record) = self {
            record.moves.push(Recorded {
                index: index as u16,
                start: share.start as u16,
                width_less_one: share.width.saturating_sub(1) as u16,
                surprise,
            });
        }
    }

    /// Whether the models are asked for a share.
    pub fn keeps(&self) -> bool {
        matches!(self, Self::Recording(_))
    }

    /// Decodes the next of so many legal moves as it was kept; `None` if the models have to be asked.
    pub fn compare(&mut self, coder: &mut impl Code, legal: usize) -> Option<(usize, Surprise)> {
        let Self::Comparing {
            record,
            next,
            differs,
        } = self
        else {
            return None;
        };
        if legal == 1 {
            return Some((0, Surprise::default()));
        }
        let kept = record.moves.get(*next).copied();
        let Some(kept) = kept.filter(|kept| usize::from(kept.index) < legal) else {
            *differs = true;
            return Some((0, Surprise::default()));
        };
        *next += 1;
        *differs |= coder.code(WITHIN, &Share(kept.share())) != WITHIN;
        Some((kept.index.into(), kept.surprise))
    }

    /// Whether another move was decoded than was kept.
    pub fn differs(&self) -> bool {
        matches!(self, Self::Comparing { differs: true, .. })
    }
}

/// The symbol of what lies in a share.
const WITHIN: usize = 1;

/// A share, what lies before it, and what lies after it.
struct Share(Interval);

impl Distribution for Share {
    fn interval(&self, symbol: usize) -> Interval {
        let Self(share) = self;
        let end = share.start + share.width;
        match symbol {
            0 => Interval {
                start: 0,
                width: share.start,
            },
            WITHIN => *share,
            _ => Interval {
                start: end,
                width: TOTAL.saturating_sub(end),
            },
        }
    }

    fn locate(&self, quantile: u32) -> (usize, Interval) {
        let Self(share) = self;
        let is_after = |start| usize::from(quantile >= start);
        let symbol = is_after(share.start) + is_after(share.start + share.width);
        (symbol, self.interval(symbol))
    }
}

/// A coder that notices the share of what it codes.
pub(super) struct Witness<'a, C> {
    pub coder: &'a mut C,
    pub is_wanted: bool,
    pub share: Interval,
}

impl<'a, C> Witness<'a, C> {
    pub fn new(coder: &'a mut C, is_wanted: bool) -> Self {
        let share = Interval {
            start: 0,
            width: TOTAL,
        };
        Self {
            coder,
            is_wanted,
            share,
        }
    }
}

impl<C: Code> Code for Witness<'_, C> {
    #[inline]
    fn code<D: Distribution>(&mut self, symbol: usize, distribution: &D) -> usize {
        let symbol = self.coder.code(symbol, distribution);
        if self.is_wanted {
            self.share = distribution.interval(symbol);
        }
        symbol
    }

    fn decodes(&self) -> bool {
        self.coder.decodes()
    }

    fn failed(&self) -> bool {
        self.coder.failed()
    }

    fn spent(&self) -> u64 {
        self.coder.spent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, Frequencies, range};

    const WIDTHS: [u32; 4] = [1, TOTAL / 2, TOTAL / 4, TOTAL / 4 - 1];
    const SURPRISE: Surprise = Surprise {
        cost: 7,
        entropy: 9,
    };

    /// Codes these moves of four each, and gives what was kept of them.
    fn recorded(moves: &[usize]) -> (Vec<u8>, MoveRecord) {
        let mut encoder = range::Encoder::new();
        let mut replay = Replay::Recording(MoveRecord::default());
        for &played in moves {
            let mut witness = Witness::new(&mut encoder, replay.keeps());
            witness.code(played, &Frequencies::new(&WIDTHS));
            let share = witness.share;
            replay.keep(played, share, SURPRISE);
        }
        let Replay::Recording(record) = replay else {
            unreachable!()
        };
        (encoder.finish(), record)
    }

    /// Whether the moves of these bytes are those that were kept.
    fn differs_from(bytes: &[u8], record: &MoveRecord, moves: &[usize]) -> bool {
        let mut replay = Replay::Comparing {
            record: record.clone(),
            next: 0,
            differs: false,
        };
        let mut decoder = range::Decoder::new(bytes);
        for &played in moves {
            let found = replay.compare(&mut decoder, WIDTHS.len());
            assert!(replay.differs() || found == Some((played, SURPRISE)));
        }
        replay.differs()
    }

    #[test]
    fn moves_are_decoded_without_models_and_any_other_bytes_are_noticed() {
        let moves: Vec<usize> = (0..40).map(|at| at * at % 7 % 4).collect();
        let (bytes, record) = recorded(&moves);
        assert!(!differs_from(&bytes, &record, &moves));
        for at in 0..bytes.len() - 1 {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                assert!(
                    differs_from(&other, &record, &moves),
                    "byte {at}, bit {bit}"
                );
            }
        }
    }

    #[test]
    fn a_move_that_was_not_kept_or_does_not_exist_is_noticed() {
        let (bytes, record) = recorded(&[1, 1]);
        assert!(differs_from(&bytes, &record, &[1, 1, 1]));
        let (bytes, record) = recorded(&[3]);
        let mut replay = Replay::Comparing {
            record,
            next: 0,
            differs: false,
        };
        let mut decoder = range::Decoder::new(&bytes);
        assert_eq!(
            replay.compare(&mut decoder, 1),
            Some((0, Surprise::default()))
        );
        assert!(!replay.differs());
        replay.compare(&mut decoder, 3);
        assert!(replay.differs());
    }
}

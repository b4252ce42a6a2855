//! Predicts the moves of variations, which mostly come from engines.
//!
//! Format: "Stream moves".
//!
//! These moves are better than the players', and do not show what the players play in other games. So they have a separate model of moves,
//! which treats them as moves of strong players with much time. A variation hardly ever begins with the move that it replaces.

use entropy::{Code, Counter, TOTAL};

use crate::moves::{Knowledge, MoveContext, Moves, Pace, Setting};
use game::parts::Surprise;

/// The rating that the players of variations are assumed to have.
const RATING: u16 = 2800;
/// The counter of variations that begin with the replaced move starts as if it had seen so many that do not; and how many it remembers.
const SUPPOSED: u32 = 60;
const MEMORY: u32 = 250;

/// Learns from the variations of a block.
#[derive(Clone)]
pub struct Variations {
    knowledge: Knowledge,
    /// Made when it is first needed: most blocks have no variations.
    moves: Option<Box<Moves>>,
    /// How often a variation begins with the move that it replaces.
    again: Counter,
}

impl Variations {
    /// The state at the start of every block.
    pub fn new(knowledge: &Knowledge) -> Self {
        let mut again = Counter::new();
        for _ in 0..SUPPOSED {
            again.update(false, MEMORY);
        }
        Self {
            knowledge: knowledge.clone(),
            moves: None,
            again,
        }
    }

    /// Codes the index of a move as [`Moves::code`] does. The setting is that of the game; `replaced` is the index of the move that the
    /// variation replaces, if it begins here.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        replaced: Option<usize>,
        played: usize,
    ) -> usize {
        let moves = self
            .moves
            .get_or_insert_with(|| Box::new(Moves::new(&self.knowledge)));
        let setting = Setting {
            ratings: [RATING; 2],
            pace: Pace::Correspondence,
            ..*turn.setting
        };
        let turn = MoveContext {
            setting: &setting,
            ..*turn
        };
        let most = self.again.one();
        let reweight = &mut |widths: &mut [u32]| {
            if let Some(replaced) = replaced {
                keep_below(widths, replaced, most);
            }
        };
        let played = moves.code_reweighted(coder, &turn, played, reweight);
        if let Some(replaced) = replaced
            && turn.legal.len() > 1
        {
            self.again.update(played == replaced, MEMORY);
        }
        played
    }

    /// How surprising the last coded move was.
    pub fn surprise(&self) -> Surprise {
        let moves = self.moves.as_ref();
        moves.map_or(Surprise::default(), |moves| moves.surprise())
    }
}

/// Limits one of at least two widths to `most`, and distributes the rest over the others. Their sum is [`TOTAL`] before and after.
fn keep_below(widths: &mut [u32], at: usize, most: u32) {
    let kept = widths[at].min(most);
    let (before, after) = (TOTAL - widths[at], TOTAL - kept);
    let (mut left, mut widest) = (after, usize::from(at == 0));
    for other in 0..widths.len() {
        if other != at {
            // No other width gets smaller.
            widths[other] =
                (u64::from(widths[other]) * u64::from(after) / u64::from(before)) as u32;
            left -= widths[other];
            if widths[other] > widths[widest] {
                widest = other;
            }
        }
    }
    widths[at] = kept;
    widths[widest] += left;
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use legal::{Cursor, Position};
    use proptest::prelude::*;

    #[test]
    fn a_move_of_a_variation_comes_back() {
        let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
        let turn = MoveContext::at(&cursor, &setting);
        let new = || Variations::new(&Knowledge::Fast);
        let mut encoder = range::Encoder::new();
        new().code(&mut encoder, &turn, Some(13), 12);
        let bytes = encoder.finish();
        let mut decoder = range::Decoder::new(&bytes);
        assert_eq!(new().code(&mut decoder, &turn, Some(13), 0), 12);
    }

    proptest! {
        #[test]
        fn what_one_loses_the_others_get(
            shares in proptest::collection::vec(1u32..5000, 2..12),
            at in 0..12usize,
            most in 1..TOTAL,
        ) {
            let (mut widths, at) = (shares.clone(), at % shares.len());
            widths[0] += TOTAL - shares.iter().sum::<u32>();
            let before = widths.clone();
            keep_below(&mut widths, at, most);
            prop_assert_eq!(widths.iter().sum::<u32>(), TOTAL);
            prop_assert_eq!(widths[at], before[at].min(most));
            let others = widths.iter().zip(&before).enumerate().filter(|(other, _)| *other != at);
            prop_assert!(others.into_iter().all(|(_, (now, before))| now >= before));
        }
    }
}

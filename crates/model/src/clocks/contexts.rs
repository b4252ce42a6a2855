//! The contexts whose experience is mixed: what the network cannot know, or only slowly.

use super::Situation;
use crate::number::{hash, log2};

/// Number of contexts.
pub(super) const CONTEXTS: usize = 4;

/// The contexts of a time.
pub(super) fn contexts(now: &Situation) -> [u32; CONTEXTS] {
    let own = &now.players[0];
    let [_, _, this, next, _] = &now.moves;
    let control = hash(&[now.start as u32, now.increment as u32]);
    let share = (own.left * 16 / now.start.max(1)).min(20) as u32;
    let depth = (log2(u64::from(now.depth / 2) + 1) >> 7) as u32;
    let first = u32::from(own.moves == 0);
    let nature = bits(&now.nature()) & 31 | this.role() << 8;
    let sequel = bits(&now.sequel()) | u32::from(next.played.is_none()) << 5;
    let end = u32::from(now.after.min(2));
    [
        hash(&[1, control, first]),
        hash(&[4, share, depth, control]),
        hash(&[8, nature, sequel, end]),
        hash(&[10, own.name, depth]),
    ]
}

/// Flags as a number, the first one lowest.
fn bits(flags: &[bool]) -> u32 {
    let places = flags.iter().enumerate();
    places.fold(0, |sum, (at, &flag)| sum | u32::from(flag) << at)
}

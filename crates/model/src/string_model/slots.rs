//! The counters of contexts: a table that grows with the text.
//!
//! Format: "StringModel".

use entropy::Counter;

use super::StringModel;
use crate::number::hash;

/// The counters of one context for half a byte: 15 nodes of a binary tree, and who owns them. One cache line.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    pub owner: u32,
    pub nodes: [Counter; 15],
}

impl StringModel {
    /// Doubles the slots. Two that shared a pair come to pairs of their own or share one again, so all find room. The last pair goes first:
    /// its new places hold nothing that is still to be moved, so all can stay in one table.
    pub(super) fn grow(&mut self) {
        let pairs = self.slots.len() / 2;
        self.bits += 1;
        self.slots.resize(4 * pairs, Slot::default());
        for pair in (0..pairs).rev() {
            let moved = [self.slots[2 * pair], self.slots[2 * pair + 1]];
            self.slots[4 * pair..][..4].fill(Slot::default());
            for slot in moved.into_iter().filter(|slot| slot.owner != 0) {
                let place = self.place(slot.owner);
                let taken = self.slots[place].owner != 0;
                self.slots[place ^ usize::from(taken)] = slot;
            }
        }
    }

    /// Where the slot of an owner is, or beside it.
    #[inline]
    fn place(&self, owner: u32) -> usize {
        (owner.wrapping_mul(0x9E37_79B1) >> (32 - self.bits)) as usize
    }

    /// The slot of a context, taken over from the less used of two if neither belongs to it.
    #[inline]
    pub(super) fn slot(&mut self, context: u32, prefix: u32) -> usize {
        let owner = hash(&[context, prefix]) | 1;
        let first = self.place(owner);
        let second = first ^ 1;
        if self.slots[first].owner == owner {
            return first;
        }
        if self.slots[second].owner == owner {
            return second;
        }
        let seen = |at: usize| self.slots[at].nodes[0].seen();
        let victim = if seen(first) <= seen(second) {
            first
        } else {
            second
        };
        self.slots[victim] = Slot {
            owner,
            ..Slot::default()
        };
        victim
    }
}

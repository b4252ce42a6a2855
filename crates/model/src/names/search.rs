//! Whether the name at hand is one of the roster, and how it goes on if it is.

use std::ops::Range;

use super::roster::{KEYED, Roster};

/// The whole of a belief.
const SURE: u32 = 1 << 16;
/// Beliefs of names that begin: 2^-5 of the way to what was true.
const STEP: u32 = 5;

/// How often names are found in the roster, by how the one before was written.
pub(super) struct Beliefs([u32; 5]);

impl Beliefs {
    /// Handles are too many to be known; of people who play over the board fewer write most of the games.
    pub fn new() -> Self {
        Self([4_000, 4_000, 20_000, 20_000, 20_000])
    }

    /// At the beginning of a name, by how the one before was written.
    pub fn search(&self, style: usize) -> Search {
        Search::new(style, self.0[style])
    }

    /// Notes whether a name that is complete was there.
    pub fn learn(&mut self, search: &Search) {
        let belief = &mut self.0[search.style];
        if search.belief > 0 {
            *belief += (SURE - *belief) >> STEP;
        } else {
            *belief -= *belief >> STEP;
        }
    }
}

/// The names that begin like the one at hand.
pub(super) struct Search {
    roster: &'static Roster,
    style: usize,
    /// The chance that it is one of them.
    belief: u32,
    /// The chances of a 1 that was asked about last: among the names, and otherwise.
    chances: [u32; 2],
    /// Those that agree so far, up to the bits of the byte at hand.
    names: Range<usize>,
    /// Where those begin that have a 1 as the next bit.
    middle: usize,
    /// Those that agreed before the byte at hand.
    before: Range<usize>,
    /// Bytes of the name, but for spaces behind commas, and the first ones.
    depth: usize,
    known: u64,
    /// The last byte was a comma.
    comma: bool,
}

impl Search {
    fn new(style: usize, belief: u32) -> Self {
        let roster = Roster::shipped(style < 2);
        let names = 0..roster.len();
        Self {
            roster,
            style,
            belief,
            chances: [0; 2],
            names: names.clone(),
            middle: 0,
            before: names,
            depth: 0,
            known: 0,
            comma: false,
        }
    }

    /// Whether the byte at hand is most likely a space that the roster leaves out.
    fn waits(&self) -> bool {
        self.comma && self.style == 3
    }

    /// How far the roster is believed, from 0, not at all, to 3.
    pub fn trust(&self) -> usize {
        match self.belief {
            0 => 0,
            1..8_000 => 1,
            8_000..57_000 => 2,
            _ => 3,
        }
    }

    /// How likely the next bit of a byte is 1, out of 4,096, after `decided` bits, which `partial` holds behind a 1; `otherwise` is how
    /// likely it is if the name is not in the roster.
    #[inline]
    pub fn one12(&mut self, otherwise: u32, partial: usize, decided: u32) -> u32 {
        if self.belief == 0 || self.waits() {
            return otherwise;
        }
        let least = ((partial << 1 | 1) << (7 - decided)) as u8;
        let names = self.names.clone();
        self.middle = self
            .roster
            .first(names.clone(), self.known, self.depth, least);
        // There is a name left as long as there is belief.
        let ones = ((names.end - self.middle) as u64) << 16;
        let share = (ones / names.len().max(1) as u64) as u32;
        self.chances = [share, (otherwise << 4).clamp(16, SURE - 16)];
        let [belief, doubt] = [self.belief, SURE - self.belief].map(u64::from);
        let [share, otherwise] = self.chances.map(u64::from);
        let both = (belief * share + doubt * otherwise) >> 20;
        (both as u32).min(4095)
    }

    /// Goes on behind a bit that [`one12`](Self::one12) was asked about.
    #[inline]
    pub fn bit(&mut self, bit: bool) {
        if self.belief == 0 || self.waits() {
            return;
        }
        if bit {
            self.names.start = self.middle;
        } else {
            self.names.end = self.middle;
        }
        let of = |chance: u32| u64::from(if bit { chance } else { SURE - chance });
        let [share, otherwise] = self.chances.map(of);
        let share = share * u64::from(self.belief);
        let both = share + otherwise * u64::from(SURE - self.belief);
        self.belief = if self.names.is_empty() {
            0
        } else {
            (((share << 16) / both.max(1)) as u32).clamp(1, SURE - 16)
        };
    }

    /// Goes on behind a byte whose bits are done.
    pub fn byte(&mut self, byte: u8) {
        let comma = std::mem::replace(&mut self.comma, byte == b',');
        if comma && (self.style == 3 || byte == b' ') {
            self.names = self.before.clone();
            if byte == b' ' {
                self.belief = self.belief.max(u32::from(!self.names.is_empty()));
                return;
            }
            let names = self.names.clone();
            let first = |least| {
                self.roster
                    .first(names.clone(), self.known, self.depth, least)
            };
            self.names = first(byte)..byte.checked_add(1).map_or(names.end, first);
            if self.names.is_empty() {
                self.belief = 0;
            }
        }
        if self.depth < KEYED {
            self.known |= u64::from(byte) << (56 - 8 * self.depth);
        }
        self.depth += 1;
        self.before = self.names.clone();
    }
}

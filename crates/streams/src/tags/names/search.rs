//! Predicts whether the current name is in the roster, and how it continues if it is.
//!
//! Format: "Names".

use std::cell::Cell;
use std::ops::Range;

use entropy::{Distribution, Interval, TOTAL};

use super::net::{LETTERS, OTHER, byte, letter};
use super::roster::{Alike, KEYED, Roster};

/// A probability of 1 that a name is in the roster.
const SURE: u32 = 1 << 16;
/// Learning rate of [`Beliefs`]: 2^-5 of the way towards 0 or 1.
const STEP: u32 = 5;

/// The probability that a name is in the roster, by how the one before was written.
pub(super) struct Beliefs([u32; 5]);

impl Beliefs {
    /// Initial values. Few handles are in the roster, because there are too many. Names of people are more often: most games over the board
    /// are played by a smaller number of people.
    pub fn new() -> Self {
        Self([4_000, 4_000, 20_000, 20_000, 20_000])
    }

    /// At the beginning of a name, by how the one before was written.
    pub fn search(&self, style: usize) -> Search {
        Search::new(style, self.0[style])
    }

    /// Learns whether a complete name was in the roster.
    pub fn learn(&mut self, search: &Search) {
        let belief = &mut self.0[search.style];
        if search.belief > 0 {
            *belief += (SURE - *belief) >> STEP;
        } else {
            *belief -= *belief >> STEP;
        }
    }
}

/// The names of the roster that begin like the current one.
pub(super) struct Search {
    roster: &'static Roster,
    /// The names with the first two bytes of the name, once they are known.
    alike: Option<&'static Alike>,
    style: usize,
    /// The probability that it is one of them.
    belief: u32,
    /// Those that agree, including the current letter.
    names: Range<usize>,
    /// Those that agreed before the current letter.
    before: Range<usize>,
    /// Number of bytes of the name without spaces after commas, and the first ones of these bytes.
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
            alike: None,
            style,
            belief,
            names: names.clone(),
            before: names,
            depth: 0,
            known: 0,
            comma: false,
        }
    }

    /// Whether the next byte is most likely a space that the roster leaves out.
    fn waits(&self) -> bool {
        self.comma && self.style == 3
    }

    /// The prediction of the next letter; `below` are the network's cumulative probabilities.
    pub fn guess<'a>(&'a self, below: &'a [u32; LETTERS + 1]) -> Guess<'a> {
        Guess {
            search: (self.belief > 0 && !self.waits()).then_some(self),
            below,
            found: Cell::new([LETTERS, 0, 0]),
        }
    }

    /// Goes on after a letter; `guessed` is what the prediction knew of it.
    pub fn letter(&mut self, guessed: LetterGuess) {
        let LetterGuess { names, width } = guessed;
        let Some(names) = names else { return };
        let share = share(&self.names, names.end) - share(&self.names, names.start);
        let share = u64::from(share) * u64::from(self.belief);
        let both = share + u64::from(width) * u64::from(SURE - self.belief);
        self.belief = if names.is_empty() {
            0
        } else {
            (((share << 16) / both.max(1)) as u32).clamp(1, SURE - 16)
        };
        self.names = names;
    }

    /// Goes on after a byte whose letter is known.
    pub fn byte(&mut self, byte: u8) {
        let comma = std::mem::replace(&mut self.comma, byte == b',');
        if comma && (self.style == 3 || byte == b' ') {
            self.names = self.before.clone();
            if byte == b' ' {
                self.belief = self.belief.max(u32::from(!self.names.is_empty()));
                return;
            }
            self.narrow(byte);
        } else if letter(byte) == OTHER {
            self.narrow(byte);
        }
        if self.depth < KEYED {
            self.known |= u64::from(byte) << (56 - 8 * self.depth);
        }
        self.depth += 1;
        if self.depth == 2 && !self.names.is_empty() {
            self.alike = self.roster.alike((self.known >> 48) as u32);
        }
        self.before = self.names.clone();
    }

    /// Drops the names that have another byte next.
    fn narrow(&mut self, byte: u8) {
        let end = byte
            .checked_add(1)
            .map_or(self.names.end, |next| self.first(next));
        self.names = self.first(byte)..end;
        if self.names.is_empty() {
            self.belief = 0;
        }
    }

    /// The first of the names whose next byte is at least `least`.
    #[inline]
    fn first(&self, least: u8) -> usize {
        let names = self.names.clone();
        if self.depth < 2 {
            let least = u32::from(least) << (8 - 8 * self.depth);
            let first = self.roster.first((self.known >> 48) as u32 | least);
            return first.clamp(names.start, names.end.max(names.start));
        }
        // Where no name begins so, none is left.
        match self.alike {
            Some(alike) => alike.first(names, self.known, self.depth, least),
            None => names.start,
        }
    }
}

/// The fraction of some names that come before one, in units of 2^-16.
#[inline]
fn share(names: &Range<usize>, before: usize) -> u32 {
    let part = (before - names.start) as u64;
    ((part << 16) / names.len().max(1) as u64) as u32
}

/// The prediction of the next letter, mixed from roster and network.
pub(super) struct Guess<'a> {
    /// The roster's part; `None` where the network predicts alone.
    search: Option<&'a Search>,
    below: &'a [u32; LETTERS + 1],
    /// The letter that was last searched for, and the range of names with it.
    found: Cell<[usize; 3]>,
}

/// What a prediction knows of a letter.
pub(super) struct LetterGuess {
    /// The names that continue with it, if the roster is used.
    names: Option<Range<usize>>,
    /// The network's probability of it.
    width: u32,
}

impl Guess<'_> {
    /// What the prediction knows of a letter.
    pub fn letter_guess(&self, letter: usize) -> LetterGuess {
        LetterGuess {
            names: self.search.map(|search| self.names(search, letter)),
            width: self.below[letter + 1] - self.below[letter],
        }
    }

    /// The names that have a letter next.
    #[inline]
    fn names(&self, search: &Search, letter: usize) -> Range<usize> {
        let [last, start, end] = self.found.get();
        if last == letter {
            return start..end;
        }
        let [start, end] = [letter, letter + 1].map(|letter| first(search, letter));
        self.found.set([letter, start, end]);
        start..end
    }

    /// Where the interval of a letter begins; `first` is the first name with it. Every letter has a probability above 0, whatever the
    /// roster contains.
    #[inline]
    fn start(&self, search: &Search, letter: usize, first: usize) -> u32 {
        let [belief, doubt] = [search.belief, SURE - search.belief].map(u64::from);
        let known = u64::from(share(&search.names, first));
        let both = (belief * known + doubt * u64::from(self.below[letter])) >> 16;
        letter as u32 + ((both * u64::from(TOTAL - LETTERS as u32)) >> 16) as u32
    }
}

/// The first of the names whose next letter is at least this one, of [`LETTERS`] at most. Bytes that have no letter and are below the first
/// letter's count as the end.
#[inline]
fn first(search: &Search, letter: usize) -> usize {
    match letter {
        0 => search.names.start,
        LETTERS => search.names.end,
        _ => search.first(byte(letter)),
    }
}

impl Distribution for Guess<'_> {
    #[inline]
    fn interval(&self, letter: usize) -> Interval {
        let [start, end] = match self.search {
            None => [self.below[letter], self.below[letter + 1]],
            Some(search) => {
                let names = self.names(search, letter);
                [
                    self.start(search, letter, names.start),
                    self.start(search, letter + 1, names.end),
                ]
            }
        };
        Interval {
            start,
            width: end - start,
        }
    }

    #[inline]
    fn locate(&self, quantile: u32) -> (usize, Interval) {
        let begins = |letter: usize| match self.search {
            None => self.below[letter],
            Some(search) => self.start(search, letter, first(search, letter)),
        };
        // The letter is at least `low` and below `high`; all have probabilities above 0, so quantile 0 is always letter 0.
        let (mut low, mut high) = (0, if quantile == 0 { 1 } else { LETTERS });
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if begins(middle) <= quantile {
                low = middle;
            } else {
                high = middle;
            }
        }
        (low, self.interval(low))
    }
}

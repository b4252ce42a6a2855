//! Codes names of players letter by letter, with a small network that was trained on many names and a roster of known names.
//!
//! Format: "Names".
//!
//! The network gives each letter a probability. The roster (see [`roster`]) gives another, by the number of its names that continue with
//! the letter. The two are mixed by the probability that the name is in the roster. Corrections for the letters that a block prefers are
//! learned in the block. Bytes that the network has no letter for, as in names in other scripts, have a model that starts from nothing.

pub mod net;
pub mod roster;
mod search;
#[cfg(not(feature = "embedded-weights"))]
mod starts;

use entropy::{Code, Counter};

use net::{OTHER, Prior};
use search::{Beliefs, Search};

use model::strings::{self, ByteModel};

/// A model of players' names.
pub struct Names {
    prior: Prior,
    beliefs: Beliefs,
    /// For each preceding byte, a binary tree of 255 nodes with which other bytes are coded; empty until the first of these.
    others: Vec<Counter>,
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}

impl Names {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            prior: Prior::default(),
            beliefs: Beliefs::new(),
            others: Vec::new(),
        }
    }

    /// Codes one name and appends it to `out`. When encoding, `name` is written; when decoding, it is ignored.
    ///
    /// Returns `false` if the name is longer than `limit` bytes, which only junk can be; it is then cut there.
    pub fn name(
        &mut self,
        coder: &mut impl Code,
        name: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        let search = self.beliefs.search(self.prior.style());
        let start = out.len();
        let mut model = Spelling {
            names: self,
            search,
        };
        let whole = strings::string(&mut model, coder, &[], name, limit, out);
        if whole {
            let Spelling { names, search } = model;
            names.beliefs.learn(&search);
            names.prior.finish(&out[start..]);
        }
        whole
    }

    /// Codes a byte for which the network has no letter.
    fn other(&mut self, coder: &mut impl Code, known: &[u8], byte: u8) -> u8 {
        if self.others.is_empty() {
            self.others = vec![Counter::new(); 1 << 16];
        }
        let before = usize::from(known.last().copied().unwrap_or(0));
        let tree = &mut self.others[before << 8..][..256];
        let mut node = 1;
        for place in (0..8).rev() {
            node = node << 1 | usize::from(tree[node].code(coder, byte >> place & 1 == 1));
        }
        node as u8
    }
}

/// A name that is being spelled.
struct Spelling<'a> {
    names: &'a mut Names,
    search: Search,
}

impl ByteModel for Spelling<'_> {
    /// Names have no other text that they resemble.
    fn expect(&mut self, _: u32, _: u32) {}

    fn byte(&mut self, coder: &mut impl Code, known: &[u8], byte: u8) -> u8 {
        let Self { names, search } = self;
        names.prior.prepare(known);
        let guess = search.guess(names.prior.below());
        let letter = coder.code(net::letter_or_end(byte), &guess);
        let guessed = guess.letter_guess(letter);
        search.letter(guessed);
        let byte = match letter {
            OTHER => names.other(coder, known, byte),
            letter => net::byte(letter),
        };
        search.byte(byte);
        names.prior.learn(letter);
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entropy::{Encode, range};
    use proptest::prelude::*;

    fn bytes_of(names: &[&[u8]]) -> Vec<u8> {
        let mut encoder = range::Encoder::new();
        let mut model = Names::new();
        for name in names {
            assert!(model.name(&mut encoder, name, 100, &mut Vec::new()));
        }
        encoder.finish()
    }

    proptest! {
        #[test]
        fn names_come_back(names in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..30), 0..8)) {
            let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
            let bytes = bytes_of(&names);
            let mut decoder = range::Decoder::new(&bytes);
            let mut model = Names::new();
            for name in names {
                let mut found = Vec::new();
                prop_assert!(model.name(&mut decoder, b"", 100, &mut found));
                prop_assert_eq!(&found[..], name);
            }
        }

        #[test]
        fn junk_is_cut_at_the_limit(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut decoder = range::Decoder::new(&bytes);
            let mut found = Vec::new();
            Names::new().name(&mut decoder, b"", 50, &mut found);
            prop_assert!(found.len() <= 51);
        }
    }

    #[test]
    fn names_of_the_roster_cost_less_however_they_are_spaced() {
        let known: [&[u8]; 4] = [
            b"Tal, Mihail",
            b"Karpov, Anatoly",
            b"Tal,Mihail",
            b"Karpov,Anatoly",
        ];
        let others: [&[u8]; 4] = [
            b"Tul, Makiel",
            b"Kurpog, Anstoly",
            b"Tul,Makiel",
            b"Kurpog,Anstoly",
        ];
        assert!(bytes_of(&known[..2]).len() < bytes_of(&others[..2]).len());
        assert!(bytes_of(&known[2..]).len() < bytes_of(&others[2..]).len());
    }
}

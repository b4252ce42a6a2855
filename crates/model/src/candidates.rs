//! Values that may come next: who says so, and which of them it is.
//!
//! Format: "Candidates".

use entropy::Code;

use crate::number::Decisions;

/// A value that may come next.
#[derive(Clone, Debug)]
pub struct Candidate<T> {
    /// The value.
    pub value: T,
    /// Who says so, one bit each.
    pub sources: u32,
}

/// Values that may come next, each once, in the order in which they are asked about.
///
/// ```
/// use entropy::{Encode, range};
/// use model::candidates::Candidates;
/// use model::number::Decisions;
///
/// let mut candidates = Candidates::default();
/// candidates.add("Paris", 0);
/// candidates.add("London", 1);
/// candidates.add("Paris", 2);
/// let sources: Vec<u32> = candidates.list.iter().map(|candidate| candidate.sources).collect();
/// assert_eq!(sources, [0b101, 0b10]);
///
/// let mut decisions = Decisions::new(4);
/// let mut encoder = range::Encoder::new();
/// let contexts = |at: usize, candidate: &model::candidates::Candidate<_>| ([candidate.sources], at as u32);
/// assert_eq!(candidates.code(&mut encoder, &mut decisions, contexts, |value| *value == "London"), Some(1));
/// assert_eq!(candidates.code(&mut encoder, &mut decisions, contexts, |value| *value == "Rome"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Candidates<T> {
    /// The candidates, the first to be asked about first.
    pub list: Vec<Candidate<T>>,
}

impl<T> Default for Candidates<T> {
    fn default() -> Self {
        Self { list: Vec::new() }
    }
}

impl<T: PartialEq> Candidates<T> {
    /// Adds what source number `source`, below 32, says.
    pub fn add(&mut self, value: T, source: u32) {
        let known = self.list.iter_mut().find(|known| known.value == value);
        let sources = 1 << source;
        match known {
            Some(known) => known.sources |= sources,
            None => self.list.push(Candidate { value, sources }),
        }
    }

    /// Whether a value is among them.
    pub fn holds(&self, value: &T) -> bool {
        self.list.iter().any(|known| known.value == *value)
    }

    /// Codes which one it is, asking about one after the other; `None` if it is none. `contexts` gives those of a question, and its node,
    /// from the place and the candidate.
    pub fn code<const N: usize>(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<N>,
        contexts: impl Fn(usize, &Candidate<T>) -> ([u32; N], u32),
        is: impl Fn(&T) -> bool,
    ) -> Option<usize> {
        self.list.iter().enumerate().position(|(at, candidate)| {
            let (contexts, node) = contexts(at, candidate);
            decisions.bit(coder, contexts, node, is(&candidate.value))
        })
    }
}

/// Rows of the last symbols, the latest first.
#[derive(Clone)]
pub struct LastSymbols<const DEPTH: usize> {
    rows: Vec<[u32; DEPTH]>, // symbol + 1; 0 is empty
}

impl<const DEPTH: usize> LastSymbols<DEPTH> {
    /// So many empty rows.
    pub fn new(rows: usize) -> Self {
        Self {
            rows: vec![[0; DEPTH]; rows],
        }
    }

    /// What some rows hold, source `DEPTH` × row + place.
    pub fn candidates(&self, rows: &[usize]) -> Candidates<u32> {
        let mut candidates = Candidates::default();
        let symbols = rows.iter().flat_map(|&row| self.rows[row]);
        for (source, symbol) in symbols.enumerate() {
            if let Some(symbol) = symbol.checked_sub(1) {
                candidates.add(symbol, source as u32);
            }
        }
        candidates
    }

    /// The same symbols as [`candidates`](Self::candidates), each with its first source only, found as far as they are asked for.
    pub fn first_sources<const ROWS: usize>(
        &self,
        rows: [usize; ROWS],
    ) -> impl Iterator<Item = (u32, u32)> {
        let symbols = rows.map(|row| self.rows[row]);
        (0..ROWS * DEPTH).filter_map(move |source| {
            let (before, rest) = symbols.as_flattened().split_at(source);
            let symbol = rest[0].checked_sub(1)?;
            (!before.contains(&rest[0])).then_some((symbol, source as u32))
        })
    }

    /// Puts a symbol below 2^32 - 1 in front of some rows.
    pub fn learn(&mut self, rows: &[usize], symbol: u32) {
        for &row in rows {
            // Each moves back by one, up to the place that the symbol had.
            let mut moved = symbol + 1;
            for known in &mut self.rows[row] {
                moved = std::mem::replace(known, moved);
                if moved == symbol + 1 {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_symbols_are_asked_about_first() {
        let mut last = LastSymbols::<2>::new(2);
        for (rows, symbol) in [(&[0, 1][..], 5), (&[0], 6), (&[0], 7), (&[1], 6)] {
            last.learn(rows, symbol);
        }
        let found = last.candidates(&[0, 1]).list;
        let found: Vec<_> = found.iter().map(|c| (c.value, c.sources)).collect();
        assert_eq!(found, [(7, 1), (6, 0b110), (5, 0b1000)]);
        let first: Vec<_> = last.first_sources([0, 1]).collect();
        assert_eq!(first, [(7, 0), (6, 1), (5, 3)]);
    }
}

//! What followed last time: symbols predicted from the few that came in the same context before.
//!
//! Format: "MoveToFront".

use entropy::{Code, Counter};

use crate::number::place;

/// How many earlier symbols a context remembers.
const DEPTH: usize = 3;

/// A memory of the last symbols per context, most recent first.
///
/// A symbol that the context has met lately costs a decision or two; consistent files make these nearly free.
///
/// ```
/// use entropy::{Encode, range};
/// use model::move_to_front::MoveToFront;
/// let mut encoder = range::Encoder::new();
/// let mut recent = MoveToFront::new(8);
/// assert_eq!(recent.code(&mut encoder, 5, 42), None); // not met before: the caller codes it in full …
/// recent.learn(5, 42); // … and says what it was
/// assert_eq!(recent.code(&mut encoder, 5, 42), Some(42));
/// ```
#[derive(Clone)]
pub struct MoveToFront {
    rows: Vec<Row>,
    bits: u32,
}

#[derive(Clone, Copy, Default)]
struct Row {
    symbols: [u32; DEPTH], // symbol + 1; 0 is empty
    hits: [Counter; DEPTH],
}

impl MoveToFront {
    /// A memory of `1 << bits` contexts; contexts that collide share a row.
    pub fn new(bits: u32) -> Self {
        Self {
            rows: vec![Row::default(); 1 << bits],
            bits,
        }
    }

    #[inline]
    fn row(&mut self, context: u32) -> &mut Row {
        &mut self.rows[place(context, self.bits)]
    }

    /// The most recent symbol of `context`.
    #[inline]
    pub fn guess(&mut self, context: u32) -> Option<u32> {
        self.row(context).symbols[0].checked_sub(1)
    }

    /// Codes whether `symbol` is one that `context` remembers, and which; `None` when it is not.
    ///
    /// After `None` the caller codes the symbol another way and calls [`MoveToFront::learn`].
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn code(&mut self, coder: &mut impl Code, context: u32, symbol: u32) -> Option<u32> {
        let row = self.row(context);
        for at in 0..DEPTH {
            let candidate = row.symbols[at];
            if candidate == 0 {
                return None;
            }
            if row.hits[at].code(coder, candidate == symbol.wrapping_add(1)) {
                if at > 0 {
                    row.symbols[..=at].rotate_right(1);
                }
                return Some(candidate - 1);
            }
        }
        None
    }

    /// Codes a symbol below `count`: one that `context` remembers, or in full and remembered from then on.
    #[inline]
    #[cfg_attr(feature = "trace", track_caller)]
    pub fn symbol(&mut self, coder: &mut impl Code, context: u32, symbol: u32, count: u32) -> u32 {
        if let Some(found) = self.code(coder, context, symbol) {
            return found;
        }
        let found = coder.uniform(u64::from(symbol), u64::from(count)) as u32;
        self.learn(context, found);
        found
    }

    /// Remembers a symbol that [`MoveToFront::code`] did not find.
    #[inline]
    pub fn learn(&mut self, context: u32, symbol: u32) {
        let symbols = &mut self.row(context).symbols;
        symbols.rotate_right(1);
        symbols[0] = symbol.wrapping_add(1);
    }
}

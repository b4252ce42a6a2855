//! Counters under contexts, looked up directly: contexts that collide share them.
//!
//! Format: "Counter table".

use entropy::Counter;

use crate::simd::fetch;

/// Counters of one line: what the processor fetches at once.
pub const LINE: usize = 16;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([Counter; LINE]);

/// A table of counters, found by context.
///
/// A context has a start, and its decisions, numbered from 1 to 15, stand at that start with some of the lower four bits changed: in one
/// line, but not in the same order as those of another context there.
///
/// ```
/// use model::counter_table::CounterTable;
/// let mut table = CounterTable::new(8);
/// let start = table.start(0x1234_5678);
/// table.counter(start, 3).update(true, 255);
/// assert_eq!(table.counter(start, 3).seen(), 1);
/// assert_eq!(table.counter(start, 4).seen(), 0);
/// ```
#[derive(Clone)]
pub struct CounterTable {
    lines: Vec<Line>,
    shift: u32,
}

impl CounterTable {
    /// A table of `1 << bits` counters, of four bytes each; `bits` is in 4 to 28.
    pub fn new(bits: u32) -> Self {
        Self {
            lines: vec![Line([Counter::new(); LINE]); 1 << (bits - 4)],
            shift: 32 - bits,
        }
    }

    /// Forgets all contexts.
    pub fn clear(&mut self) {
        self.lines.fill(Line([Counter::new(); LINE]));
    }

    /// Where the counters of a context are, whose number is spread over all 32 bits. They are fetched from memory.
    #[inline(always)]
    pub fn start(&self, context: u32) -> usize {
        let start = (context >> self.shift) as usize;
        fetch(&self.lines[start / LINE]);
        start
    }

    /// A counter of a context; `number` is below [`LINE`].
    #[inline(always)]
    pub fn counter(&mut self, start: usize, number: usize) -> &mut Counter {
        let at = start ^ number;
        &mut self.lines[at / LINE].0[at % LINE]
    }
}

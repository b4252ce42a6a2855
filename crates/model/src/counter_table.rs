//! Counters under contexts, fifteen to a line of memory.
//!
//! Format: "Mixture".

use entropy::Counter;

use crate::simd::fetch;

/// Counters of one line.
pub const PLACES: usize = 15;

/// The counters of one context for one group of decisions: what the processor fetches at once.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Line {
    /// Tells contexts apart; 0 where there is none yet.
    check: u32,
    counters: [Counter; PLACES],
}

impl Line {
    const fn new(check: u32) -> Self {
        Self {
            check,
            counters: [Counter::new(); PLACES],
        }
    }
}

/// A table of lines, found by context.
///
/// ```
/// use model::counter_table::CounterTable;
/// let mut lines = CounterTable::new(4);
/// let line = lines.find(0x1234_5678);
/// lines.counter(line, 3).update(true, 255);
/// assert_eq!(lines.find(0x1234_5678), line);
/// assert_eq!(lines.counter(line, 3).seen(), 1);
/// ```
#[derive(Clone)]
pub struct CounterTable {
    lines: Vec<Line>,
    shift: u32,
}

impl CounterTable {
    /// A table of `1 << bits` lines of 64 bytes; `bits` is in 1 to 24.
    pub fn new(bits: u32) -> Self {
        Self {
            lines: vec![Line::new(0); 1 << bits],
            shift: 32 - bits,
        }
    }

    /// Forgets all contexts.
    pub fn clear(&mut self) {
        self.lines.fill(Line::new(0));
    }

    /// Says that the line of a context will soon be looked for.
    #[inline]
    pub fn fetch(&self, context: u32) {
        let line = &self.lines[(context >> self.shift) as usize];
        fetch(line);
    }

    /// The line of a context, whose number is spread over all 32 bits.
    ///
    /// A new context takes the one of its two places whose first counter has seen less.
    #[inline]
    pub fn find(&mut self, context: u32) -> usize {
        self.find_noting(context, |_, _| {})
    }

    /// As [`find`](Self::find); `note` is told which line it is and what stood there before.
    #[inline(always)]
    pub(crate) fn find_noting(&mut self, context: u32, note: impl FnOnce(usize, &Line)) -> usize {
        let check = context.wrapping_mul(0x9E37_79B1) | 1;
        let first = (context >> self.shift) as usize;
        if self.lines[first].check == check {
            note(first, &self.lines[first]);
            return first;
        }
        let second = first ^ 1;
        if self.lines[second].check == check {
            note(second, &self.lines[second]);
            return second;
        }
        let weight = |at: usize| (self.lines[at].check != 0, self.lines[at].counters[0].seen());
        let at = if weight(first) <= weight(second) {
            first
        } else {
            second
        };
        note(at, &self.lines[at]);
        self.lines[at] = Line::new(check);
        at
    }

    /// Number of lines.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Puts a line back that was noted.
    pub(crate) fn put_back(&mut self, at: usize, line: Line) {
        self.lines[at] = line;
    }

    /// A counter of a line; `place` is below [`PLACES`].
    #[inline]
    pub fn counter(&mut self, line: usize, place: usize) -> &mut Counter {
        &mut self.lines[line].counters[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_that_saw_more_stay() {
        let mut lines = CounterTable::new(1);
        let [often, seldom, new] = [0x1000_0000, 0x9000_0000, 0x5000_0000];
        for (context, times) in [(often, 5), (seldom, 2), (new, 1)] {
            let line = lines.find(context);
            for _ in 0..times {
                lines.counter(line, 0).update(true, 255);
            }
        }
        let line = lines.find(often);
        assert_eq!(lines.counter(line, 0).seen(), 5);
        let line = lines.find(seldom);
        assert_eq!(lines.counter(line, 0).seen(), 0);
    }
}

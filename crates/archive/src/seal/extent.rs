//! How much of a block is read.
//!
//! Format: "Block".

use crate::Stream;
use crate::container::Summary;
use std::ops::Range;

/// The streams of a block that are read before its games are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of them.
    Whole,
    /// Those that belong to no group. The parts of groups are read when games are decoded from them.
    WithoutGroups,
    /// Those that tags are decoded from.
    Tags,
}

impl Extent {
    /// Whether a stream is among them.
    pub fn has(self, stream: Stream) -> bool {
        match stream {
            Stream::Tags | Stream::Repeats | Stream::Encoding => true,
            Stream::Groups => self != Self::Tags,
            _ => self == Self::Whole,
        }
    }

    /// Where they lie among the bytes of the block's streams, in their order; those without a gap between them are one range.
    pub fn ranges(self, summary: &Summary) -> Vec<Range<u64>> {
        let (mut ranges, mut offset): (Vec<Range<u64>>, u64) = (Vec::new(), 0);
        for (stream, length) in summary.present() {
            let range = offset..offset + length;
            offset = range.end;
            if !self.has(stream) {
                continue;
            }
            match ranges.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        ranges
    }
}

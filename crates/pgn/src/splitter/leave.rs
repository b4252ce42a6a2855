//! The ends of what a game's text is made of.

use super::{Inside, Splitter, Step};
use crate::byte_class::{Column, is_name_byte, is_value_landmark};
use crate::tag::{self};

impl Splitter {
    /// Passes over the token that ends at `end`, or over all there is of it.
    #[inline]
    pub(super) fn leave(&mut self, rest: &[u8], end: Option<usize>) -> Step {
        let Some(end) = end else {
            return Step::Over(rest.len());
        };
        self.inside = Inside::Nothing;
        // The column is inside the line, where a space changes nothing: taking it along saves most tokens a step.
        Step::Over(end + usize::from(rest.get(end) == Some(&b' ')))
    }

    pub(super) fn leave_name(&mut self, rest: &[u8], at_end: bool) -> Step {
        let Some(len) = rest.iter().position(|&byte| !is_name_byte(byte)) else {
            return Step::Over(rest.len());
        };
        match &rest[len..] {
            [b' ', b'"', ..] => self.enter(Inside::TagValue, len + 2),
            [b' '] if !at_end && len == 0 => Step::NeedsMore,
            [b' '] if !at_end => Step::Over(len),
            _ => self.enter(Inside::Line, len),
        }
    }

    pub(super) fn leave_value(&mut self, rest: &[u8], at_end: bool) -> Step {
        let Some(len) = rest.iter().position(|&byte| is_value_landmark(byte)) else {
            return Step::Over(rest.len());
        };
        let found = &rest[len..];
        match found[0] {
            b'\\' => self.enter(Inside::TagEscape, len + 1),
            b'"' if found.len() < 3 && !at_end && (found.len() == 1 || found[1] == b']') => {
                if len == 0 {
                    return Step::NeedsMore;
                }
                Step::Over(len)
            }
            b'"' if tag::closes_pair(found) => {
                self.inside = Inside::Nothing;
                self.column = Column::Indent;
                Step::Over(len + 2)
            }
            b'"' => Step::Over(len + 1),
            _ => self.enter(Inside::Nothing, len),
        }
    }
}

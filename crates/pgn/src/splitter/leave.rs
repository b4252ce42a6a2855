//! The ends of what a game's text is made of.

use super::{Inside, Splitter, Step};
use crate::byte_class::{Column, Wide, is_blank, is_name_byte, is_value_landmark, wide_blank};
use crate::tag::{self, Begins};
use crate::word::word_rest_len;

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

    /// Passes over a word that is nothing known.
    pub(super) fn leave_word(&mut self, rest: &[u8], at_end: bool) -> Step {
        let len = word_rest_len(rest);
        if len < rest.len() {
            return self.leave(rest, Some(len));
        }
        // The last bytes may be the first of a blank.
        let tail = (1..=2).rev().find(|&tail| {
            let from = len.checked_sub(tail);
            from.is_some_and(|from| wide_blank(&rest[from..]) == Wide::Undecided)
        });
        match tail {
            Some(tail) if !at_end && tail == len => Step::NeedsMore,
            Some(tail) if !at_end => Step::Over(len - tail),
            _ => Step::Over(len),
        }
    }

    pub(super) fn leave_name(&mut self, rest: &[u8]) -> Step {
        match rest.iter().position(|&byte| !is_name_byte(byte)) {
            Some(len) => self.enter(Inside::TagGap, len),
            None => Step::Over(rest.len()),
        }
    }

    pub(super) fn leave_gap(&mut self, rest: &[u8], at_end: bool) -> Step {
        match rest {
            [b'"', ..] => self.enter(Inside::TagValue, 1),
            [first, ..] if is_blank(*first) => Step::Over(1),
            _ => match wide_blank(rest) {
                Wide::Blank(len) => Step::Over(len),
                Wide::Undecided if !at_end => Step::NeedsMore,
                Wide::No | Wide::Undecided => self.enter(Inside::Line, 0),
            },
        }
    }

    pub(super) fn leave_value(&mut self, rest: &[u8], at_end: bool) -> Step {
        let Some(len) = rest.iter().position(|&byte| is_value_landmark(byte)) else {
            return Step::Over(rest.len());
        };
        let found = &rest[len..];
        if found[0] == b'\\' {
            return self.enter(Inside::TagEscape, len + 1);
        }
        if found[0] != b'"' {
            return self.enter(Inside::Nothing, len);
        }
        match tag::closes_pair(found, at_end) {
            Begins::Yes(end) => {
                self.inside = Inside::Nothing;
                self.column = Column::Indent;
                Step::Over(len + end)
            }
            Begins::No => Step::Over(len + 1),
            Begins::Undecided if len == 0 => Step::NeedsMore,
            Begins::Undecided => Step::Over(len),
        }
    }
}

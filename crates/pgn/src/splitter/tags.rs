//! The tag section of the open game, and whether it is one game's.

use crate::tag::Roster;

/// What has been seen of the tag section.
///
/// A game without movetext ends where the tags of the next begin: at the first tag after a blank line, if one of the seven tags of the
/// roster comes again from there on; or, without a blank line, at a second `Event` that another tag of the roster follows a second time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sections {
    /// The tags before the open section.
    before: Roster,
    /// The tags of the open section.
    open: Roster,
    /// Where the open section begins.
    start: usize,
    /// The open section begins with a second `Event` and no blank line before it.
    is_close: bool,
    /// No token has come on this line.
    is_blank_line: bool,
    /// The last byte was CR, so that LF ends no line.
    is_after_cr: bool,
    /// A blank line has come after the last tag.
    is_after_blank_line: bool,
}

impl Sections {
    pub fn line_end(&mut self, byte: u8) {
        if byte == b'\n' && self.is_after_cr {
            self.is_after_cr = false;
            return;
        }
        self.is_after_blank_line |= self.is_blank_line;
        self.is_blank_line = true;
        self.is_after_cr = byte == b'\r';
    }

    pub fn blank(&mut self) {
        self.is_after_cr = false;
    }

    pub fn token(&mut self) {
        self.is_blank_line = false;
        self.is_after_cr = false;
    }

    /// Tells that bytes were removed from the front of the buffer.
    pub fn consume(&mut self, bytes: usize) {
        self.start = self.start.saturating_sub(bytes);
    }

    /// Takes in a tag that begins at an offset. Returns where the next game begins, if that is now clear; the tag is then to be taken in
    /// again.
    pub fn tag(&mut self, tag: Roster, at: usize) -> Option<usize> {
        let is_second_event = tag == Roster::EVENT && self.open.holds(tag);
        if self.is_after_blank_line || is_second_event {
            self.is_close = !self.is_after_blank_line;
            self.is_after_blank_line = false;
            self.before = self.before.with(self.open);
            self.open = Roster::NONE;
            self.start = at;
        }
        let is_first = self.open == Roster::NONE && self.is_close;
        if self.before.holds(tag) && !is_first {
            self.before = Roster::NONE;
            return Some(self.start);
        }
        self.open = self.open.with(tag);
        None
    }
}

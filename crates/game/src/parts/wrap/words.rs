//! Splits movetext into the words between which a line may end.
//!
//! Format: "Stream layout".

use super::Wrap;

/// Pairs of the whitespace before a word, and the word.
pub(super) struct Words<'a> {
    wrap: Wrap,
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    pub fn new(wrap: Wrap, rest: &'a [u8]) -> Self {
        Self { wrap, rest }
    }

    /// The length of the word that `text` begins with.
    fn word(&self, text: &[u8]) -> usize {
        let mut end = 0;
        loop {
            if !self.wrap.comments && text.get(end) == Some(&b'{') {
                end += memchr::memchr(b'}', &text[end..]).map_or(text.len() - end, |at| at + 1);
            }
            let part = &text[end..];
            let stop =
                |&byte: &u8| byte.is_ascii_whitespace() || byte == b'{' && !self.wrap.comments;
            let length = part.iter().position(stop).unwrap_or(part.len());
            end += length;
            if length == 0 || text.get(end) != Some(&b'{') {
                break;
            }
        }
        let is_number = text[..end].last() == Some(&b'.') && text[0].is_ascii_digit();
        if self.wrap.numbers && is_number && text.get(end) == Some(&b' ') {
            let rest = &text[end + 1..];
            let next = rest.iter().position(u8::is_ascii_whitespace);
            end += 1 + next.unwrap_or(rest.len());
        }
        while self.wrap.attached && text[end..].starts_with(b" {") {
            let rest = &text[end..];
            end += memchr::memchr(b'}', rest).map_or(rest.len(), |at| at + 1);
        }
        end
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let blank = |byte: &u8| !byte.is_ascii_whitespace();
        let gap = self.rest.iter().position(blank).unwrap_or(self.rest.len());
        let (gap, rest) = self.rest.split_at(gap);
        let (word, rest) = rest.split_at(if rest.is_empty() { 0 } else { self.word(rest) });
        self.rest = rest;
        Some((gap, word))
    }
}

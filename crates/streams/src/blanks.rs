//! Templates with blanks: texts in which a special byte stands for a value that is already known from the game.
//!
//! Format: "Stream layout".

/// The escape byte: the next byte stands for itself, not for a value.
const LITERAL: u8 = VALUES as u8 + 1;
/// Values of a template.
const VALUES: usize = 2;

/// What fills a template's blanks: byte 1 stands for the first of these values, byte 2 for the second.
#[derive(Clone, Copy)]
pub(super) struct Blanks<'a>(pub [&'a [u8]; VALUES]);

impl Blanks<'_> {
    /// The value that a byte of a template stands for.
    fn value(&self, byte: u8) -> Option<&[u8]> {
        self.0.get(usize::from(byte.checked_sub(1)?)).copied()
    }

    /// Appends a template with its blanks filled in; `None` once that is longer than `limit`.
    pub fn fill(&self, template: &[u8], limit: usize, out: &mut Vec<u8>) -> Option<()> {
        let most = out.len().saturating_add(limit);
        let mut bytes = template.iter();
        while let Some(&byte) = bytes.next() {
            match self.value(byte) {
                Some(value) => out.extend_from_slice(value),
                None if byte == LITERAL => out.extend(bytes.next()),
                None => out.push(byte),
            }
            if out.len() > most {
                return None;
            }
        }
        Some(())
    }

    /// Whether a template gives `text`.
    pub fn fills(&self, template: &[u8], text: &[u8]) -> bool {
        let mut rest = text;
        let mut bytes = template.iter();
        while let Some(&byte) = bytes.next() {
            let after = match self.value(byte) {
                Some(value) => rest.strip_prefix(value),
                None if byte == LITERAL => {
                    bytes.next().and_then(|&byte| rest.strip_prefix(&[byte]))
                }
                None => match rest {
                    [first, after @ ..] if *first == byte => Some(after),
                    _ => None,
                },
            };
            match after {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }

    /// The template of a text, which [`fill`](Self::fill) turns back: `stands` returns the number, from 0, of the value that begins at a
    /// place of the text, if one does. The value must indeed stand there, and not be empty.
    pub fn blank(&self, text: &[u8], stands: impl Fn(usize) -> Option<usize>) -> Vec<u8> {
        let mut template = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            if let Some(value) = stands(at) {
                debug_assert!(text[at..].starts_with(self.0[value]));
                template.push(value as u8 + 1);
                at += self.0[value].len();
                continue;
            }
            if text[at] <= LITERAL {
                template.push(LITERAL);
            }
            template.push(text[at]);
            at += 1;
        }
        template
    }
}

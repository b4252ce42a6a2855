//! Texts that are joined in one, and the line end that some of them need between them.
//!
//! Not part of the format.

use crate::Border;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So much of a text's beginning shows whether it begins with a tag, or in the middle of a game.
const HEAD_BYTES: usize = 64;

/// Keeps the last game of each of several texts apart from the first of the next; see [`Border`]. Clones are the same.
///
/// ```
/// use archive::JoinedTexts;
/// use std::io::Read;
///
/// let joined = JoinedTexts::default();
/// let mut text = String::new();
/// for next in ["1. e4 *", "[White \"Anna\"]\n\n1. d4 *\n"] {
///     let (mut reader, _) = joined.reader(next.as_bytes());
///     reader.read_to_string(&mut text)?;
/// }
/// assert_eq!(text, "1. e4 *\n[White \"Anna\"]\n\n1. d4 *\n");
/// assert_eq!(joined.added_bytes(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct JoinedTexts {
    border: Arc<Mutex<Border>>,
    /// The first bytes of the last text.
    beginning: Arc<Mutex<Vec<u8>>>,
}

impl JoinedTexts {
    /// Bytes of line ends that were put between texts so far.
    #[must_use]
    pub fn added_bytes(&self) -> u64 {
        self.border().added_bytes()
    }

    /// The first bytes of the text that was read last, at most 64.
    #[must_use]
    pub fn beginning(&self) -> Vec<u8> {
        locked(&self.beginning).clone()
    }

    /// Reads the next of the texts, with a line end before it where it needs one, of so many bytes. An error of `text` comes where it stands.
    pub fn reader<R: Read>(&self, mut text: R) -> (impl Read + use<R>, u64) {
        let mut head = Vec::new();
        let read = text.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head);
        locked(&self.beginning).clone_from(&head);
        let mut border = self.border();
        let line_end = border.begin(&head);
        border.pass(&head);
        drop(border);
        head.splice(..0, line_end.iter().copied());
        let reader = Reader {
            border: self.border.clone(),
            text,
            failed: read.err(),
            head: io::Cursor::new(head),
        };
        (reader, line_end.len() as u64)
    }

    /// The end of the texts so far.
    pub fn border(&self) -> MutexGuard<'_, Border> {
        locked(&self.border)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Reader<R> {
    border: Arc<Mutex<Border>>,
    text: R,
    /// The beginning, read ahead, as far as it has not been given out.
    head: io::Cursor<Vec<u8>>,
    /// What was wrong after it.
    failed: Option<io::Error>,
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.head.read(out)?;
        if count > 0 || out.is_empty() {
            return Ok(count);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let count = self.text.read(out)?;
        locked(&self.border).pass(&out[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_with_line_ends_where_they_need_them() {
        let texts: [&[u8]; 5] = [
            b"1. e4 *",
            b"[A \"b\"]\n\n*\n",
            b"[A \"c\"]\n\n1-0",
            b"",
            b"[A \"d\"]",
        ];
        let (joined, mut read, mut borders) = (JoinedTexts::default(), Vec::new(), Vec::new());
        for text in texts {
            let (mut reader, border_bytes) = joined.reader(text);
            borders.push(border_bytes);
            reader.read_to_end(&mut read).unwrap();
        }
        assert_eq!(
            read,
            b"1. e4 *\n[A \"b\"]\n\n*\n[A \"c\"]\n\n1-0\n[A \"d\"]"
        );
        assert_eq!(joined.added_bytes(), 2);
        assert_eq!(borders, [0, 1, 0, 0, 1]);
    }
}

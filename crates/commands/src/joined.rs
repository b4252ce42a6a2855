//! Texts that are joined in one output, and the line end that some of them need between them.

use crate::beginning::is_inside_a_game;
use archive::Border;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So much of a text's beginning shows whether it begins with a tag, or in the middle of a game.
const HEAD_BYTES: usize = 64;

/// Keeps the last game of a text apart from the first of the next; see [`Border`].
#[derive(Debug, Clone, Default)]
pub struct Joined {
    border: Arc<Mutex<Border>>,
    is_inside: Arc<AtomicBool>,
}

impl Joined {
    /// Bytes of line ends that were put between texts so far.
    pub fn added_bytes(&self) -> u64 {
        self.border().added_bytes()
    }

    /// Whether the last of the texts that were read begins in the middle of a game.
    pub fn begins_inside_a_game(&self) -> bool {
        self.is_inside.load(Ordering::Relaxed)
    }

    /// Reads the next of the texts, with a line end before it where it needs one; how long that is comes, too.
    pub fn reader(&self, mut text: Box<dyn Read + Send>) -> (impl Read + Send + use<>, u64) {
        let mut head = Vec::new();
        let read = text.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head);
        self.is_inside
            .store(is_inside_a_game(&head), Ordering::Relaxed);
        let mut border = self.border();
        let line_end = border.begin(&head);
        border.pass(&head);
        drop(border);
        head.splice(..0, line_end.iter().copied());
        let reader = Reader {
            joined: self.clone(),
            text,
            failed: read.err(),
            head: io::Cursor::new(head),
        };
        (reader, line_end.len() as u64)
    }

    /// The end of the texts so far.
    pub fn border(&self) -> MutexGuard<'_, Border> {
        self.border.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Reader {
    joined: Joined,
    text: Box<dyn Read + Send>,
    /// The beginning, read ahead, as far as it has not been given out.
    head: io::Cursor<Vec<u8>>,
    /// What was wrong after it.
    failed: Option<io::Error>,
}

impl Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.head.read(out)?;
        if count > 0 || out.is_empty() {
            return Ok(count);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let count = self.text.read(out)?;
        self.joined.border().pass(&out[..count]);
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
        let (joined, mut read, mut borders) = (Joined::default(), Vec::new(), Vec::new());
        for text in texts {
            let (mut reader, border_bytes) = joined.reader(Box::new(text));
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

//! Texts that are joined in one output, and the line end that some of them need between them.

use archive::Border;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So much of a text's beginning shows whether it begins with a tag.
const HEAD_BYTES: usize = 64;

/// Keeps the last game of a text apart from the first of the next; see [`Border`].
#[derive(Debug, Clone, Default)]
pub struct Seam(Arc<Mutex<Border>>);

impl Seam {
    /// Bytes of line ends that were put between texts so far.
    pub fn added_bytes(&self) -> u64 {
        self.border().added_bytes()
    }

    /// Reads the next of the texts, with a line end before it where it needs one.
    pub fn reader(&self, text: Box<dyn Read + Send>) -> impl Read + Send + use<> {
        Reader {
            seam: self.clone(),
            text,
            head: None,
        }
    }

    /// The end of the texts so far.
    pub fn border(&self) -> MutexGuard<'_, Border> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Reader {
    seam: Seam,
    text: Box<dyn Read + Send>,
    /// The beginning, read ahead, as far as it has not been given out.
    head: Option<io::Cursor<Vec<u8>>>,
}

impl Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let head = match &mut self.head {
            Some(head) => head,
            None => {
                let mut head = Vec::new();
                let read = self
                    .text
                    .by_ref()
                    .take(HEAD_BYTES as u64)
                    .read_to_end(&mut head);
                // What was read before an error is given out first; the error shows again behind it.
                if head.is_empty() {
                    read?;
                }
                let mut border = self.seam.border();
                let line_end = border.begin(&head);
                border.pass(&head);
                drop(border);
                head.splice(..0, line_end.iter().copied());
                self.head.insert(io::Cursor::new(head))
            }
        };
        let count = head.read(out)?;
        if count > 0 || out.is_empty() {
            return Ok(count);
        }
        let count = self.text.read(out)?;
        self.seam.border().pass(&out[..count]);
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
        let (seam, mut read) = (Seam::default(), Vec::new());
        for text in texts {
            let mut reader = seam.reader(Box::new(text));
            reader.read_to_end(&mut read).unwrap();
        }
        assert_eq!(
            read,
            b"1. e4 *\n[A \"b\"]\n\n*\n[A \"c\"]\n\n1-0\n[A \"d\"]"
        );
        assert_eq!(seam.added_bytes(), 2);
    }
}

//! Texts that are joined in one output, and the line end that some of them need between them.

use archive::Border;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// So much of a text's beginning shows whether it begins with a tag.
const HEAD_BYTES: usize = 64;

/// Keeps the last game of a text apart from the first of the next; see [`Border`].
#[derive(Debug, Clone, Default)]
pub struct Seam(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    border: Border,
    added_bytes: u64,
}

impl Seam {
    /// Bytes of line ends that were put between texts so far.
    pub fn added_bytes(&self) -> u64 {
        self.with(|state| state.added_bytes)
    }

    /// Reads the next of the texts, with a line end before it where it needs one.
    pub fn reader(&self, text: Box<dyn Read + Send>) -> impl Read + Send + use<> {
        Reader {
            seam: self.clone(),
            text,
            head: None,
        }
    }

    /// Writes the next of the texts. The first write must have its first 64 bytes, or all there are.
    pub fn writer<W: Write>(&self, out: W) -> impl Write + use<W> {
        Writer {
            seam: self.clone(),
            out,
            is_begun: false,
        }
    }

    /// The line end before a text that begins like this.
    fn begin(&self, head: &[u8]) -> &'static [u8] {
        self.with(|state| {
            let line_end = state.border.line_end_before(head).unwrap_or_default();
            state.added_bytes += line_end.len() as u64;
            state.border.pass(line_end);
            line_end
        })
    }

    fn pass(&self, text: &[u8]) {
        self.with(|state| state.border.pass(text));
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
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
                let line_end = self.seam.begin(&head);
                self.seam.pass(&head);
                head.splice(..0, line_end.iter().copied());
                self.head.insert(io::Cursor::new(head))
            }
        };
        let count = head.read(out)?;
        if count > 0 || out.is_empty() {
            return Ok(count);
        }
        let count = self.text.read(out)?;
        self.seam.pass(&out[..count]);
        Ok(count)
    }
}

struct Writer<W> {
    seam: Seam,
    out: W,
    is_begun: bool,
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_begun && !bytes.is_empty() {
            self.is_begun = true;
            let line_end = self.seam.begin(bytes);
            self.out.write_all(line_end)?;
        }
        let count = self.out.write(bytes)?;
        self.seam.pass(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_alike_in_both_directions() {
        let texts: [&[u8]; 5] = [
            b"1. e4 *",
            b"[A \"b\"]\n\n*\n",
            b"[A \"c\"]\n\n1-0",
            b"",
            b"[A \"d\"]",
        ];
        let (reading, writing) = (Seam::default(), Seam::default());
        let (mut read, mut written) = (Vec::new(), Vec::new());
        for text in texts {
            let mut reader = reading.reader(Box::new(text));
            reader.read_to_end(&mut read).unwrap();
            writing.writer(&mut written).write_all(text).unwrap();
        }
        assert_eq!(
            read,
            b"1. e4 *\n[A \"b\"]\n\n*\n[A \"c\"]\n\n1-0\n[A \"d\"]"
        );
        assert_eq!(read, written);
        assert_eq!((reading.added_bytes(), writing.added_bytes()), (2, 2));
    }
}

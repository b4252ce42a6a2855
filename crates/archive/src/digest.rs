//! SHA-256 of texts and of the files that they were packed in, while they are read.
//!
//! The source of the method: FIPS 180-4.
//!
//! Format: "Provenance".

use sha2::{Digest as _, Sha256};
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The length and the SHA-256 of some bytes; shown as 64 hexadecimal digits, as `sha256sum` does.
///
/// ```
/// let empty = archive::Digest::of(b"");
/// assert_eq!(empty.bytes, 0);
/// assert!(empty.to_string().starts_with("e3b0c44298fc1c14"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest {
    /// How many bytes.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: [u8; 32],
}

impl Digest {
    /// That of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut digesting = Digesting::default();
        digesting.update(bytes);
        digesting.digest()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sha256
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The digest of what has gone by so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Digesting {
    hasher: Sha256,
    bytes: u64,
    /// So many of the next bytes do not count.
    skip: u64,
}

impl Digesting {
    /// The digest of what comes after so many bytes.
    pub fn after(skip: u64) -> Self {
        Self {
            skip,
            ..Self::default()
        }
    }

    pub fn update(&mut self, bytes: &[u8]) {
        let skipped = self.skip.min(bytes.len() as u64);
        self.skip -= skipped;
        let counted = &bytes[skipped as usize..];
        self.bytes += counted.len() as u64;
        self.hasher.update(counted);
    }

    pub fn digest(&self) -> Digest {
        Digest {
            bytes: self.bytes,
            sha256: self.hasher.clone().finalize().into(),
        }
    }
}

/// The digest of a file that a text is packed in, which is known when the file has been read to its end. Clones are the same.
///
/// ```
/// use std::io::Read;
///
/// let source = archive::SourceDigest::default();
/// let mut reader = source.reader(&b"packed"[..]);
/// assert_eq!(source.get(), None);
/// reader.read_to_end(&mut Vec::new())?;
/// assert_eq!(source.get(), Some(archive::Digest::of(b"packed")));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct SourceDigest(Arc<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    digesting: Digesting,
    is_whole: bool,
}

impl SourceDigest {
    /// Reads the file, once, and takes its digest.
    pub fn reader<R>(&self, src: R) -> DigestReader<R> {
        DigestReader {
            src,
            source: self.clone(),
        }
    }

    /// The digest, once the file has been read to its end.
    #[must_use]
    pub fn get(&self) -> Option<Digest> {
        let seen = self.seen();
        seen.is_whole.then(|| seen.digesting.digest())
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for SourceDigest {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SourceDigest {}

/// A reader that takes the digest of what it reads; see [`SourceDigest`].
#[derive(Debug)]
pub struct DigestReader<R> {
    src: R,
    source: SourceDigest,
}

impl<R: Read> Read for DigestReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.src.read(out)?;
        let mut seen = self.source.seen();
        seen.digesting.update(&out[..count]);
        seen.is_whole |= count == 0 && !out.is_empty();
        Ok(count)
    }
}

impl<R: BufRead> BufRead for DigestReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.src.fill_buf()?;
        self.source.seen().is_whole |= buffer.is_empty();
        Ok(buffer)
    }

    fn consume(&mut self, count: usize) {
        // What is consumed is in the buffer, so that this neither reads nor fails.
        if let Ok(buffer) = self.src.fill_buf() {
            let taken = buffer.get(..count).unwrap_or(buffer);
            self.source.seen().digesting.update(taken);
        }
        self.src.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_standard_however_the_bytes_are_read() {
        // FIPS 180-4's example of 448 bits.
        let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let want = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(Digest::of(text).to_string(), want);
        let source = SourceDigest::default();
        let mut reader = source.reader(&text[..]);
        reader.read_exact(&mut [0; 5]).unwrap();
        reader.consume(7);
        io::copy(&mut reader, &mut io::sink()).unwrap();
        assert_eq!(source.get().unwrap().to_string(), want);
        let mut digesting = Digesting::after(3);
        digesting.update(b"ab");
        digesting.update(b"cde");
        assert_eq!(digesting.digest(), Digest::of(b"de"));
    }
}

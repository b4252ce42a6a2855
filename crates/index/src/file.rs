//! Index files, and the archives to which they must belong.

use crate::{About, Error, Index};
use archive::Reader;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;

impl About {
    /// The archive that a reader has open.
    pub fn of<R: Read + Seek>(reader: &Reader<R>) -> Self {
        let texts = reader.blocks().iter().map(|block| block.facts().text_bytes);
        Self {
            digest: reader.digest(),
            games: reader.len(),
            text_bytes: texts.fold(0, u64::saturating_add),
        }
    }
}

impl Index {
    /// Reads an index file, if it is a regular one (others may never end, or wait for somebody who writes to them), and not longer than the
    /// index of this archive can be.
    ///
    /// # Errors
    ///
    /// As [`Index::open`], and [`Error::Io`].
    pub fn read(path: &Path, about: About) -> Result<Self, Error> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            let what = "this is not a regular file";
            return Err(Error::Io(io::Error::other(what)));
        }
        let most = about.most_bytes();
        if metadata.len() > most {
            return Err(Error::TooLong);
        }
        let mut bytes = Vec::new();
        // It may become longer while it is read.
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
        Self::open(bytes, about)
    }
}

//! The files of data that the blocks of an archive need.
//!
//! Not part of the format.

use super::Reader;
use super::archives::read_chunk;
use super::damaged::is_damage;
use crate::{Error, HeldData, MissingData, Model};
use std::io::{Read, Seek};

impl<R: Read + Seek> Reader<R> {
    /// The files that must be handed over ([`Model::supply`](crate::Model::supply)) before games can be decoded; none if the program has
    /// them all.
    #[must_use]
    pub fn missing_data(&self) -> Vec<MissingData> {
        let mut missing = Vec::new();
        for block in &self.blocks {
            for file in block.model.missing_data() {
                if !missing.contains(&file) {
                    missing.push(file);
                }
            }
        }
        missing
    }

    /// Whether the archives carry files of data, as those do that were compressed with
    /// [`CompressOptions::embed_data`](crate::CompressOptions::embed_data).
    #[must_use]
    pub fn has_data(&self) -> bool {
        self.archives.iter().any(|archive| !archive.data.is_empty())
    }

    /// Hands over the files of data that the archives carry, until none is [missing](Reader::missing_data). A file that is damaged, or that this
    /// release does not use, is passed over. Whoever calls this again after an error goes on with the next file.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) when the source fails.
    ///
    /// ```
    /// use archive::{CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let mut packed = Vec::new();
    /// compress(&b"1. e4 *\n"[..], &mut packed, &CompressOptions::new().embed_data(true))?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
    /// assert!(reader.has_data());
    /// reader.supply_data()?;
    /// assert_eq!(reader.missing_data(), []);
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn supply_data(&mut self) -> Result<(), Error> {
        for archive in 0..self.archives.len() {
            while !self.missing_data().is_empty()
                && let Some(&(offset, entry)) = self.archives[archive].data.first()
            {
                match read_chunk(&mut self.src, offset, &entry) {
                    // It is known by its SHA-256, and may be one that this release has no use for.
                    Ok(file) => drop(Model::supply(file)),
                    Err(error) if is_damage(&error) => {}
                    Err(error) => return Err(error),
                }
                self.archives[archive].data.remove(0);
            }
        }
        Ok(())
    }

    /// The files that this program has of those that one without embedded weights must be handed before games can be decoded.
    #[must_use]
    pub fn held_data(&self) -> Vec<HeldData> {
        let mut models = Vec::new();
        let mut held: Vec<HeldData> = Vec::new();
        for block in &self.blocks {
            if models.contains(&block.model) {
                continue;
            }
            models.push(block.model);
            for file in block.model.held_data() {
                if held.iter().all(|known| known.name != file.name) {
                    held.push(file);
                }
            }
        }
        held
    }
}

//! The files of data that the blocks of an archive need.
//!
//! Not part of the format.

use super::Reader;
use crate::{HeldData, MissingData};
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

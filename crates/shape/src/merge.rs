//! Merges several archives into one.
//!
//! Not part of the format.

use crate::{Archives, Error, Step};
use archive::Splice;
use std::io::{Read, Seek, Write};

/// Copies all blocks of all archives. File names that are recorded in the archives are kept.
///
/// # Errors
///
/// Any error of an archive or of the destination.
pub fn merge<R: Read + Seek, W: Write>(
    archives: &mut Archives<R>,
    splice: &mut Splice<W>,
) -> Result<(), Error> {
    let mut was_named = false;
    archives
        .progress
        .begin(Step::Write, archives.games().into())?;
    for (at, reader) in archives.readers.iter_mut().enumerate() {
        let mut last = None;
        for number in 0..reader.blocks().len() {
            let archive = reader.archive_of(number);
            let games = reader.blocks()[number].facts().games;
            let follows = last == Some(archive);
            if !follows {
                let file = reader.file_of(number);
                if file.is_some() || was_named {
                    let (name, border_bytes) = file.clone().unzip();
                    splice.begin(name.as_deref(), border_bytes.unwrap_or(0))?;
                }
                was_named = file.is_some();
            }
            let block = reader.take_block(number);
            let block =
                block.map_err(|error| Error::from(error).in_archive(at, &archives.names))?;
            splice.block(block, follows)?;
            archives.progress.pass(games)?;
            last = Some(archive);
        }
    }
    Ok(())
}

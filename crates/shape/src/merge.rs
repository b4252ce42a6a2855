//! Merges several archives into one.
//!
//! Not part of the format.

use crate::{Archives, Error, Step};
use archive::{BlockInfo, Reader, Splice, Taken, Want};
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
    put_together(archives, splice, |_| false)
}

/// As [`merge`], but blocks that are not full (by the options of the splice) are put together with those of them that follow: their games are coded anew.
///
/// # Errors
///
/// As for [`merge`].
pub fn repack<R: Read + Seek, W: Write>(
    archives: &mut Archives<R>,
    splice: &mut Splice<W>,
) -> Result<(), Error> {
    let block_games = u64::from(splice.block_games());
    put_together(archives, splice, |block| {
        let facts = block.facts();
        facts.games > 0 && facts.games < block_games && facts.text_bytes < FULL_BYTES
    })
}

/// A block with so many bytes of text is full, however few games it has.
const FULL_BYTES: u64 = 8 << 20;

fn put_together<R: Read + Seek, W: Write>(
    archives: &mut Archives<R>,
    splice: &mut Splice<W>,
    is_small: impl Fn(&BlockInfo) -> bool,
) -> Result<(), Error> {
    let places = places(&archives.readers, is_small);
    let mut was_named = false;
    let is_alone = archives.readers.len() == 1 && archives.keep_records();
    archives
        .progress
        .begin(Step::Write, archives.games().into())?;
    let mut from = 0;
    for number in 0..archives.readers.len() {
        let count = archives.readers[number].blocks().len();
        let places = &places[from..from + count];
        from += count;
        let reader = &mut archives.readers[number];
        let names: Vec<_> = (0..count).map(|block| reader.file_of(block)).collect();
        let mut records = reader
            .provenance()
            .map_err(|error| Error::from(error).in_archive(number, &archives.names))?;
        let of: Vec<usize> = (0..count)
            .map(|block| usize::try_from(reader.archive_of(block)).unwrap_or(usize::MAX))
            .collect();
        let wants = places.iter().enumerate().map(|(block, place)| {
            let games = reader.blocks()[block].facts().games;
            let want = match place.is_joined {
                true => Want::Games((0..games).collect()),
                false => Want::Whole,
            };
            (block, want)
        });
        let wants: Vec<_> = wants.collect();
        let games = reader.blocks().iter().map(|block| block.facts().games);
        let games: Vec<u64> = games.collect();
        let progress = &mut archives.progress;
        let mut is_written = true;
        let mut give = |block: usize, taken: Taken| {
            let follows = !places[block].begins;
            let write = || -> Result<(), archive::Error> {
                let file = &names[block];
                if !follows && (file.is_some() || was_named) {
                    let (name, border_bytes) = file.clone().unzip();
                    splice.begin(name.as_deref(), border_bytes.unwrap_or(0))?;
                }
                was_named = file.is_some();
                match taken {
                    Taken::Block(block) => splice.block(*block, follows)?,
                    Taken::Texts(texts) => {
                        let mut follows = follows;
                        texts.iter().try_for_each(|text| {
                            splice.game(text, std::mem::replace(&mut follows, true))
                        })?;
                    }
                }
                // The text of a file stays what it was.
                let is_last = of.get(block + 1) != of.get(block);
                if is_last
                    && (file.is_some() || is_alone)
                    && let Some(record) = records.get_mut(of[block]).and_then(Option::take)
                {
                    splice.keep_provenance(record)?;
                }
                Ok(())
            };
            let written = write();
            is_written = written.is_ok();
            written?;
            progress.pass(games[block])
        };
        let done = reader.take(wants, archives.resources, &mut give);
        done.map_err(|error| match is_written {
            true => error.in_archive(number, &archives.names),
            false => error,
        })?;
    }
    Ok(())
}

/// What becomes of a block.
struct Place {
    /// Whether it is the first of its archive.
    begins: bool,
    /// Whether it is put together with others.
    is_joined: bool,
}

/// The places of all blocks of all archives.
fn places<R: Read + Seek>(
    readers: &[Reader<R>],
    is_small: impl Fn(&BlockInfo) -> bool,
) -> Vec<Place> {
    let (mut places, mut run) = (Vec::<Place>::new(), 0);
    let mut was_named = false;
    for reader in readers {
        let mut last = None;
        for (number, block) in reader.blocks().iter().enumerate() {
            let begins = last != Some(block.archive());
            last = Some(block.archive());
            let is_named = reader.file_of(number).is_some();
            let is_apart = begins && (is_named || was_named);
            was_named = is_named;
            if !is_small(block) {
                run = 0;
            } else if is_apart {
                run = 1;
            } else {
                run += 1;
            }
            if run == 2
                && let Some(first) = places.last_mut()
            {
                first.is_joined = true;
            }
            let is_joined = run >= 2;
            places.push(Place { begins, is_joined });
        }
    }
    places
}

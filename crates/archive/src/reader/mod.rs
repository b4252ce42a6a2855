//! Reads an archive from its end: what it contains without decoding, and games from the middle.
//!
//! Not part of the format.

mod archives;
mod begun;
mod copies;
mod damaged;
mod data;
mod digest;
mod ends;
mod front;
mod games;
mod groups;
mod parts;
mod skipped;
mod take;

use crate::container::Codecs;
use crate::container::header::MAGIC;
use crate::container::index::Entry;
use crate::counting_reader::{cannot_read, read_at};
use crate::error::Place;
use crate::report::Tally;
use crate::salvage::{Sighting, check_magic, is_final};
use crate::seal::{Extent, FoundBlock, Text, UnsealedGames, tag_costs};
use crate::workers::Workers;
use crate::{
    BlockFacts, Columns, Damage, Error, ExpandOptions, Model, ModelId, Report, Source, Stream,
    TagCost,
};
use archives::ArchiveInfo;
use begun::BegunBlocks;
use damaged::is_damage;
use ends::{FoundArchive, check_version, read_archive, read_unfinished};
use front::read_front;
pub use games::Games;
use games::OpenBlock;
use skipped::Skipped;
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
pub use take::{StoredBlock, Taken, Want};

/// A block of an archive, as described by the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockInfo {
    offset: u64,
    entry: Entry,
    first_game: u64,
    /// The model with which it was coded.
    model: ModelId,
    /// How the archive says that its text was packed.
    source: Source,
    codecs: Codecs,
    /// The number of blocks before it in its archive.
    ordinal: u64,
    /// The number of its archive, from 0.
    archive: u64,
}

impl BlockInfo {
    /// The byte of the input at which the block starts.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Length of the block in the archive, in bytes.
    #[must_use]
    pub fn archive_bytes(&self) -> u64 {
        self.entry.archive_bytes()
    }

    /// The number of games before the block.
    #[must_use]
    pub fn first_game(&self) -> u64 {
        self.first_game
    }

    /// The number of its archive among concatenated ones, from 0.
    #[must_use]
    pub fn archive(&self) -> u64 {
        self.archive
    }

    /// The model with which it was coded.
    #[must_use]
    pub fn model(&self) -> ModelId {
        self.model
    }

    /// The facts about its text in the block's header.
    #[must_use]
    pub fn facts(&self) -> &BlockFacts {
        &self.entry.summary.facts
    }

    /// The streams of the block, with their lengths in bytes.
    pub fn streams(&self) -> impl Iterator<Item = (Stream, u64)> + '_ {
        self.entry.summary.present()
    }

    fn of(sighting: &Sighting) -> Self {
        Self {
            offset: sighting.offset,
            entry: Entry {
                header_bytes: sighting.header_bytes,
                summary: sighting.block.header.summary,
                check: sighting.check,
            },
            first_game: sighting.games_seen,
            model: sighting.block.model.id(),
            source: Source::from_id(sighting.block.header.origin.source),
            codecs: sighting.codecs,
            ordinal: sighting.ordinal,
            archive: sighting.archive,
        }
    }

    fn games(&self) -> Range<u64> {
        self.first_game..self.first_game.saturating_add(self.facts().games)
    }
}

/// An archive, or several concatenated archives, in a seekable source.
///
/// Opening reads headers, indexes and footers only.
///
/// ```
/// use archive::{CompressOptions, ExpandOptions, Reader, compress};
///
/// let mut packed = Vec::new();
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
/// let reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
/// assert_eq!((reader.blocks().len(), reader.len()), (1, 1));
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    src: R,
    /// The caller's own models.
    models: Vec<Model>,
    blocks: Vec<BlockInfo>,
    games: u64,
    tally: Tally,
    damage: Vec<Damage>,
    archives: Vec<ArchiveInfo>,
    /// Whether the last archive says that it is unfinished.
    unfinished: bool,
    /// The embedded model that was used last, and the byte at which its chunk starts.
    embedded: Option<(u64, Model)>,
    /// The damage that was passed over, if it is to be.
    skipped: Option<Skipped>,
    /// The block of the game that was read last as a value: for tags alone, and for more; see [`games`].
    open: [Option<OpenBlock>; 2],
    /// The blocks that this reader and its forks have open so.
    begun: BegunBlocks,
    /// The block whose text was read last, with its number.
    open_texts: Option<(usize, UnsealedGames)>,
    /// Whether the models of a block are given up with the last of the next texts.
    frees_models: bool,
}

impl<R: Read + Seek> Reader<R> {
    /// Reads the indexes of an archive, or of several concatenated archives, from the last to the first. An archive that is [unfinished](Reader::is_unfinished)
    /// has no index: the headers of its blocks are read. The caller's own models are needed to read games, not to open the archive.
    ///
    /// Where the options ask to keep going after damage, and headers, index or footer of an archive are damaged or missing, the input is read
    /// from beginning to end, and the blocks are those with undamaged headers. Games that are damaged are passed over by
    /// [`Reader::games`], [`Reader::each`] and [`Reader::texts`]. [`Report::damage`] of [`Reader::report`] lists the damage
    /// that was met so far, by this reader and by its forks. Missing games are counted, as far as their number is known.
    ///
    /// # Errors
    ///
    /// Any [`ErrorKind`](crate::ErrorKind). A truncated archive has no index, so that it can only be read on after damage. Then damage is an
    /// error only if no part of an archive is found.
    ///
    /// ```
    /// use archive::{CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let mut packed = Vec::new();
    /// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// packed.truncate(packed.len() - 10);
    /// assert!(Reader::open(std::io::Cursor::new(&packed), &ExpandOptions::new()).is_err());
    /// let options = ExpandOptions::new().keep_going(true);
    /// let reader = Reader::open(std::io::Cursor::new(&packed), &options)?;
    /// assert_eq!((reader.len(), reader.report().damage.len()), (1, 1));
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn open(src: R, options: &ExpandOptions) -> Result<Self, Error> {
        let goes_on = options.on_damage.goes_on();
        let mut reader = Self::new(src, options.models.clone());
        let mut found = reader.read_indexes(options.remote);
        if goes_on {
            found = found.and_then(|()| reader.check_headers());
            reader.skipped = Some(Skipped::default());
        }
        match found {
            Err(error) if goes_on && !is_final(&error) => reader.scan(options)?,
            found => found?,
        }
        Ok(reader)
    }

    /// A reader that has not looked at its source.
    fn new(src: R, models: Vec<Model>) -> Self {
        Self {
            src,
            models,
            blocks: Vec::new(),
            games: 0,
            tally: Tally::default(),
            damage: Vec::new(),
            archives: Vec::new(),
            unfinished: false,
            embedded: None,
            skipped: None,
            open: Default::default(),
            begun: BegunBlocks::default(),
            open_texts: None,
            frees_models: false,
        }
    }

    fn read_indexes(&mut self, remote: bool) -> Result<(), Error> {
        let length = self.src.seek(SeekFrom::End(0)).map_err(cannot_read)?;
        let magic = read_at(
            &mut self.src,
            0,
            length.min(MAGIC.len() as u64),
            "the archive's header",
        )?;
        check_magic(&magic, 0)?;
        // Before anything else: another version may have another end, which is not damaged for that.
        check_version(&mut self.src)?;
        if remote && let Some(archive) = read_front(&mut self.src, length)? {
            return self.add(&archive);
        }
        let mut archives = Vec::new();
        let mut end = length;
        loop {
            match read_archive(&mut self.src, end) {
                Ok(archive) => {
                    end = archive.start;
                    archives.push(archive);
                }
                Err(error) if archives.is_empty() && is_damage(&error) => {
                    archives = read_unfinished(&mut self.src)?.ok_or(error)?;
                    archives.reverse();
                    (self.unfinished, end) = (true, 0);
                }
                Err(error) => return Err(error),
            }
            if end == 0 {
                break;
            }
        }
        archives
            .iter()
            .rev()
            .try_for_each(|archive| self.add(archive))
    }

    fn add(&mut self, archive: &FoundArchive) -> Result<(), Error> {
        let number = self.archives.len() as u64;
        let info = ArchiveInfo::read(&mut self.src, &archive.chunks)?;
        self.archives.push(info);
        let mut offset = archive.first_block;
        let mut chunks = archive.chunks.iter().peekable();
        for (ordinal, &entry) in archive.entries.iter().enumerate() {
            while let Some((_, chunk)) = chunks.next_if(|(at, _)| *at == offset) {
                offset += chunk.header.total_bytes();
            }
            let block = BlockInfo {
                offset,
                entry,
                first_game: self.games,
                model: archive.model,
                source: archive.source,
                codecs: archive.codecs,
                ordinal: ordinal as u64,
                archive: number,
            };
            offset += block.archive_bytes();
            self.games = block.games().end;
            self.tally.block(&entry.summary, false);
            self.blocks.push(block);
        }
        self.tally
            .archive(archive.model, archive.source, archive.bytes);
        if !archive.entries.is_empty() {
            self.check_origin(self.blocks.len() - archive.entries.len())?;
        }
        Ok(())
    }

    /// The blocks of all archives, in order.
    #[must_use]
    pub fn blocks(&self) -> &[BlockInfo] {
        &self.blocks
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.games
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Whether the archive is unfinished: it is still being written, or the run was stopped. Its complete blocks are there.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// What the archives contain, and how many bytes it takes, from their indexes alone.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = self.tally.report();
        report.files = self.files();
        report.unfinished = self.unfinished;
        report.damage.clone_from(&self.damage);
        if let Some(skipped) = &self.skipped {
            report.damage.extend(skipped.all());
        }
        report
    }

    /// The text of a block, by its number from 0.
    pub(crate) fn block_text(&mut self, number: usize) -> Result<Vec<u8>, Error> {
        Text::decode(
            &self.block(number, Columns::ALL, Extent::Whole)?,
            &Workers::alone(),
        )?
        .whole()
    }

    /// A block in coded form, by its number from 0, with so many of its streams, if this release can decode those that these columns need.
    fn block(
        &mut self,
        number: usize,
        columns: Columns,
        extent: Extent,
    ) -> Result<FoundBlock, Error> {
        let block = self.entry(number)?;
        let place = Place::block(number as u64, block.offset);
        let streams = || block.streams().map(|(stream, _)| stream);
        let columns = columns.in_block(streams());
        let needed = streams().filter(|&stream| columns.needs(stream));
        let known = block.codecs.check(needed);
        known.map_err(|fault| fault.at(place))?;
        let model = self.model(&block, place)?;
        self.stored_block(number, model, extent)
    }

    /// The cost of each tag in bytes, name and values together: for all tags whose values are in the stream `tags`, and for the names of
    /// tags whose values are in other streams.
    ///
    /// An archive does not record this. It is computed by decoding the tags and nothing else.
    ///
    /// # Errors
    ///
    /// Any error of a block.
    pub fn tag_costs(&mut self) -> Result<Vec<TagCost>, Error> {
        let mut costs: HashMap<Vec<u8>, u64> = HashMap::new();
        for number in 0..self.blocks.len() {
            let extent = self.entry(number)?.extent(&(0..0), Columns::TAGS, false);
            for (name, cost) in tag_costs(&self.block(number, Columns::TAGS, extent)?)? {
                *costs.entry(name).or_default() += cost;
            }
        }
        let mut costs: Vec<TagCost> = costs
            .into_iter()
            .map(|(name, cost)| TagCost {
                name,
                bytes: cost as f64 / f64::from(1 << 19),
            })
            .collect();
        costs.sort_by(|a, b| {
            b.bytes
                .total_cmp(&a.bytes)
                .then_with(|| a.name.cmp(&b.name))
        });
        Ok(costs)
    }
}

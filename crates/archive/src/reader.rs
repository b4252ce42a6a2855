//! Reads an archive from its end: what it holds without decoding, and games from the middle.

use crate::container::header::{FIXED_BYTES, MAGIC};
use crate::container::index::{self, Entry};
use crate::container::{BLOCK, BlockHeader, Footer, block_header, footer, header};
use crate::error::Place;
use crate::expand::check_magic;
use crate::report::Tally;
use crate::seal::{FoundBlock, UnsealedGames, tag_costs, unseal, unseal_text};
use crate::tape::Tape;
use crate::{BlockFacts, Error, ErrorKind, Game, Model, ModelId, Report, Source, Stream, TagCost};
use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// A block of an archive, by the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockInfo {
    offset: u64,
    entry: Entry,
    first_game: u64,
    /// The model that coded it.
    model: ModelId,
    /// The blocks before it in its archive.
    ordinal: u64,
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
        self.entry.header_bytes + self.entry.summary.payload_bytes()
    }

    /// The games before the block.
    #[must_use]
    pub fn first_game(&self) -> u64 {
        self.first_game
    }

    /// What the block says about its text.
    #[must_use]
    pub fn facts(&self) -> &BlockFacts {
        &self.entry.summary.facts
    }

    /// The streams of the block with their lengths in bytes.
    pub fn streams(&self) -> impl Iterator<Item = (Stream, u64)> + '_ {
        self.entry.summary.present()
    }

    fn games(&self) -> Range<u64> {
        self.first_game..self.first_game.saturating_add(self.facts().games)
    }
}

/// An archive, or several that follow one another, in a source with seek.
///
/// Opening reads headers, indexes and footers only.
///
/// ```
/// use archive::{Config, Reader, compress};
///
/// let mut packed = Vec::new();
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &Config::default(), &mut |_| {})?;
/// let mut reader = Reader::open(std::io::Cursor::new(packed))?;
/// assert_eq!(reader.blocks().len(), 1);
/// assert_eq!(reader.block_text(0)?, b"[White \"Anna\"]\n\n1. e4 *\n");
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    src: R,
    /// The caller's own.
    models: Vec<Model>,
    blocks: Vec<BlockInfo>,
    games: u64,
    tally: Tally,
}

impl<R: Read + Seek> Reader<R> {
    /// Reads the indexes of an archive, or of several that follow one another, from the last to the first.
    ///
    /// # Errors
    ///
    /// Any [`ErrorKind`]. An archive that is cut short has no index; [`crate::expand`] gives back what is there.
    pub fn open(src: R) -> Result<Self, Error> {
        Self::open_with(src, &[])
    }

    /// Like [`Reader::open`], for archives that may have been coded by one of these models of the caller's own.
    ///
    /// A model is needed for reading text, not for opening.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn open_with(mut src: R, models: &[Model]) -> Result<Self, Error> {
        let length = src.seek(SeekFrom::End(0)).map_err(cannot_read)?;
        let magic = read_at(
            &mut src,
            0,
            length.min(MAGIC.len() as u64),
            "the archive's header",
        )?;
        check_magic(&magic, 0)?;
        let mut archives = Vec::new();
        let mut end = length;
        loop {
            let archive = read_archive(&mut src, end)?;
            end = archive.start;
            archives.push(archive);
            if end == 0 {
                break;
            }
        }
        let mut reader = Self {
            src,
            models: models.to_vec(),
            blocks: Vec::new(),
            games: 0,
            tally: Tally::default(),
        };
        for archive in archives.into_iter().rev() {
            reader.add(&archive);
        }
        Ok(reader)
    }

    fn add(&mut self, archive: &FoundArchive) {
        let mut offset = archive.first_block;
        for (ordinal, &entry) in archive.entries.iter().enumerate() {
            let block = BlockInfo {
                offset,
                entry,
                first_game: self.games,
                model: archive.model,
                ordinal: ordinal as u64,
            };
            offset += block.archive_bytes();
            self.games = block.games().end;
            self.tally.block(&entry.summary, false);
            self.blocks.push(block);
        }
        let FoundArchive {
            model,
            source,
            bytes,
            ..
        } = *archive;
        self.tally.archive(model, source, bytes);
    }

    /// The blocks of all archives, front to back.
    #[must_use]
    pub fn blocks(&self) -> &[BlockInfo] {
        &self.blocks
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What the archives hold and cost, from their indexes alone.
    #[must_use]
    pub fn report(&self) -> Report {
        self.tally.report()
    }

    /// The text of a block, by its number from 0.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if there is no such block, or whatever is wrong with it.
    pub fn block_text(&mut self, number: usize) -> Result<Vec<u8>, Error> {
        unseal(self.block(number)?)
    }

    /// A block as it lies in the archive, by its number from 0.
    fn block(&mut self, number: usize) -> Result<FoundBlock, Error> {
        let Some(block) = self.blocks.get(number).copied() else {
            return Err(Error::argument(format!(
                "there is no block {}: the archive has {}",
                number + 1,
                self.blocks.len()
            )));
        };
        let place = Place::block(number as u64, block.offset);
        let bytes = read_at(
            &mut self.src,
            block.offset,
            block.entry.header_bytes,
            "the block's header",
        )?;
        let header =
            BlockHeader::read(&bytes, block.ordinal).map_err(|fault| Error::fault(fault, place))?;
        if header.summary != block.entry.summary {
            return Err(Error::corruption(
                place,
                "the block does not agree with the index",
            ));
        }
        let payload_offset = block.offset + block.entry.header_bytes;
        let payload = read_at(
            &mut self.src,
            payload_offset,
            header.summary.payload_bytes(),
            "the block",
        )?;
        Ok(FoundBlock {
            model: Model::find(block.model, &self.models, place)?,
            place,
            header,
            payload,
            payload_offset,
        })
    }

    /// What each tag costs, its name and its values together, in bytes: all tags whose values the stream `tags` holds, and the names of
    /// those that other streams hold.
    ///
    /// An archive does not record this; the tags are decoded to find it out, and nothing else is.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with a block.
    pub fn tag_costs(&mut self) -> Result<Vec<TagCost>, Error> {
        let mut costs: HashMap<Vec<u8>, u64> = HashMap::new();
        for number in 0..self.blocks.len() {
            for (name, cost) in tag_costs(&self.block(number)?)? {
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

    /// The games in `range` (from 0) as values, one after the other; a block is decoded only as far as the last of them.
    ///
    /// Streams have checksums, which are looked at before a block is decoded; the checksum of a block's text is looked at behind its
    /// last game.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] for a range that goes past the last game. The iterator gives whatever is wrong with a block, and
    /// ends.
    ///
    /// ```
    /// use archive::{Config, Reader, compress};
    ///
    /// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// compress(&text[..], &mut packed, &Config::default(), &mut |_| {})?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed))?;
    /// for game in reader.read_games(1..2)? {
    ///     assert_eq!(game?.main_line().plies[0].san, "d4");
    /// }
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn read_games(&mut self, range: Range<u64>) -> Result<Games<'_, R>, Error> {
        let number = self.first_block(&range)?;
        Ok(Games {
            reader: self,
            range,
            number,
            block: None,
        })
    }

    /// The number of the block that holds the first game of a range, which must lie in the archive.
    fn first_block(&self, range: &Range<u64>) -> Result<usize, Error> {
        if range.start > range.end || range.end > self.games {
            let Range { start, end } = range;
            let what = format!(
                "games {start} to {end} (from 0) are not in an archive of {} games",
                self.games
            );
            return Err(Error::argument(what));
        }
        Ok(self
            .blocks
            .partition_point(|block| block.games().end <= range.start))
    }

    /// Gives the text of each game in `range` (from 0) to `out`, decoding only the blocks that hold one of them.
    ///
    /// The games of an archive follow each other without a gap: `0..games()` is its whole text. A game that was longer than a
    /// block may be counts once for each block that it stands in.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] for a range that goes past the last game, [`ErrorKind::Io`] with the error that `out`
    /// returned, or whatever is wrong with a block.
    ///
    /// ```
    /// use archive::{Config, Reader, compress};
    ///
    /// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// compress(&text[..], &mut packed, &Config::default(), &mut |_| {})?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed))?;
    /// let mut second = Vec::new();
    /// reader.games_text(1..2, &mut |game| std::io::Write::write_all(&mut second, game))?;
    /// assert!(second.starts_with(b"[White \"Emil\"]"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn games_text(
        &mut self,
        range: Range<u64>,
        out: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<(), Error> {
        let first = self.first_block(&range)?;
        for number in first..self.blocks.len() {
            let block = self.blocks[number];
            let games = block.games();
            if games.start >= range.end {
                break;
            }
            let text = unseal_text(self.block(number)?)?;
            let found = pgn::games(&text.text).count() as u64;
            if found != block.facts().games {
                let what = format!(
                    "the block holds {found} games where its header says {}",
                    block.facts().games
                );
                return Err(Error::corruption(
                    Place::block(number as u64, block.offset),
                    what,
                ));
            }
            let wanted = range.start.max(games.start)..range.end.min(games.end);
            let skipped = (wanted.start - games.start) as usize;
            let count = wanted.end.saturating_sub(wanted.start) as usize;
            let games = pgn::games(&text.text).enumerate();
            for (at, game) in games.skip(skipped).take(count) {
                // The text has been spelled once for its checksum, so that each part of it can be.
                let game = text.spelled(game, at as u64 + 1 == found);
                out(&game.unwrap_or_default())
                    .map_err(|error| Error::io("the games cannot be written", error))?;
            }
        }
        Ok(())
    }
}

/// Games of an archive as values, made by [`Reader::read_games`]. Ends after an error.
pub struct Games<'a, R> {
    reader: &'a mut Reader<R>,
    /// Numbers of the games that are still to come, from 0.
    range: Range<u64>,
    /// The block that comes next.
    number: usize,
    block: Option<UnsealedGames>,
}

impl<R: Read + Seek> Games<'_, R> {
    /// Opens the next block and goes to the first game that is wanted in it.
    fn open_block(&mut self) -> Result<(), Error> {
        let found = self.reader.block(self.number)?;
        let first_game = self.reader.blocks[self.number].first_game;
        let before = self.range.start.checked_sub(first_game).ok_or_else(|| {
            let what = "the block before holds fewer games than its header says";
            Error::corruption(found.place, what)
        })?;
        let block = self.block.insert(UnsealedGames::new(&found)?);
        self.number += 1;
        for _ in 0..before {
            block.next().transpose()?;
        }
        Ok(())
    }

    fn next_game(&mut self) -> Result<Game, Error> {
        loop {
            if let Some(game) = self.block.as_mut().and_then(Iterator::next) {
                return game;
            }
            self.open_block()?;
        }
    }
}

impl<R: Read + Seek> Iterator for Games<'_, R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.range.is_empty() {
            return None;
        }
        let game = self.next_game();
        self.range.start += 1;
        if game.is_err() {
            self.range = 0..0;
        }
        Some(game)
    }
}

/// An archive by its header, index and footer.
struct FoundArchive {
    start: u64,
    bytes: u64,
    model: ModelId,
    source: Source,
    first_block: u64,
    entries: Vec<Entry>,
}

/// Reads the archive that ends at `end`.
fn read_archive<R: Read + Seek>(src: &mut R, end: u64) -> Result<FoundArchive, Error> {
    let smallest = (header::BYTES + footer::BYTES) as u64;
    let no_footer = || {
        let what =
            "no footer at the end; what is there can be expanded, but not listed or searched";
        Error::new(ErrorKind::InsufficientData, Place::byte(end), what)
    };
    let footer_at = end
        .checked_sub(footer::BYTES as u64)
        .ok_or_else(no_footer)?;
    let bytes = read_at(src, footer_at, footer::BYTES as u64, "the footer")?;
    let bytes = bytes.first_chunk().ok_or_else(no_footer)?;
    if bytes[..4] != crate::container::FOOTER {
        return Err(no_footer());
    }
    let place = Place::byte(footer_at);
    let Footer {
        index_bytes,
        archive_bytes,
    } = Footer::read(bytes).map_err(|fault| Error::fault(fault, place))?;
    let wrong_length =
        || Error::corruption(place, "the footer's lengths are not those of the archive");
    let start = end
        .checked_sub(archive_bytes)
        .filter(|_| archive_bytes >= smallest)
        .ok_or_else(wrong_length)?;
    let index_at = footer_at
        .checked_sub(index_bytes)
        .filter(|&at| at > start)
        .ok_or_else(wrong_length)?;
    let header = read_header(src, start)?;
    let first_block = start + header.bytes;
    let entries = if index_bytes > 0 {
        let bytes = read_at(src, index_at, index_bytes, "the index")?;
        index::read(&bytes).map_err(|fault| Error::fault(fault, Place::byte(index_at)))?
    } else if first_block < index_at {
        vec![read_only_entry(src, first_block)?]
    } else {
        Vec::new()
    };
    let lengths = entries
        .iter()
        .map(|entry| entry.header_bytes + entry.summary.payload_bytes());
    if lengths.fold(first_block, u64::saturating_add) != index_at {
        return Err(Error::corruption(
            Place::byte(index_at),
            "the lengths of the blocks do not add up",
        ));
    }
    let source = Source::from_id(header.source);
    Ok(FoundArchive {
        start,
        bytes: archive_bytes,
        model: header.model,
        source,
        first_block,
        entries,
    })
}

fn read_header<R: Read + Seek>(src: &mut R, start: u64) -> Result<header::Header, Error> {
    let place = Place::byte(start);
    let fixed = read_at(src, start, FIXED_BYTES as u64, "the archive's header")?;
    let short = || Error::corruption(place, "the archive's header is short");
    let total = header::total_bytes(fixed.first_chunk().ok_or_else(short)?);
    let bytes = read_at(src, start, total as u64, "the archive's header")?;
    header::read(&bytes).map_err(|fault| Error::fault(fault, place))
}

/// What the only block of an archive says about itself.
fn read_only_entry<R: Read + Seek>(src: &mut R, offset: u64) -> Result<Entry, Error> {
    let place = Place::byte(offset);
    let prefix = read_at(
        src,
        offset,
        block_header::PREFIX_BYTES as u64,
        "the block's header",
    )?;
    let Some(prefix) = prefix.first_chunk().filter(|prefix| prefix[..4] == BLOCK) else {
        return Err(Error::corruption(
            place,
            "neither a block nor the end of the archive",
        ));
    };
    let header_bytes = BlockHeader::total_bytes(*prefix) as u64;
    let bytes = read_at(src, offset, header_bytes, "the block's header")?;
    let header = BlockHeader::read(&bytes, 0).map_err(|fault| Error::fault(fault, place))?;
    Ok(Entry {
        header_bytes,
        summary: header.summary,
    })
}

fn read_at<R: Read + Seek>(
    src: &mut R,
    offset: u64,
    count: u64,
    what: &str,
) -> Result<Vec<u8>, Error> {
    src.seek(SeekFrom::Start(offset)).map_err(cannot_read)?;
    Tape::new(src).many(count, what, Place::byte(offset))
}

fn cannot_read(error: io::Error) -> Error {
    Error::io("the archive cannot be read", error)
}

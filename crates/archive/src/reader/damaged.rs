//! Archives whose headers, index, footer or blocks are damaged.
//!
//! Not part of the format.

use super::{ArchiveInfo, BlockInfo, Reader};
use crate::container::{Footer, footer};
use crate::counting_reader::{cannot_read, read_at};
use crate::error::Place;
use crate::report::Tally;
use crate::salvage::{Found, Gap, Note, Scan};
use crate::seal::UnsealedGames;
use crate::workers::Workers;
use crate::{Columns, Damage, Depth, Error, ErrorKind, ExpandOptions, Missing, OnDamage};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

impl<R: Read + Seek> Reader<R> {
    /// Looks for blocks from the beginning of the source to its end.
    pub(super) fn scan(&mut self, options: &ExpandOptions) -> Result<(), Error> {
        let ends_as_archive = self.has_footer()?;
        self.src.seek(SeekFrom::Start(0)).map_err(cannot_read)?;
        let src = BufReader::with_capacity(1 << 16, &mut self.src);
        let mut scan = Scan::new(src, &options.models);
        scan.headers_only = true;
        scan.insists = ends_as_archive || options.on_damage == OnDamage::Search;
        let (mut sightings, mut notes) = (Vec::new(), Vec::new());
        let mut archives: Vec<ArchiveInfo> = Vec::new();
        while let Some(found) = scan.next()? {
            match found {
                Found::Block(sighting) if sighting.in_place => {
                    sightings.push(BlockInfo::of(&sighting));
                }
                Found::Block(_) => {}
                Found::Archive => archives.push(ArchiveInfo::default()),
                Found::Chunk(chunk) => {
                    if let Some(archive) = archives.last_mut() {
                        archive.see(*chunk);
                    }
                }
                Found::Note(note) => notes.push((sightings.len(), note)),
            }
        }
        let games_seen = scan.games_seen;
        let (tally, gaps) = scan.finish();
        self.archives = archives;
        self.blocks.clear();
        let mut blocks = Tally::default();
        let mut unseen = Unseen::default();
        let mut notes = notes.into_iter().peekable();
        for (number, mut block) in sightings.into_iter().enumerate() {
            while let Some((_, note)) = notes.next_if(|(at, _)| *at <= number) {
                self.damage.push(unseen.pass(note, &gaps));
            }
            block.first_game = block.first_game.saturating_add(unseen.games);
            blocks.block(&block.entry.summary, false);
            self.blocks.push(block);
        }
        for (_, note) in notes {
            self.damage.push(unseen.pass(note, &gaps));
        }
        self.unfinished = self.damage.iter().any(Damage::is_unfinished);
        self.games = games_seen.saturating_add(unseen.games);
        self.tally = tally.with_blocks_of(blocks);
        Ok(())
    }

    /// Sets whether the texts that are read next, with [`Reader::texts`] or [`Reader::games_text`], are the last of their
    /// block (default: no). If so, the models are not copied for the block's other games, which would then take longer. The texts are the
    /// same in any case.
    pub fn free_models(&mut self, frees_models: bool) {
        self.frees_models = frees_models;
    }

    /// Whether the source ends with an undamaged footer.
    fn has_footer(&mut self) -> Result<bool, Error> {
        let length = self.src.seek(SeekFrom::End(0)).map_err(cannot_read)?;
        let Some(at) = length.checked_sub(footer::BYTES as u64) else {
            return Ok(false);
        };
        let bytes = read_at(&mut self.src, at, footer::BYTES as u64, "the footer")?;
        let footer = bytes.first_chunk().map(Footer::read);
        Ok(matches!(footer, Some(Ok(_))))
    }

    pub(super) fn texts_or_damage(
        &mut self,
        range: Range<u64>,
        out: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
        lose: &mut dyn FnMut(Damage) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.check(&range)?;
        let first = self.block_of(range.start);
        let mut next = range.start;
        for number in first..self.blocks.len() {
            let block = self.blocks[number];
            let games = block.games();
            let wanted = range.start.max(games.start)..range.end.min(games.end);
            if games.start >= range.end {
                break;
            }
            if wanted.start > next {
                lose(self.lost(next..wanted.start))?;
            }
            next = next.max(wanted.end);
            let in_block = wanted.start - games.start..wanted.end - games.start;
            let mut give =
                |game: u64, text: Vec<u8>| out(games.start + game, &text).map_err(cannot_give);
            let mut miss = |lost: Range<u64>, error: Error| {
                if !is_damage(&error) {
                    return Err(error);
                }
                let lost = games.start + lost.start..games.start + lost.end;
                lose(Damage::of(error, Some(missing(lost))))
            };
            let frees_models = self.frees_models;
            match self.open_texts(number, in_block.clone()) {
                Ok(open) => {
                    open.free_models(frees_models);
                    open.texts(in_block, &Workers::alone(), &mut give, &mut miss)?;
                }
                Err(error) => miss(in_block, error)?,
            }
        }
        if next < range.end {
            lose(self.lost(next..range.end))?;
        }
        Ok(())
    }

    /// The games of a block, some of which may be damaged. What those of these numbers in the block are decoded from has been read.
    pub(super) fn open_texts(
        &mut self,
        number: usize,
        games: Range<u64>,
    ) -> Result<&mut UnsealedGames, Error> {
        let block = self.entry(number)?;
        let mut open = match self.open_texts.take() {
            Some((open, games)) if open == number => games,
            before => {
                let goes_on = before.is_some_and(|(before, _)| before + 1 == number);
                let extent = block.extent(&games, Columns::ALL, goes_on);
                UnsealedGames::new(&self.block(number, Columns::ALL, extent)?, Depth::Text)?
            }
        };
        let mut read = |parts: &[Range<u64>]| self.read_parts(&block, number, parts);
        open.load(games, &mut read)?;
        let (_, games) = self.open_texts.insert((number, open));
        Ok(games)
    }

    /// Why these games, which are in no block that was found, are missing.
    pub(super) fn lost(&self, games: Range<u64>) -> Damage {
        let holds = |damage: &&Damage| {
            let Some(missing) = damage.missing else {
                return false;
            };
            let (first, count) = (missing.first_game.unwrap_or(0), missing.games.unwrap_or(0));
            (first..first.saturating_add(count)).contains(&(games.start + 1))
        };
        match self.damage.iter().find(holds) {
            Some(damage) => Damage {
                missing: Some(missing(games)),
                ..damage.clone()
            },
            None => {
                let what = "the block that held these games is lost";
                let error = Error::corruption(Place::default(), what);
                Damage::of(error, Some(missing(games)))
            }
        }
    }
}

fn cannot_give(error: io::Error) -> Error {
    Error::system("the games cannot be written", error)
}

/// Whether an error says that bytes are damaged or missing, not that they cannot be read here.
pub(super) fn is_damage(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Corruption | ErrorKind::InsufficientData
    )
}

pub(super) fn missing(games: Range<u64>) -> Missing {
    Missing {
        first_game: Some(games.start + 1),
        games: Some(games.end.saturating_sub(games.start)),
        text_bytes: None,
    }
}

/// The number of missing games so far whose headers were not found.
#[derive(Debug, Default)]
struct Unseen {
    games: u64,
    /// Whether there may be more.
    is_open: bool,
}

impl Unseen {
    fn pass(&mut self, note: Note, gaps: &[Gap]) -> Damage {
        let mut unseen = (!self.is_open).then_some(self.games);
        let damage = note.into_damage(&mut unseen, gaps);
        match unseen {
            Some(games) => self.games = games,
            None => self.is_open = true,
        }
        damage
    }
}

//! Archives of which headers, index, footer or blocks are damaged.
//!
//! Not part of the format.

use super::{BlockInfo, Reader};
use crate::container::{Footer, footer};
use crate::counting_reader::{cannot_read, read_at};
use crate::encoding::BlockText;
use crate::error::Place;
use crate::report::Tally;
use crate::salvage::{Found, Gap, Note, Scan};
use crate::seal::unseal_text;
use crate::{Damage, Error, ErrorKind, Missing, Model};
use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

impl<R: Read + Seek> Reader<R> {
    /// Like [`Reader::open_with`]; but where headers, index or footer of an archive are damaged or missing, the input is read from its
    /// beginning to its end, and the blocks are those whose headers are sound.
    ///
    /// What is damaged stands in [`Report::damage`](crate::Report::damage) of [`Reader::report`]. Blocks are not decoded here, so that what is wrong within one is
    /// noticed when its text is asked for. Games that are missing are counted, as far as their number is known.
    ///
    /// # Errors
    ///
    /// As [`crate::salvage`]: damage is an error only where nothing of an archive is found.
    ///
    /// ```
    /// use archive::{Config, Reader, compress};
    ///
    /// let mut packed = Vec::new();
    /// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &Config::default(), &mut |_| {})?;
    /// packed.truncate(packed.len() - 10);
    /// assert!(Reader::open(std::io::Cursor::new(&packed)).is_err());
    /// let mut reader = Reader::open_damaged(std::io::Cursor::new(&packed), &[])?;
    /// assert_eq!(reader.report().damage.len(), 1);
    /// assert_eq!(reader.block_text(0)?, b"[White \"Anna\"]\n\n1. e4 *\n");
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn open_damaged(mut src: R, models: &[Model]) -> Result<Self, Error> {
        match Reader::open_with(&mut src, models) {
            Ok(Reader {
                blocks,
                games,
                tally,
                damage,
                guesses,
                models,
                ..
            }) => {
                return Ok(Self {
                    src,
                    models,
                    blocks,
                    games,
                    tally,
                    damage,
                    guesses,
                    open: None,
                });
            }
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::Io | ErrorKind::Compatibility | ErrorKind::UnknownModel
                ) =>
            {
                return Err(error);
            }
            Err(_) => {}
        }
        let ends_as_archive = has_footer(&mut src)?;
        src.seek(SeekFrom::Start(0)).map_err(cannot_read)?;
        let mut scan = Scan::new(BufReader::with_capacity(1 << 16, &mut src), models);
        scan.headers_only = true;
        scan.insists = ends_as_archive;
        let (mut sightings, mut notes) = (Vec::new(), Vec::new());
        while let Some(found) = scan.next()? {
            match found {
                Found::Block(sighting) if sighting.in_place => {
                    let guess = sighting.guess.clone();
                    sightings.push((BlockInfo::of(&sighting), guess));
                }
                Found::Block(_) => {}
                Found::Note(note) => notes.push((sightings.len(), note)),
            }
        }
        let games_seen = scan.games_seen;
        let (tally, gaps) = scan.finish();
        let mut reader = Self {
            src,
            models: models.to_vec(),
            blocks: Vec::new(),
            games: 0,
            tally,
            damage: Vec::new(),
            guesses: HashMap::new(),
            open: None,
        };
        let mut blocks = Tally::default();
        let mut unseen = Unseen::default();
        let mut notes = notes.into_iter().peekable();
        for (number, (mut block, guess)) in sightings.into_iter().enumerate() {
            while let Some((_, note)) = notes.next_if(|(at, _)| *at <= number) {
                reader.damage.push(unseen.pass(note, &gaps));
            }
            block.first_game = block.first_game.saturating_add(unseen.games);
            blocks.block(&block.entry.summary, false);
            if let Some(guess) = guess {
                reader.guesses.insert(block.archive, guess);
            }
            reader.blocks.push(block);
        }
        for (_, note) in notes {
            reader.damage.push(unseen.pass(note, &gaps));
        }
        reader.games = games_seen.saturating_add(unseen.games);
        reader.tally = reader.tally.with_blocks_of(blocks);
        Ok(reader)
    }

    /// Like [`Reader::games_text`], but goes on behind games that cannot be given, and returns why: for each damaged place, which of the
    /// games in `range` are missing because of it.
    ///
    /// # Errors
    ///
    /// As [`Reader::games_text`], damage aside.
    pub fn salvage_games(
        &mut self,
        range: Range<u64>,
        out: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<Vec<Damage>, Error> {
        let mut lost = Vec::new();
        self.games_or_damage(range, out, &mut |damage| {
            lost.push(damage);
            Ok(())
        })?;
        Ok(lost)
    }

    pub(super) fn games_or_damage(
        &mut self,
        range: Range<u64>,
        out: &mut dyn FnMut(&[u8]) -> io::Result<()>,
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
            match self.counted_text(number) {
                Ok(text) => {
                    let (skipped, last) = (wanted.start - games.start, games.end - games.start);
                    let count = wanted.end.saturating_sub(wanted.start) as usize;
                    let texts = pgn::games(&text.text).enumerate();
                    for (at, game) in texts.skip(skipped as usize).take(count) {
                        // The text has been spelled once for its checksum, so that each part of it can be.
                        let game = text.spelled(game, at as u64 + 1 == last);
                        out(&game.unwrap_or_default())
                            .map_err(|error| Error::io("the games cannot be written", error))?;
                    }
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::Corruption | ErrorKind::InsufficientData
                    ) =>
                {
                    lose(error.into_damage(Some(missing(wanted))))?;
                }
                Err(error) => return Err(error),
            }
        }
        if next < range.end {
            lose(self.lost(next..range.end))?;
        }
        Ok(())
    }

    /// The text of a block that has as many games as it says.
    fn counted_text(&mut self, number: usize) -> Result<BlockText, Error> {
        let block = self.blocks[number];
        let found = self.block(number)?;
        let text = match self.guesses.get(&block.archive) {
            Some(guess) => guess.read(&found, unseal_text)?,
            None => unseal_text(found)?,
        };
        let found = pgn::games(&text.text).count() as u64;
        if found != block.facts().games {
            let what = format!(
                "the block holds {found} games where its header says {}",
                block.facts().games
            );
            let place = Place::block(number as u64, block.offset);
            return Err(Error::corruption(place, what));
        }
        Ok(text)
    }

    /// Why these games, which are in no block that was found, are missing.
    fn lost(&self, games: Range<u64>) -> Damage {
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
            None => Error::corruption(Place::default(), "the block that held these games is lost")
                .into_damage(Some(missing(games))),
        }
    }
}

/// Whether the input ends with a sound footer.
fn has_footer<R: Read + Seek>(src: &mut R) -> Result<bool, Error> {
    let length = src.seek(SeekFrom::End(0)).map_err(cannot_read)?;
    let Some(at) = length.checked_sub(footer::BYTES as u64) else {
        return Ok(false);
    };
    let bytes = read_at(src, at, footer::BYTES as u64, "the footer")?;
    Ok(bytes
        .first_chunk()
        .is_some_and(|bytes| Footer::read(bytes).is_ok()))
}

fn missing(games: Range<u64>) -> Missing {
    Missing {
        first_game: Some(games.start + 1),
        games: Some(games.end.saturating_sub(games.start)),
        text_bytes: None,
    }
}

/// The missing games so far whose headers were not seen.
#[derive(Debug, Default)]
struct Unseen {
    games: u64,
    /// Whether there may be more.
    is_open: bool,
}

impl Unseen {
    fn pass(&mut self, note: Note, gaps: &[Gap]) -> Damage {
        let mut unseen = (!self.is_open).then_some(self.games);
        let damage = note.told(&mut unseen, gaps);
        match unseen {
            Some(games) => self.games = games,
            None => self.is_open = true,
        }
        damage
    }
}

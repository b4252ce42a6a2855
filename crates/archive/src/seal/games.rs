//! The games of a block in any order, as values or as texts.
//!
//! Format: "Block", "Groups".

use super::checks::tried;
use super::{Extent, FoundBlock};
use crate::block::{self, BlockPayload, GROUPED, ReadParts};
use crate::container::{BlockHeader, checksum};
use crate::encoding::BlockText;
use crate::error::{Error, Place};
use crate::workers::Workers;
use crate::{Depth, Game};
use std::cell::Cell;
use std::ops::Range;

/// The games of a block without the text of all of them in memory.
pub(crate) struct UnsealedGames {
    games: block::Games,
    passed: Passed,
    /// Whether no games will be asked for after the next texts.
    frees_models: bool,
}

/// What is known of the texts that have been decoded.
#[derive(Clone)]
struct Passed {
    /// How they are spelled.
    spelling: BlockText,
    place: Place,
    header: BlockHeader,
    /// The number of the game that comes next, from 0.
    next: u64,
    /// Of the texts so far, if they are all texts from the first.
    sum: Option<(u64, crc32fast::Hasher)>,
}

impl UnsealedGames {
    /// Before the first game of a block. What lies outside its groups has been compared with its checksums; each group is compared before
    /// it is decoded, so that damage to one costs no other. Unless all of the block was read, what games need must be
    /// [read](Self::load) before they are decoded.
    ///
    /// # Errors
    ///
    /// Damage because of which no game can be decoded.
    pub fn new(found: &FoundBlock, depth: Depth) -> Result<Self, Error> {
        let mut streams = found.streams_for_games()?;
        let (facts, spelling) = found.take_spelling(&mut streams)?;
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        let place = found.place;
        let lengths = GROUPED.map(|stream| found.header.summary.lengths[usize::from(stream.id())]);
        let model = &found.model;
        Ok(Self {
            games: tried(place, || match found.extent {
                Extent::Whole => block::Games::new(&encoded, model, depth),
                _ => block::Games::without_parts(&encoded, lengths, model, depth),
            })?,
            passed: Passed {
                spelling,
                place,
                header: found.header.clone(),
                next: 0,
                sum: (depth == Depth::Text).then(Default::default),
            },
            frees_models: false,
        })
    }

    /// Whether all that a game is decoded from has been read.
    pub fn has(&self, game: u64) -> bool {
        self.games.has(game)
    }

    /// Reads what these games are decoded from, unless it has been read.
    pub fn load(
        &mut self,
        games: Range<u64>,
        read: &mut ReadParts<'_, Error>,
    ) -> Result<(), Error> {
        self.games.load(games, read)
    }

    /// Decodes what any game of the block may need, so that [forks](Self::fork) need not.
    pub fn prepare_all(&mut self) {
        self.games.prepare_all();
    }

    /// The same games from the first on, for another reader.
    pub fn fork(&mut self) -> Self {
        let mut passed = self.passed.clone();
        passed.next = 0;
        passed.sum = None;
        Self {
            games: self.games.fork_apart(),
            passed,
            frees_models: false,
        }
    }

    /// The number of games, as the block's header says.
    pub fn games(&self) -> u64 {
        self.passed.games()
    }

    /// The numbers of the games of the group that has this game.
    pub fn group_of(&self, game: u64) -> Range<u64> {
        self.games.group_of(game)
    }

    /// The games that are lost with one that cannot be decoded: those of its group next to it.
    pub fn lost_with(&self, game: u64) -> Range<u64> {
        self.games.lost_with(game)
    }

    /// Bytes of text of the groups in a range of games, from the first game of one to the last of another; `None` where the text was
    /// recoded or they are a part of a group, so that the table does not tell.
    pub fn text_bytes(&self, games: Range<u64>) -> Option<u64> {
        let is_recoded = self.passed.spelling.encoding.is_some();
        self.games.text_bytes(games).filter(|_| !is_recoded)
    }

    /// Says whether no games will be asked for after those of the next [`UnsealedGames::texts`]. If some are, that takes longer.
    pub fn free_models(&mut self, frees_models: bool) {
        self.frees_models = frees_models;
    }

    /// Gives the texts of some games to `give`, group by group, of which threads of the workers decode some. Those of damaged groups, and the
    /// repeats of their games, go to `lose`, with what is wrong with the first.
    pub fn texts(
        &mut self,
        wanted: Range<u64>,
        workers: &Workers,
        give: &mut dyn FnMut(u64, Vec<u8>) -> Result<(), Error>,
        lose: &mut dyn FnMut(Range<u64>, Error) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut lost: Option<(Range<u64>, Error)> = None;
        let place = self.passed.place;
        let passed = &mut self.passed;
        let decode = |games: &mut block::Games, group: Range<u64>| coded_texts(games, group, place);
        let mut take = |games: &mut block::Games, group: Range<u64>, coded: CodedTexts| {
            for (number, text) in group.clone().zip(passed.group_texts(games, group, coded)) {
                match (text, lost.take()) {
                    (Ok(text), before) => {
                        before.map_or(Ok(()), |(games, error)| lose(games, error))?;
                        give(number, text)?;
                    }
                    (Err(error), before) => {
                        let (games, error) = before.unwrap_or((number..number, error));
                        lost = Some((games.start..number + 1, error));
                    }
                }
            }
            Ok::<_, Error>(())
        };
        self.games
            .each_group(wanted, self.frees_models, workers, decode, &mut take)?;
        lost.map_or(Ok(()), |(games, error)| lose(games, error))
    }

    /// Goes to the game of this number, from 0, so that it comes next; after the last if there are fewer.
    pub fn go_to(&mut self, game: u64) {
        self.passed.go_to(game);
        self.games.go_to(game);
    }

    /// The next game; `None` after the last. The checksum of the block's text is looked at after the last game, if all were decoded.
    pub fn decode_next(&mut self) -> Result<Option<Game>, Error> {
        let passed = &mut self.passed;
        let next = std::mem::replace(&mut passed.next, u64::MAX);
        let Some(game) = tried(passed.place, || self.games.decode_next())? else {
            return Ok(None);
        };
        passed.next = next;
        passed.pass(game.text())?;
        Ok(Some(game))
    }
}

/// The texts of those games of a group that are no repeats, up to the first error.
type CodedTexts = Vec<Result<Vec<u8>, Error>>;

fn coded_texts(games: &mut block::Games, group: Range<u64>, place: Place) -> CodedTexts {
    let mut texts = Vec::new();
    let mut coded = games.coded_texts(group);
    while let Some(text) = tried(place, || coded.next().transpose()).transpose() {
        let has_failed = text.is_err();
        texts.push(text);
        if has_failed {
            break;
        }
    }
    texts
}

impl Passed {
    fn games(&self) -> u64 {
        self.header.summary.facts.games
    }

    /// The texts of some games of one group, of which those that are no repeats were decoded. If they are all of it, its text has been compared
    /// with its checksum. What is decoded from the group is lost as a whole; repeats of other groups' games are lost with those.
    fn group_texts(
        &mut self,
        games: &mut block::Games,
        wanted: Range<u64>,
        coded: CodedTexts,
    ) -> CodedTexts {
        const LOST: &str = "the group of these games is damaged";
        let (place, group) = (self.place, games.group_of(wanted.start));
        let mut failure = None;
        let (mut texts, mut coded) = (Vec::new(), coded.into_iter());
        for number in wanted.clone() {
            let is_own = games.is_of(&group, number);
            if failure.is_none() || !is_own {
                let decoded = match games.is_repeat(number) {
                    true => repeat(games, number, place),
                    false => coded.next().unwrap_or_else(|| {
                        // After an error there are too few, and after the last game.
                        Err(Error::corruption(place, TOO_FEW))
                    }),
                };
                match self.text(number, decoded) {
                    Err(error) if is_own => failure = Some(error),
                    text => {
                        texts.push(text);
                        continue;
                    }
                }
            }
            texts.push(Err(Error::corruption(place, LOST)));
        }
        if failure.is_some() {
            let own = wanted
                .zip(&mut texts)
                .filter(|(number, _)| games.is_of(&group, *number));
            for (_, text) in own {
                let error = failure.take();
                *text = Err(error.unwrap_or_else(|| Error::corruption(place, LOST)));
            }
        }
        texts
    }

    /// The text of a game that was decoded, as it is spelled.
    fn text(&mut self, number: u64, decoded: Result<Vec<u8>, Error>) -> Result<Vec<u8>, Error> {
        self.go_to(number);
        let next = std::mem::replace(&mut self.next, u64::MAX);
        let text = decoded?;
        self.next = next;
        self.pass(&text)
    }

    /// Takes in the text of the game that comes next, and gives it as it is spelled; after the last game, looks at the checksum of the
    /// block's text, if all of it went by.
    fn pass(&mut self, text: &[u8]) -> Result<Vec<u8>, Error> {
        let place = self.place;
        self.next += 1;
        let is_last = self.next == self.games();
        let spelled = self.spelling.spelled(text, is_last);
        let spelled = spelled.ok_or_else(|| Error::corruption(place, NOT_UTF8))?;
        if let Some((bytes, sum)) = &mut self.sum {
            *bytes += spelled.len() as u64;
            sum.update(&spelled);
            if is_last && !self.header.text_is_sound(*bytes, sum.clone().finalize()) {
                return Err(Error::corruption(place, OTHER_TEXT));
            }
        }
        Ok(spelled.into_owned())
    }

    /// Goes to the game of this number.
    fn go_to(&mut self, game: u64) {
        if game != self.next {
            self.sum = None;
            self.next = game;
        }
    }
}

/// The text of a game that repeats another.
fn repeat(games: &mut block::Games, number: u64, place: Place) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    games.go_to(number);
    let found = tried(place, || games.decode_text(&mut text))?;
    found
        .then_some(text)
        .ok_or_else(|| Error::corruption(place, TOO_FEW))
}

/// The text of the undamaged groups of a block.
#[derive(Debug, Default)]
pub(crate) struct Text {
    pub text: Vec<u8>,
    /// How much of it stands before all that is lost.
    pub before_loss: usize,
    pub games: u64,
    /// The games of damaged groups, the bytes of their text, if that is known, and what is wrong with the first.
    pub lost: Vec<(Range<u64>, Option<u64>, Error)>,
}

impl Text {
    /// Decodes a block.
    ///
    /// # Errors
    ///
    /// Damage because of which no game can be decoded.
    pub fn decode(found: &FoundBlock, workers: &Workers) -> Result<Self, Error> {
        let mut decoded = Self::default();
        let header = &found.header;
        decoded.games = header.summary.facts.games;
        if header.summary.is_raw() {
            found.streams_for_games()?;
            if !header.text_is_sound(found.payload.len() as u64, checksum::of(&found.payload)) {
                return Err(Error::corruption(found.place, OTHER_TEXT));
            }
            decoded.text.clone_from(&found.payload);
            decoded.before_loss = decoded.text.len();
            return Ok(decoded);
        }
        let mut games = UnsealedGames::new(found, Depth::Text)?;
        if decoded.games == 0 {
            // Nothing would be decoded, and nothing compared.
            return Err(Error::corruption(found.place, OTHER_TEXT));
        }
        let (text, mut lost) = (&mut decoded.text, Vec::new());
        let (before_loss, is_lost) = (&mut decoded.before_loss, Cell::new(false));
        games.texts(
            0..decoded.games,
            workers,
            &mut |_, game| {
                text.extend_from_slice(&game);
                if !is_lost.get() {
                    *before_loss = text.len();
                }
                Ok(())
            },
            &mut |range, error| {
                is_lost.set(true);
                lost.push((range, error));
                Ok(())
            },
        )?;
        for (range, error) in lost {
            decoded.games -= range.end - range.start;
            let bytes = games.text_bytes(range.clone());
            decoded.lost.push((range, bytes, error));
        }
        Ok(decoded)
    }

    /// The text, if nothing of it is damaged.
    pub fn whole(self) -> Result<Vec<u8>, Error> {
        let first = self.lost.into_iter().next();
        first.map_or(Ok(self.text), |(_, _, error)| Err(error))
    }
}

impl std::fmt::Debug for UnsealedGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Passed { place, next, .. } = &self.passed;
        let mut shown = f.debug_struct("UnsealedGames");
        shown.field("place", place).field("next", next);
        shown.finish_non_exhaustive()
    }
}

const NOT_UTF8: &str =
    "the text has to be converted to UTF-16, but has bytes that are not characters";
const OTHER_TEXT: &str = "the text's checksum does not match";
const TOO_FEW: &str = "the block holds fewer games than its header says";

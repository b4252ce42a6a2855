//! The games of a block in any order, as values or as texts.
//!
//! Format: "Block", "Groups".

use super::FoundBlock;
use super::unseal::{NOT_UTF8, Streams, sound_streams, streams, take_spelling, tried};
use crate::block::{self, BlockPayload, GROUPED};
use crate::container::BlockHeader;
use crate::encoding::BlockText;
use crate::error::{Error, Place};
use crate::{Columns, Depth, Game, Stream};
use std::ops::Range;

/// The games of a block without the text of all of them in memory.
pub(crate) struct UnsealedGames {
    games: block::Games,
    /// How their texts are spelled.
    spelling: BlockText,
    place: Place,
    header: BlockHeader,
    /// The number of the game that comes next, from 0.
    next: u64,
    /// Of the texts so far, if they are all texts from the first.
    sum: Option<(u64, crc32fast::Hasher)>,
    /// Whether a stream is damaged, so that only the checksum of a group tells whether its games are what they were.
    damaged: bool,
    in_groups: bool,
    /// Whether no games will be asked for after the next texts.
    leaving: bool,
}

impl UnsealedGames {
    /// Before the first game of a block whose streams are sound.
    pub fn new(found: &FoundBlock, columns: Columns) -> Result<Self, Error> {
        let streams = found.header.summary.present();
        let columns = columns.in_block(streams.map(|(stream, _)| stream));
        Self::of(found, sound_streams(found)?, columns.depth())
    }

    /// Before the first game of a block of groups. Streams may be damaged that lie in groups, each of which is decoded without the others;
    /// then only [`UnsealedGames::texts`] may be asked for.
    pub fn salvage(found: &FoundBlock) -> Result<Self, Error> {
        let (streams, damaged) = streams(found)?;
        let in_groups = streams.iter().any(|(stream, _)| *stream == Stream::Groups);
        let is_damaged = !damaged.is_empty();
        // Of a block without its tags or its table nothing can be decoded.
        let fatal = |(stream, _): &(Stream, Error)| !in_groups || !GROUPED.contains(stream);
        if let Some((_, error)) = damaged.into_iter().find(fatal) {
            return Err(error);
        }
        Ok(Self {
            damaged: is_damaged,
            ..Self::of(found, streams, Depth::Text)?
        })
    }

    fn of(found: &FoundBlock, mut streams: Streams<'_>, depth: Depth) -> Result<Self, Error> {
        let (facts, spelling) = take_spelling(found, &mut streams)?;
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        let place = found.place;
        let in_groups = streams.iter().any(|(stream, _)| *stream == Stream::Groups);
        Ok(Self {
            games: tried(place, || block::Games::new(&encoded, &found.model, depth))?,
            spelling,
            place,
            header: found.header.clone(),
            next: 0,
            sum: (depth == Depth::Text).then(Default::default),
            damaged: false,
            in_groups,
            leaving: false,
        })
    }

    /// The number of games, as the block's header says.
    pub fn games(&self) -> u64 {
        self.header.summary.facts.games
    }

    /// The numbers of the games of the group that has this game.
    pub fn group_of(&self, game: u64) -> Range<u64> {
        self.games.group_of(game)
    }

    /// Bytes of text of the groups in a range of games, from the first game of one to the last of another; `None` where the text was
    /// recoded, so that the table does not tell.
    pub fn text_bytes(&self, games: Range<u64>) -> Option<u64> {
        let is_recoded = self.spelling.encoding.is_some();
        (!is_recoded).then(|| self.games.text_bytes(games))
    }

    /// Says whether no games will be asked for after those of the next [`UnsealedGames::texts`]. If some are, that takes longer.
    pub fn leave(&mut self, leaving: bool) {
        self.leaving = leaving;
    }

    /// Gives the texts of some games to `give`, group by group. Those of damaged groups go to `lose`, with what is wrong with the first.
    pub fn texts(
        &mut self,
        wanted: Range<u64>,
        give: &mut dyn FnMut(Vec<u8>) -> Result<(), Error>,
        lose: &mut dyn FnMut(Range<u64>, Error) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut lost: Option<(Range<u64>, Error)> = None;
        let mut next = wanted.start;
        while next < wanted.end {
            let end = self.games.group_of(next).end.clamp(next + 1, wanted.end);
            self.games.leave(self.leaving && end == wanted.end);
            match self.group_texts(next..end) {
                Ok(texts) => {
                    if let Some((games, error)) = lost.take() {
                        lose(games, error)?;
                    }
                    texts.into_iter().try_for_each(&mut *give)?;
                }
                Err(error) => {
                    let (games, _) = lost.get_or_insert((next..end, error));
                    games.end = end;
                }
            }
            next = end;
        }
        lost.map_or(Ok(()), |(games, error)| lose(games, error))
    }

    /// The texts of some games of one group, after a look at the checksum of the group's text where that is decoded to its end, as it is
    /// in a damaged block. A block of one group has a checksum for all of its text.
    fn group_texts(&mut self, wanted: Range<u64>) -> Result<Vec<Vec<u8>>, Error> {
        let (place, group) = (self.place, self.games.group_of(wanted.start));
        let is_whole = !self.in_groups;
        let (start, end) = match (is_whole, self.damaged) {
            (true, _) => (0, self.header.summary.facts.games),
            (false, true) => (wanted.start, group.end),
            (false, false) => (wanted.start, wanted.end),
        };
        self.go_to(start)?;
        self.sum = is_whole.then(Default::default);
        let mut texts = Vec::new();
        let mut text = Vec::new();
        while self.next < end {
            text.clear();
            if !tried(place, || self.games.decode_text(&mut text))? {
                return Err(Error::corruption(place, TOO_FEW));
            }
            let spelled = self.pass(&text)?;
            if wanted.contains(&(self.next - 1)) {
                texts.push(spelled);
            }
        }
        if is_whole && tried(place, || self.games.decode_text(&mut text))? {
            return Err(Error::corruption(place, TOO_MANY));
        }
        if self.next == group.end {
            tried(place, || self.games.check_group())?;
        }
        Ok(texts)
    }

    /// Takes in the text of the game that comes next, and gives it as it is spelled; after the last game, looks at the checksum of the
    /// block's text, if all of it went by.
    fn pass(&mut self, text: &[u8]) -> Result<Vec<u8>, Error> {
        let place = self.place;
        self.next += 1;
        let is_last = self.next == self.header.summary.facts.games;
        let spelled = self.spelling.spelled(text, is_last);
        let spelled = spelled.ok_or_else(|| Error::corruption(place, NOT_UTF8))?;
        if let Some((bytes, sum)) = &mut self.sum {
            *bytes += spelled.len() as u64;
            sum.update(&spelled);
            if is_last
                && !self
                    .header
                    .checksum_is_sound(*bytes, sum.clone().finalize())
            {
                return Err(Error::corruption(place, OTHER_TEXT));
            }
        }
        Ok(spelled.into_owned())
    }

    /// Goes to the game of this number, from 0, so that it comes next; after the last if there are fewer.
    pub fn go_to(&mut self, game: u64) -> Result<(), Error> {
        let place = self.place;
        if game == self.next {
            return Ok(());
        }
        self.sum = None;
        // Wherever an error leaves the decoder, it is not at the game that is asked for next.
        self.next = u64::MAX;
        tried(place, || self.games.go_to(game))?;
        self.next = game;
        Ok(())
    }

    /// The next game; `None` after the last. The checksum of the block's text is looked at after the last game, if all were decoded.
    pub fn decode_next(&mut self) -> Result<Option<Game>, Error> {
        let place = self.place;
        let Some(game) = tried(place, || self.games.decode_next())? else {
            return Ok(None);
        };
        self.pass(game.text())?;
        Ok(Some(game))
    }
}

impl std::fmt::Debug for UnsealedGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { place, next, .. } = self;
        let mut shown = f.debug_struct("UnsealedGames");
        shown.field("place", place).field("next", next);
        shown.finish_non_exhaustive()
    }
}

const OTHER_TEXT: &str = "the text's checksum does not match";
const TOO_FEW: &str = "the block holds fewer games than its header says";
const TOO_MANY: &str = "the block holds more games than its header says";

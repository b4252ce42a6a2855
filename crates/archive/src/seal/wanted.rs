//! The games of a block with as much of each as a reader asks for.
//!
//! Format: "Block".

use super::checks::tried;
use super::{FoundBlock, UnsealedGames};
use crate::block::{BlockPayload, ReadParts, TagGames};
use crate::error::{Error, Place};
use crate::{Columns, Game, Stream};
use std::ops::Range;

/// The games of a block, with the columns that are wanted and perhaps more.
pub(crate) enum WantedGames {
    /// Everything.
    All(Box<UnsealedGames>),
    /// Tags, but for those that are derived. They are read from a block whose groups are damaged, too.
    Tags(Box<TagGames>, Place),
}

impl WantedGames {
    /// Before the first game of a block.
    ///
    /// # Errors
    ///
    /// Damage because of which no game can be read with these columns.
    pub fn new(found: &FoundBlock, columns: Columns) -> Result<Self, Error> {
        let all = || {
            let streams = found.header.summary.present();
            let columns = columns.in_block(streams.map(|(stream, _)| stream));
            let games = UnsealedGames::new(found, columns.depth())?;
            Ok(Self::All(Box::new(games)))
        };
        if !Columns::TAGS.contains(columns) {
            return all();
        }
        let mut streams = found.streams_for_tags()?;
        let (facts, _) = found.take_spelling(&mut streams)?;
        // A text that is stored has to be searched for its tags.
        if let [(Stream::Stored, _)] = streams[..] {
            return all();
        }
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        let games = tried(found.place, || TagGames::new(&encoded))?;
        Ok(Self::Tags(Box::new(games), found.place))
    }

    /// Whether all that a game is decoded from has been read.
    pub fn has(&self, game: u64) -> bool {
        match self {
            Self::All(games) => games.has(game),
            Self::Tags(..) => true,
        }
    }

    /// Reads what these games are decoded from, unless it has been read.
    pub fn load(
        &mut self,
        games: Range<u64>,
        read: &mut ReadParts<'_, Error>,
    ) -> Result<(), Error> {
        match self {
            Self::All(all) => all.load(games, read),
            Self::Tags(..) => Ok(()),
        }
    }

    /// Decodes what any game of the block may need, so that [forks](Self::fork) need not.
    pub fn prepare_all(&mut self) {
        match self {
            Self::All(games) => games.prepare_all(),
            Self::Tags(games, _) => games.prepare_all(),
        }
    }

    /// The same games from the first on, for another reader.
    pub fn fork(&mut self) -> Self {
        match self {
            Self::All(games) => Self::All(Box::new(games.fork())),
            Self::Tags(games, place) => Self::Tags(Box::new(games.fork()), *place),
        }
    }

    /// Goes to the game of this number in the block, from 0, so that it comes next; after the last if there are fewer.
    pub fn go_to(&mut self, game: u64) {
        match self {
            Self::All(games) => games.go_to(game),
            Self::Tags(games, _) => games.go_to(game),
        }
    }

    /// The next game; `None` after the last. After an error, [`WantedGames::go_to`] leads to the games that are not damaged.
    pub fn decode_next(&mut self) -> Result<Option<Game>, Error> {
        match self {
            Self::All(games) => games.decode_next(),
            Self::Tags(games, place) => tried(*place, || games.decode_next()),
        }
    }

    /// The games, by their numbers in the block, that are lost with a game that cannot be decoded: those of its group next to it. Tags are one run to
    /// the end of the block.
    pub fn lost_with(&self, game: u64) -> Range<u64> {
        match self {
            Self::All(games) => games.lost_with(game),
            Self::Tags(games, _) => game..games.games(),
        }
    }
}

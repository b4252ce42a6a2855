//! The games of a block with as much of each as a reader asks for.
//!
//! Format: "Block".

use super::unseal::{sound_streams, take_spelling, tried};
use super::{FoundBlock, UnsealedGames};
use crate::block::{BlockPayload, TagGames};
use crate::error::{Error, Place};
use crate::{Columns, Game, Stream};

/// The games of a block, with the columns that are wanted and perhaps more.
pub(crate) enum WantedGames {
    /// Everything.
    All(Box<UnsealedGames>),
    /// Tags, but for those that are derived.
    Tags(Box<TagGames>, Place),
}

impl WantedGames {
    /// Before the first game of a block, whose streams are sound.
    pub fn new(found: &FoundBlock, columns: Columns) -> Result<Self, Error> {
        if !Columns::TAGS.contains(columns) || found.header.summary.is_raw() {
            let games = UnsealedGames::new(found, columns)?;
            return Ok(Self::All(Box::new(games)));
        }
        let mut streams = sound_streams(found)?;
        let (facts, _) = take_spelling(found, &mut streams)?;
        // A short text in UTF-16 has the stream `encoding` beside a text that is stored.
        if let [(Stream::Stored, _)] = streams[..] {
            let games = UnsealedGames::new(found, columns)?;
            return Ok(Self::All(Box::new(games)));
        }
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        Ok(Self::Tags(Box::new(TagGames::new(&encoded)), found.place))
    }

    /// Goes to the game of this number in the block, from 0, so that it comes next; after the last if there are fewer.
    pub fn go_to(&mut self, game: u64) -> Result<(), Error> {
        match self {
            Self::All(games) => games.go_to(game),
            Self::Tags(games, _) => {
                games.go_to(game);
                Ok(())
            }
        }
    }

    /// The next game; `None` after the last. Not to be asked again after an error.
    pub fn decode_next(&mut self) -> Result<Option<Game>, Error> {
        match self {
            Self::All(games) => games.decode_next(),
            Self::Tags(games, place) => tried(*place, || games.decode_next()),
        }
    }
}

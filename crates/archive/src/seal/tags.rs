//! The tags of a block's games, decoded alone.
//!
//! Format: "Block".

use super::unseal::{sound_streams, take_spelling};
use super::{FoundBlock, UnsealedGames};
use crate::block::{BlockPayload, TagDecoder};
use crate::error::{Error, Place};
use crate::{Columns, Game};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The games of a block with as much of them as is wanted. Ends after an error.
pub(crate) enum WantedGames {
    /// All streams.
    All(Box<UnsealedGames>),
    /// The stream `tags`.
    Tags(Box<TagDecoder>, Place),
    Ended,
}

impl WantedGames {
    /// Before the first game of a block whose streams are sound.
    pub fn new(found: &FoundBlock, columns: Columns) -> Result<Self, Error> {
        if !Columns::TAGS.contains(columns) || found.header.summary.is_raw() {
            let games = UnsealedGames::new(found)?;
            return Ok(Self::All(Box::new(games)));
        }
        let mut streams = sound_streams(found)?;
        let (facts, _) = take_spelling(found, &mut streams)?;
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        Ok(Self::Tags(Box::new(TagDecoder::new(&encoded)), found.place))
    }
}

impl Iterator for WantedGames {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (decoder, place) = match self {
            Self::All(games) => return games.next(),
            Self::Tags(decoder, place) => (decoder, *place),
            Self::Ended => return None,
        };
        let next = match catch_unwind(AssertUnwindSafe(|| decoder.decode_next())) {
            Ok(next) => next.map_err(|error| Error::block(error, place)),
            Err(_) => Err(Error::corruption(place, "the streams make no sense")),
        };
        let next = next.transpose();
        if !matches!(next, Some(Ok(_))) {
            *self = Self::Ended;
        }
        next
    }
}

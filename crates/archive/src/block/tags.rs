//! The tags of a block's games, without anything that comes behind them.
//!
//! Format: "Stream tags".

use entropy::range::Decoder;

use super::{BlockError, BlockPayload, NO_TAGS, fault, game};
use crate::streams::{Tags, is_derived};
use crate::{Game, Stream};

/// Decodes the tags of a block game by game, front to back. The block is not stored as it is.
pub(crate) struct TagDecoder {
    tags: Tags,
    coder: Decoder,
    game: game::Game,
    /// Games that are still to come.
    games: u64,
    limit: u64,
}

impl TagDecoder {
    /// Before the first game of a block.
    pub fn new(block: &BlockPayload<'_>) -> Self {
        let mut streams = block.streams.iter();
        let found = streams.find(|(stream, _)| *stream == Stream::Tags);
        Self {
            tags: Tags::new(),
            coder: Decoder::new(found.map_or(&[], |(_, bytes)| bytes)),
            game: game::Game::default(),
            games: block.facts.games,
            limit: block.facts.text_bytes,
        }
    }

    /// The next game, which has tags and nothing else; `None` behind the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_next(&mut self) -> Result<Option<Game>, BlockError> {
        let Some(games) = self.games.checked_sub(1) else {
            return Ok(None);
        };
        self.games = games;
        self.game.clear();
        if !self.tags.code(&mut self.coder, &mut self.game, self.limit) {
            return Err(fault(Stream::Tags, NO_TAGS));
        }
        let game = &mut self.game;
        let names: Vec<bool> = game
            .tags
            .iter()
            .map(|tag| is_derived(game.get(tag.name)))
            .collect();
        let mut derived = names.into_iter();
        game.tags.retain(|_| derived.next() == Some(false));
        Ok(Some(Game::build(game, |_| &[], Vec::new())))
    }
}

//! Decodes the streams of a block to its text or to games as values.
//!
//! Format: "Coding a block".

use super::block_decoder::BlockDecoder;
use super::{BlockError, BlockPayload};
use crate::{Depth, Model, Stream};
use std::ops::Range;

/// The text of a block that was encoded by the same model.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub fn decode(block: &BlockPayload<'_>, model: &Model) -> Result<Vec<u8>, BlockError> {
    if let [(Stream::Stored, bytes)] = block.streams {
        return Ok(bytes.to_vec());
    }
    let mut games = BlockDecoder::new(block, model, Depth::Text)?;
    let mut text = Vec::new();
    while games.decode_next(&mut text)? {}
    Ok(text)
}

/// Whether a block that was encoded by the same model decodes to this text. Games are compared one by one, so that no second copy of
/// the text is held.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub(crate) fn decodes_to(
    block: &BlockPayload<'_>,
    model: &Model,
    text: &[u8],
) -> Result<bool, BlockError> {
    if let [(Stream::Stored, bytes)] = block.streams {
        return Ok(*bytes == text);
    }
    let mut games = BlockDecoder::new(block, model, Depth::Text)?;
    let (mut rest, mut game) = (text, Vec::new());
    while games.decode_next(&mut game)? {
        let Some(after) = rest.strip_prefix(&game[..]) else {
            return Ok(false);
        };
        rest = after;
        game.clear();
    }
    Ok(rest.is_empty())
}

/// The games of a block as values.
pub(crate) enum Games {
    /// The games of a text that is stored uncompressed, and the number of the game that comes next.
    Stored(Vec<Vec<u8>>, usize),
    /// The games of streams.
    Coded(Box<BlockDecoder>),
}

impl Games {
    /// The games of a block that was encoded with this model, from the first. Games are decoded as far as `depth`; those of a text that
    /// is stored uncompressed have all parts.
    ///
    /// # Errors
    ///
    /// A block too large for this machine.
    pub fn new(block: &BlockPayload<'_>, model: &Model, depth: Depth) -> Result<Self, BlockError> {
        if let [(Stream::Stored, bytes)] = block.streams {
            let games = pgn::games(bytes).map(<[u8]>::to_vec).collect();
            return Ok(Self::Stored(games, 0));
        }
        Ok(Self::Coded(Box::new(BlockDecoder::new(
            block, model, depth,
        )?)))
    }

    /// Makes the game of this number in the block, from 0, the next one; goes after the last game if there are fewer. Of the games before
    /// it, those of the first group and of its own group are decoded with it.
    pub fn go_to(&mut self, game: u64) {
        match self {
            Self::Stored(games, next) => {
                *next = usize::try_from(game).map_or(games.len(), |game| game.min(games.len()));
            }
            Self::Coded(decoder) => decoder.go_to(game),
        }
    }

    /// Says that no games of other groups will be asked for after the next ones. If they are asked for after all, that takes longer.
    pub fn free_models(&mut self, frees_models: bool) {
        if let Self::Coded(decoder) = self {
            decoder.free_models(frees_models);
        }
    }

    /// The next game; `None` after the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_next(&mut self) -> Result<Option<crate::Game>, BlockError> {
        let mut text = Vec::new();
        if !self.decode_text(&mut text)? {
            return Ok(None);
        }
        Ok(match self {
            Self::Stored(..) => Some(crate::Game::parse(&text)),
            Self::Coded(decoder) => decoder.build(text),
        })
    }

    /// Appends the text of the next game to `text`; `false` after the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_text(&mut self, text: &mut Vec<u8>) -> Result<bool, BlockError> {
        match self {
            Self::Stored(games, next) => {
                let game = games.get(*next);
                *next += 1;
                text.extend(game.into_iter().flatten());
                Ok(game.is_some())
            }
            Self::Coded(decoder) => decoder.decode_next(text),
        }
    }

    /// The numbers of the games of the group that has this game.
    pub fn group_of(&self, game: u64) -> Range<u64> {
        match self {
            Self::Stored(games, _) => 0..games.len() as u64,
            Self::Coded(decoder) => decoder.group_of(game),
        }
    }

    /// Whether a game is decoded from the streams of a group, given by the numbers of its games. A repeat of a game of another group is
    /// not, though it may stand among the games of this one.
    pub fn is_of(&self, group: &Range<u64>, game: u64) -> bool {
        match self {
            Self::Stored(..) => true,
            Self::Coded(decoder) => group.contains(&decoder.source_of(game)),
        }
    }

    /// The games that are lost with one that cannot be decoded: those of its group next to it.
    pub fn lost_with(&self, game: u64) -> Range<u64> {
        let group = self.group_of(game);
        if !self.is_of(&group, game) {
            return game..game + 1;
        }
        let is_left = |game: &u64| !self.is_of(&group, *game);
        let before = (group.start..game).rev().find(is_left);
        let after = (game..group.end).find(is_left);
        before.map_or(group.start, |left| left + 1)..after.unwrap_or(group.end)
    }

    /// Bytes of text of the groups in a range of games; `None` if some of the games are part of a group.
    pub fn text_bytes(&self, games: Range<u64>) -> Option<u64> {
        match self {
            Self::Stored(texts, _) => Some(texts.iter().map(|text| text.len() as u64).sum()),
            Self::Coded(decoder) => decoder.text_bytes(games),
        }
    }
}

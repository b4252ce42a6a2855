//! Streams to text, game by game.
//!
//! Format: "Coding a block".

use super::game::Game;
use super::{BlockError, BlockPayload, Coders, Models, NO_TAGS, NO_VALUES, fault, join, wrap};
use crate::meter::game_done;
use crate::streams::Tags;
use crate::streams::comments;
use crate::{Model, Stream};
use entropy::range::Decoder;
use entropy::{Code, Metered};

/// What each tag costs in a block that was encoded by the same model: names, and units of 2^-16 bit.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub(crate) fn tag_costs(block: &BlockPayload<'_>) -> Result<Vec<(Vec<u8>, u64)>, BlockError> {
    let found = block
        .streams
        .iter()
        .find(|(stream, _)| *stream == Stream::Tags);
    let bytes = found.map_or(&[][..], |(_, bytes)| bytes);
    let mut coder = Metered::new(Decoder::new(bytes));
    let limit = block.facts.text_bytes;
    let mut tags = Tags::new();
    let mut game = Game::default();
    for _ in 0..block.facts.games {
        game.clear();
        if !tags.code(&mut coder, &mut game, limit) {
            return Err(fault(Stream::Tags, NO_TAGS));
        }
    }
    Ok(tags
        .costs()
        .map(|(name, cost)| (name.to_vec(), cost))
        .collect())
}

/// The text of a block that was encoded by the same model.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub fn decode(block: &BlockPayload<'_>, model: &Model) -> Result<Vec<u8>, BlockError> {
    if let [(Stream::Stored, bytes)] = block.streams {
        return Ok(bytes.to_vec());
    }
    let mut games = GameDecoder::new(block, model)?;
    let mut text = Vec::new();
    while games.decode_next(&mut text)?.is_some() {}
    Ok(text)
}

/// The games of a block, front to back, as values.
pub(crate) enum Games {
    /// Of a text that is stored as it is: what is left of it, last game first.
    Stored(Vec<Vec<u8>>),
    /// Of streams.
    Coded(Box<GameDecoder>),
}

impl Games {
    /// Before the first game of a block that was encoded by this model.
    ///
    /// # Errors
    ///
    /// A block too large for this machine.
    pub fn new(block: &BlockPayload<'_>, model: &Model) -> Result<Self, BlockError> {
        if let [(Stream::Stored, bytes)] = block.streams {
            let mut games: Vec<_> = pgn::games(bytes).map(<[u8]>::to_vec).collect();
            games.reverse();
            return Ok(Self::Stored(games));
        }
        Ok(Self::Coded(Box::new(GameDecoder::new(block, model)?)))
    }

    /// The next game; `None` behind the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_next(&mut self) -> Result<Option<crate::Game>, BlockError> {
        match self {
            Self::Stored(games) => Ok(games.pop().map(|text| crate::Game::parse(&text))),
            Self::Coded(decoder) => {
                let mut text = Vec::new();
                if decoder.decode_next(&mut text)?.is_none() {
                    return Ok(None);
                }
                let GameDecoder { models, game, .. } = &**decoder;
                let template = |id| models.structure.template(id);
                Ok(Some(crate::Game::build(game, template, text)))
            }
        }
    }
}

/// Decodes a block game by game, front to back. The block is not stored as it is.
pub(crate) struct GameDecoder {
    tags: Tags,
    models: Models,
    coders: Coders<Decoder>,
    /// The last game, and its text without the line breaks that a width explains.
    game: Game,
    flat: Vec<u8>,
    /// Games that are still to come.
    games: u64,
    /// Bytes of text that are still to come.
    room: u64,
}

impl GameDecoder {
    fn new(block: &BlockPayload<'_>, model: &Model) -> Result<Self, BlockError> {
        let decoder = |wanted: Stream| {
            let found = block.streams.iter().find(|(stream, _)| *stream == wanted);
            Decoder::new(found.map_or(&[], |(_, bytes)| bytes))
        };
        let room = block.facts.text_bytes;
        let size = usize::try_from(room)
            .map_err(|_| fault(Stream::Layout, "a text too long for this computer"))?;
        Ok(Self {
            tags: Tags::new(),
            models: Models::new(size, model),
            coders: Coders {
                tags: decoder(Stream::Tags),
                structure: decoder(Stream::Structure),
                moves: decoder(Stream::Moves),
                clocks: decoder(Stream::Clocks),
                evals: decoder(Stream::Evals),
                glyphs: decoder(Stream::Glyphs),
                comments: comments::Coders {
                    text: decoder(Stream::Comments),
                    numbers: decoder(Stream::Numbers),
                    lines: decoder(Stream::Lines),
                },
                derived: decoder(Stream::Derived),
                layout: decoder(Stream::Layout),
            },
            game: Game::default(),
            flat: Vec::new(),
            games: block.facts.games,
            room,
        })
    }

    /// The next game, whose text is appended to `text`; `None` behind the last.
    fn decode_next(&mut self, text: &mut Vec<u8>) -> Result<Option<&Game>, BlockError> {
        let Self {
            tags,
            models,
            coders,
            game,
            flat,
            room,
            ..
        } = self;
        let Some(games) = self.games.checked_sub(1) else {
            return Ok(None);
        };
        self.games = games;
        game.clear();
        flat.clear();
        let start = text.len();
        if !tags.code(&mut coders.tags, game, *room) {
            return Err(fault(Stream::Tags, NO_TAGS));
        }
        let wrap = models.layout.wrap(&mut coders.layout, None);
        let (items, moves) = (&mut coders.structure, &mut coders.moves);
        join::join_movetext(game, &mut models.structure, items, moves, *room)?;
        let tags_end = models
            .values(coders, game, &[], *room, flat)
            .map_err(|stream| fault(stream, NO_VALUES))?;
        match wrap {
            None => text.extend_from_slice(flat),
            Some(wrap) => {
                let movetext = wrap::movetext(flat, tags_end);
                text.extend_from_slice(&flat[..movetext.start]);
                let (layout, coder) = (&mut models.layout, &mut coders.layout);
                layout.breaks(coder, wrap, &flat[movetext.clone()], &[], text);
                text.extend_from_slice(&flat[movetext.end..]);
            }
        }
        if coders.layout.failed() {
            return Err(fault(Stream::Layout, NO_VALUES));
        }
        let length = (text.len() - start) as u64;
        if length == 0 {
            return Err(fault(Stream::Layout, "a game without text"));
        }
        let left = room.checked_sub(length);
        *room = left.ok_or_else(|| fault(Stream::Layout, "more text than the block says"))?;
        game_done(text.len() - start);
        Ok(Some(game))
    }
}

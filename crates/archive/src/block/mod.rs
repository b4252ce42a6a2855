//! The block codec: the text of some games to streams and back.
//!
//! Format: "Coding a block".

pub(crate) mod comment;
pub(crate) mod course;
mod facts;
pub(crate) mod game;
mod join;
#[cfg(feature = "training")]
mod learn;
pub(crate) mod replay;
pub(crate) mod split;
mod tags;
pub(crate) mod walk;
pub(crate) mod wrap;

use entropy::range::{Decoder, Encoder};
use entropy::{Code, Encode, Metered};

use crate::meter::game_done;
use crate::streams::comments;
use crate::streams::{
    Clocks, Comments, Derived, Evals, Glyphs, Layout, MovetextEncoder, Structure, Tags,
};
use crate::{BlockFacts, Model, Stream};
use game::Game;
#[cfg(feature = "training")]
pub use learn::learn_clocks;
use replay::Replay;
pub(crate) use tags::TagDecoder;

/// A block in streams, ready for the container.
#[derive(Debug, Clone, Default)]
pub struct EncodedBlock {
    /// Facts about the text.
    pub facts: BlockFacts,
    /// Tag pairs of all games.
    pub tag_pairs: u64,
    /// The streams that are not empty, in the order of [`Stream::ALL`].
    pub streams: Vec<(Stream, Vec<u8>)>,
}

/// The streams of a block as they lie in a file.
#[derive(Debug, Clone, Copy)]
pub struct BlockPayload<'a> {
    /// Facts as the block's header records them.
    pub facts: &'a BlockFacts,
    /// The streams that are present.
    pub streams: &'a [(Stream, &'a [u8])],
}

/// Why a block cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockError {
    /// The stream that is at fault, where that is known.
    pub stream: Option<Stream>,
    /// The rule that is broken.
    pub what: &'static str,
}

fn fault(stream: Stream, what: &'static str) -> BlockError {
    BlockError {
        stream: Some(stream),
        what,
    }
}

/// The models of a block's streams. They start the same for every block of the same model and length of text.
struct Models {
    tags: Tags,
    structure: Structure,
    clocks: Clocks,
    evals: Evals,
    glyphs: Glyphs,
    comments: Comments,
    derived: Derived,
    layout: Layout,
    replay: Replay,
}

impl Models {
    fn new(text_bytes: usize, model: &Model) -> Self {
        Self {
            tags: Tags::new(),
            structure: Structure::new(model.knowledge()),
            clocks: Clocks::new(),
            evals: Evals::new(),
            glyphs: Glyphs::new(),
            comments: Comments::new(text_bytes, model.knowledge()),
            derived: Derived::new(),
            layout: Layout::new(text_bytes),
            replay: Replay::default(),
        }
    }

    /// Codes the streams that follow the moves: those whose symbols are values of the game.
    ///
    /// `source` is the text; empty when decoding. Returns where the last tag ends in the text that is appended to `out`, or the stream
    /// that outgrows `limit` or is at fault otherwise.
    fn values<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut Game,
        source: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> Result<usize, Stream> {
        self.clocks.code(&mut coders.clocks, game);
        if coders.clocks.failed() {
            return Err(Stream::Clocks);
        }
        let replay = &mut self.replay;
        replay.clear();
        self.evals.code(&mut coders.evals, game, replay);
        if coders.evals.failed() {
            return Err(Stream::Evals);
        }
        if !self.glyphs.code(&mut coders.glyphs, game, replay, limit) {
            return Err(Stream::Glyphs);
        }
        if !self.derived.code(&mut coders.derived, game, limit) {
            return Err(Stream::Derived);
        }
        let comments = &mut self.comments;
        if !comments.code(&mut coders.comments, game, &self.structure, limit) {
            return Err(Stream::Comments);
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let layout = &mut self.layout;
        layout
            .code(
                &mut coders.layout,
                game,
                &self.structure,
                source,
                limit,
                out,
            )
            .ok_or(Stream::Layout)
    }
}

/// The coders of the streams.
struct Coders<C> {
    tags: C,
    structure: C,
    moves: C,
    clocks: C,
    evals: C,
    glyphs: C,
    comments: comments::Coders<C>,
    derived: C,
    layout: C,
}

/// What is wrong with streams that say more than they may, or go on behind their end.
const NO_TAGS: &str = "the stream ends early, or holds more tags than the text has room for";
const NO_VALUES: &str = "the stream ends early, or holds more text than the block says";

/// Texts of at least this many bytes that look random are kept as they are without trying.
const WORTH_A_LOOK: usize = 1 << 16;

/// Encodes any text.
#[must_use]
pub fn encode(text: &[u8], model: &Model) -> EncodedBlock {
    let mut facts = BlockFacts {
        text_bytes: text.len() as u64,
        ..BlockFacts::default()
    };
    if text.len() >= WORTH_A_LOOK && facts::looks_random(text) {
        facts.games = pgn::games(text).count() as u64;
        return EncodedBlock {
            facts,
            tag_pairs: 0,
            streams: vec![(Stream::Stored, text.to_vec())],
        };
    }
    let mut models = Models::new(text.len(), model);
    let mut coders = Coders {
        tags: Encoder::new(),
        structure: Encoder::new(),
        moves: Encoder::new(),
        clocks: Encoder::new(),
        evals: Encoder::new(),
        glyphs: Encoder::new(),
        comments: comments::Coders {
            text: Encoder::new(),
            numbers: Encoder::new(),
            lines: Encoder::new(),
        },
        derived: Encoder::new(),
        layout: Encoder::new(),
    };
    let (mut game, mut joined) = (Game::default(), Vec::new());
    let mut tag_pairs = 0;
    for source in pgn::games(text) {
        game.clear();
        joined.clear();
        let tags_end = split::split_tags(source, &mut game);
        models.tags.code(&mut coders.tags, &mut game, u64::MAX >> 2);
        let unwrapped = split::unwrap(source, tags_end, &models.layout.usual_wrap);
        let wrap = unwrapped.as_ref().map(|unwrapped| unwrapped.wrap);
        let (original, source) = (
            source,
            unwrapped
                .as_ref()
                .map_or(source, |unwrapped| &unwrapped.flat),
        );
        models.layout.wrap(&mut coders.layout, wrap);
        let mut movetext = MovetextEncoder {
            structure: &mut models.structure,
            items: &mut coders.structure,
            moves: &mut coders.moves,
        };
        split::split_movetext(source, tags_end, &mut game, &mut movetext);
        // Encoding has no limit to outgrow.
        let _ = models.values(&mut coders, &mut game, source, u64::MAX >> 2, &mut joined);
        debug_assert_eq!(joined, source);
        if let Some(wrap) = wrap.filter(|wrap| wrap.guided) {
            let movetext = wrap::movetext(source, tags_end);
            let broken = wrap::movetext(original, tags_end);
            joined.clear();
            models.layout.breaks(
                &mut coders.layout,
                wrap,
                &source[movetext],
                &original[broken],
                &mut joined,
            );
        }
        facts::count(&game, &mut facts);
        game_done(original.len());
        tag_pairs += game.tags.len() as u64;
    }
    let streams = [
        (Stream::Tags, coders.tags),
        (Stream::Structure, coders.structure),
        (Stream::Moves, coders.moves),
        (Stream::Clocks, coders.clocks),
        (Stream::Evals, coders.evals),
        (Stream::Glyphs, coders.glyphs),
        (Stream::Derived, coders.derived),
        (Stream::Comments, coders.comments.text),
        (Stream::Numbers, coders.comments.numbers),
        (Stream::Lines, coders.comments.lines),
        (Stream::Layout, coders.layout),
    ];
    let streams = streams.map(|(stream, coder)| (stream, coder.finish()));
    let streams = streams
        .into_iter()
        .filter(|(_, bytes)| !bytes.is_empty())
        .collect();
    EncodedBlock {
        facts,
        tag_pairs,
        streams,
    }
}

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
        if !models.tags.code(&mut coders.tags, game, *room) {
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

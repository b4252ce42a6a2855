//! The block codec: the text of some games to streams and back.

pub(crate) mod comment;
pub(crate) mod course;
mod facts;
pub(crate) mod game;
mod join;
mod learn;
pub(crate) mod replay;
mod split;
pub(crate) mod walk;
pub(crate) mod wrap;

use entropy::range::{Decoder, Encoder};
use entropy::{Code, Encode, Metered};

use crate::streams::comments;
use crate::streams::{Clocks, Comments, Derived, Evals, Glyphs, Layout, Structure, Tags};
use crate::{BlockFacts, Model, Stream};
use game::Game;
pub use learn::learn_clocks;
use replay::Replay;

/// A block in streams, ready for the container.
#[derive(Debug, Clone, Default)]
pub struct EncodedBlock {
    /// Facts about the text.
    pub facts: BlockFacts,
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
    /// that outgrows `limit`.
    fn values<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut Game,
        source: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> Result<usize, Stream> {
        self.clocks.code(&mut coders.clocks, game);
        let replay = &mut self.replay;
        replay.clear();
        self.evals.code(&mut coders.evals, game, replay);
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

/// The coders of the streams but `structure` and `moves`.
struct Coders<C> {
    tags: C,
    clocks: C,
    evals: C,
    glyphs: C,
    comments: comments::Coders<C>,
    derived: C,
    layout: C,
}

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
            streams: vec![(Stream::Stored, text.to_vec())],
        };
    }
    let mut models = Models::new(text.len(), model);
    let mut lines = split::Coders::default();
    let mut coders = Coders {
        tags: Encoder::new(),
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
        split::split_movetext(
            source,
            tags_end,
            &mut game,
            &mut models.structure,
            &mut lines,
        );
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
    }
    let streams = [
        (Stream::Tags, coders.tags),
        (Stream::Structure, lines.structure),
        (Stream::Moves, lines.moves),
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
    EncodedBlock { facts, streams }
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
            return Err(fault(Stream::Tags, "more tags than the text has room for"));
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
    let decoder = |wanted: Stream| {
        let found = block.streams.iter().find(|(stream, _)| *stream == wanted);
        Decoder::new(found.map_or(&[], |(_, bytes)| bytes))
    };
    let limit = block.facts.text_bytes;
    let size = usize::try_from(limit)
        .map_err(|_| fault(Stream::Layout, "a text too long for this machine"))?;
    let mut models = Models::new(size, model);
    let (mut items, mut moves) = (decoder(Stream::Structure), decoder(Stream::Moves));
    let mut coders = Coders {
        tags: decoder(Stream::Tags),
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
    };
    let (mut text, mut game, mut joined) = (Vec::new(), Game::default(), Vec::new());
    for _ in 0..block.facts.games {
        game.clear();
        joined.clear();
        let start = text.len();
        let room = limit - start as u64;
        if !models.tags.code(&mut coders.tags, &mut game, room) {
            return Err(fault(Stream::Tags, "more tags than the text has room for"));
        }
        let wrap = models.layout.wrap(&mut coders.layout, None);
        join::join_movetext(
            &mut game,
            &mut models.structure,
            &mut items,
            &mut moves,
            room,
        )?;
        let tags_end = models
            .values(&mut coders, &mut game, &[], room, &mut joined)
            .map_err(|stream| fault(stream, "more text than the block says"))?;
        match wrap {
            None => text.extend_from_slice(&joined),
            Some(wrap) => {
                let movetext = wrap::movetext(&joined, tags_end);
                text.extend_from_slice(&joined[..movetext.start]);
                let flat = &joined[movetext.clone()];
                models
                    .layout
                    .breaks(&mut coders.layout, wrap, flat, &[], &mut text);
                text.extend_from_slice(&joined[movetext.end..]);
            }
        }
        if text.len() == start {
            return Err(fault(Stream::Layout, "a game without text"));
        }
        if text.len() as u64 > limit {
            return Err(fault(Stream::Layout, "more text than the block says"));
        }
    }
    Ok(text)
}

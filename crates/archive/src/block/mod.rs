//! The block codec: encodes the text of some games as streams and decodes it.
//!
//! Format: "Coding a block".

mod block_decoder;
pub(crate) mod decode;
mod encode;
mod facts;
mod group_decoder;
mod grouping;
mod groups;
mod head;
mod plan;
mod repeats;
mod tag_run;

use entropy::Code;

use crate::{BlockFacts, Depth, Game, Model, Stream};
pub(crate) use decode::Games;
pub(crate) use decode::Verification;
pub use decode::decode;
pub(crate) use encode::Encoding;
pub use encode::{encode, encode_in_groups};
use game::parts::GameParts;
pub use grouping::Grouping;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use groups::mended_table;
pub(crate) use groups::{GROUPED, check_groups, outside_groups};
use std::ops::Range;
use streams::{
    Clocks, CommentCoders, Comments, EvalSteps, Evals, Glyphs, Layout, MoveRecord, Structure,
    is_derived,
};
pub(crate) use tag_run::{TagGames, tag_costs};

/// A block in streams, ready for the container.
#[derive(Debug, Clone, Default)]
pub struct EncodedBlock {
    /// Facts about the text.
    pub facts: BlockFacts,
    /// Tag pairs of all games.
    pub tag_pairs: u64,
    /// The streams that are not empty, in the order of [`Stream::ALL`].
    pub streams: Vec<(Stream, Vec<u8>)>,
    /// What the model made of the moves of each group, if that was to be kept.
    pub moves: Vec<MoveRecord>,
}

/// Streams as a [`BlockPayload`] takes them.
pub fn borrowed(streams: &[(Stream, Vec<u8>)]) -> Vec<(Stream, &[u8])> {
    let streams = streams.iter();
    streams
        .map(|(stream, bytes)| (*stream, &bytes[..]))
        .collect()
}

/// The streams of a block as they lie in a file.
#[derive(Debug, Clone, Copy)]
pub struct BlockPayload<'a> {
    /// The facts in the block's header.
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

/// Reads ranges of the bytes of a block's streams, which are in order and apart from each other.
pub(crate) type ReadParts<'a, E> = dyn FnMut(&[Range<u64>]) -> Result<Vec<Vec<u8>>, E> + 'a;

fn fault(stream: Stream, what: &'static str) -> BlockError {
    BlockError {
        stream: Some(stream),
        what,
    }
}

/// A game as a value, from its parts as far as they were decoded: without the tags whose values come later.
fn value_of<'a>(
    parts: &GameParts,
    template: impl Fn(u32) -> &'a [u8],
    text: Vec<u8>,
    depth: Depth,
) -> Game {
    let has_value = |name: &[u8]| depth >= Depth::DerivedTags || !is_derived(name);
    game::game_of(parts, template, text, depth, has_value)
}

/// The models of a block's streams except `tags` and `derived`. They start in the same state for every block with the same model.
#[derive(Clone)]
struct Models {
    structure: Structure,
    clocks: Clocks,
    evals: Evals,
    glyphs: Glyphs,
    comments: Comments,
    layout: Layout,
    eval_steps: EvalSteps,
}

impl Models {
    fn new(model: &Model) -> Self {
        Self {
            structure: Structure::new(model.knowledge()),
            clocks: Clocks::new(),
            evals: Evals::new(),
            glyphs: Glyphs::new(),
            comments: Comments::new(model.knowledge()),
            layout: Layout::new(),
            eval_steps: EvalSteps::default(),
        }
    }

    /// A copy that takes the moves from a record instead of asking the models.
    fn replaying(&self, record: MoveRecord, model: &Model) -> Self {
        Self {
            structure: self.structure.replaying(record, model.knowledge()),
            clocks: self.clocks.clone(),
            evals: self.evals.clone(),
            glyphs: self.glyphs.clone(),
            comments: self.comments.clone(),
            layout: self.layout.clone(),
            eval_steps: self.eval_steps.clone(),
        }
    }

    /// Codes the streams between the moves and the derived tags, as far as `depth`. Returns the stream that is at fault, or that makes the
    /// game exceed `limit`.
    fn before_derived<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut GameParts,
        limit: u64,
        depth: Depth,
    ) -> Result<(), Stream> {
        if depth < Depth::Clocks {
            return Ok(());
        }
        self.clocks.code(&mut coders.clocks, game);
        if coders.clocks.failed() {
            return Err(Stream::Clocks);
        }
        if depth < Depth::Evals {
            return Ok(());
        }
        let eval_steps = &mut self.eval_steps;
        eval_steps.clear();
        self.evals.code(&mut coders.evals, game, eval_steps);
        if coders.evals.failed() {
            return Err(Stream::Evals);
        }
        if depth < Depth::Nags {
            return Ok(());
        }
        let glyphs = &mut self.glyphs;
        let whole = glyphs.code(&mut coders.glyphs, game, eval_steps, limit);
        whole.then_some(()).ok_or(Stream::Glyphs)
    }

    /// Codes the streams after the derived tags. `source` is the text; empty when decoding. Returns where the last tag ends in the text
    /// that is appended to `out`, or the stream that is at fault or makes the game exceed `limit`.
    fn after_derived<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut GameParts,
        source: &[u8],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> Result<usize, Stream> {
        let (comments, structure) = (&mut self.comments, &self.structure);
        if !comments.code(&mut coders.comments, game, structure, limit) {
            return Err(Stream::Comments);
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let coder = &mut coders.layout;
        let end = self.layout.code(coder, game, structure, source, limit, out);
        end.ok_or(Stream::Layout)
    }
}

/// The coders of a group's streams.
struct Coders<C> {
    structure: C,
    moves: C,
    clocks: C,
    evals: C,
    glyphs: C,
    derived: C,
    comments: CommentCoders<C>,
    layout: C,
}

impl<C> Coders<C> {
    /// The coder of each stream, made by `coder`.
    fn new(mut coder: impl FnMut(Stream) -> C) -> Self {
        Self {
            structure: coder(Stream::Structure),
            moves: coder(Stream::Moves),
            clocks: coder(Stream::Clocks),
            evals: coder(Stream::Evals),
            glyphs: coder(Stream::Glyphs),
            derived: coder(Stream::Derived),
            comments: CommentCoders {
                text: coder(Stream::Comments),
                numbers: coder(Stream::Numbers),
                lines: coder(Stream::Lines),
            },
            layout: coder(Stream::Layout),
        }
    }

    /// The coders in the order of [`groups::GROUPED`].
    fn into_array(self) -> [C; groups::GROUPED.len()] {
        let CommentCoders {
            text,
            numbers,
            lines,
        } = self.comments;
        [
            self.structure,
            self.moves,
            self.clocks,
            self.evals,
            self.glyphs,
            self.derived,
            text,
            numbers,
            lines,
            self.layout,
        ]
    }
}

/// The error message for streams that code more than the block's header allows, or are read past their end.
const NO_VALUES: &str = "the stream ends early, or holds more text than the block says";

#[cfg(test)]
mod tests;

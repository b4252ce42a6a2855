//! Text to streams, game by game.
//!
//! Format: "Coding a block".

use super::game::Game;
use super::{Coders, EncodedBlock, Models, facts, split, tag_section, wrap};
use crate::meter::game_done;
use crate::streams::comments;
use crate::streams::{MovetextEncoder, Tags};
use crate::{BlockFacts, Model, Stream};
use entropy::Encode;
use entropy::range::Encoder;

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
    let (mut tags, mut models) = (Tags::new(), Models::new(text.len(), model));
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
        let tags_end = tag_section::split_tags(source, &mut game);
        tags.code(&mut coders.tags, &mut game, u64::MAX >> 2);
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

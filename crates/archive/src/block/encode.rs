//! Text to streams, group by group and game by game.
//!
//! Format: "Coding a block".

use super::game::Game;
use super::groups::{self, GROUPED, Group, Grouping};
use super::{Coders, EncodedBlock, Models, facts, split, tag_section, wrap};
use crate::meter::game_done;
use crate::streams::{MovetextEncoder, Tags};
use crate::{BlockFacts, Model, Stream};
use entropy::Encode;
use entropy::range::Encoder;

/// Texts of at least this many bytes that look random are kept as they are without trying.
const WORTH_A_LOOK: usize = 1 << 16;

/// Encodes any text, in groups of the usual size.
#[must_use]
pub fn encode(text: &[u8], model: &Model) -> EncodedBlock {
    encode_in_groups(text, model, Grouping::default())
}

/// Encodes any text.
#[must_use]
pub fn encode_in_groups(text: &[u8], model: &Model, grouping: Grouping) -> EncodedBlock {
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
    let games: Vec<_> = pgn::games(text).collect();
    let mut encoder = BlockEncoder::new(facts);
    let groups = grouping.split(&games);
    let lengths: Vec<_> = groups
        .iter()
        .map(|group| groups::text_bytes(group))
        .collect();
    let mut models = Models::new(groups::most_text(&lengths) as usize, model);
    if let Some((first, others)) = groups.split_first() {
        encoder.group(first, &mut models);
        for group in others {
            encoder.group(group, &mut models.clone());
        }
    }
    encoder.finish()
}

/// A block that is being encoded.
struct BlockEncoder {
    facts: BlockFacts,
    tag_pairs: u64,
    tags: Tags,
    tags_coder: Encoder,
    groups: Vec<Group>,
    streams: [Vec<u8>; GROUPED.len()],
    game: Game,
    joined: Vec<u8>,
}

impl BlockEncoder {
    fn new(facts: BlockFacts) -> Self {
        Self {
            facts,
            tag_pairs: 0,
            tags: Tags::new(),
            tags_coder: Encoder::new(),
            groups: Vec::new(),
            streams: Default::default(),
            game: Game::default(),
            joined: Vec::new(),
        }
    }

    /// Codes a group whose streams have models in this state.
    fn group(&mut self, games: &[&[u8]], models: &mut Models) {
        let mut coders = Coders::new(|_| Encoder::new());
        for game in games {
            self.game(game, models, &mut coders);
        }
        let mut group = Group {
            games: games.len() as u64,
            text_bytes: groups::text_bytes(games),
            check: Some(groups::check(games.iter().copied())),
            ..Group::default()
        };
        let parts = coders.into_array().map(Encode::finish);
        for (at, part) in parts.into_iter().enumerate() {
            let start = self.streams[at].len() as u64;
            self.streams[at].extend(part);
            group.parts[at] = start..self.streams[at].len() as u64;
        }
        self.groups.push(group);
    }

    fn game(&mut self, source: &[u8], models: &mut Models, coders: &mut Coders<Encoder>) {
        let Self { game, joined, .. } = self;
        game.clear();
        joined.clear();
        let tags_end = tag_section::split_tags(source, game);
        self.tags.code(&mut self.tags_coder, game, u64::MAX >> 2);
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
        split::split_movetext(source, tags_end, game, &mut movetext);
        // Encoding has no limit to outgrow.
        let _ = models.values(coders, game, source, u64::MAX >> 2, joined);
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
                joined,
            );
        }
        facts::count(game, &mut self.facts);
        game_done(original.len());
        self.tag_pairs += game.tags.len() as u64;
    }

    fn finish(self) -> EncodedBlock {
        let table = match &self.groups[..] {
            [] | [_] => Vec::new(),
            groups => groups::write(groups),
        };
        let tags = std::iter::once((Stream::Tags, self.tags_coder.finish()));
        let grouped = GROUPED.into_iter().zip(self.streams);
        let table = std::iter::once((Stream::Groups, table));
        let streams = tags.chain(grouped).chain(table);
        EncodedBlock {
            facts: self.facts,
            tag_pairs: self.tag_pairs,
            streams: streams.filter(|(_, bytes)| !bytes.is_empty()).collect(),
        }
    }
}

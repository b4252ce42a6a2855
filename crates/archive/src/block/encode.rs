//! Encodes the text of a block as streams, group by group and game by game.
//!
//! Format: "Coding a block".

use super::grouping::Grouping;
use super::groups::{self, Checks, GROUPED, Group};
use super::repeats::{self, Repeats};
use super::{Coders, EncodedBlock, Models, facts};
use crate::container::checksum;
use crate::meter::game_done;
use crate::resources::block_bytes;
use crate::workers::Workers;
use crate::{BlockFacts, Depth, Model, Stream};
use entropy::Encode;
use entropy::range::Encoder;
use game::parts::{GameParts, split, tag_section, wrap};
use std::collections::HashMap;
use std::convert::Infallible;
use streams::{Derived, MoveRecord, MovetextEncoder, Tags};

/// Texts of at least this many bytes that look random are stored uncompressed without trying to encode them.
const WORTH_A_LOOK: usize = 1 << 16;

/// A limit that no text exceeds.
const NO_LIMIT: u64 = u64::MAX >> 2;

/// How a text is encoded.
pub(crate) struct Encoding<'a> {
    pub model: &'a Model,
    pub grouping: Grouping,
    /// At least so many bytes of streams are made: coders supply zeros after the end of a message anyway, so that zeros at the end of the
    /// last change nothing.
    pub least_bytes: u64,
    /// Whether it is kept what the model made of the moves.
    pub records_moves: bool,
    pub workers: &'a Workers,
}

/// Encodes any text, in groups of the usual size.
#[must_use]
pub fn encode(text: &[u8], model: &Model) -> EncodedBlock {
    encode_in_groups(text, model, Grouping::default())
}

/// Encodes any text, in groups of this size.
#[must_use]
pub fn encode_in_groups(text: &[u8], model: &Model, grouping: Grouping) -> EncodedBlock {
    let encoding = Encoding {
        model,
        grouping,
        least_bytes: 0,
        records_moves: false,
        workers: &Workers::alone(),
    };
    encoding.encode(text)
}

impl Encoding<'_> {
    /// Encodes any text.
    ///
    /// The tags are one run. The other streams of the groups after the first depend on the first alone, so that threads share them.
    pub fn encode(&self, text: &[u8]) -> EncodedBlock {
        let mut facts = BlockFacts {
            text_bytes: text.len() as u64,
            ..BlockFacts::default()
        };
        if text.len() >= WORTH_A_LOOK && facts::looks_random(text) {
            facts.games = pgn::games(text).count() as u64;
            return EncodedBlock {
                facts,
                streams: vec![(Stream::Stored, text.to_vec())],
                ..EncodedBlock::default()
            };
        }
        let games: Vec<_> = pgn::games(text).collect();
        let repeats = repeats::find(&games);
        let coded = repeats.others(&games);
        let groups = self.grouping.adapted_to(&coded).split(&coded);
        let lengths: Vec<_> = groups
            .iter()
            .map(|group| groups::text_bytes(group))
            .collect();
        let most_text = groups::most_text(&lengths);
        let bytes = block_bytes(most_text);
        let source = Source {
            games: &games,
            repeats: &repeats,
            records_moves: self.records_moves,
        };
        let mut block = BlockEncoder::new(facts, &source);
        let mut models = Models::new(self.model);
        let mut starts = groups.iter().scan(0, |coded, group| {
            let start = *coded;
            *coded += group.len() as u64;
            Some(start)
        });
        let first = groups.first().zip(starts.next());
        let (tags, first) = self.workers.both(
            || source.tags(),
            || first.map(|(group, start)| source.group(group, start, &mut models)),
        );
        if let Some(first) = first {
            block.first_group(first);
        }
        let starts: Vec<_> = starts.collect();
        let Ok(()) = self.workers.share(
            starts.len(),
            bytes,
            &mut models,
            |models| models.clone(),
            |head, at| {
                let mut models = head.clone();
                source.group(groups[1 + at], starts[at], &mut models)
            },
            |_, _, made| {
                block.later_group(made);
                Ok::<_, Infallible>(())
            },
        );
        block.count_repeats();
        block.finish(tags, self.least_bytes)
    }
}

/// The games of a block.
struct Source<'a, 't> {
    /// All games, and which of them are repeats.
    games: &'a [&'t [u8]],
    repeats: &'a Repeats,
    records_moves: bool,
}

/// A group whose derived tags have not been coded.
struct MadeGroup {
    coders: Coders<Encoder>,
    /// The games, as far as derived tags depend on them.
    games: Vec<GameParts>,
    text_bytes: u64,
    text_check: u32,
    facts: BlockFacts,
    tag_pairs: u64,
    /// The values of games that are repeated, by their numbers.
    repeated: Vec<(u32, facts::Values)>,
    moves: MoveRecord,
}

impl Source<'_, '_> {
    /// The stream of tags.
    fn tags(&self) -> Vec<u8> {
        let (mut tags, mut coder) = (Tags::new(), Encoder::new());
        let mut game = GameParts::default();
        for (number, text) in self.games.iter().enumerate() {
            let repeat = self.repeats.get(number as u64);
            if repeat.is_some_and(|repeat| !repeat.has_tags()) {
                continue;
            }
            game.clear();
            tag_section::split_tags(text, &mut game);
            let whole = repeat.is_some_and(|repeat| repeat.has_derived());
            tags.code(&mut coder, &mut game, whole, NO_LIMIT);
        }
        coder.finish()
    }

    /// Encodes the games of a group, with models in this state. So many games before them are no repeats.
    fn group(&self, texts: &[&[u8]], start: u64, models: &mut Models) -> MadeGroup {
        if self.records_moves {
            models.structure.record_moves();
        }
        let mut made = MadeGroup {
            coders: Coders::new(|_| Encoder::new()),
            games: Vec::with_capacity(texts.len()),
            text_bytes: groups::text_bytes(texts),
            text_check: checksum::of_parts(texts),
            facts: BlockFacts::default(),
            tag_pairs: 0,
            repeated: Vec::new(),
            moves: MoveRecord::default(),
        };
        let (mut game, mut joined) = (GameParts::default(), Vec::new());
        for (coded, text) in (start..).zip(texts) {
            encode_game(text, models, &mut made.coders, &mut game, &mut joined);
            let values = facts::Values::of(&game);
            facts::count(&game, values, &mut made.facts);
            made.tag_pairs += game.tags.len() as u64;
            let number = self.repeats.game_of(coded);
            if self.repeats.repeated(number) > 0 {
                made.repeated.push((number as u32, values));
            }
            let mut for_derived = GameParts::default();
            game.copy_for_derived(&mut for_derived);
            made.games.push(for_derived);
            game_done(text.len());
        }
        made.moves = models.structure.take_record();
        made
    }
}

/// Encodes a game except for its tags.
fn encode_game(
    original: &[u8],
    models: &mut Models,
    coders: &mut Coders<Encoder>,
    game: &mut GameParts,
    joined: &mut Vec<u8>,
) {
    game.clear();
    joined.clear();
    let tags_end = tag_section::split_tags(original, game);
    let unwrapped = split::unwrap(original, tags_end, models.layout.last_wrap);
    let wrap = unwrapped.as_ref().map(|unwrapped| unwrapped.wrap);
    let source = unwrapped
        .as_ref()
        .map_or(original, |unwrapped| &unwrapped.flat);
    models.layout.wrap(&mut coders.layout, wrap);
    let mut movetext = MovetextEncoder {
        structure: &mut models.structure,
        items: &mut coders.structure,
        moves: &mut coders.moves,
    };
    split::split_movetext(source, tags_end, game, &mut movetext);
    // Encoding has no limit, so this cannot fail.
    let _ = models.before_derived(coders, game, NO_LIMIT, Depth::Text);
    let _ = models.after_derived(coders, game, source, NO_LIMIT, joined);
    debug_assert_eq!(joined, source);
    if let Some(wrap) = wrap {
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
}

/// A block that is put together from groups in their order.
struct BlockEncoder<'a> {
    source: &'a Source<'a, 'a>,
    facts: BlockFacts,
    tag_pairs: u64,
    /// The values of repeated games, by their numbers.
    values: HashMap<u32, facts::Values>,
    /// The state of derived tags after the first group.
    derived: Derived,
    groups: Vec<Group>,
    streams: [Vec<u8>; GROUPED.len()],
    moves: Vec<MoveRecord>,
}

impl<'a> BlockEncoder<'a> {
    fn new(facts: BlockFacts, source: &'a Source<'a, 'a>) -> Self {
        Self {
            source,
            facts,
            tag_pairs: 0,
            values: HashMap::new(),
            derived: Derived::new(),
            groups: Vec::new(),
            streams: Default::default(),
            moves: Vec::new(),
        }
    }

    /// Takes in the first group.
    fn first_group(&mut self, mut made: MadeGroup) {
        for game in &mut made.games {
            let coder = &mut made.coders.derived;
            self.derived.code(coder, game, NO_LIMIT);
        }
        self.close(made);
    }

    /// Takes in another group.
    fn later_group(&mut self, mut made: MadeGroup) {
        let mut derived = self.derived.clone();
        for game in &mut made.games {
            derived.code(&mut made.coders.derived, game, NO_LIMIT);
        }
        self.close(made);
    }

    fn close(&mut self, made: MadeGroup) {
        let mut group = Group {
            games: made.games.len() as u64,
            text_bytes: made.text_bytes,
            checks: Some(Checks {
                text: made.text_check,
                ..Checks::default()
            }),
            ..Group::default()
        };
        let parts = made.coders.into_array().map(Encode::finish);
        for (at, part) in parts.into_iter().enumerate() {
            let start = self.streams[at].len() as u64;
            self.streams[at].extend(part);
            group.parts[at] = start..self.streams[at].len() as u64;
        }
        self.groups.push(group);
        self.facts.merge(&made.facts);
        self.tag_pairs += made.tag_pairs;
        self.values.extend(made.repeated);
        self.moves.push(made.moves);
    }

    /// Adds the repeats to the facts.
    fn count_repeats(&mut self) {
        let Source { games, repeats, .. } = self.source;
        let mut game = GameParts::default();
        for (number, text) in games.iter().enumerate() {
            let Some(repeat) = repeats.get(number as u64) else {
                continue;
            };
            game.clear();
            if repeat.has_tags() {
                tag_section::split_tags(text, &mut game);
            }
            if let Some(&values) = self.values.get(&repeat.source) {
                facts::count(&game, values, &mut self.facts);
            }
            game_done(text.len());
        }
    }

    /// Bytes of text of the repeats after the games of each group.
    fn repeated_bytes(&self) -> Vec<u64> {
        let Source { games, repeats, .. } = self.source;
        let (mut bytes, mut coded) = (vec![0; self.groups.len()], 0);
        let mut ends = self.groups.iter().scan(0, |end, group| {
            *end += group.games;
            Some(*end)
        });
        let (mut group, mut end) = (0, ends.next().unwrap_or(0));
        for (number, text) in games.iter().enumerate() {
            match repeats.get(number as u64) {
                Some(_) => bytes[group] += text.len() as u64,
                None if coded == end => {
                    group += 1;
                    end = ends.next().unwrap_or(u64::MAX);
                    coded += 1;
                }
                None => coded += 1,
            }
        }
        bytes
    }

    fn finish(mut self, mut tags: Vec<u8>, least_bytes: u64) -> EncodedBlock {
        let repeats = self.source.repeats.write(&self.repeated_bytes());
        let in_groups: usize = self.streams.iter().map(Vec::len).sum();
        let bytes = (tags.len() + in_groups) as u64;
        let padding = vec![0; least_bytes.saturating_sub(bytes) as usize];
        let last = self.streams.iter().rposition(|stream| !stream.is_empty());
        match (last.unwrap_or(GROUPED.len() - 1), self.groups.last_mut()) {
            (_, None) => tags.extend(padding),
            (_, Some(_)) if last.is_none() && !tags.is_empty() => tags.extend(padding),
            (last, Some(group)) => {
                self.streams[last].extend(padding);
                group.parts[last].end = self.streams[last].len() as u64;
            }
        }
        let mut table = Vec::new();
        if self.groups.len() > 1 {
            for group in &mut self.groups {
                let parts = checksum::of_parts(&group.parts(&self.streams).collect::<Vec<_>>());
                group.checks = group.checks.map(|checks| Checks { parts, ..checks });
            }
            table = groups::write(&self.groups);
        }
        let tags = std::iter::once((Stream::Tags, tags));
        let grouped = GROUPED.into_iter().zip(self.streams);
        let tables = [(Stream::Groups, table), (Stream::Repeats, repeats)];
        let streams = tags.chain(grouped).chain(tables);
        EncodedBlock {
            facts: self.facts,
            tag_pairs: self.tag_pairs,
            streams: streams.filter(|(_, bytes)| !bytes.is_empty()).collect(),
            moves: self.moves,
        }
    }
}

//! Encodes the text of a block as streams, group by group and game by game.
//!
//! Format: "Coding a block".

use super::groups::{self, Checks, DERIVED, GROUPED, Group, Grouping};
use super::repeats::{self, Repeat, Repeats};
use super::{Coders, EncodedBlock, Models, facts};
use crate::container::checksum;
use crate::meter::game_done;
use crate::{BlockFacts, Depth, Model, Stream};
use entropy::Encode;
use entropy::range::Encoder;
use game::parts::{GameParts, split, tag_section, wrap};
use legal::Variant;
use std::collections::HashMap;
use streams::moves::{Kind, Setting, is_known};
use streams::{Derived, Lessons, MovetextEncoder, Tags};

/// Texts of at least this many bytes that look random are stored uncompressed without trying to encode them.
const WORTH_A_LOOK: usize = 1 << 16;

/// A limit that no text exceeds.
const NO_LIMIT: u64 = u64::MAX >> 2;

/// Encodes any text, in groups of the usual size.
#[must_use]
pub fn encode(text: &[u8], model: &Model) -> EncodedBlock {
    encode_in_groups(text, model, Grouping::default(), 0)
}

/// Encodes any text, as at least so many bytes of streams: coders supply zeros after the end of a message anyway, so that zeros at the
/// end of the last change nothing.
#[must_use]
pub fn encode_in_groups(
    text: &[u8],
    model: &Model,
    grouping: Grouping,
    least_bytes: u64,
) -> EncodedBlock {
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
    let repeats = repeats::find(&games);
    let coded = repeats.others(&games);
    let mut encoder = BlockEncoder::new(facts, &games, repeats);
    let groups = grouping_for(&coded, grouping).split(&coded);
    let lengths: Vec<_> = groups
        .iter()
        .map(|group| groups::text_bytes(group))
        .collect();
    let mut models = Models::new(groups::most_text(&lengths) as usize, model);
    if let Some((first, others)) = groups.split_first() {
        let mut derived = Derived::new();
        encoder.first_group(first, &mut models, &mut derived);
        let mut lessons = Lessons::new(text.len() as u64);
        for group in others {
            encoder.later_group(group, &mut models, &mut derived, &mut lessons);
        }
    }
    encoder.finish(least_bytes)
}

/// Adapts the size of groups to the kind of games:
///
/// - Larger groups for variants that no network knows, because everything has to be learned from the first group.
/// - A smaller first group for online games by players who are not masters: most of them, names of openings included, is known.
/// - A larger first group for other games with comments, because every annotator and every engine writes differently.
/// - Much larger groups for opening lines and puzzles. They have so few moves that 4,096 of them are decoded in the time of some
///   hundreds of games.
fn grouping_for(games: &[&[u8]], grouping: Grouping) -> Grouping {
    const LOOKED_AT: usize = 16;
    const UNKNOWN: u32 = 8;
    const COMMENTED: u32 = 2;
    const SHORT: u32 = 16;
    /// Shorter movetext is that of an opening line or a puzzle.
    const SHORT_BYTES: usize = 128;
    let (mut unknown, mut online, mut commented, mut short, mut looked_at) = (0, 0, 0, 0, 0);
    for text in games.iter().take(LOOKED_AT) {
        let mut game = GameParts::default();
        let movetext = tag_section::split_tags(text, &mut game);
        let variant = game.tag(b"Variant").and_then(Variant::from_tag);
        let setting = Setting::from_tags(|name| game.tag(name));
        unknown += usize::from(variant.is_some_and(|variant| !is_known(variant)));
        online += usize::from(setting.kind() == Kind::Online);
        commented += usize::from(text[movetext..].contains(&b'{'));
        short += usize::from(text.len() - movetext < SHORT_BYTES);
        looked_at += 1;
    }
    let of = |first, games| Grouping {
        first,
        games,
        ..grouping
    };
    let Grouping { first, games, .. } = grouping;
    if 2 * short > looked_at {
        of(first.saturating_mul(SHORT), games.saturating_mul(SHORT))
    } else if 2 * unknown > looked_at {
        of(first.saturating_mul(UNKNOWN), games.saturating_mul(UNKNOWN))
    } else if 2 * online > looked_at {
        of(games - games / 4, games)
    } else if 2 * commented > looked_at {
        of(first.saturating_mul(COMMENTED), games)
    } else {
        grouping
    }
}

/// A block that is being encoded.
struct BlockEncoder<'t> {
    facts: BlockFacts,
    /// All games, which of them are repeats, and the number of the one that comes next.
    all: &'t [&'t [u8]],
    repeats: Repeats,
    next: usize,
    /// The values of repeated games, by their numbers.
    values: HashMap<u32, facts::Values>,
    /// Bytes of text of the repeats in each group.
    repeated_bytes: Vec<u64>,
    tag_pairs: u64,
    tags: Tags,
    tags_coder: Encoder,
    lessons_coder: Encoder,
    groups: Vec<Group>,
    streams: [Vec<u8>; GROUPED.len()],
    game: GameParts,
    /// What derived tags are coded from, for each game of a group: only memory, between two groups.
    values_of_group: Vec<GameParts>,
    joined: Vec<u8>,
}

impl<'t> BlockEncoder<'t> {
    fn new(facts: BlockFacts, all: &'t [&'t [u8]], repeats: Repeats) -> Self {
        Self {
            facts,
            all,
            repeats,
            next: 0,
            values: HashMap::new(),
            repeated_bytes: Vec::new(),
            tag_pairs: 0,
            tags: Tags::new(),
            tags_coder: Encoder::new(),
            lessons_coder: Encoder::new(),
            groups: Vec::new(),
            streams: Default::default(),
            game: GameParts::default(),
            values_of_group: Vec::new(),
            joined: Vec::new(),
        }
    }

    /// Encodes the first group.
    fn first_group(&mut self, games: &[&[u8]], models: &mut Models, derived: &mut Derived) {
        self.repeated_bytes.push(0);
        let mut coders = Coders::new(|_| Encoder::new());
        for game in games {
            self.game(game, models, &mut coders);
            derived.code(&mut coders.derived, &mut self.game, NO_LIMIT);
        }
        self.close(games, coders);
    }

    /// Encodes another group. `head` and `derived` are the state of the models after the first group; the lessons of this group are
    /// added to the latter.
    fn later_group(
        &mut self,
        games: &[&[u8]],
        head: &mut Models,
        derived: &mut Derived,
        lessons: &mut Lessons,
    ) {
        let mut coders = Coders::new(|_| Encoder::new());
        let mut models = head.lend();
        let mut values = std::mem::take(&mut self.values_of_group);
        values.resize_with(games.len(), GameParts::default);
        self.repeated_bytes.push(0);
        for (game, values) in games.iter().zip(&mut values) {
            self.game(game, &mut models, &mut coders);
            self.game.copy_for_derived(values);
        }
        let count = games.len() as u64;
        let found = Lessons::of_games(derived, &values);
        let coder = &mut self.lessons_coder;
        lessons.code(coder, derived, &found, count);
        let mut derived = derived.clone();
        for game in &mut values {
            derived.code(&mut coders.derived, game, NO_LIMIT);
        }
        self.values_of_group = values;
        head.take_back(models);
        self.close(games, coders);
    }

    fn close(&mut self, games: &[&[u8]], coders: Coders<Encoder>) {
        let mut group = Group {
            games: games.len() as u64,
            text_bytes: groups::text_bytes(games),
            checks: Some(Checks {
                text: checksum::of_parts(games),
                ..Checks::default()
            }),
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

    /// Encodes a game except for its derived tags, and the repeats after it.
    fn game(&mut self, source: &[u8], models: &mut Models, coders: &mut Coders<Encoder>) {
        let Self { game, joined, .. } = self;
        game.clear();
        joined.clear();
        let tags_end = tag_section::split_tags(source, game);
        self.tags.code(&mut self.tags_coder, game, false, NO_LIMIT);
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
        // Encoding has no limit, so this cannot fail.
        let _ = models.before_derived(coders, game, NO_LIMIT, Depth::Text);
        let _ = models.after_derived(coders, game, source, NO_LIMIT, joined);
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
        let values = facts::Values::of(game);
        facts::count(game, values, &mut self.facts);
        game_done(original.len());
        self.tag_pairs += game.tags.len() as u64;
        if self.repeats.repeated(self.next as u64) > 0 {
            self.values.insert(self.next as u32, values);
        }
        self.next += 1;
        while let Some(repeat) = self.repeats.get(self.next as u64) {
            self.repeat(repeat);
        }
    }

    /// Encodes the tags of a repeat, if it has any of its own.
    fn repeat(&mut self, repeat: Repeat) {
        let text = self.all[self.next];
        let mut game = GameParts::default();
        if repeat.has_tags() {
            tag_section::split_tags(text, &mut game);
            let whole = repeat.has_derived();
            self.tags
                .code(&mut self.tags_coder, &mut game, whole, NO_LIMIT);
        }
        if let Some(&values) = self.values.get(&repeat.source) {
            facts::count(&game, values, &mut self.facts);
        }
        if let Some(bytes) = self.repeated_bytes.last_mut() {
            *bytes += text.len() as u64;
        }
        game_done(text.len());
        self.next += 1;
    }

    fn finish(mut self, least_bytes: u64) -> EncodedBlock {
        let mut tags = self.tags_coder.finish();
        let lessons = self.lessons_coder.finish();
        let in_groups: usize = self.streams.iter().map(Vec::len).sum();
        let bytes = (tags.len() + lessons.len() + in_groups) as u64;
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
            table = groups::write(&self.groups, lessons.len() as u64);
            self.streams[DERIVED].splice(..0, lessons);
        }
        let tags = std::iter::once((Stream::Tags, tags));
        let grouped = GROUPED.into_iter().zip(self.streams);
        let repeats = self.repeats.write(&self.repeated_bytes);
        let tables = [(Stream::Groups, table), (Stream::Repeats, repeats)];
        let streams = tags.chain(grouped).chain(tables);
        EncodedBlock {
            facts: self.facts,
            tag_pairs: self.tag_pairs,
            streams: streams.filter(|(_, bytes)| !bytes.is_empty()).collect(),
        }
    }
}

//! Decodes the games of a block from its streams, in order or starting at any game.
//!
//! Format: "Groups".

use super::group_decoder::GroupDecoder;
use super::groups::{self, DERIVED, GROUPED, Group};
use super::repeats::{Repeat, Sources};
use super::tag_run::TagRun;
use super::{BlockError, BlockPayload, Models, fault};
use crate::{Depth, Model, Stream};
use entropy::range::Decoder;
use std::ops::Range;
use streams::{Derived, Lessons};

/// The state of the models after the first group, and the lessons (names of openings and the like) that are added to it before each
/// other group.
struct Head {
    models: Models,
    /// The model of derived tags, and the same without lessons, once lessons have been added.
    derived: Derived,
    without_lessons: Option<Derived>,
    lessons: Lessons,
    bytes: Vec<u8>,
    coder: Decoder,
    text_bytes: u64,
    /// The last group whose lessons have been added.
    added: usize,
}

impl Head {
    fn new(models: Models, derived: Derived, bytes: &[u8], text_bytes: u64) -> Self {
        Self {
            models,
            derived,
            without_lessons: None,
            lessons: Lessons::new(text_bytes),
            bytes: bytes.to_vec(),
            coder: Decoder::new(bytes),
            text_bytes,
            added: 0,
        }
    }

    /// Brings the state to that with the lessons up to those of a group, and no others. `is_last` says that no group will need fewer of them.
    fn add_lessons_up_to(
        &mut self,
        group: usize,
        groups: &[Group],
        is_last: bool,
    ) -> Result<(), BlockError> {
        if let Some(without_lessons) = self.without_lessons.take_if(|_| group < self.added) {
            self.derived = without_lessons;
            self.lessons = Lessons::new(self.text_bytes);
            self.coder = Decoder::new(&self.bytes);
            self.added = 0;
        }
        if self.without_lessons.is_none() && !is_last {
            self.without_lessons = Some(self.derived.clone());
        }
        while self.added < group {
            self.added += 1;
            let (coder, derived) = (&mut self.coder, &mut self.derived);
            let games = groups[self.added].games;
            if !self.lessons.code(coder, derived, &[], games) {
                return Err(fault(
                    Stream::Derived,
                    "lessons that are longer than the text",
                ));
            }
        }
        Ok(())
    }
}

/// Decodes a block that is coded as streams, not stored uncompressed.
pub(crate) struct BlockDecoder {
    model: Model,
    /// How far games are decoded.
    depth: Depth,
    tags: TagRun,
    /// The streams of [`GROUPED`].
    streams: [Vec<u8>; GROUPED.len()],
    groups: Vec<Group>,
    /// For each group, the number of games before it.
    starts: Vec<u64>,
    games: u64,
    /// The group that is being decoded, and its decoder; `None` if decoding of the group could not start.
    group: usize,
    decoder: Option<GroupDecoder>,
    /// The number of the game that the decoder gives next, or would if there were one.
    at: u64,
    /// The state with which the other groups begin, from when the first group has been decoded until a group takes it.
    head: Option<Box<Head>>,
    /// Whether the next group may take that state instead of a copy.
    frees_models: bool,
    /// Bytes of lessons, and bytes of text in the block.
    lessons: usize,
    text_bytes: u64,
    /// The most text that the models of a group see.
    most_text: usize,
    /// The number of the game that comes next, from 0.
    next: u64,
    sources: Sources,
    /// What the last game is, if it is a repeat.
    repeat: Option<Repeat>,
    /// The errors of the group that is being decoded and of the first group, once they are known.
    failure: Option<BlockError>,
    head_failure: Option<BlockError>,
}

impl BlockDecoder {
    /// A decoder at the first game of a block that was encoded with this model.
    pub fn new(block: &BlockPayload<'_>, model: &Model, depth: Depth) -> Result<Self, BlockError> {
        let stream = |wanted: Stream| {
            let found = block.streams.iter().find(|(stream, _)| *stream == wanted);
            found.map_or(Vec::new(), |(_, bytes)| bytes.to_vec())
        };
        let tags = TagRun::new(block)?;
        let (groups, lessons) = groups::of(&BlockPayload {
            facts: &tags.repeats.without(block.facts),
            ..*block
        })?;
        if !tags.repeats.is_empty() && tags.repeats.text_bytes().len() != groups.len() {
            let what = "a table of repeats for other groups than the block has";
            return Err(fault(Stream::Repeats, what));
        }
        let lengths: Vec<_> = groups.iter().map(|group| group.text_bytes).collect();
        let most_text = usize::try_from(groups::most_text(&lengths))
            .map_err(|_| fault(Stream::Layout, "a text too long for this computer"))?;
        let starts = groups.iter().scan(0, |games, group| {
            let start = *games;
            *games += group.games;
            Some(tags.repeats.game_of(start))
        });
        let streams = GROUPED.map(stream);
        let damaged = (!groups[0].is_sound(&streams)).then_some(groups::DAMAGED);
        let models = Models::new(most_text, model);
        Ok(Self {
            model: model.clone(),
            depth,
            decoder: Some(GroupDecoder::new(
                &groups[0],
                &streams,
                models,
                Derived::new(),
                depth,
            )),
            streams,
            starts: starts.collect(),
            games: block.facts.games,
            groups,
            group: 0,
            at: 0,
            head: None,
            frees_models: false,
            lessons,
            text_bytes: block.facts.text_bytes,
            most_text,
            next: 0,
            sources: Sources::new(&tags.repeats, depth),
            tags,
            repeat: None,
            failure: damaged.clone(),
            head_failure: damaged,
        })
    }

    /// Decodes the next game, whose text is appended to `text`; `false` after the last.
    pub fn decode_next(&mut self, text: &mut Vec<u8>) -> Result<bool, BlockError> {
        if self.next == self.games {
            return Ok(false);
        }
        self.repeat = self.tags.repeats.get(self.next);
        match self.repeat {
            Some(repeat) => self.repeat(repeat, text)?,
            None => {
                self.reach(self.next)?;
                self.decode_coded(text)?;
            }
        }
        self.next += 1;
        Ok(true)
    }

    /// Reads a repeat, after the group of the game that it repeats, if that was not decoded.
    fn repeat(&mut self, repeat: Repeat, text: &mut Vec<u8>) -> Result<(), BlockError> {
        if !self.sources.has(repeat.source) {
            // All games of that group that are repeated are kept, so that no group is decoded for each of its repeats.
            self.reach(repeat.source.into())?;
            self.decode_to_the_end()?;
        }
        let (number, tags) = (repeat.game as usize, &mut self.tags);
        self.sources
            .read(repeat, |game| tags.enter(number, game), text)
    }

    /// Decodes the next game of the group.
    fn decode_coded(&mut self, text: &mut Vec<u8>) -> Result<(), BlockError> {
        // A panic leaves the decoder in a state with which nothing else may be decoded.
        self.failure = Some(not_begun());
        let decoded = self.try_coded(text);
        self.failure = decoded.clone().err();
        if let Err(failure) = &decoded {
            self.sources.forget(self.group);
            if self.group == 0 {
                self.head_failure = Some(failure.clone());
            }
        }
        decoded
    }

    fn try_coded(&mut self, text: &mut Vec<u8>) -> Result<(), BlockError> {
        let decoder = self.decoder.as_mut().ok_or_else(not_begun)?;
        let (number, start, repeats) = (self.at, text.len(), &self.tags.repeats);
        let (next, repeated) = (repeats.after(number), repeats.repeated(number));
        decoder.decode_next(&mut self.tags, number as usize, text)?;
        decoder.is_done()?;
        if repeated > 0 {
            let (place, text) = ((number as u32, self.group), &text[start..]);
            decoder.keep(place, text, repeated, &mut self.sources)?;
        }
        self.at = next;
        Ok(())
    }

    /// The numbers of the games of the group that has this game.
    pub fn group_of(&self, game: u64) -> Range<u64> {
        let group = self.group_at(game);
        let end = self.starts.get(group + 1).copied();
        self.starts[group]..end.unwrap_or(self.games)
    }

    fn group_at(&self, game: u64) -> usize {
        self.starts.partition_point(|&start| start <= game) - 1
    }

    /// The game whose group has to be decoded for this one: the game that it repeats, or itself.
    pub fn source_of(&self, game: u64) -> u64 {
        let repeat = self.tags.repeats.get(game);
        repeat.map_or(game, |repeat| repeat.source.into())
    }

    /// Bytes of text of the groups in a range of games; `None` if some of the games are part of a group.
    pub fn text_bytes(&self, games: Range<u64>) -> Option<u64> {
        let is_border = |game| game == self.games || self.starts.contains(&game);
        if !is_border(games.start) || !is_border(games.end) {
            return None;
        }
        let groups = self.starts.iter().zip(&self.groups);
        let within = |(at, (start, group)): (usize, (&u64, &Group))| {
            let repeated = self.tags.repeats.text_bytes().get(at).unwrap_or(&0);
            games.contains(start).then_some(group.text_bytes + repeated)
        };
        Some(groups.enumerate().filter_map(within).sum())
    }

    /// The game that was decoded last, whose text this is.
    pub fn build(&self, text: Vec<u8>) -> Option<crate::Game> {
        match self.repeat {
            Some(repeat) => self.sources.build(repeat, text),
            None => Some(self.decoder.as_ref()?.build(text)),
        }
    }

    /// Goes to the game of this number, from 0, so that it comes next; after the last if there are fewer. When that is decoded, so are the
    /// games before it in its group, and the first group if that was not decoded yet.
    pub fn go_to(&mut self, game: u64) {
        self.next = game.min(self.games);
    }

    /// Says whether the next group is the last one that will be asked for. Then it may take the state after the first group instead of a
    /// copy. If another group is asked for after all, the first group is decoded once more.
    pub fn free_models(&mut self, frees_models: bool) {
        self.frees_models = frees_models && self.tags.repeats.is_empty();
    }

    /// Makes a game that is no repeat the next one of the decoder.
    fn reach(&mut self, game: u64) -> Result<(), BlockError> {
        let group = self.group_at(game);
        let is_here = group == self.group && game >= self.at && self.decoder.is_some();
        match &self.failure {
            Some(failure) if is_here => return Err(failure.clone()),
            None if is_here => {}
            _ => self.enter(group)?,
        }
        let mut text = Vec::new();
        while self.at < game {
            self.decode_coded(&mut text)?;
            text.clear();
        }
        Ok(())
    }

    /// Goes to the start of a group whose parts are what they were. Decodes the first group before any other, if that was not done.
    fn enter(&mut self, group: usize) -> Result<(), BlockError> {
        if !self.groups[group].is_sound(&self.streams) {
            return Err(groups::DAMAGED);
        }
        if group > 0 {
            self.decode_head()?;
        }
        self.begin(group)
    }

    /// Decodes the first group to its end, if that was not done or the state after it has been taken.
    fn decode_head(&mut self) -> Result<(), BlockError> {
        if let Some(failure) = &self.head_failure {
            return Err(failure.clone());
        }
        if self.head.is_some() {
            return Ok(());
        }
        if self.group > 0 {
            self.begin(0)?;
        }
        self.decode_to_the_end()
    }

    /// Decodes the rest of the group.
    fn decode_to_the_end(&mut self) -> Result<(), BlockError> {
        let mut text = Vec::new();
        while !self.decoder.as_ref().ok_or_else(not_begun)?.is_done()? {
            self.decode_coded(&mut text)?;
            text.clear();
        }
        Ok(())
    }

    /// Goes to the start of a group. The first group must have been decoded, unless it is the one that begins.
    fn begin(&mut self, group: usize) -> Result<(), BlockError> {
        // Models are large: free those of the group before, or keep them as the head, before making new ones.
        if let Some(before) = self.decoder.take() {
            match &mut self.head {
                Some(head) if self.group > 0 => head.models.take_back(before.models),
                None if self.group == 0 && group > 0 => {
                    let lessons = &self.streams[DERIVED][..self.lessons];
                    let head = Head::new(before.models, before.derived, lessons, self.text_bytes);
                    self.head = Some(Box::new(head));
                }
                _ => {}
            }
        }
        let (models, derived) = match self.head.take() {
            Some(mut head) if group > 0 => {
                if self.depth >= Depth::DerivedTags
                    && let Err(failure) =
                        head.add_lessons_up_to(group, &self.groups, self.frees_models)
                {
                    self.head_failure = Some(failure.clone());
                    return Err(failure);
                }
                if self.frees_models {
                    (head.models, head.derived)
                } else {
                    let models = (head.models.lend(), head.derived.clone());
                    self.head = Some(head);
                    models
                }
            }
            None if group > 0 => return Err(not_begun()),
            head => {
                self.head = head;
                let models = Models::new(self.most_text, &self.model);
                (models, Derived::new())
            }
        };
        let (of, streams) = (&self.groups[group], &self.streams);
        self.decoder = Some(GroupDecoder::new(of, streams, models, derived, self.depth));
        self.group = group;
        self.failure = None;
        self.at = self.starts[group];
        Ok(())
    }
}

fn not_begun() -> BlockError {
    fault(Stream::Groups, "a group that cannot be begun")
}

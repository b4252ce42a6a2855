//! Decodes the games of a block from its streams, in order or starting at any game.
//!
//! Format: "Groups".

use super::group_decoder::GroupDecoder;
mod parts;

use super::groups::{self, GROUPED, Group};
use super::head::Head;
use super::plan::Plan;
use super::repeats::{Repeat, Sources};
use super::tag_run::{self, TagReader, TagRun};
use super::{BlockError, BlockPayload, Models, fault};
use crate::resources::block_bytes;
use crate::{Depth, Model, Stream};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use streams::{Derived, MoveRecord};

/// Decodes a block that is coded as streams, not stored uncompressed.
pub(crate) struct BlockDecoder {
    plan: Arc<Plan>,
    tags: TagRun,
    /// The group that is being decoded, and its decoder; `None` if decoding of the group could not start.
    group: usize,
    decoder: Option<GroupDecoder>,
    /// The number of the game that the decoder gives next, or would if there were one.
    at: u64,
    /// The state with which the other groups begin, from when the first group has been decoded until a group takes it.
    head: Option<Box<Head>>,
    /// Whether the next group may take that state instead of a copy.
    frees_models: bool,
    /// The number of the game that comes next, from 0.
    next: u64,
    /// The games that are repeated, from all threads.
    sources: Arc<Mutex<Sources>>,
    /// What the last game is, if it is a repeat.
    repeat: Option<Repeat>,
    /// The errors of the group that is being decoded and of the first group, once they are known.
    failure: Option<BlockError>,
    head_failure: Option<BlockError>,
    /// The group after the last whose parts were asked for, and how many were.
    ahead: (usize, usize),
}

impl BlockDecoder {
    /// A decoder at the first game of a block that was encoded with this model.
    pub fn new(block: &BlockPayload<'_>, model: &Model, depth: Depth) -> Result<Self, BlockError> {
        let streams = groups::grouped(block.streams);
        let lengths = streams.map(|bytes| bytes.len() as u64);
        let decoder = Self::without_parts(block, lengths, model, depth)?;
        let Plan { groups, parts, .. } = &*decoder.plan;
        for (group, held) in groups.iter().zip(parts) {
            let of_group: Vec<_> = group.parts(&streams).collect();
            let _ = held.set(of_group.concat());
        }
        Ok(decoder)
    }

    /// The same for a block of whose groups no parts have been read: its streams are those that belong to no group, and those of the groups
    /// have these lengths. The parts of its groups must be [read](Self::load) before games are decoded from them.
    pub fn without_parts(
        block: &BlockPayload<'_>,
        lengths: [u64; GROUPED.len()],
        model: &Model,
        depth: Depth,
    ) -> Result<Self, BlockError> {
        let tags = TagRun::new(block)?;
        let outside = BlockPayload {
            facts: &tags.repeats.without(block.facts),
            ..*block
        };
        let groups = groups::with_lengths(&outside, lengths)?;
        if !tags.repeats.is_empty() && tags.repeats.text_bytes().len() != groups.len() {
            let what = "a table of repeats for other groups than the block has";
            return Err(fault(Stream::Repeats, what));
        }
        let text_lengths: Vec<_> = groups.iter().map(|group| group.text_bytes).collect();
        let starts = groups.iter().scan(0, |games, group| {
            let start = *games;
            *games += group.games;
            Some(tags.repeats.game_of(start))
        });
        // The stream `tags` is the first, and those of the groups are the next.
        let mut place = tag_run::stream(block).len() as u64;
        let places = lengths.map(|length| {
            place += length;
            place - length
        });
        Ok(Self {
            plan: Arc::new(Plan {
                model: model.clone(),
                depth,
                starts: starts.collect(),
                games: block.facts.games,
                most_text: groups::most_text(&text_lengths),
                parts: groups.iter().map(|_| OnceLock::new()).collect(),
                places,
                groups,
                replayed: Vec::new(),
            }),
            group: 0,
            decoder: None,
            at: 0,
            head: None,
            frees_models: false,
            next: 0,
            sources: Arc::new(Mutex::new(Sources::new(&tags.repeats, depth))),
            tags,
            repeat: None,
            failure: Some(not_begun()),
            head_failure: None,
            ahead: (0, 0),
        })
    }

    /// Takes the moves of some groups as they were recorded, instead of asking the models for them: not those of the first group, and not
    /// those of another one by this number. Nothing must have been decoded.
    pub fn replay(&mut self, mut moves: Vec<MoveRecord>, number: u64) {
        let groups = moves.len() as u64;
        let mut replayed: Vec<_> = moves.drain(..).map(Some).collect();
        let others = groups.saturating_sub(1).max(1);
        for asked in [0, 1 + number % others] {
            if let Some(group) = replayed.get_mut(asked as usize) {
                *group = None;
            }
        }
        if let Some(plan) = Arc::get_mut(&mut self.plan) {
            plan.replayed = replayed;
        }
    }

    /// A decoder of the same block for another thread, with the tags that are known here.
    pub fn fork(&mut self) -> Self {
        Self {
            plan: Arc::clone(&self.plan),
            tags: self.tags.fork(),
            group: 0,
            decoder: None,
            at: 0,
            head: self.head.clone(),
            frees_models: false,
            next: 0,
            sources: Arc::clone(&self.sources),
            repeat: None,
            failure: Some(not_begun()),
            head_failure: self.head_failure.clone(),
            ahead: (0, 0),
        }
    }

    /// Decodes what any game of the block may need, so that those that are [forked apart](Self::fork_apart) need not: the tags of all games, and
    /// the first group.
    pub fn prepare_all(&mut self) -> Result<(), BlockError> {
        // Where tags cannot be decoded, their games say so.
        let _ = self.tags.decode_to(self.plan.games);
        self.prepare()
    }

    /// A decoder of the same block that goes its own way, with what is known here.
    pub fn fork_apart(&mut self) -> Self {
        let sources = self.sources().clone();
        Self {
            sources: Arc::new(Mutex::new(sources)),
            ..self.fork()
        }
    }

    /// Takes out what decodes tags, for another thread. Those of the games of the first group are known here then.
    pub fn take_tags(&mut self) -> Option<Box<TagReader>> {
        let first = self.group_of(0).end;
        // Where tags cannot be decoded, their games say so.
        self.tags.decode_to(first).ok()?;
        self.tags.take_reader()
    }

    /// Puts it back, and how it fared.
    pub fn put_tags(&mut self, reader: Box<TagReader>, done: Result<(), BlockError>) {
        self.tags.put_back(reader, done);
    }

    /// Bytes of memory that a fork takes.
    pub fn fork_bytes(&self) -> u64 {
        block_bytes(self.plan.most_text)
    }

    /// Decodes the first group, if that was not done, so that forks need not.
    pub fn prepare(&mut self) -> Result<(), BlockError> {
        self.decode_head()?;
        if self.group == 0 && self.head.is_none() {
            self.keep_models();
        }
        Ok(())
    }

    /// Whether a game is a repeat.
    pub fn is_repeat(&self, game: u64) -> bool {
        self.tags.repeats.get(game).is_some()
    }

    fn sources(&self) -> MutexGuard<'_, Sources> {
        // A panic in the middle of a change leaves too few games, or too little room for more.
        self.sources.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decodes the next game, whose text is appended to `text`; `false` after the last.
    pub fn decode_next(&mut self, text: &mut Vec<u8>) -> Result<bool, BlockError> {
        if self.next == self.plan.games {
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
        let is_known = self.sources().has(repeat.source);
        if !is_known {
            // All games of that group that are repeated are kept, so that no group is decoded for each of its repeats.
            self.reach(repeat.source.into())?;
            self.decode_to_the_end()?;
        }
        let (number, tags) = (repeat.game as usize, &mut self.tags);
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        sources.read(repeat, |game| tags.enter(number, game), text)
    }

    /// Decodes the next game of the group.
    fn decode_coded(&mut self, text: &mut Vec<u8>) -> Result<(), BlockError> {
        // A panic leaves the decoder in a state with which nothing else may be decoded.
        self.fail(Some(not_begun()));
        let decoded = self.try_coded(text);
        self.fail(decoded.clone().err());
        if decoded.is_err() {
            self.sources().forget(self.group);
        }
        decoded
    }

    /// Says why the group cannot be decoded, if it cannot.
    fn fail(&mut self, failure: Option<BlockError>) {
        if self.group == 0 {
            self.head_failure.clone_from(&failure);
        }
        self.failure = failure;
    }

    fn try_coded(&mut self, text: &mut Vec<u8>) -> Result<(), BlockError> {
        let decoder = self.decoder.as_mut().ok_or_else(not_begun)?;
        let (number, start, repeats) = (self.at, text.len(), &self.tags.repeats);
        let (next, repeated) = (repeats.after(number), repeats.repeated(number));
        decoder.decode_next(&mut self.tags, number as usize, text)?;
        decoder.is_done()?;
        if repeated > 0 {
            let (place, text) = ((number as u32, self.group), &text[start..]);
            let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
            decoder.keep(place, text, repeated, &mut sources)?;
        }
        self.at = next;
        Ok(())
    }

    /// The numbers of the games of the group that has this game.
    pub fn group_of(&self, game: u64) -> Range<u64> {
        let group = self.plan.group_at(game);
        let end = self.plan.starts.get(group + 1).copied();
        self.plan.starts[group]..end.unwrap_or(self.plan.games)
    }

    /// The game whose group has to be decoded for this one: the game that it repeats, or itself.
    pub fn source_of(&self, game: u64) -> u64 {
        let repeat = self.tags.repeats.get(game);
        repeat.map_or(game, |repeat| repeat.source.into())
    }

    /// Bytes of text of the groups in a range of games; `None` if some of the games are part of a group.
    pub fn text_bytes(&self, games: Range<u64>) -> Option<u64> {
        let is_border = |game| game == self.plan.games || self.plan.starts.contains(&game);
        if !is_border(games.start) || !is_border(games.end) {
            return None;
        }
        let groups = self.plan.starts.iter().zip(&self.plan.groups);
        let within = |(at, (start, group)): (usize, (&u64, &Group))| {
            let repeated = self.tags.repeats.text_bytes().get(at).unwrap_or(&0);
            games.contains(start).then_some(group.text_bytes + repeated)
        };
        Some(groups.enumerate().filter_map(within).sum())
    }

    /// The game that was decoded last, whose text this is.
    pub fn build(&self, text: Vec<u8>) -> Option<crate::Game> {
        match self.repeat {
            Some(repeat) => self.sources().build(repeat, text),
            None => Some(self.decoder.as_ref()?.build(text)),
        }
    }

    /// Goes to the game of this number, from 0, so that it comes next; after the last if there are fewer. When that is decoded, so are the
    /// games before it in its group, and the first group if that was not decoded yet.
    pub fn go_to(&mut self, game: u64) {
        self.next = game.min(self.plan.games);
    }

    /// Says whether the next group is the last one that will be asked for. Then it may take the state after the first group instead of a
    /// copy. If another group is asked for after all, the first group is decoded once more.
    pub fn free_models(&mut self, frees_models: bool) {
        self.frees_models = frees_models && self.tags.repeats.is_empty();
    }

    /// Makes a game that is no repeat the next one of the decoder.
    fn reach(&mut self, game: u64) -> Result<(), BlockError> {
        let group = self.plan.group_at(game);
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
        self.plan.check(group)?;
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
        if self.group > 0 || self.decoder.is_none() {
            self.plan
                .check(0)
                .inspect_err(|damage| self.head_failure = Some(damage.clone()))?;
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
        if group > 0 || self.group > 0 {
            self.keep_models();
        }
        self.decoder = None;
        let (models, derived) = match self.head.take() {
            Some(head) if group > 0 => {
                let record = self.plan.replayed.get(group).cloned().flatten();
                if let Some(record) = record {
                    let models = head.models.replaying(record, &self.plan.model);
                    let models = (models, head.derived.clone());
                    self.head = Some(head);
                    models
                } else if self.frees_models {
                    (head.models, head.derived)
                } else {
                    let models = (head.models.clone(), head.derived.clone());
                    self.head = Some(head);
                    models
                }
            }
            None if group > 0 => return Err(not_begun()),
            head => {
                self.head = head;
                let models = Models::new(&self.plan.model);
                (models, Derived::new())
            }
        };
        let (of, parts) = (&self.plan.groups[group], self.plan.parts(group)?);
        let depth = self.plan.depth;
        self.decoder = Some(GroupDecoder::new(of, parts, models, derived, depth));
        self.group = group;
        self.failure = None;
        self.at = self.plan.starts[group];
        Ok(())
    }

    /// Keeps the models of the first group as the head; frees those of any other.
    fn keep_models(&mut self) {
        if let Some(before) = self.decoder.take()
            && self.group == 0
            && self.head.is_none()
        {
            let (models, derived) = (before.models, before.derived);
            self.head = Some(Box::new(Head { models, derived }));
        }
    }
}

fn not_begun() -> BlockError {
    fault(Stream::Groups, "a group that cannot be begun")
}

//! Decodes the streams of a block to its text or to games as values.
//!
//! Format: "Coding a block".

use super::block_decoder::BlockDecoder;
use super::groups::GROUPED;
use super::{BlockError, BlockPayload, ReadParts};
use crate::workers::Workers;
use crate::{Depth, Model, Stream};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use streams::MoveRecord;

/// The text of a block that was encoded by the same model.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub fn decode(block: &BlockPayload<'_>, model: &Model) -> Result<Vec<u8>, BlockError> {
    if let [(Stream::Stored, bytes)] = block.streams {
        return Ok(bytes.to_vec());
    }
    let mut games = BlockDecoder::new(block, model, Depth::Text)?;
    let mut text = Vec::new();
    while games.decode_next(&mut text)? {}
    Ok(text)
}

/// How a block that was encoded by the same model is compared with its text.
pub(crate) struct Verification<'a> {
    pub model: &'a Model,
    pub workers: &'a Workers,
    /// What the model made of the moves of each group. Where that is known, only the moves of the first group and of the one with
    /// the second number are predicted again.
    pub moves: Option<(Vec<MoveRecord>, u64)>,
}

impl Verification<'_> {
    /// Whether the block decodes to this text. Games are compared group by group, so that no second copy of the text is held.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decodes_to(self, block: &BlockPayload<'_>, text: &[u8]) -> Result<bool, BlockError> {
        if let [(Stream::Stored, bytes)] = block.streams {
            return Ok(*bytes == text);
        }
        let mut decoder = BlockDecoder::new(block, self.model, Depth::Text)?;
        if let Some((moves, number)) = self.moves {
            decoder.replay(moves, number);
        }
        let mut games = Games::Coded(Box::new(decoder));
        let mut rest = text;
        let mut compare = |game: &[u8]| match rest.strip_prefix(game) {
            Some(after) => {
                rest = after;
                Ok(())
            }
            None => Err(None),
        };
        let mut repeat = Vec::new();
        let same = games.each_group(
            0..block.facts.games,
            true,
            self.workers,
            |games, group| games.coded_texts(group).collect::<Result<Vec<_>, _>>(),
            |games, group, texts| {
                let mut texts = texts.map_err(Some)?.into_iter();
                for number in group {
                    if games.is_repeat(number) {
                        repeat.clear();
                        games.go_to(number);
                        games.decode_text(&mut repeat).map_err(Some)?;
                        compare(&repeat)?;
                    } else {
                        compare(&texts.next().unwrap_or_default())?;
                    }
                }
                Ok(())
            },
        );
        match same {
            Ok(()) => Ok(rest.is_empty()),
            Err(None) => Ok(false),
            Err(Some(error)) => Err(error),
        }
    }
}

/// The games of a block as values.
pub(crate) enum Games {
    /// The games of a text that is stored uncompressed, and the number of the game that comes next.
    Stored(Vec<Vec<u8>>, usize),
    /// The games of streams.
    Coded(Box<BlockDecoder>),
}

impl Games {
    /// The games of a block that was encoded with this model, from the first. Games are decoded as far as `depth`; those of a text that
    /// is stored uncompressed have all parts.
    ///
    /// # Errors
    ///
    /// A block too large for this machine.
    pub fn new(block: &BlockPayload<'_>, model: &Model, depth: Depth) -> Result<Self, BlockError> {
        if let [(Stream::Stored, bytes)] = block.streams {
            let games = pgn::games(bytes).map(<[u8]>::to_vec).collect();
            return Ok(Self::Stored(games, 0));
        }
        Ok(Self::Coded(Box::new(BlockDecoder::new(
            block, model, depth,
        )?)))
    }

    /// The same for a block of whose groups nothing has been read, and whose streams of [`GROUPED`] have these lengths. Games can be decoded
    /// when what they need has been [read](Self::load).
    ///
    /// # Errors
    ///
    /// Broken tables of groups or of repeats.
    pub fn without_parts(
        block: &BlockPayload<'_>,
        lengths: [u64; GROUPED.len()],
        model: &Model,
        depth: Depth,
    ) -> Result<Self, BlockError> {
        let decoder = BlockDecoder::without_parts(block, lengths, model, depth)?;
        Ok(Self::Coded(Box::new(decoder)))
    }

    /// Whether all that a game is decoded from has been read.
    pub fn has(&self, game: u64) -> bool {
        match self {
            Self::Stored(..) => true,
            Self::Coded(decoder) => decoder.has(game),
        }
    }

    /// Reads what these games are decoded from, unless it has been read.
    ///
    /// # Errors
    ///
    /// That of `read`.
    pub fn load<E>(&mut self, games: Range<u64>, read: &mut ReadParts<'_, E>) -> Result<(), E> {
        match self {
            Self::Stored(..) => Ok(()),
            Self::Coded(decoder) => decoder.load(games, read),
        }
    }

    /// Makes the game of this number in the block, from 0, the next one; goes after the last game if there are fewer. Of the games before
    /// it, those of the first group and of its own group are decoded with it.
    pub fn go_to(&mut self, game: u64) {
        match self {
            Self::Stored(games, next) => {
                *next = usize::try_from(game).map_or(games.len(), |game| game.min(games.len()));
            }
            Self::Coded(decoder) => decoder.go_to(game),
        }
    }

    /// Says that no games of other groups will be asked for after the next ones. If they are asked for after all, that takes longer.
    fn free_models(&mut self, frees_models: bool) {
        if let Self::Coded(decoder) = self {
            decoder.free_models(frees_models);
        }
    }

    /// The next game; `None` after the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_next(&mut self) -> Result<Option<crate::Game>, BlockError> {
        let mut text = Vec::new();
        if !self.decode_text(&mut text)? {
            return Ok(None);
        }
        Ok(match self {
            Self::Stored(..) => Some(crate::Game::parse(&text)),
            Self::Coded(decoder) => decoder.build(text),
        })
    }

    /// Appends the text of the next game to `text`; `false` after the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_text(&mut self, text: &mut Vec<u8>) -> Result<bool, BlockError> {
        match self {
            Self::Stored(games, next) => {
                let game = games.get(*next);
                *next += 1;
                text.extend(game.into_iter().flatten());
                Ok(game.is_some())
            }
            Self::Coded(decoder) => decoder.decode_next(text),
        }
    }

    /// Does something with each of the groups that have these games, of which it gets the numbers of the games that are wanted. Threads of the
    /// workers share the groups; what `work` makes goes to `take` on the calling thread, in order. After an error of that, no group is begun.
    /// `frees_models` says that no games of other groups will be asked for.
    pub fn each_group<T: Send, E>(
        &mut self,
        wanted: Range<u64>,
        frees_models: bool,
        workers: &Workers,
        work: impl Fn(&mut Self, Range<u64>) -> T + Sync,
        mut take: impl FnMut(&mut Self, Range<u64>, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut groups, mut next) = (Vec::new(), wanted.start);
        while next < wanted.end {
            let end = self.group_of(next).end.clamp(next + 1, wanted.end);
            groups.push(next..end);
            next = end;
        }
        let mut groups = &groups[..];
        if groups.len() > 1 {
            let first = groups[0].clone();
            let is_head = self.group_of(first.start).start == 0;
            let head = |games: &mut Self| match is_head {
                true => Some(work(games, first.clone())),
                false => {
                    games.prepare();
                    None
                }
            };
            let made = self.beside_tags(wanted.end, workers, head);
            if let Some(made) = made {
                groups = &groups[1..];
                take(self, first, made)?;
                self.prepare();
            }
        }
        let bytes = match self {
            Self::Stored(..) => 0,
            Self::Coded(decoder) => decoder.fork_bytes(),
        };
        let last = groups.len().saturating_sub(1);
        workers.share(
            groups.len(),
            bytes,
            self,
            Self::fork,
            |games, at| {
                games.free_models(frees_models && at == last);
                work(games, groups[at].clone())
            },
            |games, at, made| take(games, groups[at].clone(), made),
        )
    }

    /// Decodes the tags of the games before this number, while `here` decodes games of the first group.
    fn beside_tags<T>(
        &mut self,
        games: u64,
        workers: &Workers,
        here: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let reader = match self {
            Self::Stored(..) => None,
            Self::Coded(decoder) => decoder.take_tags(),
        };
        let Some(mut reader) = reader else {
            return here(self);
        };
        let tags = move || {
            let done = reader.decode_to(games);
            (reader, done)
        };
        let ((reader, done), made) = workers.both(tags, || here(self));
        if let Self::Coded(decoder) = self {
            decoder.put_tags(reader, done);
        }
        made
    }

    /// Decodes the first group of a block, if that was not done, so that forks need not. If that is not possible, the other groups say so.
    fn prepare(&mut self) {
        if let Self::Coded(decoder) = self {
            let _ = catch_unwind(AssertUnwindSafe(|| decoder.prepare()));
        }
    }

    /// The same games for another thread.
    fn fork(&mut self) -> Self {
        match self {
            Self::Stored(games, next) => Self::Stored(games.clone(), *next),
            Self::Coded(decoder) => Self::Coded(Box::new(decoder.fork())),
        }
    }

    /// Decodes what any game of the block may need, so that those that are [forked apart](Self::fork_apart) need not. If that is not
    /// possible, their games say so.
    pub fn prepare_all(&mut self) {
        if let Self::Coded(decoder) = self {
            let _ = catch_unwind(AssertUnwindSafe(|| decoder.prepare_all()));
        }
    }

    /// The same games from the first on, for a reader that goes its own way.
    pub fn fork_apart(&mut self) -> Self {
        match self {
            Self::Stored(games, _) => Self::Stored(games.clone(), 0),
            Self::Coded(decoder) => Self::Coded(Box::new(decoder.fork_apart())),
        }
    }

    /// The texts of those of some games of one group that are no repeats, in order, up to the first error or the last game.
    pub fn coded_texts(
        &mut self,
        games: Range<u64>,
    ) -> impl Iterator<Item = Result<Vec<u8>, BlockError>> {
        let mut has_failed = false;
        games.filter_map(move |number| {
            if has_failed || self.is_repeat(number) {
                return None;
            }
            let mut text = Vec::new();
            self.go_to(number);
            let decoded = self.decode_text(&mut text);
            has_failed = decoded != Ok(true);
            match decoded {
                Ok(false) => None,
                decoded => Some(decoded.map(|_| text)),
            }
        })
    }

    /// Whether a game is a repeat of another.
    pub fn is_repeat(&self, game: u64) -> bool {
        match self {
            Self::Stored(..) => false,
            Self::Coded(decoder) => decoder.is_repeat(game),
        }
    }

    /// The numbers of the games of the group that has this game.
    pub fn group_of(&self, game: u64) -> Range<u64> {
        match self {
            Self::Stored(games, _) => 0..games.len() as u64,
            Self::Coded(decoder) => decoder.group_of(game),
        }
    }

    /// Whether a game is decoded from the streams of a group, given by the numbers of its games. A repeat of a game of another group is
    /// not, though it may stand among the games of this one.
    pub fn is_of(&self, group: &Range<u64>, game: u64) -> bool {
        match self {
            Self::Stored(..) => true,
            Self::Coded(decoder) => group.contains(&decoder.source_of(game)),
        }
    }

    /// The games that are lost with one that cannot be decoded: those of its group next to it.
    pub fn lost_with(&self, game: u64) -> Range<u64> {
        let group = self.group_of(game);
        if !self.is_of(&group, game) {
            return game..game + 1;
        }
        let is_left = |game: &u64| !self.is_of(&group, *game);
        let before = (group.start..game).rev().find(is_left);
        let after = (game..group.end).find(is_left);
        before.map_or(group.start, |left| left + 1)..after.unwrap_or(group.end)
    }

    /// Bytes of text of the groups in a range of games; `None` if some of the games are part of a group.
    pub fn text_bytes(&self, games: Range<u64>) -> Option<u64> {
        match self {
            Self::Stored(texts, _) => Some(texts.iter().map(|text| text.len() as u64).sum()),
            Self::Coded(decoder) => decoder.text_bytes(games),
        }
    }
}

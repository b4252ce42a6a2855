//! Changes games: their tags, their texts, and whether they are there.
//!
//! Not part of the format.

mod spellings;
mod tags;

use crate::write::Changes;
use crate::{Archives, Error, Plan};
use archive::{Columns, Game, Stream};
use query::Filter;
pub use spellings::{Respelled, Spellings};
use std::collections::{BTreeMap, HashSet};
use std::io::{Read, Seek};
use tags::{Change, Pairs};

/// What is changed in games.
///
/// ```
/// let edits = shape::Edits::new().set("white", "Carlsen, Magnus")?.remove_tag("Annotator")?.delete([17]);
/// assert!(shape::Edits::new().set("White]", "").is_err());
/// # drop(edits);
/// # Ok::<(), shape::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Edits {
    /// Tags with their values; `None` for a tag that is removed.
    tags: Vec<(String, Option<String>)>,
    spellings: Option<Spellings>,
    replaced: BTreeMap<u32, Vec<u8>>,
    deleted: HashSet<u32>,
}

/// Which games are changed, and which stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edited {
    /// The games that stay, in their order.
    pub plan: Plan,
    /// Those of them whose texts change, in ascending order.
    pub changed: Vec<u32>,
    /// Values that get another spelling.
    pub respelled: Respelled,
}

impl Edits {
    /// Nothing is changed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is nothing to change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let has_tags = !self.tags.is_empty() || self.spellings.is_some();
        !has_tags && self.replaced.is_empty() && self.deleted.is_empty()
    }

    /// Gives a tag this value in the games that pass the filter, whatever case its name is written in. A game without the tag gets it.
    ///
    /// # Errors
    ///
    /// This is not the name of a tag, or the value has a line end or another control character.
    pub fn set(self, tag: &str, value: &str) -> Result<Self, Error> {
        if let Some(odd) = value.chars().find(|letter| letter.is_control()) {
            let what = format!("the value of a tag cannot have {odd:?} in it");
            return Err(Error::Asked(what));
        }
        self.with(tag, Some(value.to_owned()))
    }

    /// Removes a tag from the games that pass the filter.
    ///
    /// # Errors
    ///
    /// This is not the name of a tag.
    pub fn remove_tag(self, tag: &str) -> Result<Self, Error> {
        self.with(tag, None)
    }

    fn with(mut self, tag: &str, value: Option<String>) -> Result<Self, Error> {
        self.tags.push((tags::name(tag)?, value));
        Ok(self)
    }

    /// Applies a table of spellings to the names in the games that pass the filter.
    #[must_use]
    pub fn spellings(mut self, spellings: Spellings) -> Self {
        self.spellings = Some(spellings);
        self
    }

    /// Puts another text in the place of the game with this number, from 0. White space around the old text stays, that around the new
    /// one does not matter.
    ///
    /// # Errors
    ///
    /// The text does not hold exactly one game, or the game has been replaced before.
    pub fn replace(mut self, game: u64, text: &[u8]) -> Result<Self, Error> {
        let text = text
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(text)
            .trim_ascii();
        let games = pgn::games(text).count();
        if games != 1 {
            let what = format!(
                "the text for game {} has {games} games instead of one",
                game + 1
            );
            return Err(Error::Asked(what));
        }
        match self.replaced.insert(number(game)?, text.to_vec()) {
            Some(_) => Err(Error::Asked(format!("game {} is replaced twice", game + 1))),
            None => Ok(self),
        }
    }

    /// Deletes the games with these numbers, from 0.
    #[must_use]
    pub fn delete(mut self, games: impl IntoIterator<Item = u64>) -> Self {
        // What is beyond the largest number is beyond the last game, too.
        let numbers = games
            .into_iter()
            .map(|game| number(game).unwrap_or(u32::MAX));
        self.deleted.extend(numbers);
        self
    }

    /// The numbers that are named: those must be there.
    fn check(&self, games: u32) -> Result<(), Error> {
        let named = self.replaced.keys().chain(&self.deleted);
        if let Some(beyond) = named.copied().filter(|game| *game >= games).min() {
            let what = format!(
                "there is no game {}: the archive has {games}",
                u64::from(beyond) + 1
            );
            return Err(Error::Asked(what));
        }
        let both = self
            .replaced
            .keys()
            .find(|game| self.deleted.contains(game));
        match both {
            Some(both) => {
                let what = format!("game {} is both replaced and deleted", u64::from(*both) + 1);
                Err(Error::Asked(what))
            }
            None => Ok(()),
        }
    }

    /// The parts of games that tell whether their tags change.
    fn needs(&self) -> Columns {
        let tags = self.tags.iter().map(|(name, _)| Columns::of_tag(name));
        tags.fold(Columns::TAGS, |all, one| all | one)
    }

    /// How the tags of a game change, and the values that get another spelling.
    fn changes(&self, pairs: Pairs<'_>) -> (Vec<Change>, Respelled) {
        let mut changes = tags::changes(pairs, &self.tags);
        let mut respelled = Respelled::default();
        if let Some(spellings) = &self.spellings {
            spellings.respell(pairs, &mut changes, &mut respelled);
        }
        (changes, respelled)
    }

    /// The changed text of a game.
    pub(crate) fn text(&self, game: u32, text: &[u8]) -> Result<Vec<u8>, Error> {
        if let Some(new) = self.replaced.get(&game) {
            let start = text.len() - text.trim_ascii_start().len();
            let end = text.trim_ascii_end().len().max(start);
            return Ok([&text[..start], new, &text[end..]].concat());
        }
        let (changes, _) = self.changes(&tags::pairs(text));
        tags::changed(text, &changes).ok_or_else(|| {
            let what = "the tags cannot be changed so that they come out as asked for: replace the game by a text of your own";
            Error::Asked(format!("game {}: {what}", u64::from(game) + 1))
        })
    }
}

fn number(game: u64) -> Result<u32, Error> {
    let beyond = || Error::Asked(format!("there is no game {}", game.saturating_add(1)));
    u32::try_from(game).map_err(|_| beyond())
}

/// Finds the games that change: tags and names change in games that pass the filter, and games that are replaced or deleted are named by their
/// numbers.
///
/// # Errors
///
/// Any error of an archive; a game that is named is not there, or is of a text that cannot be changed.
pub fn edit<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    edits: &Edits,
) -> Result<Edited, Error> {
    edits.check(archives.games())?;
    let mut edited = Edited::default();
    let stays = |game: &u32| !edits.deleted.contains(game);
    let mut changed: Vec<u32> = edits.replaced.keys().copied().collect();
    if !edits.tags.is_empty() || edits.spellings.is_some() {
        let note = |game: Option<&Game>| {
            let tags = game?.tags();
            let pairs: Vec<(&[u8], &[u8])> =
                tags.pairs().map(|tag| (tag.name, tag.value)).collect();
            let (changes, respelled) = edits.changes(&pairs);
            Some((!changes.is_empty()).then_some((respelled, pairs.is_empty())))
        };
        let found = archives.sift(filter, edits.needs(), note)?;
        let found = found
            .into_iter()
            .filter_map(|(game, found)| Some((game, found?)));
        for (game, (respelled, is_bare)) in found.filter(|(game, _)| stays(game)) {
            if edits.replaced.contains_key(&game) {
                continue;
            }
            if is_bare {
                archives.ensure_beginning(game)?;
            }
            edited.respelled += respelled;
            changed.push(game);
        }
        changed.sort_unstable();
    }
    for &game in &changed {
        archives.ensure_plain(game)?;
    }
    edited.changed = changed;
    edited.plan = Plan::one((0..archives.games()).filter(stays).collect());
    Ok(edited)
}

impl Edited {
    /// The changes, for writing.
    #[must_use]
    pub fn changes<'a>(&'a self, edits: &'a Edits) -> Changes<'a> {
        Changes::new(&self.changed, edits)
    }
}

impl<R: Read + Seek> Archives<R> {
    /// Refuses to change a text that is stored in another encoding.
    fn ensure_plain(&self, game: u32) -> Result<(), Error> {
        let (reader, number) = self.place(game).unwrap_or_default();
        let blocks = self.readers[reader].blocks();
        let at = blocks.partition_point(|block| block.first_game() <= number);
        let block = at.checked_sub(1).and_then(|at| blocks.get(at));
        let mut streams = block.into_iter().flat_map(|block| block.streams());
        match streams.any(|(stream, _)| stream == Stream::Encoding) {
            true => Err(Error::Asked(format!(
                "game {} is of a text in UTF-16, which cannot be changed: expand it, and compress it as UTF-8",
                number + 1
            ))),
            false => Ok(()),
        }
    }

    /// Refuses to give tags to what is not the beginning of a game, but goes on from the block before it.
    fn ensure_beginning(&mut self, game: u32) -> Result<(), Error> {
        let (number, place) = self.place(game).unwrap_or_default();
        let reader = &mut self.readers[number];
        let is_first = reader
            .blocks()
            .iter()
            .any(|block| block.first_game() == place);
        if !is_first || place == 0 {
            return Ok(());
        }
        let mut texts = Vec::new();
        let mut give = |text: &[u8]| {
            texts.push(text.to_vec());
            Ok(())
        };
        reader.games_text(place - 1..place + 1, &mut give)?;
        let before = texts.first().map_or(0, Vec::len);
        let first = pgn::games(&texts.concat()).next().map_or(0, <[u8]>::len);
        match first > before {
            true => Err(Error::Asked(format!(
                "game {} is the rest of a game that was too long for one block, so it can have no tags",
                place + 1
            ))),
            false => Ok(()),
        }
    }
}

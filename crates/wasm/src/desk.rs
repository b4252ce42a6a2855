//! What is open, and what is asked of it.

use crate::failure::Failure;
use crate::host::HostFile;
use crate::walk::Walk;
use crate::{columns, json};
use ::view::View;
use pgnz::{Archive, CompressOptions, ExpandOptions, Explorer, Level, Model};
use serde_json::{Value, json};

mod beside;
mod view;

/// What came out of an operation: bytes, most often JSON.
pub type Answer = Result<Vec<u8>, Failure>;

/// Archives, walks and views, by their numbers.
#[derive(Default)]
pub struct Desk {
    archives: Vec<Option<Archive<HostFile>>>,
    walks: Vec<Option<Walk>>,
    views: Vec<Option<View<HostFile>>>,
    /// The opening trees beside archives, with the numbers of these.
    explorers: Vec<(u32, Explorer<HostFile>)>,
}

impl Desk {
    /// The versions of the library and of the format, and the files of data that coding at each level takes and that are not here yet.
    pub fn about(&self) -> Answer {
        let levels = Level::ALL.map(|level| {
            let missing = json::missing(&Model::of(level).missing_data());
            (level.name().to_owned(), missing)
        });
        let [major, minor] = pgnz::FORMAT_VERSION;
        written(&json!({
            "version": env!("CARGO_PKG_VERSION"),
            "format": format!("{major}.{minor}"),
            "missing": serde_json::Map::from_iter(levels),
        }))
    }

    /// Takes a file of data. Answers with its name.
    pub fn supply(&self, bytes: Vec<u8>) -> Answer {
        Ok(Model::supply(bytes)?.into())
    }

    /// Opens an archive of the host. Answers with its number, the number of its games, the files of data that it needs and that are not here yet, and
    /// whether it [carries](Self::inside) any.
    pub fn open(&mut self, source: u32, bytes: u64) -> Answer {
        let options = ExpandOptions::new().remote(true);
        let archive = Archive::open_with(HostFile::new(source, bytes), &options)?;
        let (games, missing) = (archive.len(), json::missing(&archive.missing_data()));
        let carries = archive.has_data();
        let number = put(&mut self.archives, archive);
        written(&json!({"archive": number, "games": games, "missing": missing, "carries": carries}))
    }

    /// Takes the files of data that an archive carries. Answers with those that it needs and that are still not here.
    pub fn inside(&mut self, archive: u32) -> Answer {
        let archive = self.archive(archive)?;
        archive.supply_data()?;
        written(&json::missing(&archive.missing_data()))
    }

    /// Closes an archive, and ends the walks through it.
    pub fn close(&mut self, archive: u32) -> Answer {
        if let Some(place) = self.archives.get_mut(archive as usize) {
            *place = None;
        }
        self.explorers.retain(|(number, _)| *number != archive);
        for place in &mut self.walks {
            if place.as_ref().is_some_and(|walk| walk.archive == archive) {
                *place = None;
            }
        }
        Ok(Vec::new())
    }

    /// What an archive holds, by its index alone.
    pub fn info(&mut self, archive: u32) -> Answer {
        let archive = self.archive(archive)?;
        written(&json::report(&archive.report()))
    }

    /// The exact text of games.
    pub fn text(&mut self, archive: u32, from: u64, to: u64) -> Answer {
        Ok(self.archive(archive)?.text(from..to)?)
    }

    /// A game with the parts that the request names, apart by commas; with all parts if it is empty.
    pub fn game(&mut self, archive: u32, number: u64, request: &[u8]) -> Answer {
        let names = std::str::from_utf8(request).unwrap_or_default();
        let names = names.split(',').filter(|name| !name.is_empty());
        let columns = columns::parse(names)?;
        let archive = self.archive(archive)?;
        let games = archive.len();
        let missing = || {
            Failure::argument(format!(
                "there is no game {number} (from 0): the archive has {games}"
            ))
        };
        if number >= games {
            return Err(missing());
        }
        let game = archive.games(number..=number, columns)?.next();
        let game = game.ok_or_else(missing)??;
        written(&json::game(number, &game, columns))
    }

    /// Begins to go through games: see [`Walk::begin`]. Answers with the number of the walk.
    pub fn walk(&mut self, archive: u32, request: &[u8]) -> Answer {
        let games = self.archive(archive)?.len();
        let walk = Walk::begin(archive, games, request)?;
        let number = put(&mut self.walks, walk);
        written(&json!({"walk": number}))
    }

    /// Goes on: see [`Walk::step`].
    pub fn step(&mut self, walk: u32, most: u64) -> Answer {
        let walk = self.walks.get_mut(walk as usize).and_then(Option::as_mut);
        let walk =
            walk.ok_or_else(|| Failure::argument("this has ended, or its archive is closed"))?;
        let archive = opened(&mut self.archives, walk.archive)?;
        written(&walk.step(archive, most)?)
    }

    /// Ends a walk before it has come to the end, or after.
    pub fn end(&mut self, walk: u32) -> Answer {
        if let Some(place) = self.walks.get_mut(walk as usize) {
            *place = None;
        }
        Ok(Vec::new())
    }

    /// An archive of a text. Its model is that of a level, 0 `fast`, 1 `default` or 2 `best`.
    pub fn compress(&self, text: &[u8], level: u8) -> Answer {
        let level = Level::ALL.into_iter().find(|known| known.number() == level);
        let level = level.ok_or_else(|| Failure::argument("there is no such level"))?;
        let mut packed = Vec::new();
        let options = CompressOptions::new().level(level).threads(1);
        pgnz::compress(text, &mut packed, &options)?;
        Ok(packed)
    }

    /// The text of an archive, which is given as bytes.
    pub fn expand(&self, packed: &[u8]) -> Answer {
        let mut text = Vec::new();
        let options = ExpandOptions::new().threads(1);
        pgnz::expand(packed, &mut text, &options)?;
        Ok(text)
    }

    fn archive(&mut self, number: u32) -> Result<&mut Archive<HostFile>, Failure> {
        opened(&mut self.archives, number)
    }
}

fn opened(
    archives: &mut [Option<Archive<HostFile>>],
    number: u32,
) -> Result<&mut Archive<HostFile>, Failure> {
    let found = archives.get_mut(number as usize).and_then(Option::as_mut);
    found.ok_or_else(|| Failure::argument("this archive is closed"))
}

/// Puts something in the first free place. Returns its number.
fn put<T>(places: &mut Vec<Option<T>>, held: T) -> usize {
    let free = places.iter().position(Option::is_none);
    let number = free.unwrap_or(places.len());
    match places.get_mut(number) {
        Some(place) => *place = Some(held),
        None => places.push(Some(held)),
    }
    number
}

fn written(value: &Value) -> Answer {
    Ok(value.to_string().into_bytes())
}

#[cfg(test)]
mod tests;

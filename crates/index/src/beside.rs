//! The index that lies beside an archive, as every program finds it.
//!
//! Not part of the format.

use crate::{About, Error, Index, Kept};
use archive::Reader;
use query::{Filter, Known, Table, Verdict};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// An index that fits its archive.
pub struct Beside {
    index: Index,
    threads: usize,
}

/// Why the index beside an archive is not used.
#[derive(Debug, thiserror::Error)]
pub enum NotUsed {
    /// The archive is damaged: what an index says of games that are lost would not be true.
    #[error("the archive is damaged, so its index is not used")]
    DamagedArchive,
    /// The index cannot be read, or is that of another archive.
    #[error("{0}; the index is not used")]
    Unfit(#[from] Error),
}

/// What an index says of all games, in the order of the games; the number of the first comes before each part.
pub struct IndexedGames(Vec<(u64, Table)>);

impl IndexedGames {
    /// The part that has a game, and the place of the game there.
    #[must_use]
    pub fn of(&self, game: u64) -> Option<(&Table, usize)> {
        let part = self.0.partition_point(|(first, _)| *first <= game);
        let (first, table) = self.0.get(part.checked_sub(1)?)?;
        let place = usize::try_from(game - first).ok()?;
        (place < table.games).then_some((table, place))
    }
}

/// The name of the index of an archive: that of the archive with `.parquet` after it.
#[must_use]
pub fn name_of(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".parquet");
    name.into()
}

impl Beside {
    /// The index of the archive at a path, which `reader` has open; `None` if there is none. It is asked on this number of threads, from 1.
    ///
    /// # Errors
    ///
    /// There is an index, but it is not used.
    pub fn open<R: Read + Seek>(
        archive: &Path,
        reader: &mut Reader<R>,
        threads: usize,
    ) -> Result<Option<Self>, NotUsed> {
        let path = name_of(archive);
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            _ if !reader.report().damage.is_empty() => return Err(NotUsed::DamagedArchive),
            _ => {}
        }
        let index = Index::read(&path, About::of(reader)?)?;
        Ok(Some(Self { index, threads }))
    }

    /// Which moves it stores.
    #[must_use]
    pub fn kept(&self) -> Kept {
        self.index.kept()
    }

    /// What it says of a filter, for all games of the archive.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn judge(&self, filter: &Filter) -> Result<Vec<Verdict>, Error> {
        let (columns, lines) = Table::columns_for(filter);
        let parts = self.each_part(&columns, lines, &|_, table| filter.judge(&table))?;
        Ok(parts.concat())
    }

    /// What it says of these fields, for all games of the archive.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn games(&self, columns: &[Known]) -> Result<IndexedGames, Error> {
        let tables = self.each_part(columns, false, &|first, table| (first, table))?;
        Ok(IndexedGames(tables))
    }

    /// Does something with the tables of all parts, on several threads; `of_part` gets the number of the first game, too. What it made is
    /// in the order of the parts.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn each_part<T: Send>(
        &self,
        columns: &[Known],
        lines: bool,
        of_part: &(dyn Fn(u64, Table) -> T + Sync),
    ) -> Result<Vec<T>, Error> {
        let starts = self.index.parts();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(&first) = starts.get(part) else {
                    return Ok(found);
                };
                let table = self.index.table(part, columns, lines)?;
                found.push((part, of_part(first, table)));
            }
        };
        let done: Vec<Result<Vec<(usize, T)>, Error>> = thread::scope(|scope| {
            let count = self.threads.min(starts.len());
            // Where no thread can be started, this one does all of the work.
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..count).map_while(start).collect();
            let own = work();
            let found = others.into_iter().map(thread::ScopedJoinHandle::join);
            let found = found.map(|found| found.unwrap_or_else(|_| Err(odd())));
            iter::once(own).chain(found).collect()
        });
        let mut found = Vec::new();
        for part in done {
            found.extend(part?);
        }
        found.sort_by_key(|(part, _)| *part);
        Ok(found.into_iter().map(|(_, found)| found).collect())
    }
}

impl About {
    /// The archive that a reader has open.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be read.
    pub fn of<R: Read + Seek>(reader: &mut Reader<R>) -> Result<Self, Error> {
        let texts = reader.blocks().iter().map(|block| block.facts().text_bytes);
        let text_bytes = texts.fold(0, u64::saturating_add);
        let unread = |error: archive::Error| Error::Io(io::Error::other(error));
        Ok(Self {
            digest: reader.digest().map_err(unread)?,
            games: reader.games(),
            text_bytes,
        })
    }
}

impl Index {
    /// Reads an index file, if it is a regular one (others may never end, or wait for somebody who writes to them), and not longer than the
    /// index of this archive can be.
    ///
    /// # Errors
    ///
    /// As [`Index::open`], and [`Error::Io`].
    pub fn read(path: &Path, about: About) -> Result<Self, Error> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            let what = "this is not a regular file";
            return Err(Error::Io(io::Error::other(what)));
        }
        let most = about.most_bytes();
        if metadata.len() > most {
            return Err(Error::TooLong);
        }
        let mut bytes = Vec::new();
        // It may become longer while it is read.
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
        Self::open(bytes, about)
    }
}

fn odd() -> Error {
    Error::Damaged("its contents are inconsistent".to_owned())
}

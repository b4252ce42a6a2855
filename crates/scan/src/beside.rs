//! The index that lies beside an archive, as every program finds it.
//!
//! Not part of the format.

use crate::in_order::{self, Outlet};
use crate::indexed::{IndexedGames, index_path};
use archive::Reader;
use index::{About, Error, Index, Kept};
use query::{Filter, Known, Table, Verdict};
use std::fs;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

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

impl Beside {
    /// The index of the archive at a path, which `reader` has open; `None` if there is none. It is asked on this number of threads; 0
    /// means one for each core.
    ///
    /// # Errors
    ///
    /// There is an index, but it is not used.
    pub fn open<R: Read + Seek>(
        archive: &Path,
        reader: &mut Reader<R>,
        threads: usize,
    ) -> Result<Option<Self>, NotUsed> {
        let path = index_path(archive);
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            _ if !reader.report().damage.is_empty() => return Err(NotUsed::DamagedArchive),
            _ => {}
        }
        let index = Index::read(&path, About::of(reader)?)?;
        Ok(Some(Self {
            index,
            threads: in_order::threads(threads),
        }))
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
        let work = |(): &mut (), part: usize, outlet: &Outlet<'_, Result<T, Error>>| {
            let first = starts.get(part).copied().unwrap_or_default();
            let table = self.index.table(part, columns, lines);
            outlet.give(table.map(|table| of_part(first, table)));
            Ok(())
        };
        let mut parts = 0..starts.len();
        let mut found = Vec::with_capacity(starts.len());
        let mut take = |made| {
            found.push(made);
            Ok(ControlFlow::Continue(()))
        };
        let done = in_order::share(
            self.threads,
            1,
            || (),
            &work,
            |order| order.drive::<archive::Error>(&mut || Ok(parts.next()), &mut take),
        );
        done.map_err(|_| odd())?;
        found.into_iter().collect()
    }
}

fn odd() -> Error {
    Error::Damaged("its contents are inconsistent".to_owned())
}

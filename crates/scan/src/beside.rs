//! The index that lies beside an archive, as every program finds it.
//!
//! Not part of the format.

use crate::in_order::{self, Outlet};
use crate::indexed::{IndexedGames, index_path};
use archive::{Move, Reader};
use index::{About, Error, Index, Kept};
use query::{Facts, Field, Filter, Known, Root, Table, Verdict, Visit};
use std::fs;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

/// An index that fits its archive.
pub struct Beside {
    index: Index,
    threads: usize,
}

/// What a game adds to a tree: its number, the move played in the position, and what is counted of it.
pub type Addition = (u64, Option<Move>, Facts);

/// Why the index beside an archive is not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
        let index = Index::read(&path, About::of(reader))?;
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
    pub fn values<'f>(
        &self,
        fields: impl IntoIterator<Item = &'f Field>,
    ) -> Result<IndexedGames, Error> {
        let known = fields.into_iter().filter_map(|field| match field {
            Field::Known(known) => Some(*known),
            Field::At(..) | Field::Tag(_) => None,
        });
        self.all(&Table::columns_of(known))
    }

    /// What it says of all games for statistics ([`query::Record`]).
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn records(&self) -> Result<IndexedGames, Error> {
        self.all(&Table::FOR_RECORDS)
    }

    /// The same of some games, and of others near them: only the parts with these games are read.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn records_among(&self, games: &[u64]) -> Result<IndexedGames, Error> {
        let starts = self.index.parts();
        let part_of = |game: &u64| starts.partition_point(|first| first <= game).checked_sub(1);
        let mut parts: Vec<usize> = games.iter().filter_map(part_of).collect();
        parts.sort_unstable();
        parts.dedup();
        let columns = &Table::FOR_RECORDS;
        let tables = self.each_of(parts, columns, false, &|first, table| (first, table))?;
        Ok(IndexedGames(tables))
    }

    fn all(&self, columns: &[Known]) -> Result<IndexedGames, Error> {
        let tables = self.each_part(columns, false, &|first, table| (first, table))?;
        Ok(IndexedGames(tables))
    }

    /// The games that pass a filter and reach a position, as far as it knows, with what they add to a tree; and what it says of all games:
    /// those that are added do not pass any more.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn tree(
        &self,
        filter: &Filter,
        root: &Root,
    ) -> Result<(Vec<Verdict>, Vec<Addition>), Error> {
        let (mut columns, _) = Table::columns_for(filter);
        for known in Table::FOR_FACTS {
            if !columns.contains(&known) {
                columns.push(known);
            }
        }
        let of_part = |first, table: Table| visit(filter, root, first, &table);
        let (mut verdicts, mut additions) = (Vec::new(), Vec::new());
        for (judged, added) in self.each_part(&columns, true, &of_part)? {
            verdicts.extend(judged);
            additions.extend(added);
        }
        Ok((verdicts, additions))
    }

    /// Does something with the tables of all parts, on several threads; `of_part` gets the number of the first game, too. What it made is
    /// in the order of the parts.
    fn each_part<T: Send>(
        &self,
        columns: &[Known],
        lines: bool,
        of_part: &(dyn Fn(u64, Table) -> T + Sync),
    ) -> Result<Vec<T>, Error> {
        let all = (0..self.index.parts().len()).collect();
        self.each_of(all, columns, lines, of_part)
    }

    /// As [`Beside::each_part`], for the parts with these numbers.
    fn each_of<T: Send>(
        &self,
        parts: Vec<usize>,
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
        let mut found = Vec::with_capacity(parts.len());
        let mut parts = parts.into_iter();
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

/// What the games of a part add to a tree, and what has to be asked.
fn visit(filter: &Filter, root: &Root, first: u64, table: &Table) -> (Vec<Verdict>, Vec<Addition>) {
    let mut additions = Vec::new();
    let mut verdicts = filter.judge(table);
    for (game, verdict) in verdicts.iter_mut().enumerate() {
        if *verdict == Verdict::No {
            continue;
        }
        let visit = table.lines.as_ref().map(|lines| lines.visit(root, game));
        *verdict = match visit {
            Some(Visit::Elsewhere) => Verdict::No,
            Some(Visit::Here(next)) if *verdict == Verdict::Yes => {
                additions.push((first + game as u64, next, table.facts(game)));
                Verdict::No
            }
            _ => *verdict,
        };
    }
    (verdicts, additions)
}

fn odd() -> Error {
    Error::Damaged("its contents are inconsistent".to_owned())
}

//! The index that lies beside an archive.

use super::name_of;
use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use crate::sift::threads;
use anyhow::{Result, anyhow};
use archive::{Move, Reader};
use index::{Error, Index, Kept};
use query::{Facts, Filter, Known, Root, Table, Tree, Verdict, Visit};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// If the moves of more games than this have to be read, a note says how to avoid that.
const MANY: u64 = 2000;

/// An index that fits its archive.
pub struct Beside {
    index: Index,
    threads: usize,
}

/// What an index says of all games, in the order of the games; the number of the first comes before each part.
pub struct IndexedGames(Vec<(u64, Table)>);

impl IndexedGames {
    /// The part that has a game, and the place of the game there.
    pub fn of(&self, game: u64) -> Option<(&Table, usize)> {
        let part = self.0.partition_point(|(first, _)| *first <= game);
        let (first, table) = self.0.get(part.checked_sub(1)?)?;
        let place = usize::try_from(game - first).ok()?;
        (place < table.games).then_some((table, place))
    }
}

/// What a game adds to a tree.
type Addition = (u64, Option<Move>, Facts);

impl Beside {
    /// The index of an archive, if there is one that fits. Warns of one that does not.
    pub fn find(
        archive: &Path,
        reader: &mut Reader<File>,
        threads: usize,
        console: &mut Console,
    ) -> Option<Self> {
        let path = name_of(archive);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            found => found,
        };
        // What is missing in a damaged archive is reported where it is needed.
        if !reader.report().damage.is_empty() {
            console.warn(
                shown(&path),
                "the archive is damaged, so its index is not used",
            );
            return None;
        }
        let mut warn = |what: &str| {
            let again = format!("pgnz index {} makes a new one", shown(archive));
            console.warn(
                shown(&path),
                format_args!("{what}; the index is not used: {again}"),
            );
        };
        let found = bytes.map_err(Error::from).and_then(Index::open);
        match found.and_then(|index| Ok((index, reader.digest().map_err(|_| odd())?))) {
            Ok((index, digest)) if index.fits(digest, reader.games()) => {
                Some(Self { index, threads })
            }
            Ok(_) => {
                warn("this is the index of another archive, or of an earlier version of this one");
                None
            }
            Err(error) => {
                warn(&error.to_string());
                None
            }
        }
    }

    /// What it says of all games.
    pub fn judge(&self, filter: &Filter, name: &str, console: &Console) -> Result<Vec<Verdict>> {
        let (columns, lines) = Table::columns_for(filter);
        let parts = self.each_part(&columns, lines, &|_, table| filter.judge(&table))?;
        let verdicts = parts.concat();
        self.tell(&verdicts, lines, name, console);
        Ok(verdicts)
    }

    /// What it says of these fields, of all games.
    pub fn games(&self, columns: &[Known]) -> Result<IndexedGames> {
        let tables = self.each_part(columns, false, &|first, table| (first, table))?;
        Ok(IndexedGames(tables))
    }

    /// Takes the games into a tree of which it knows enough, as those of an archive; what it says of the others.
    pub fn visit(
        &self,
        filter: &Filter,
        root: &Root,
        (tree, archive): (&mut Tree, usize),
        name: &str,
        console: &Console,
    ) -> Result<Vec<Verdict>> {
        let (mut columns, _) = Table::columns_for(filter);
        for known in Table::FOR_FACTS {
            if !columns.contains(&known) {
                columns.push(known);
            }
        }
        let parts = self.each_part(&columns, true, &|first, table| {
            visit(filter, root, first, &table)
        })?;
        let mut all = Vec::new();
        let mut found = 0;
        for (verdicts, additions) in parts {
            all.extend(verdicts);
            found += additions.len() as u64;
            for (game, next, facts) in additions {
                tree.add((archive, game), next, &facts);
            }
        }
        if console.is_verbose() {
            let found = grouped(found);
            console.note(format_args!(
                "{name}: {found} of the games are in the index"
            ));
        }
        self.tell(&all, true, name, console);
        Ok(all)
    }

    /// Says how much is known, and what would help where many games have to be asked for their moves.
    fn tell(&self, verdicts: &[Verdict], lines: bool, name: &str, console: &Console) {
        let count = |verdict| verdicts.iter().filter(|&&found| found == verdict).count() as u64;
        let asked = count(Verdict::Ask);
        if console.is_verbose() {
            console.note(format_args!(
                "{name}: by its index, {} of {} games match, and {} have to be examined",
                grouped(count(Verdict::Yes)),
                grouped(verdicts.len() as u64),
                grouped(asked)
            ));
        }
        if lines && asked > MANY && self.index.kept() == Kept::FirstMoves {
            console.note(format_args!(
                "{name}: the moves of {} games have to be read; with an index of all moves (pgnz index --moves) this is not necessary",
                grouped(asked)
            ));
        }
    }

    /// Does something with the tables of all parts, on several threads.
    fn each_part<T: Send>(
        &self,
        columns: &[Known],
        lines: bool,
        of_part: &(dyn Fn(u64, Table) -> T + Sync),
    ) -> Result<Vec<T>> {
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
            let count = threads(self.threads).min(starts.len());
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            let found = workers.into_iter().map(|worker| worker.join());
            found
                .map(|found| found.unwrap_or_else(|_| Err(odd())))
                .collect()
        });
        let mut found = Vec::new();
        for part in done {
            found.extend(part.map_err(|error| anyhow!("{error}"))?);
        }
        found.sort_by_key(|(part, _)| *part);
        Ok(found.into_iter().map(|(_, found)| found).collect())
    }
}

fn odd() -> Error {
    Error::Damaged("its contents are inconsistent".to_owned())
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

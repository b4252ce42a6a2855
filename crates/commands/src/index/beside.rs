//! The index that lies beside an archive.

use super::name_of;
use crate::console::Console;
use crate::figures::grouped;
use crate::in_order::{self, threads};
use crate::names::shown;
use crate::open;
use archive::{Move, Reader};
use index::{About, Error, Index, Kept};
use query::{Facts, Filter, Known, Root, Table, Tree, Verdict, Visit};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// If the moves of more games than this have to be read, a note says how to avoid that.
const MANY: u64 = 2000;

/// An index that fits its archive.
pub struct Beside {
    index: Index,
    archive: PathBuf,
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
        let file = match open::regular(&path) {
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
        let found = file
            .map_err(Error::from)
            .and_then(|file| read(file, about(reader)?));
        match found {
            Ok(index) => Some(Self {
                index,
                archive: archive.to_owned(),
                threads,
            }),
            Err(error) => {
                warn(archive, &error, console);
                None
            }
        }
    }

    /// What it says of all games; `None`, and a warning, if it cannot be used after all.
    pub fn judge(&self, filter: &Filter, console: &mut Console) -> Option<Vec<Verdict>> {
        let (columns, lines) = Table::columns_for(filter);
        let judge = |_, table: Table| filter.judge(&table);
        let verdicts = self.each_part(&columns, lines, &judge, console)?.concat();
        self.tell(&verdicts, lines, console);
        Some(verdicts)
    }

    /// What it says of these fields, of all games; `None`, and a warning, if it cannot be used after all.
    pub fn games(&self, columns: &[Known], console: &mut Console) -> Option<IndexedGames> {
        let tables = self.each_part(columns, false, &|first, table| (first, table), console);
        tables.map(IndexedGames)
    }

    /// Takes the games into a tree of which it knows enough, as those of an archive; what it says of the others, or `None`, and a warning,
    /// if it cannot be used after all.
    pub fn visit(
        &self,
        filter: &Filter,
        root: &Root,
        (tree, archive): (&mut Tree, usize),
        console: &mut Console,
    ) -> Option<Vec<Verdict>> {
        let (mut columns, _) = Table::columns_for(filter);
        for known in Table::FOR_FACTS {
            if !columns.contains(&known) {
                columns.push(known);
            }
        }
        let visit = |first, table: Table| visit(filter, root, first, &table);
        let parts = self.each_part(&columns, true, &visit, console)?;
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
                "{}: {found} of the games are in the index",
                shown(&self.archive)
            ));
        }
        self.tell(&all, true, console);
        Some(all)
    }

    /// Says how much is known, and what would help where many games have to be asked for their moves.
    fn tell(&self, verdicts: &[Verdict], lines: bool, console: &Console) {
        let name = shown(&self.archive);
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
        console: &mut Console,
    ) -> Option<Vec<T>> {
        let starts = self.index.parts();
        let work = |(): &mut (), part: usize| {
            let table = self.index.table(part, columns, lines)?;
            Ok(of_part(starts[part], table))
        };
        let count = threads(self.threads).min(starts.len());
        let done = in_order::share(count, &|| (), &work, |order| {
            let mut found = Vec::new();
            for part in 0..starts.len() {
                if order.is_full() {
                    found.extend(order.take()?);
                }
                order.give(part)?;
            }
            while let Some(next) = order.take()? {
                found.push(next);
            }
            Ok(found)
        });
        match done {
            Ok((found, _)) => Some(found),
            Err(error) => {
                warn(&self.archive, &error, console);
                None
            }
        }
    }
}

/// Says that the index of an archive is not used, and what to do.
fn warn(archive: &Path, what: &dyn Display, console: &mut Console) {
    let again = format!("pgnz index {} makes a new one", shown(archive));
    console.warn(
        shown(&name_of(archive)),
        format_args!("{what}; the index is not used: {again}"),
    );
}

/// What an index has to fit.
pub fn about(reader: &mut Reader<File>) -> Result<About, Error> {
    let texts = reader.blocks().iter().map(|block| block.facts().text_bytes);
    let text_bytes = texts.fold(0, u64::saturating_add);
    let unread = |error: archive::Error| Error::Io(io::Error::other(error));
    Ok(About {
        digest: reader.digest().map_err(unread)?,
        games: reader.games(),
        text_bytes,
    })
}

/// Reads an index file, if it is not longer than the index of this archive can be.
pub fn read(file: File, about: About) -> Result<Index, Error> {
    let most = about.most_bytes();
    if file.metadata()?.len() > most {
        return Err(Error::TooLong);
    }
    let mut bytes = Vec::new();
    // It may become longer while it is read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    Index::open(bytes, about)
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

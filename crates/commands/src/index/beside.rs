//! The index that lies beside an archive.

use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use archive::{Move, Reader, SharedFile};
use index::{Error, Kept};
use query::{Facts, Filter, Known, Root, Table, Tree, Verdict, Visit};
use scan::{IndexedGames, NotUsed, index_path};
use std::path::{Path, PathBuf};

/// If the moves of more games than this have to be read, a note says how to avoid that.
const MANY: u64 = 2000;

/// An index that fits its archive.
pub struct Beside {
    index: scan::Beside,
    archive: PathBuf,
}

/// What a game adds to a tree.
type Addition = (u64, Option<Move>, Facts);

impl Beside {
    /// The index of an archive, if there is one that fits. Warns of one that does not.
    pub fn find(
        archive: &Path,
        reader: &mut Reader<SharedFile>,
        threads: usize,
        console: &mut Console,
    ) -> Option<Self> {
        match scan::Beside::open(archive, reader, threads) {
            Ok(found) => found.map(|index| Self {
                index,
                archive: archive.to_owned(),
            }),
            Err(why) => {
                warn(archive, &why, console);
                None
            }
        }
    }

    /// What it says of all games; `None`, and a warning, if it cannot be used after all.
    pub fn judge(&self, filter: &Filter, console: &mut Console) -> Option<Vec<Verdict>> {
        let verdicts = self.usable(self.index.judge(filter), console)?;
        let (_, lines) = Table::columns_for(filter);
        self.tell(&verdicts, lines, console);
        Some(verdicts)
    }

    /// What it says of these fields, of all games; `None`, and a warning, if it cannot be used after all.
    pub fn games(&self, columns: &[Known], console: &mut Console) -> Option<IndexedGames> {
        self.usable(self.index.games(columns), console)
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
        let of_part = |first, table: Table| visit(filter, root, first, &table);
        let parts = self.usable(self.index.each_part(&columns, true, &of_part), console)?;
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

    /// What was found, or a warning that the index is damaged.
    fn usable<T>(&self, found: Result<T, Error>, console: &mut Console) -> Option<T> {
        let found = found.map_err(NotUsed::from);
        found
            .inspect_err(|why| warn(&self.archive, why, console))
            .ok()
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
}

/// Says that the index of an archive is not used, and what to do.
fn warn(archive: &Path, why: &NotUsed, console: &mut Console) {
    let name = shown(&index_path(archive));
    match why {
        // What is missing in a damaged archive is reported where it is needed.
        NotUsed::DamagedArchive => console.warn(name, why),
        NotUsed::Unfit(_) => console.warn(
            name,
            format_args!("{why}: pgnz index {} makes a new one", shown(archive)),
        ),
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

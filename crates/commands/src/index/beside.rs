//! The index that lies beside an archive, and what the program says of it.

use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use crate::sift::threads;
use anyhow::{Result, anyhow};
use archive::{Move, Reader};
use index::{Error, IndexedGames, Kept, NotUsed, name_of};
use query::{Facts, Filter, Known, Root, Table, Tree, Verdict, Visit};
use std::fs::File;
use std::path::Path;

/// If the moves of more games than this have to be read, a note says how to avoid that.
const MANY: u64 = 2000;

/// An index that fits its archive.
pub struct Beside(index::Beside);

/// What a game adds to a tree.
type Addition = (u64, Option<Move>, Facts);

impl Beside {
    /// The index of an archive, if there is one that fits. Warns of one that does not.
    pub fn find(
        archive: &Path,
        reader: &mut Reader<File>,
        asked: usize,
        console: &mut Console,
    ) -> Option<Self> {
        let why = match index::Beside::open(archive, reader, threads(asked)) {
            Ok(found) => return found.map(Self),
            Err(why) => why,
        };
        let name = shown(&name_of(archive));
        match why {
            // What is missing in a damaged archive is reported where it is needed.
            NotUsed::DamagedArchive => console.warn(name, why),
            _ => console.warn(
                name,
                format_args!("{why}: pgnz index {} makes a new one", shown(archive)),
            ),
        }
        None
    }

    /// What it says of all games.
    pub fn judge(&self, filter: &Filter, name: &str, console: &Console) -> Result<Vec<Verdict>> {
        let verdicts = self.0.judge(filter).map_err(damaged)?;
        let (_, lines) = Table::columns_for(filter);
        self.tell(&verdicts, lines, name, console);
        Ok(verdicts)
    }

    /// What it says of these fields, of all games.
    pub fn games(&self, columns: &[Known]) -> Result<IndexedGames> {
        self.0.games(columns).map_err(damaged)
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
        let of_part = |first, table| visit(filter, root, first, &table);
        let parts = self.0.each_part(&columns, true, &of_part);
        let mut all = Vec::new();
        let mut found = 0;
        for (verdicts, additions) in parts.map_err(damaged)? {
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
        if lines && asked > MANY && self.0.kept() == Kept::FirstMoves {
            console.note(format_args!(
                "{name}: the moves of {} games have to be read; with an index of all moves (pgnz index --moves) this is not necessary",
                grouped(asked)
            ));
        }
    }
}

fn damaged(error: Error) -> anyhow::Error {
    anyhow!("{error}")
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

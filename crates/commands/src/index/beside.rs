//! The index that lies beside an archive.

use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use pgnz::{
    Archive, Explorer, Filter, Index, IndexError, IndexMoves, IndexNotUsed, Root, SharedFile, Tree,
    Verdict, explorer_path, index_path,
};
use std::fs::File;
use std::path::{Path, PathBuf};

/// If the moves of more games than this have to be read, a note says how to avoid that.
const MANY: u64 = 2000;

/// An index that fits its archive.
pub struct Beside {
    pub index: Index,
    path: PathBuf,
}

impl Beside {
    /// The index of an archive, if there is one that fits. Warns of one that does not.
    pub fn find(
        path: &Path,
        archive: &mut Archive<SharedFile>,
        threads: usize,
        console: &mut Console,
    ) -> Option<Self> {
        let index = archive.index(path, threads);
        let index = index.inspect_err(|why| warn(path, why, console)).ok()??;
        let path = path.to_owned();
        Some(Self { index, path })
    }

    /// The opening tree of an archive, if there is one that fits. Warns of one that does not.
    pub fn explorer(
        path: &Path,
        archive: &mut Archive<SharedFile>,
        console: &mut Console,
    ) -> Option<Explorer<File>> {
        let found = archive.explorer(path);
        found
            .inspect_err(|error| warn_of_tree(path, error, console))
            .ok()?
    }

    /// What it says of all games; `None`, and a warning, if it cannot be used after all.
    pub fn judge(&self, filter: &Filter, console: &mut Console) -> Option<Vec<Verdict>> {
        let verdicts = self.usable(self.index.judge(filter), console)?;
        self.tell(&verdicts, filter.asks_for_moves(), console);
        Some(verdicts)
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
        let (verdicts, additions) = self.usable(self.index.tree(filter, root), console)?;
        let found = additions.len() as u64;
        for (game, next, facts) in additions {
            tree.add((archive, game), next, &facts);
        }
        if console.is_verbose() {
            let found = grouped(found);
            console.note(format_args!(
                "{}: {found} of the games are in the index",
                shown(&self.path)
            ));
        }
        self.tell(&verdicts, true, console);
        Some(verdicts)
    }

    /// What was found, or a warning that the index is damaged.
    pub fn usable<T>(&self, found: Result<T, IndexError>, console: &mut Console) -> Option<T> {
        let found = found.map_err(IndexNotUsed::from);
        found.inspect_err(|why| warn(&self.path, why, console)).ok()
    }

    /// Says how much is known, and what would help where many games have to be asked for their moves.
    fn tell(&self, verdicts: &[Verdict], lines: bool, console: &Console) {
        let name = shown(&self.path);
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
        if lines && asked > MANY && self.index.kept() == IndexMoves::FirstMoves {
            console.note(format_args!(
                "{name}: the moves of {} games have to be read; with an index of all moves (pgnz index --moves) this is not necessary",
                grouped(asked)
            ));
        }
    }
}

/// Says that the opening tree of an archive is not used, and what to do.
pub fn warn_of_tree(archive: &Path, error: &pgnz::Error, console: &mut Console) {
    console.warn(
        shown(&explorer_path(archive)),
        format_args!(
            "{error}; it is not used: pgnz index --tree {} makes a new one",
            shown(archive)
        ),
    );
}

/// Says that the index of an archive is not used, and what to do.
fn warn(archive: &Path, why: &IndexNotUsed, console: &mut Console) {
    let name = shown(&index_path(archive));
    match why {
        // What is missing in a damaged archive is reported where it is needed.
        IndexNotUsed::DamagedArchive => console.warn(name, why),
        _ => console.warn(
            name,
            format_args!("{why}: pgnz index {} makes a new one", shown(archive)),
        ),
    }
}

//! An archive whose games a command reads: what it says when it is opened, which of its games pass, and what it says at the end.

use crate::args::Filters;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures::grouped;
use crate::index::{Beside, warn_of_tree};
use crate::open;
use crate::pick::Wanted;
use crate::progress::Bar;
use anyhow::{Result, anyhow};
use pgnz::{
    Archive, Columns, Filter, IndexMoves, Model, Note, Root, Search, SharedFile, Tally, Tree,
    Verdict, Window,
};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// An open archive.
pub struct Opened<'a> {
    pub path: &'a Path,
    /// What messages call it.
    pub name: String,
    pub archive: Archive<SharedFile>,
    /// Whether the file has games in PGN, so that no index is beside it.
    pub is_text: bool,
    /// 0 for one on each core.
    threads: usize,
    prints: Prints,
}

/// When a command prints what it finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Prints {
    AtTheEnd,
    /// Not where progress is shown, unless it goes to a file.
    Meanwhile,
}

/// Takes a game that passes: its number, from 0, and what was noted of it.
pub type Take<'a, T> = dyn FnMut(u64, T) -> Result<()> + 'a;

impl<'a> Opened<'a> {
    /// Opens an archive for a command, and warns of what is damaged.
    pub fn new(
        path: &'a Path,
        models: &[Model],
        command: (&str, Prints),
        threads: usize,
        console: &mut Console,
    ) -> Result<Self> {
        let (command, prints) = command;
        let (archive, is_text) = open::archive(path, models, command, console)?;
        let name = shown(path);
        let report = archive.report();
        damage::warn_unfinished(path, &report, console);
        damage::warn(&name, &report, console);
        Ok(Self {
            path,
            name,
            archive,
            is_text,
            threads,
            prints,
        })
    }

    /// The index beside the archive, if there is one that fits and that may be used.
    pub fn beside(&mut self, filters: &Filters, console: &mut Console) -> Option<Beside> {
        match filters.no_index || self.is_text {
            true => None,
            false => Beside::find(self.path, &mut self.archive, self.threads, console),
        }
    }

    /// What the index beside the archive says of a filter; `None` if there is no index that fits, or nothing to ask.
    pub fn ask_index(
        &mut self,
        filters: &Filters,
        filter: &Filter,
        console: &mut Console,
    ) -> Option<Vec<Verdict>> {
        match filter.is_empty() {
            true => None,
            false => self.beside(filters, console)?.judge(filter, console),
        }
    }

    /// A search for games that pass a filter, with what an index says of it.
    pub fn search(
        &self,
        filter: &Filter,
        verdicts: Option<Vec<Verdict>>,
        columns: Columns,
    ) -> Search {
        let search = Search::new().filter(filter.clone()).columns(columns);
        let search = search.threads(self.threads);
        match verdicts {
            Some(verdicts) => search.verdicts(verdicts),
            None => search,
        }
    }

    /// All games.
    pub fn all(&self) -> Wanted {
        Wanted::among_all(&Default::default(), &self.archive, self.threads)
    }

    /// Passes the games that are wanted and that pass to `take`, in order, with what `note` says of them. At the end says how much work it
    /// was, where that is asked for, and what could not be read.
    pub fn each<T: Clone + Send>(
        &self,
        wanted: Wanted,
        search: &Search,
        note: &Note<'_, T>,
        take: &mut Take<'_, T>,
        console: &mut Console,
    ) -> Result<()> {
        let tally = if wanted.takes_what_is_found() && search.is_selective() {
            let bar = self.bar(&wanted, console);
            let told = (self.name.as_str(), &bar);
            wanted.each_found(&self.archive, search, note, take, told, console)?
        } else {
            // Which games are wanted is known before they are read.
            let plain = search.without_filter();
            let mut take = |window: Window<T>| {
                let mut found = window.found.into_iter();
                found.try_for_each(|(number, noted)| take(number, noted))?;
                Ok(ControlFlow::Continue(()))
            };
            let (tally, _) = self.archive.share(&plain, note, |run| {
                let tally = self.choose(
                    wanted,
                    search,
                    &mut |window| run.pass(window, &mut take).map(drop),
                    console,
                )?;
                run.finish(&mut take)?;
                anyhow::Ok(tally)
            })?;
            tally
        };
        self.tell(search, &tally, console);
        Ok(())
    }

    /// Passes the numbers of the games that are wanted and that pass to `give`, window by window.
    pub fn choose(
        &self,
        wanted: Wanted,
        search: &Search,
        give: &mut dyn FnMut(Vec<u64>) -> Result<()>,
        console: &mut Console,
    ) -> Result<Tally> {
        let bar = self.bar(&wanted, console);
        wanted.choose(&self.archive, search, give, (&self.name, &bar), console)
    }

    /// Writes the index of the archive. Returns the number of games.
    pub fn write_index(
        &mut self,
        moves: IndexMoves,
        out: impl Write,
        console: &mut Console,
    ) -> Result<u64> {
        let bar = self.bar(&self.all(), console);
        let search = Search::new().threads(self.threads);
        let search = search.progress(move |games| bar.pass(games));
        let done = self.archive.write_index(moves, &search, out);
        self.tell(&search, &Tally::default(), console);
        Ok(done?)
    }

    /// Writes the opening tree of the archive. Returns the number of games.
    pub fn write_explorer(&mut self, out: impl Write, console: &mut Console) -> Result<u64> {
        let bar = self.bar(&self.all(), console);
        let search = Search::new().threads(self.threads);
        let search = search.progress(move |games| bar.pass(games));
        let done = self.archive.write_explorer(&search, out);
        self.tell(&search, &Tally::default(), console);
        Ok(done?)
    }

    /// Takes the games into a tree by the opening tree beside the archive; what it says of all games, or `None`, if there is none that
    /// fits, or it does not know the answer.
    pub fn explore(
        &mut self,
        tree: &mut Tree,
        (root, filter): (&Root, &Filter),
        number: usize,
        console: &mut Console,
    ) -> Option<Vec<Verdict>> {
        let found = self
            .archive
            .explorer(self.path)
            .and_then(|explorer| match explorer {
                Some(mut explorer) => Ok(explorer.add_to(tree, root, filter, number)?),
                None => Ok(None),
            });
        let found = found.inspect_err(|error| warn_of_tree(self.path, error, console));
        let mut verdicts = vec![Verdict::No; usize::try_from(self.archive.len()).ok()?];
        for number in found.ok()?? {
            *verdicts.get_mut(usize::try_from(number).ok()?)? = Verdict::Ask;
        }
        Some(verdicts)
    }

    fn bar(&self, wanted: &Wanted, console: &Console) -> Bar {
        Bar::of_games(
            self.path,
            wanted.games(),
            self.prints == Prints::Meanwhile,
            console,
        )
    }

    /// Says how much work a search was, where that is asked for, and what could not be read.
    pub fn tell(&self, search: &Search, tally: &Tally, console: &mut Console) {
        if console.is_verbose() && search.has_filter() {
            let pruned = tally.skipped_blocks();
            console.note(format_args!(
                "{}: {} of {} games match; {} of {} blocks were skipped, and the moves of {} games were read",
                self.name,
                grouped(tally.hits),
                grouped(self.archive.len()),
                grouped(pruned),
                grouped(pruned + tally.read_blocks()),
                grouped(tally.with_moves)
            ));
        }
        for damage in self.archive.skipped_damage() {
            console.fail_on(&self.name, &anyhow!("{damage}"));
        }
    }
}

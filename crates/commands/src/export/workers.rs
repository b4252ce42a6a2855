//! Rows made on all cores, and given on in their order.
//!
//! Games come in windows. Each window is cut into pieces; whoever is free takes the next piece, with an own reader of the archive.

use crate::console::Console;
use crate::in_order::{self, InOrder, threads};
use crate::open;
use crate::pick::Wanted;
use crate::sift::{Failures, Hits, Sieve, Sift, each_block, visit_games};
use ::export::{Row, Rows};
use anyhow::Result;
use archive::{Columns, Model, Reader};
use query::{Filter, Verdict};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// So many games are made rows of at a time.
const PIECE: usize = 1024;

/// All that pass are wanted.
static ENOUGH: AtomicBool = AtomicBool::new(false);

/// What is to be done with the games of one archive.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub path: &'a Path,
    pub models: &'a [Model],
    pub rows: &'a Rows,
    pub filter: Option<&'a Filter>,
    /// What an index says of all games.
    pub verdicts: Option<&'a [Verdict]>,
    /// Whether the filter is asked before games are given out.
    pub sifts_first: bool,
    /// 0 for one on each core.
    pub threads: usize,
}

/// Gives out pieces, and takes their rows back.
pub struct Export<'a, 'o> {
    order: &'a mut InOrder<'o, Vec<u64>, Vec<Row>>,
    add: &'a mut dyn FnMut(Row) -> Result<()>,
}

impl Export<'_, '_> {
    /// Makes rows of all that is wanted, and gives them to `add`.
    pub fn run<'t>(
        task: Task<'t>,
        reader: Reader<File>,
        wanted: Wanted,
        add: &mut dyn FnMut(Row) -> Result<()>,
        name: &str,
        console: &mut Console,
    ) -> Result<()> {
        let games = reader.games();
        let most = usize::try_from(games / 64 + 1).unwrap_or(usize::MAX);
        let threads = threads(task.threads).min(most);
        let first = task.filter.filter(|_| task.sifts_first);
        let sieve = first.map(|filter| Sieve::<()> {
            path: task.path,
            models: task.models,
            command: "export",
            filter,
            verdicts: task.verdicts,
            columns: Columns::TAGS,
            note: None,
            note_unread: None,
            threads: task.threads,
        });
        let begin = || None;
        let work = |worker: &mut Option<Worker<'t>>, games| {
            let worker = match worker {
                Some(worker) => worker,
                none => none.insert(Worker::new(task)?),
            };
            worker.rows(games)
        };
        let ((), workers) = in_order::share(threads, &begin, &work, |order| {
            let mut export = Export { order, add };
            let mut take = |window: &[u64], _| export.take(window);
            wanted.each(sieve.as_ref(), &mut take, name, console)?;
            export.finish()
        })?;
        let (sift, failures) = join(workers);
        failures.tell(name, console);
        if let Some(sift) = sift {
            sift.finish(name, games, console);
        }
        Ok(())
    }

    /// Takes the rows that were asked for first; whether there were such.
    fn take_back(&mut self) -> Result<bool> {
        let Some(rows) = self.order.take()? else {
            return Ok(false);
        };
        rows.into_iter().try_for_each(&mut *self.add)?;
        Ok(true)
    }

    fn finish(&mut self) -> Result<()> {
        while self.take_back()? {}
        Ok(())
    }

    /// Gives out games.
    fn take(&mut self, window: &[u64]) -> Result<()> {
        for games in window.chunks(PIECE) {
            if self.order.is_full() {
                self.take_back()?;
            }
            self.order.give(games.to_vec())?;
        }
        Ok(())
    }
}

/// What all have found together.
fn join(workers: Vec<Option<Worker<'_>>>) -> (Option<Sift<'_>>, Failures) {
    let mut sift: Option<Sift<'_>> = None;
    let mut failures = Failures::default();
    for worker in workers.into_iter().flatten() {
        failures.absorb(worker.failures);
        match (&mut sift, worker.sift) {
            (Some(sift), Some(found)) => sift.absorb(found),
            (none, found) => *none = none.take().or(found),
        }
    }
    (sift, failures)
}

/// Makes rows.
struct Worker<'a> {
    task: Task<'a>,
    reader: Reader<File>,
    path: String,
    sift: Option<Sift<'a>>,
    failures: Failures,
}

impl<'a> Worker<'a> {
    fn new(task: Task<'a>) -> Result<Self> {
        let filter = task.filter.filter(|_| !task.sifts_first);
        Ok(Self {
            task,
            reader: open::archive(task.path, task.models, "export")?,
            path: task.path.to_string_lossy().into_owned(),
            sift: filter.map(|filter| Sift::new(filter, task.verdicts, &ENOUGH)),
            failures: Failures::default(),
        })
    }

    /// The rows of games, in their order; without those that do not pass.
    fn rows(&mut self, games: Vec<u64>) -> Result<Vec<Row>> {
        let Self {
            task: Task { rows, .. },
            reader,
            path,
            sift,
            failures,
        } = self;
        let mut made: Vec<(u64, Row)> = Vec::with_capacity(games.len());
        let mut make = |number: u64, game: &archive::Game| {
            made.push((number, rows.row(path, number + 1, game)));
            true
        };
        let games = match sift {
            Some(sift) => {
                let mut note = |number: u64, game: &archive::Game| {
                    make(number, game);
                };
                let hits = Hits {
                    note: &mut note,
                    note_unread: &mut |_| false,
                };
                let games = sift.window(reader, games, rows.needs(), Some(hits))?;
                // By an index, those that are sure to pass came first.
                made.sort_by_key(|(number, _)| *number);
                games
            }
            None => {
                let mut sorted = games.clone();
                sorted.sort_unstable();
                sorted.dedup();
                each_block(reader, &sorted, &mut |reader, _, games| {
                    Ok(visit_games(
                        reader,
                        games,
                        rows.needs(),
                        &mut make,
                        failures,
                    )?)
                })?;
                games
            }
        };
        if games.is_sorted_by(|before, game| before < game) {
            return Ok(made.into_iter().map(|(_, row)| row).collect());
        }
        let row = |game: &u64| {
            let at = made
                .binary_search_by_key(game, |(number, _)| *number)
                .ok()?;
            made.get(at).map(|(_, row)| row.clone())
        };
        Ok(games.iter().filter_map(row).collect())
    }
}

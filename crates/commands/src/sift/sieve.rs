//! Windows of games sifted by several threads, and given on in their order.
//!
//! Blocks do not depend on each other: whoever is free takes the next window, with a reader of its own.

use super::{Hits, Sift};
use crate::console::Console;
use crate::in_order::{self, InOrder, threads};
use crate::open;
use anyhow::Result;
use archive::{Columns, Game, Model, Reader};
use query::{Filter, Verdict};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is noted of a game, whose number comes before it.
pub type Note<'a, T> = dyn Fn(u64, &Game) -> T + Sync + 'a;

/// What is noted of a game of this number without reading it.
pub type Unread<'a, T> = dyn Fn(u64) -> Option<T> + Sync + 'a;

/// What was noted of games that pass, by number.
pub type Noted<T> = HashMap<u64, T>;

/// Which games of an archive match, and what is noted of them.
pub struct Sieve<'a, T> {
    pub path: &'a Path,
    pub models: &'a [Model],
    /// The command, for messages.
    pub command: &'static str,
    pub filter: &'a Filter,
    /// What an index says of all games of the archive.
    pub verdicts: Option<&'a [Verdict]>,
    /// What `note` needs.
    pub columns: Columns,
    /// `None` where nothing is to be noted.
    pub note: Option<&'a Note<'a, T>>,
    /// The same of a game that need not be read for it, because an index has the answer; `None` if it does not.
    pub note_unread: Option<&'a Unread<'a, T>>,
    /// 0 for one on each core.
    pub threads: usize,
}

/// A window whose games have been sifted.
type Sifted<T> = (Vec<u64>, Noted<T>);

impl<T: Send> Sieve<'_, T> {
    /// Sifts the windows that `next` gives, and gives the games of each to `take`, until that has had enough.
    pub fn each(
        &self,
        next: &mut dyn FnMut() -> Result<Option<Vec<u64>>>,
        take: &mut dyn FnMut(Vec<u64>, Noted<T>) -> Result<bool>,
        games: u64,
        name: &str,
        console: &mut Console,
    ) -> Result<()> {
        let enough = AtomicBool::new(false);
        let begin = || (Sift::new(self.filter, self.verdicts, &enough), None);
        let work = |(sift, reader): &mut (Sift<'_>, Option<Reader<File>>), window| {
            self.sift(sift, reader, window)
        };
        let ((), workers) = in_order::share(threads(self.threads), &begin, &work, |order| {
            let done = pass_on(order, next, take);
            enough.store(true, Ordering::Relaxed);
            done
        })?;
        let mut all = Sift::new(self.filter, self.verdicts, &enough);
        for (sift, _) in workers {
            all.absorb(sift);
        }
        all.finish(name, games, console);
        Ok(())
    }

    fn sift(
        &self,
        sift: &mut Sift<'_>,
        reader: &mut Option<Reader<File>>,
        window: Vec<u64>,
    ) -> Result<Sifted<T>> {
        let reader = match reader {
            Some(reader) => reader,
            none => none.insert(open::archive(self.path, self.models, self.command)?),
        };
        let noted = RefCell::new(Noted::new());
        let window = match self.note {
            None => sift.window(reader, window, self.columns, None)?,
            Some(of) => {
                let add = |number, what| {
                    noted.borrow_mut().insert(number, what);
                };
                let hits = Hits {
                    note: &mut |number, game| add(number, of(number, game)),
                    note_unread: &mut |number| {
                        let found = self.note_unread.and_then(|of| of(number));
                        found.map(|what| add(number, what)).is_some()
                    },
                };
                sift.window(reader, window, self.columns, Some(hits))?
            }
        };
        Ok((window, noted.into_inner()))
    }
}

/// Gives out windows, and takes their games back in order.
fn pass_on<T>(
    order: &mut InOrder<'_, Vec<u64>, Sifted<T>>,
    next: &mut dyn FnMut() -> Result<Option<Vec<u64>>>,
    take: &mut dyn FnMut(Vec<u64>, Noted<T>) -> Result<bool>,
) -> Result<()> {
    let mut is_over = false;
    loop {
        while !is_over && !order.is_full() {
            match next()? {
                Some(window) => order.give(window)?,
                None => is_over = true,
            }
        }
        let Some((window, noted)) = order.take()? else {
            return Ok(());
        };
        if !take(window, noted)? {
            return Ok(());
        }
    }
}

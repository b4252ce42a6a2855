//! Games that pass a filter: one after the other, their number, or their numbers.

use crate::archive::Archive;
use crate::buffer::Numbers;
use crate::error::{Failure, guarded, quietly};
use crate::game::{Game, parts};
use crate::given;
use pgnz::{Columns, Error, Filter, Found};
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ops::{ControlFlow, Range};

/// Games that are read one after the other, on threads that work in advance. It is used by one thread at a time.
pub struct Search {
    found: Found,
}

impl Archive {
    /// A search of the library for a filter, which may be left out. The index beside the archive is asked if there is one that fits; without it
    /// the same games are found.
    pub fn search(
        &mut self,
        filter: Option<&str>,
        columns: Columns,
        threads: u32,
    ) -> Result<pgnz::Search, Error> {
        let threads = threads as usize;
        let search = pgnz::Search::new().columns(columns).threads(threads);
        let Some(filter) = filter else {
            return Ok(search);
        };
        let filter = Filter::parse(filter)?;
        let verdicts = self.path.as_ref().and_then(|path| {
            let asked = self.inner.ask_index(path, &filter, threads);
            asked.ok().flatten()
        });
        Ok(match verdicts {
            Some(verdicts) => search.verdicts(verdicts),
            None => search,
        }
        .filter(filter))
    }

    /// The numbers of the games in a range that a filter finds.
    fn found(
        &mut self,
        range: Range<u64>,
        filter: Option<&str>,
        threads: u32,
        mut take: impl FnMut(u64),
    ) -> Result<(), Error> {
        let search = self.search(filter, Columns::TAGS, threads)?;
        let note = |_, _: Option<&pgnz::Game>| Some(());
        self.inner.each(range, &search, &note, &mut |number, ()| {
            take(number);
            Ok::<_, Error>(ControlFlow::Continue(()))
        })?;
        Ok(())
    }
}

/// Begins to read the games from..to, counted from 0, without the one at `to`, that pass a filter (docs/filters.md), such as
/// "white = 'Carlsen' and date >= 2023" or "position = 'FEN'". A filter that is NULL lets all games pass. `parts` are the parts that are wanted, `threads` is
/// the number of threads, 0 for one on each core. Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_search_begin(
    archive: Option<&mut Archive>,
    from: u64,
    to: u64,
    filter: *const c_char,
    parts: u32,
    threads: u32,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Search>> {
    guarded(error, None, || {
        let archive = given::there(archive, "the archive")?;
        // SAFETY: the caller gives a text, or null.
        let filter = unsafe { given::optional_text(filter, "the filter") }?;
        let search = archive.search(filter, self::parts(parts)?, threads)?;
        let found = archive.inner.search(archive.range(from, to), search)?;
        Ok(Some(Box::new(Search { found })))
    })
}

/// The next game, which the caller frees. Returns NULL at the end, and after an error, which ends the search.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_search_next(
    search: Option<&mut Search>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Game>> {
    guarded(error, None, || {
        let search = given::there(search, "the search")?;
        let next = search.found.next().transpose()?;
        Ok(next.map(|(number, game)| Game::of(number, game)))
    })
}

/// Ends a search; NULL is none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_search_free(search: Option<Box<Search>>) {
    quietly((), || drop(search));
}

/// Counts the games from..to that pass a filter; the parameters are those of pgnz_search_begin(). Returns false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_count(
    archive: Option<&mut Archive>,
    from: u64,
    to: u64,
    filter: *const c_char,
    threads: u32,
    count: Option<&mut MaybeUninit<u64>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let archive = given::there(archive, "the archive")?;
        let count = given::there(count, "count")?;
        // SAFETY: the caller gives a text, or null.
        let filter = unsafe { given::optional_text(filter, "the filter") }?;
        let mut found = 0;
        let range = archive.range(from, to);
        archive.found(range, filter, threads, |_| found += 1)?;
        count.write(found);
        Ok(true)
    })
}

/// Lists the numbers of the games from..to that pass a filter, in ascending order; the parameters are those of pgnz_search_begin(). The caller frees
/// them. Returns false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_find(
    archive: Option<&mut Archive>,
    from: u64,
    to: u64,
    filter: *const c_char,
    threads: u32,
    numbers: Option<&mut MaybeUninit<Numbers>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let archive = given::there(archive, "the archive")?;
        let numbers = given::there(numbers, "numbers")?;
        // SAFETY: the caller gives a text, or null.
        let filter = unsafe { given::optional_text(filter, "the filter") }?;
        let mut found = Vec::new();
        let range = archive.range(from, to);
        archive.found(range, filter, threads, |number| found.push(number))?;
        numbers.write(Numbers::of(found));
        Ok(true)
    })
}

//! Work on many games: on threads, in order.

use super::Archive;
use crate::{Error, Search};
use scan::{Note, Run, Tally, Texts, Window, Windows, Write};
use std::io::{Read, Seek};
use std::iter;
use std::ops::{ControlFlow, Range, RangeBounds};

impl<R: Read + Seek + Clone + Send> Archive<R> {
    /// Passes what `note` says of the games in a range that a search finds to `take`, with their numbers and in their order, until `take`
    /// has had enough. The notes are made on the threads of the search, so that what they cost is shared; `take` is called on this one.
    /// The result says how much work it was. A game that is known to pass, as every one does where there is no filter, is not read if
    /// `note` has something to say without it.
    ///
    /// This is what statistics, trees and tables are made with, and it makes those of several archives: each adds its games to the same
    /// value.
    ///
    /// # Errors
    ///
    /// That of `take`, any error of the archive, or [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled) by [`Search::stop`].
    ///
    /// ```
    /// # use pgnz::{Archive, Columns, CompressOptions, Error, Game, Record, Search, Stats};
    /// use std::ops::ControlFlow;
    ///
    /// # let pack = |text: &str| {
    /// #     let mut packed = Vec::new();
    /// #     pgnz::compress(text.as_bytes(), &mut packed, &CompressOptions::new())?;
    /// #     Archive::open(std::io::Cursor::new(packed))
    /// # };
    /// let archives = [pack("[White \"Anna\"]\n\n1. e4 *\n")?, pack("[White \"Emil\"]\n\n1. d4 *\n")?];
    /// let mut stats = Stats::default();
    /// for archive in &archives {
    ///     let search = Search::new().columns(Record::needs());
    ///     let note = |_, game: Option<&Game>| game.map(Record::of);
    ///     archive.each::<_, Error>(.., &search, &note, &mut |_, record| {
    ///         stats.add(&record);
    ///         Ok(ControlFlow::Continue(()))
    ///     })?;
    /// }
    /// assert_eq!((stats.games, stats.players()), (2, 2));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn each<T: Clone + Send, E: From<Error>>(
        &self,
        range: impl RangeBounds<u64>,
        search: &Search,
        note: &Note<'_, T>,
        take: &mut dyn FnMut(u64, T) -> Result<ControlFlow<()>, E>,
    ) -> Result<Tally, E> {
        let range = self.checked(&range)?;
        let mut windows = self.windows(iter::once(range), search.thread_count());
        let mut pass = |window: Window<T>| {
            for (number, noted) in window.found {
                if take(number, noted)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        self.each_window(search, &mut || Ok(windows.next()), note, &mut pass)
    }

    /// The games of these ranges in windows: lists of numbers of games that one thread reads together, of so many; 0 stands for one for
    /// each core.
    pub fn windows(&self, ranges: impl IntoIterator<Item = Range<u64>>, threads: usize) -> Windows {
        Windows::new(ranges, &self.reader, threads)
    }

    /// Like [`Archive::each`], for games in any order: `windows` names them, from [`Archive::windows`] or the caller's own, and `take` gets
    /// what was noted window by window. Numbers that the archive does not have are left out.
    ///
    /// # Errors
    ///
    /// As for [`Archive::each`], and that of `windows`.
    ///
    /// ```
    /// # use pgnz::{Archive, Columns, CompressOptions, Error, Game, Search};
    /// use std::ops::ControlFlow;
    ///
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let search = Search::new().columns(Columns::MOVES);
    /// let note = |_, game: Option<&Game>| Some(game?.main_line().plies[0].san.clone());
    /// let (mut wanted, mut found) = ([vec![2, 0, 2]].into_iter(), Vec::new());
    /// archive.each_window::<_, Error>(&search, &mut || Ok(wanted.next()), &note, &mut |window| {
    ///     found.extend(window.found.into_iter().map(|(_, san)| san));
    ///     Ok(ControlFlow::Continue(()))
    /// })?;
    /// assert_eq!(found, ["c4", "e4", "c4"]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn each_window<T: Clone + Send, E: From<Error>>(
        &self,
        search: &Search,
        windows: &mut dyn FnMut() -> Result<Option<Vec<u64>>, E>,
        note: &Note<'_, T>,
        take: &mut dyn FnMut(Window<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<Tally, E> {
        search.each(&self.reader, windows, note, take)
    }

    /// Writes the texts of games in any order. Each block is decoded as seldom as some memory allows: about 32 MB for texts that come before
    /// their turn. The texts are the same for any number of [threads](Texts::threads).
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut text = Vec::new();
    /// let mut write = |_number: u64, game: &[u8]| {
    ///     text.extend_from_slice(game);
    ///     Ok(())
    /// };
    /// archive.texts(&mut write).window(&[2, 0])?;
    /// assert_eq!(text, b"1. c4 *\n\n1. e4 *\n\n");
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn texts<'a>(&self, write: &'a mut Write<'a>) -> Texts<'a, R> {
        Texts::new(self.reader.fork(), write)
    }

    /// Like [`Archive::each_window`], for callers that learn little by little which games are wanted: `main` gives windows out and takes what
    /// was noted, beside the threads that read the games.
    ///
    /// # Errors
    ///
    /// That of `main`.
    pub fn share<T: Clone + Send, O, E>(
        &self,
        search: &Search,
        note: &Note<'_, T>,
        main: impl FnOnce(&mut Run<'_, T>) -> Result<O, E>,
    ) -> Result<(O, Tally), E> {
        search.share(&self.reader, note, main)
    }
}

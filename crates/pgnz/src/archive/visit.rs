//! Games that pass a filter, looked for in small steps.

use super::Archive;
use crate::{Error, Game, Search};
use scan::Seen;
use std::io::{Read, Seek};
use std::ops::{ControlFlow, RangeBounds};

impl<R: Read + Seek> Archive<R> {
    /// Shows the games in a range that a search finds to `visit`, with their numbers and in their order, until it has had enough. All is done
    /// on the calling thread and with this archive's own place in the source: a range that begins where the last one ended goes on from
    /// there. So a program without threads can look at a few games at a time and do something else in between.
    ///
    /// # Errors
    ///
    /// As for [`Archive::games`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Filter, Search};
    /// use std::ops::ControlFlow;
    ///
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let search = Search::new().filter(Filter::parse("moves = '1. d4'")?);
    /// let mut found = Vec::new();
    /// for step in [0..2, 2..3] {
    ///     archive.visit(step, &search, &mut |number, _game| {
    ///         found.push(number);
    ///         ControlFlow::Continue(())
    ///     })?;
    /// }
    /// assert_eq!(found, [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(
        &mut self,
        range: impl RangeBounds<u64>,
        search: &Search,
        visit: &mut dyn FnMut(u64, Game) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let range = self.checked(&range)?;
        for part in search.ranges(&self.reader, &range) {
            let mut flow = ControlFlow::Continue(());
            let mut show = |number, game: Option<Game>| {
                let Some(game) = game else {
                    return Seen::Read;
                };
                flow = visit(number, game);
                match flow {
                    ControlFlow::Continue(()) => Seen::Next,
                    ControlFlow::Break(()) => Seen::Enough,
                }
            };
            let games: Vec<u64> = part.collect();
            search.visit(&mut self.reader, &games, &mut show, &|| false)?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

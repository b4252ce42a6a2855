//! How work is done that takes longer than an answer.

use pgnz::{Archive, Error, Game, Search};
use std::io::{Read, Seek};
use std::ops::{ControlFlow, Range};

/// How work is done that takes longer than an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Beside the answers, by so many threads; 0 means one for each core.
    Threads(usize),
    /// In the answers, so many games at a time.
    Turns(u64),
}

/// What `note` says of the games of a range that pass, with their numbers; nothing if there is an error.
pub(crate) fn look<R: Read + Seek, T>(
    archive: &mut Archive<R>,
    range: Range<u64>,
    search: &Search,
    note: impl Fn(&Game) -> Option<T>,
) -> Result<Vec<(u64, T)>, Error> {
    let mut found = Vec::new();
    archive.visit(range, search, &mut |number, game| {
        found.extend(note(&game).map(|noted| (number, noted)));
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

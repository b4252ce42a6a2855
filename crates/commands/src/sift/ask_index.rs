//! What the index beside an archive says of a filter.

use crate::console::Console;
use crate::index::Beside;
use archive::Reader;
use query::{Filter, Verdict};
use std::fs::File;
use std::path::Path;

/// What the index beside an archive says of all its games. `None` if there is no index that fits, or nothing to ask.
pub fn ask_index(
    path: &Path,
    reader: &mut Reader<File>,
    filter: &Filter,
    threads: usize,
    console: &mut Console,
) -> Option<Vec<Verdict>> {
    if filter.is_empty() {
        return None;
    }
    Beside::find(path, reader, threads, console)?.judge(filter, console)
}

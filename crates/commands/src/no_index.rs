//! Without the feature `arrow` there are no indexes.

use crate::console::Console;
use archive::{Reader, SharedFile};
use query::{Filter, Known, Root, Tree, Verdict};
use scan::IndexedGames;
use std::path::Path;

/// An index that fits its archive: none.
pub enum Beside {}

impl Beside {
    pub fn find(_: &Path, _: &mut Reader<SharedFile>, _: usize, _: &mut Console) -> Option<Self> {
        None
    }

    pub fn judge(&self, _: &Filter, _: &mut Console) -> Option<Vec<Verdict>> {
        match *self {}
    }

    pub fn games(&self, _: &[Known], _: &mut Console) -> Option<IndexedGames> {
        match *self {}
    }

    pub fn visit(
        &self,
        _: &Filter,
        _: &Root,
        _: (&mut Tree, usize),
        _: &mut Console,
    ) -> Option<Vec<Verdict>> {
        match *self {}
    }
}

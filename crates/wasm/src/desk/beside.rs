//! The opening tree beside an archive: docs/explorer.md describes the file.

use super::{Answer, Desk, opened, written};
use crate::failure::Failure;
use crate::host::HostFile;
use crate::json;
use crate::walk::Asked;
use pgnz::{Archive, ErrorKind, Explorer};
use serde_json::{Value, json};

/// Opens the opening tree that lies beside an archive. `None` if it has no bytes, is that of another archive, or cannot tell of damaged games.
pub(super) fn explorer(
    archive: &Archive<HostFile>,
    (source, bytes): (u32, u64),
) -> Result<Option<Explorer<HostFile>>, Failure> {
    if bytes == 0 || !archive.report().damage.is_empty() {
        return Ok(None);
    }
    match archive.explorer_in(HostFile::new(source, bytes)) {
        Ok(explorer) => Ok(Some(explorer)),
        // The host may have to load it first.
        Err(error) if error.kind() == ErrorKind::Io => Err(error.into()),
        Err(_) => Ok(None),
    }
}

impl Desk {
    /// Puts an opening tree of the host beside an archive. Answers whether it is that of the archive.
    pub fn beside(&mut self, archive: u32, tree: (u32, u64)) -> Answer {
        let found = explorer(self.archive(archive)?, tree)?;
        let is_there = found.is_some();
        self.explorers.retain(|(number, _)| *number != archive);
        self.explorers.extend(found.map(|found| (archive, found)));
        written(&json!({"tree": is_there}))
    }

    /// The moves played after some moves, by the tree beside an archive; null if there is none, or if it does not know the answer. The request is
    /// that of a [walk](Desk::walk) with `tree`.
    pub fn tree(&mut self, archive: u32, request: &[u8]) -> Answer {
        let asked = Asked::read(request)?;
        let mut found = self
            .explorers
            .iter_mut()
            .filter(|(number, _)| *number == archive);
        let Some((_, explorer)) = found.next().filter(|_| asked.is_of_all) else {
            return written(&Value::Null);
        };
        let archive = opened(&mut self.archives, archive)?;
        let root = asked.root()?;
        match archive.tree_by(explorer, &root, &asked.filter()?) {
            Ok(Some(tree)) => written(&json::tree(&tree, &root)),
            Err(error) if error.kind() == ErrorKind::Io => Err(error.into()),
            // A walk counts the games.
            Ok(None) | Err(_) => written(&Value::Null),
        }
    }
}

//! The networks of the levels where they are not part of the program: their files are handed over while it runs.
//!
//! Not part of the format. It offers what `shipped` does.

use super::super::Kind;
use super::detail;
use super::file::Malformed;
use super::network::Network;
use super::network::load::opened;
use crate::data_file::DataFile;

/// The networks of a file.
pub(super) struct Together<const C: usize>(&'static DataFile);

/// The files `fast.net`, `default.net` and `best.net`.
pub(crate) static FILES: [DataFile; 3] = [const { DataFile::new(None) }; 3];

pub(super) static FAST: [Together<{ detail::FAST }>; 1] = [Together(&FILES[0])];
pub(super) static DEFAULT: [Together<{ detail::DEFAULT }>; 1] = [Together(&FILES[1])];
pub(super) static BEST: [Together<{ detail::BEST }>; 1] = [Together(&FILES[2])];

/// The network for games of a kind. `id` must be different from that of any other network.
pub(super) fn judging<const C: usize>(
    supplied: &[Together<C>],
    kind: Kind,
    id: u64,
) -> Result<Network<C>, Malformed> {
    let mut parts = Vec::new();
    for Together(file) in supplied {
        parts.extend(opened(file.bytes())?);
    }
    parts.retain(|part| part.kinds & kind.bit() != 0);
    Network::read(parts, id)
}

/// The file itself.
pub(super) fn file<const C: usize>(supplied: &[Together<C>]) -> Result<Vec<u8>, Malformed> {
    let files = supplied.iter().map(|Together(file)| file.bytes());
    Ok(files.collect::<Vec<_>>().concat())
}

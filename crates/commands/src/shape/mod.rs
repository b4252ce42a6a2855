//! Commands that change which games are in which archive: what they have in common.

pub mod append;
mod duplicates;
pub mod edit;
mod manifest;
mod many;
mod one;
pub mod run;
mod sources;
mod summary;

use sources::Sources;
use summary::Summary;

//! Commands that change which games are in which archive: what they have in common.

pub mod append;
mod told;

use told::Told;

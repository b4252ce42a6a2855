//! The options that choose how much a command reports about its work.

use clap::Args as Arguments;

/// How much a command reports about its work.
#[derive(Debug, Clone, Copy, Default, Arguments)]
pub struct Loudness {
    /// Print errors only: no progress, no warnings
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print figures about each archive
    #[arg(short, long, overrides_with = "verbose")]
    pub verbose: bool,
}

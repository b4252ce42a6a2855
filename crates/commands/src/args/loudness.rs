//! The options that say how much is told about the work.

use clap::Args as Arguments;

/// How much is said about the work.
#[derive(Debug, Clone, Copy, Default, Arguments)]
pub struct Loudness {
    /// Print errors only: no progress, no warnings
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print figures about each archive
    #[arg(short, long, overrides_with = "verbose")]
    pub verbose: bool,
}

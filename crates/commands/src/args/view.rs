//! Options of `view`.

use super::{Models, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Opens a page in the browser: the list of games with filters, a board, curves of clock
times and evaluations, the opening tree, and how likely each move was. It reads the
archive and changes nothing. Ctrl-C ends it.

The page is for this machine alone: it is served at 127.0.0.1, at an address that
nobody can guess, and loads nothing from any network. An index file beside the archive
(see pgnz help index) makes the opening tree and filters by moves quick.

Examples:
  pgnz view games.pgnz
  pgnz view games.pgnz --no-browser
  pgnz view games.pgnz --no-browser --port 8080     through ssh -L 8080:127.0.0.1:8080

Exit status: 0 does not occur, because the page is served until a signal ends the
program; 1 an error.";

/// Options of `view`.
#[derive(Debug, Arguments)]
pub struct View {
    /// An archive, or a file with games in PGN
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only print the address
    #[arg(long)]
    pub no_browser: bool,
    /// Serve at this port [default: one that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Do not use the index file beside the archive, which pgnz index writes
    #[arg(long)]
    pub no_index: bool,
    #[command(flatten)]
    pub models: Models,
    #[command(flatten)]
    pub threads: ThreadCount,
}

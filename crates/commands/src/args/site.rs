//! Options of `site`.

use super::{Loudness, ThreadCount};
use clap::Args as Arguments;
use std::path::PathBuf;

pub const MORE: &str = "\
Writes a folder that any host of static files can serve, such as GitHub Pages: the page
of pgnz view, and the archives. There is no program behind it: the browser of whoever
visits it reads the archives, and loads only the parts that it needs. docs/site.md
explains how to put it on a host.

Beside each archive lies its opening tree, games.pgnz.tree: the one beside the archive
if it fits, otherwise one that is made now (see pgnz help index). Visitors get answers
about openings at once then.

The folder must be new or empty, or a site that pgnz has made: with -f that one is
replaced as a whole, together with whatever else was put into it.

Examples:
  pgnz site games-site games.pgnz
  pgnz site public world-cup.pgnz candidates.pgnz --title 'Two tournaments'
  pgnz site -f games-site games.pgnz

Exit status: 0 success; 1 an error, and the folder is as it was; 2 done, with a
warning.";

/// Options of `site`.
#[derive(Debug, Arguments)]
pub struct Site {
    /// The folder to write
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The archives to show
    #[arg(value_name = "ARCHIVE", required = true)]
    pub archives: Vec<PathBuf>,
    /// What the page calls the collection [default: the name of the archive; of several archives, the name of the folder]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Make no opening trees, and copy none
    #[arg(long)]
    pub no_tree: bool,
    /// Replace a site that pgnz has made
    #[arg(short, long)]
    pub force: bool,
    #[command(flatten)]
    pub threads: ThreadCount,
    #[command(flatten)]
    pub loudness: Loudness,
}

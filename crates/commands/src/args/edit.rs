//! Options of `edit`.

use super::{Filters, Named, Shaping};
use crate::pick::GameList;
use clap::{ArgGroup, Args as Arguments};
use std::path::PathBuf;

pub const MORE: &str = "\
--set, --remove-tag and --names change the games that pass the filters and that
--games or --numbers name, or all games. A changed tag changes only its value in the
text; every other byte of the game stays. A tag that a game does not have is added: one
of the seven of the roster (Event, Site, Date, Round, White, Black, Result) at its
place, any other after the last. Blocks (parts of an archive) without a changed game
are copied, after their checksums have been verified; the others are compressed again.
Files that were compressed together keep their names.

--names reads a table of spellings as Scid keeps it (.ssp): after @PLAYER, @EVENT,
@SITE or @ROUND come right names, each followed by other spellings after =, and rules
such as %Suffix \"Germany\" \"GER\". Case, accents and blanks do not matter; a spelling
that is given for two names is left as it is.

With --in-place the archive is replaced when the new one is complete and has been read
again. If the run is interrupted, the old archive is still there.

Examples:
  pgnz edit games.pgnz --set White=\"Carlsen, Magnus\" --where \"white = 'Carlsen,M'\" -o new.pgnz
  pgnz edit games.pgnz --remove-tag Annotator --games 1..100 --in-place
  pgnz edit games.pgnz --replace 17=better.pgn --delete 18,20..25 --in-place
  pgnz edit games.pgnz --names spelling.ssp -o new.pgnz

Exit status: 0 success; 1 an error: nothing was written; 2 a warning.";

/// Options of `edit`.
#[derive(Debug, Arguments)]
#[command(group(ArgGroup::new("edits").args(["set", "remove_tag", "names", "replace", "delete"]).required(true).multiple(true)))]
pub struct Edit {
    /// An archive
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "OUT", required_unless_present = "in_place")]
    pub output: Option<PathBuf>,
    /// Replace the archive
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,
    /// Give a tag this value, whatever case its name is written in; may be given several times
    #[arg(long, value_name = "TAG=VALUE")]
    pub set: Vec<String>,
    /// Remove a tag; may be given several times
    #[arg(long, value_name = "TAG")]
    pub remove_tag: Vec<String>,
    /// Give names of players, events, sites and rounds the spelling of this table (Scid's .ssp)
    #[arg(long, value_name = "FILE")]
    pub names: Option<PathBuf>,
    /// Put the game in a PGN file in the place of game N; may be given several times
    #[arg(long, value_name = "N=FILE")]
    pub replace: Vec<String>,
    /// Delete the games with these numbers: 17, A..B (both included), A.., ..B; several of them with commas between
    #[arg(long, value_name = "LIST", value_parser = GameList::parse)]
    pub delete: Option<GameList>,
    #[command(flatten)]
    pub named: Named,
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub shaping: Shaping,
}

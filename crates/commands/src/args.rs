//! The command line: one file for each subcommand, and one for each group of options that several of them share.

mod append;
mod blob;
mod cat;
mod completions;
mod compress;
mod convert;
mod count;
mod diagrams;
mod edit;
mod expand;
mod export;
mod files;
mod filters;
mod index;
mod knowledge;
mod list;
mod loudness;
mod man;
mod one_game;
mod optimize;
mod pick;
mod positions;
mod repair;
mod shape;
mod show;
mod site;
mod stats;
mod test;
mod thread_count;
mod threads;
mod tree;
mod verifying;
mod view;

pub use append::Append;
pub use blob::{Blob, BlobDecode, BlobEncode};
pub use cat::Cat;
use clap::{Parser, Subcommand};
pub use completions::Completions;
pub use compress::Compress;
pub use convert::Convert;
pub use count::Count;
pub use diagrams::Diagrams;
pub use edit::Edit;
pub use expand::Expand;
pub use export::Export;
pub use files::Files;
pub use filters::{Filters, of_filter};
pub use index::Index;
pub use knowledge::{Knowledge, Models};
pub use list::List;
pub use loudness::Loudness;
pub use man::Man;
pub use one_game::{OneGame, Start};
pub use optimize::Optimize;
pub use pick::{Choice, Named, Pick};
pub use positions::Positions;
pub use repair::Repair;
pub use shape::{Dedupe, Filter, Merge, Sample, Shaping, Sort, Split};
pub use show::{Pieces, Show};
pub use site::Site;
pub use stats::Stats;
pub use test::Test;
pub use thread_count::ThreadCount;
pub use threads::Threads;
pub use tree::Tree;
pub use verifying::Verifying;
pub use view::View;

const MORE: &str = "\
pgnz help COMMAND explains a command, with examples.

Examples:
  pgnz compress games.pgn             makes games.pgnz, keeps games.pgn
  pgnz list games.pgnz                shows what is in it
  pgnz cat games.pgnz --game 17       prints one game of it
  pgnz expand games.pgnz              makes games.pgn again

Exit status: 0 success; 1 an error; 2 done, with a warning, such as a file that
was skipped.";

/// A lossless compressor and archive for chess games (PGN)
#[derive(Debug, Parser)]
#[command(name = "pgnz", version, disable_version_flag = true, after_help = MORE)]
#[command(arg_required_else_help = true, subcommand_value_name = "COMMAND")]
pub struct Args {
    /// Print the version; with -v also the format version, the models, and how the program was built
    #[arg(short = 'V', long)]
    pub version: bool,
    /// Print more about the version
    #[arg(short, long, requires = "version")]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compress PGN files, or any other files, to archives
    #[command(after_help = compress::MORE, visible_alias = "c")]
    #[command(mut_arg("inputs", |arg| arg.help(compress::INPUTS)))]
    #[command(mut_arg("force", |arg| arg.help(compress::FORCE)))]
    #[command(mut_arg("rm", |arg| arg.help(compress::RM)))]
    Compress(Compress),
    /// Expand archives to the files they were made from, byte for byte
    #[command(after_help = expand::MORE, visible_aliases = ["x", "decompress"], aliases = ["uncompress", "extract", "d"], short_flag = 'd',
        long_flag = "decompress", long_flag_aliases = ["uncompress", "expand"])]
    #[command(mut_arg("inputs", |arg| arg.help(expand::INPUTS)))]
    #[command(mut_arg("force", |arg| arg.help(expand::FORCE)))]
    #[command(mut_arg("rm", |arg| arg.help(expand::RM)))]
    Expand(Expand),
    /// Check archives: decode everything, write nothing
    #[command(after_help = test::MORE, short_flag = 't', long_flag = "test", alias = "t")]
    Test(Test),
    /// Make a new archive from the undamaged blocks of a damaged archive, or of two damaged copies
    #[command(after_help = repair::MORE)]
    Repair(Repair),
    /// Put a copy of an archive's index at its beginning, so that it is opened over a network with one request
    #[command(after_help = optimize::MORE)]
    Optimize(Optimize),
    /// Make a new archive of one of a release 0.x, with the help of the old program
    #[command(after_help = convert::MORE)]
    Convert(Convert),
    /// Add games to the end of an archive, in the same file; if it is interrupted, the archive stays readable
    #[command(after_help = append::MORE)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    Append(Append),
    /// Make one archive of several, without compressing anything again
    #[command(after_help = shape::MERGE)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    Merge(Merge),
    /// Make several archives of one: by year, month, player, event, opening, number of games or size
    #[command(after_help = shape::SPLIT)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    Split(Split),
    /// Make an archive of the games that pass filters
    #[command(after_help = shape::FILTER)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    #[command(mut_arg("games", |arg| arg.help(pick::GAMES)))]
    #[command(mut_arg("numbers", |arg| arg.help(pick::NUMBERS)))]
    Filter(Filter),
    /// Change games: their tags, the spelling of names, whole games; or delete games
    #[command(after_help = edit::MORE)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    #[command(mut_arg("games", |arg| arg.help(pick::GAMES)))]
    #[command(mut_arg("numbers", |arg| arg.help(pick::NUMBERS)))]
    Edit(Edit),
    /// Remove duplicate games
    #[command(after_help = shape::DEDUPE)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    Dedupe(Dedupe),
    /// Put the games of archives in order
    #[command(after_help = shape::SORT)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    Sort(Sort),
    /// Make an archive of games chosen at random
    #[command(after_help = shape::SAMPLE)]
    #[command(mut_arg("level", |arg| arg.help(knowledge::KEPT)))]
    Sample(Sample),
    /// Show what archives contain: how many bytes each kind of data takes, or with --games the games
    #[command(after_help = list::MORE, visible_alias = "info", aliases = ["l", "ls"], short_flag = 'l', long_flag = "list")]
    List(List),
    /// Write some games of an archive to standard output
    #[command(after_help = cat::MORE)]
    Cat(Cat),
    /// Count all games, or those that pass filters
    #[command(after_help = count::MORE)]
    Count(Count),
    /// Write games as a table: Parquet, Arrow, CSV, JSON lines, or moves for an engine
    #[command(after_help = export::MORE)]
    Export(Export),
    /// Summarise games: results, players, ratings, openings, lengths, dates
    #[command(after_help = stats::MORE)]
    Stats(Stats),
    /// Write an index file beside an archive, which makes searches faster
    #[command(after_help = index::MORE)]
    Index(Index),
    /// Show the moves that were played in a position, with results and ratings
    #[command(after_help = tree::MORE)]
    Tree(Tree),
    /// List the most frequent positions at a depth, with results and ratings
    #[command(after_help = positions::MORE)]
    Positions(Positions),
    /// Show a position of a game, and how likely each legal move is
    #[command(after_help = show::MORE)]
    #[command(mut_arg("level", |arg| arg.help(show::LEVEL)))]
    Show(Show),
    /// Write a page of diagrams of a game, to print
    #[command(after_help = diagrams::MORE)]
    Diagrams(Diagrams),
    /// Look at the games of an archive in the browser
    #[command(after_help = view::MORE)]
    View(View),
    /// Write a folder that any web server can serve: a page to look at the games of archives
    #[command(after_help = site::MORE)]
    Site(Site),
    /// Encode a game as a few bytes, for a row of a database, or decode it
    #[command(subcommand, after_help = blob::MORE)]
    Blob(Blob),
    /// Print the script that lets a shell complete commands and options
    #[command(after_help = completions::MORE)]
    Completions(Completions),
    /// Print a manual page, or write all of them to a folder
    #[command(after_help = man::MORE)]
    Man(Man),
}

impl Command {
    /// Whether the command always writes its result to standard output.
    pub fn prints(&self) -> bool {
        !matches!(
            self,
            Self::Compress(_)
                | Self::Index(_)
                | Self::Expand(_)
                | Self::Export(_)
                | Self::Append(_)
                | Self::Merge(_)
                | Self::Split(_)
                | Self::Filter(_)
                | Self::Edit(_)
                | Self::Dedupe(_)
                | Self::Sort(_)
                | Self::Sample(_)
                | Self::Test(_)
                | Self::Repair(_)
                | Self::Optimize(_)
                | Self::Convert(_)
                | Self::Man(_)
        )
    }

    /// How much the command reports about its work.
    pub fn loudness(&self) -> Loudness {
        match self {
            Self::Index(Index { loudness, .. }) => *loudness,
            Self::Compress(Compress { loudness, .. })
            | Self::Expand(Expand { loudness, .. })
            | Self::Test(Test { loudness, .. })
            | Self::Repair(Repair { loudness, .. })
            | Self::Optimize(Optimize { loudness, .. })
            | Self::Convert(Convert { loudness, .. })
            | Self::Append(Append { loudness, .. })
            | Self::List(List { loudness, .. })
            | Self::Cat(Cat { loudness, .. })
            | Self::Count(Count { loudness, .. })
            | Self::Stats(Stats { loudness, .. })
            | Self::Tree(Tree { loudness, .. })
            | Self::Positions(Positions { loudness, .. })
            | Self::Site(Site { loudness, .. })
            | Self::Export(Export { loudness, .. }) => *loudness,
            Self::Merge(Merge { shaping, .. })
            | Self::Split(Split { shaping, .. })
            | Self::Filter(Filter { shaping, .. })
            | Self::Edit(Edit { shaping, .. })
            | Self::Dedupe(Dedupe { shaping, .. })
            | Self::Sort(Sort { shaping, .. })
            | Self::Sample(Sample { shaping, .. }) => shaping.loudness,
            Self::Blob(
                Blob::Encode(BlobEncode { quiet, .. }) | Blob::Decode(BlobDecode { quiet, .. }),
            ) => Loudness {
                quiet: *quiet,
                verbose: false,
            },
            Self::Show(_)
            | Self::Diagrams(_)
            | Self::View(_)
            | Self::Completions(_)
            | Self::Man(_) => Loudness::default(),
        }
    }
}

//! Options of `compress`.

use super::{Files, Knowledge, Loudness, Threads, Verifying};
use crate::live::Flush;
use clap::Args as Arguments;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pgnz::Edition;
use std::path::PathBuf;

pub const INPUTS: &str = "Files to compress; without one, or for -, standard input is read and the archive goes to standard output";
pub const FORCE: &str =
    "Overwrite existing files, compress archives once more, write archives to a terminal";
pub const RM: &str = "Remove each file once its archive is verified and safe on the disk";

pub const MORE: &str = "\
Names: games.pgn becomes games.pgnz, and so does games.pgn.zst. Any other name
keeps its extension: other.txt becomes other.txt.pgnz. The output has the
permissions and the time of the source file. It gets its name only when it is
complete and on the disk.

Files packed by zstd, gzip, bzip2, xz or lz4 are recognised by their content, and
the text inside is compressed; from a zip, its PGN files are taken one after the
other. With -o or -c, several files become several archives one after another in
one file, which are read as one. The file names are kept, and expand gives all the
files back; two files of the same name become games.pgn and games-2.pgn. A truncated
download is an error; with --partial, the complete games in it are compressed.
UTF-16 text compresses to the same size as UTF-8.

Games that come one by one, from a pipe, a terminal or with --follow, are written at
the latest 10 seconds after they came (--flush), so that the output file can be read
all the time: count, list, cat and Python find the complete games in it. A pipe that
delivers faster than that fills its blocks as always. Ctrl-C (SIGINT, SIGTERM or
SIGHUP) ends the input, and the archive is completed with what was read; a game that
is incomplete is kept as text, or left out with --partial. A second signal ends the
program at once. Whatever happens, kill -9 too, the file keeps the games that were
written: it is an unfinished archive. pgnz merge --repack puts its small blocks
together.

With --resume the output file can be read all the time, too, and a run that was
stopped goes on where it was: the source is read again from its beginning and compared
with the archive, which takes a small part of the time of compressing. The result is
the archive that one run would have made. A complete archive goes on if its source has
become longer.

Levels: -1 (fast) predicts moves with a small neural network, -5 (default) with
large ones, which take longer and make smaller archives. An archive records the
level that it needs, and all levels come with the program. The model of --model is
stored in the archive (2 MB or more). With --no-embed it is not stored; then
expanding needs its file again.

Examples:
  pgnz compress games.pgn             makes games.pgnz, keeps games.pgn
  pgnz compress -1 games.pgn          faster, but a larger archive
  pgnz compress -v dump.pgn.zst       reads a Lichess dump directly; at the end, a
                                      table of the bytes that each part takes
  pgnz compress -o club.pgnz jan.pgn feb.pgn
                                      both in one file, with their names
  pgnz compress --rm *.pgn            removes each file once its archive is
                                      verified and on the disk
  pgnz compress --partial lichess_db_standard_rated_2025-05.pgn.zst
                                      the beginning of a large download
  pgnz compress -r games/ --output-dir packed/
                                      every PGN file in the folder, plain or packed
  zcat games.pgn.gz | pgnz compress -o games.pgnz
  pgnz compress --resume lichess_db_standard_rated_2025-05.pgn.zst
                                      again after it was stopped: goes on
  pgnz compress --follow match.pgn -o match.pgnz
                                      all games that a running match adds to the file

Exit status: 0 success; 1 an error; 2 done, with a warning, such as a file that
was skipped.";

/// Reads the name of an edition; the help lists them.
fn edition() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(Edition::ALL.map(Edition::name))
        .try_map(|name| name.parse::<Edition>())
}

/// Options of `compress`.
#[derive(Debug, Arguments)]
pub struct Compress {
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub knowledge: Knowledge,
    /// Do not store the model of --model in the archive; expanding then needs its file again
    #[arg(long, requires = "model")]
    pub no_embed: bool,
    /// Store all data that decoding needs in the archive, 7 to 24 MB by level, so that a decoder needs nothing but the text of the format. For archives that are to last for decades
    #[arg(long, conflicts_with_all = ["no_embed", "resume", "follow"])]
    pub embed: bool,
    /// Use only levels and codecs of this edition, whose archives can be read by every decoder that has it
    #[arg(long, value_name = "NAME", value_parser = edition(), conflicts_with = "model")]
    pub edition: Option<Edition>,
    #[command(flatten)]
    pub threads: Threads,
    /// Games in a block. With smaller blocks, single games are read faster, but the archive gets larger
    #[arg(long, value_name = "N", default_value_t = pgnz::CompressOptions::BLOCK_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub block_games: u32,
    /// Games in a group; the first group of a block has twice as many, four times as many if games have comments, three quarters as many if they were played online. A group has at least 4 KiB of text, so more games if games are very short. To read a game, its group and the first group are decoded
    #[arg(long, value_name = "N", default_value_t = pgnz::CompressOptions::GROUP_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub group_games: u32,
    #[command(flatten)]
    pub verifying: Verifying,
    /// Compress the bytes of a file packed by zstd, gzip, bzip2, xz, lz4 or zip as they are, instead of the text inside
    #[arg(long)]
    pub no_unwrap: bool,
    /// If a packed file is truncated or damaged, compress the complete games before that place, with a warning; --rm then keeps the file
    #[arg(long, conflicts_with = "no_unwrap")]
    pub partial: bool,
    /// Make no archive unless the text has so many games. For one input
    #[arg(long, value_name = "N", conflicts_with_all = ["resume", "follow"])]
    pub expect_games: Option<u64>,
    /// Make no archive unless each input, as it is found or unpacked, has one of these SHA-256 sums; separated by commas
    #[arg(long, value_name = "SUM", value_delimiter = ',', value_parser = crate::published_sums::sum,
        conflicts_with_all = ["resume", "follow"])]
    pub expect_sha256: Vec<String>,
    /// Write complete games at the latest this long after they came, if no more text is there to be read: 10s, 500ms, 2m, or never. Default: 10s for plain text from a pipe or a terminal and with --follow, otherwise never
    #[arg(long, value_name = "TIME")]
    pub flush: Option<Flush>,
    /// Read a file that grows, until a signal stops the run
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "recursive", "rm"])]
    pub follow: Option<PathBuf>,
    /// Go on with the output of a run that was stopped; if there is none, write one that a later run can go on with
    #[arg(long, conflicts_with_all = ["force", "stdout"])]
    pub resume: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}

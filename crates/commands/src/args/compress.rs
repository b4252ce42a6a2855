//! Options of `compress`.

use super::{Files, Knowledge, Loudness, Threads};
use clap::Args as Arguments;

pub const INPUTS: &str = "Files to compress; without one, or for -, standard input is read and the archive goes to standard output";
pub const FORCE: &str =
    "Overwrite existing files, compress archives once more, write archives to a terminal";
pub const RM: &str = "Remove each file once its archive is verified and safe on the disk";

pub const MORE: &str = "\
Names: games.pgn becomes games.pgnz, and so does games.pgn.zst. Any other name
keeps its extension: other.txt becomes other.txt.pgnz. The output has the
permissions and the time of the file it was made from, and appears under its
name when it is complete and safe on the disk, not before.

Files wrapped by zstd, gzip, bzip2, xz or lz4 are recognised by their content,
and what is compressed is the text inside; of a zip, its PGN files one after the
other. With -o or -c, several files become one archive after another, which
read as one; their names are kept, and expand makes the files again. Two files
of one name come back as games.pgn and games-2.pgn. A download that was cut
short is an error; its whole games are compressed with --partial. UTF-16 takes
no more room than UTF-8.

Levels: -1 (fast) predicts moves by a small neural network, -5 (default) by large
ones, which take longer and make smaller archives. An archive names the level
that it needs, and every level comes with the program. The model of --model is
put into the archive (2 MB and more); with --no-embed it is not, and expanding
needs the file again.

Examples:
  pgnz compress games.pgn             makes games.pgnz, keeps games.pgn
  pgnz compress -1 games.pgn          a larger archive, sooner
  pgnz compress -v dump.pgn.zst       straight from a Lichess dump; ends with a
                                      table of what takes how many bytes
  pgnz compress -o club.pgnz jan.pgn feb.pgn
                                      both in one file, with their names
  pgnz compress --rm *.pgn            removes each file once its archive is
                                      verified and on the disk
  pgnz compress --partial lichess_db_standard_rated_2025-05.pgn.zst
                                      the beginning of a large download
  pgnz compress -r games/ --output-dir packed/
                                      every PGN file in the folder, packed or not
  zcat games.pgn.gz | pgnz compress -o games.pgnz

Exit status: 0 all is well; 1 an error; 2 done, with a warning, such as a file
that was passed over.";

/// Options of `compress`.
#[derive(Debug, Arguments)]
pub struct Compress {
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub knowledge: Knowledge,
    /// Leave the model of --model out of the archive: expanding needs the file again
    #[arg(long, requires = "model")]
    pub no_embed: bool,
    #[command(flatten)]
    pub threads: Threads,
    /// Games in a block. Single games are read sooner from smaller blocks, but the archive gets larger
    #[arg(long, value_name = "N", default_value_t = archive::Config::BLOCK_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub block_games: u32,
    /// Games in a group; twice as many in the first group of a block, four times if games have comments, three quarters as many if they were played online. A game is read by decoding its group and that first one
    #[arg(long, value_name = "N", default_value_t = archive::Config::GROUP_GAMES,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub group_games: u32,
    /// Do not decode and compare each block before it is written
    #[arg(long)]
    pub no_verify: bool,
    /// Keep the bytes of a file wrapped by zstd, gzip, bzip2, xz, lz4 or zip as they are, instead of the text inside
    #[arg(long)]
    pub no_unwrap: bool,
    /// Where a wrapped file is cut short or damaged, compress the whole games before that place; a warning, and --rm keeps the file
    #[arg(long, conflicts_with = "no_unwrap")]
    pub partial: bool,
    #[command(flatten)]
    pub loudness: Loudness,
}

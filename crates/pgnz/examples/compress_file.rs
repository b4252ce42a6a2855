//! Compresses a PGN file to an archive and expands it again: `cargo run -p pgnz --example compress_file GAMES.pgn OUT.pgnz`.

use pgnz::{CompressOptions, ExpandOptions};
use std::fs::File;
use std::io::{self, BufWriter};
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let (Some(source), Some(target)) = (args.next(), args.next()) else {
        return Err("usage: compress_file GAMES.pgn OUT.pgnz".into());
    };
    let report = pgnz::compress_with_progress(
        File::open(source)?,
        BufWriter::new(File::create(&target)?),
        &CompressOptions::new(),
        |done| {
            eprintln!("{} games", done.games);
            ControlFlow::Continue(())
        },
    )?;
    let (text, archive) = (report.text_bytes, report.archive_bytes);
    println!("{} games: {text} bytes to {archive}", report.games);

    // Expanding to nowhere checks an archive.
    let checked = pgnz::expand(File::open(target)?, io::sink(), &ExpandOptions::new())?;
    assert_eq!(checked.text_bytes, text);
    Ok(())
}

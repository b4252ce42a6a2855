//! Writes games to an archive as they come, and reads the text line by line: `cargo run -p pgnz --example adapters`.

use pgnz::{CompressOptions, Decoder, Encoder, ExpandOptions};
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut encoder = Encoder::new(Vec::new(), &CompressOptions::new())?;
    for (white, black, moves) in [
        ("Anna", "Emil", "1. e4 e5 *"),
        ("Emil", "Anna", "1. d4 d5 *"),
    ] {
        writeln!(
            encoder,
            "[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n"
        )?;
    }
    let (packed, report) = encoder.finish()?;
    println!("{} games in {} bytes", report.games, packed.len());

    for line in Decoder::new(&packed[..], &ExpandOptions::new()).lines() {
        println!("{}", line?);
    }
    Ok(())
}

//! Writes `benches/sizes.csv`: what every corpus costs, stream by stream. Speeds, which differ between machines, are printed only.

use archive::{CompressOptions, ExpandOptions, Report, Stream, compress, expand};
use benches::{LEAST_TEXT, corpora, famous_games, repository, text_of};
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use std::{fs, io};

fn main() -> io::Result<()> {
    let mut table = header();
    println!(
        "{:<45} {:>9} {:>6} {:>9} {:>8} {:>8}",
        "one thread, not verified", "text", "%", "bits/ply", "compress", "expand"
    );
    measure("famous.pgn", &famous_games()?, &mut table)?;
    for (name, path) in corpora()? {
        let text = text_of(&path)?;
        if text.len() > LEAST_TEXT {
            measure(&name, &text, &mut table)?;
        }
    }
    fs::write(repository().join("benches/sizes.csv"), table)
}

fn header() -> String {
    let streams = Stream::ALL.map(Stream::name).join(",");
    format!("file,text_bytes,games,plies,archive_bytes,{streams},container,bits_per_ply\n")
}

fn measure(name: &str, text: &[u8], table: &mut String) -> io::Result<()> {
    let config = CompressOptions::new()
        .provenance(false)
        .threads(1)
        .verify(false);
    let mut archive = Vec::new();
    let start = Instant::now();
    let report = compress(text, &mut archive, &config).map_err(io::Error::other)?;
    let compressing = start.elapsed();
    let mut back = Vec::with_capacity(text.len());
    let start = Instant::now();
    expand(&archive[..], &mut back, &ExpandOptions::new().threads(1)).map_err(io::Error::other)?;
    let expanding = start.elapsed();
    if back != text || report.rescued_blocks > 0 {
        return Err(io::Error::other(format!("{name} does not come back")));
    }
    println!(
        "{name:<45.45} {:>9} {:>6.2} {:>9} {:>8.1} {:>8.1} MB/s",
        text.len(),
        100.0 * archive.len() as f64 / text.len().max(1) as f64,
        bits_per_ply(&report),
        speed(text, compressing),
        speed(text, expanding)
    );
    row(name, &report, table);
    Ok(())
}

/// Megabytes of text a second.
fn speed(text: &[u8], time: Duration) -> f64 {
    text.len() as f64 / 1e6 / time.as_secs_f64()
}

/// Of the stream `moves` alone.
fn bits_per_ply(report: &Report) -> String {
    let moves = report
        .streams
        .iter()
        .find(|stream| stream.stream == Stream::Moves)
        .map_or(0, |stream| stream.bytes);
    if report.plies == 0 {
        return String::new();
    }
    format!("{:.3}", 8.0 * moves as f64 / report.plies as f64)
}

fn row(name: &str, report: &Report, table: &mut String) {
    let Report {
        text_bytes,
        games,
        plies,
        archive_bytes,
        ..
    } = report;
    // Writing to memory does not fail.
    let _ = write!(table, "{name},{text_bytes},{games},{plies},{archive_bytes}");
    for stream in &report.streams {
        let _ = write!(table, ",{}", stream.bytes);
    }
    let _ = writeln!(
        table,
        ",{},{}",
        report.container_bytes,
        bits_per_ply(report)
    );
}

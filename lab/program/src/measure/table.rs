//! The figures for people.

use super::{CorpusFigures, Figures};
use commands::figures::{self, grouped};
use std::fmt::Write;

/// Tables, one set for each file.
pub fn text(figures: &Figures) -> String {
    let mut out = String::new();
    for corpus in &figures.corpora {
        // Writing to memory does not fail.
        let _ = one(corpus, &mut out);
    }
    out
}

fn one(corpus: &CorpusFigures, out: &mut String) -> std::fmt::Result {
    let (games, plies) = (grouped(corpus.games), grouped(corpus.plies));
    writeln!(out, "{}: {games} games, {plies} plies\n", corpus.path)?;
    if !corpus.codecs.is_empty() {
        writeln!(
            out,
            "  {:<22}{:>10}{:>13}{:>14}{:>14}",
            "games", "bits/ply", "bytes/game", "encode ply/s", "decode ply/s"
        )?;
    }
    for codec in &corpus.codecs {
        let refused = match codec.refused {
            0 => String::new(),
            refused => format!("  refuses {}", grouped(refused)),
        };
        writeln!(
            out,
            "  {:<22}{:>10.3}{:>13.1}{:>14}{:>14}{refused}",
            codec.name,
            codec.bits_per_ply,
            codec.bytes_per_game,
            grouped(codec.encode_plies_per_s as u64),
            grouped(codec.decode_plies_per_s as u64)
        )?;
    }
    if !corpus.positions.is_empty() {
        writeln!(out, "\n  {:<36}{:>8}", "positions", "bits")?;
    }
    for codec in &corpus.positions {
        writeln!(out, "  {:<36}{:>8.1}", codec.name, codec.bits_per_position)?;
    }
    writeln!(out, "\n  {:<26}{:>12}{:>9}", "whole text", "bytes", "share")?;
    let share = |bytes: u64| 100.0 * bytes as f64 / corpus.text_bytes.max(1) as f64;
    let mut row = |name: &str, bytes: u64| {
        writeln!(
            out,
            "  {name:<26}{:>12}{:>8.2}%",
            grouped(bytes),
            share(bytes)
        )
    };
    row("text", corpus.text_bytes)?;
    for general in &corpus.general {
        row(
            &format!("{} {}", general.name, general.level),
            general.bytes,
        )?;
    }
    row("pgnz", corpus.archive_bytes)?;
    writeln!(
        out,
        "\n  {:<26}{:>12}{:>9}",
        "stream of the archive", "bytes", "share"
    )?;
    for (name, bytes) in figures::stream_bytes(&corpus.streams) {
        let share = 100.0 * bytes as f64 / corpus.archive_bytes.max(1) as f64;
        writeln!(out, "  {name:<26}{:>12}{share:>8.1}%", grouped(bytes))?;
    }
    let profile = &corpus.profile;
    let tables = [
        ("phase of the game", &profile.by_phase),
        ("side to move", &profile.by_side),
        ("piece that moves", &profile.by_piece),
        ("rating from", &profile.by_rating),
    ];
    for (head, classes) in tables
        .into_iter()
        .filter(|(_, classes)| !classes.is_empty())
    {
        writeln!(out, "\n  {head:<22}{:>10}{:>14}", "bits/ply", "plies")?;
        for class in classes {
            writeln!(
                out,
                "  {:<22}{:>10.3}{:>14}",
                class.name,
                class.bits_per_ply,
                grouped(class.plies)
            )?;
        }
    }
    writeln!(out)
}

//! General compressors on the same text.

use super::choice::Choice;
use super::per;
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{Read, Write};
use std::time::Instant;

/// The names of the compressors.
pub const NAMES: [&str; 3] = ["zstd", "xz", "bzip2"];

/// What a compressor makes of the text of a corpus, tags and all.
#[derive(Debug, Serialize)]
pub struct GeneralFigures {
    pub name: &'static str,
    /// How it was set.
    pub level: &'static str,
    pub bytes: u64,
    /// Megabytes of text a second.
    pub encode_mb_per_s: f64,
}

/// Measures the compressors that are chosen, each at its strongest usual setting.
pub fn measure(text: &[u8], choice: &Choice) -> Result<Vec<GeneralFigures>> {
    let mut found = Vec::new();
    for name in NAMES.into_iter().filter(|name| choice.has(name)) {
        let start = Instant::now();
        let (level, bytes) = match name {
            "zstd" => ("-19 --long=27", zstd_bytes(text)?),
            "xz" => (
                "-9e",
                read(liblzma::read::XzEncoder::new(text, 9 | 1 << 31))?,
            ),
            _ => (
                "-9",
                read(bzip2::read::BzEncoder::new(
                    text,
                    bzip2::Compression::best(),
                ))?,
            ),
        };
        found.push(GeneralFigures {
            name,
            level,
            bytes,
            encode_mb_per_s: per(text.len() as f64 / 1e6, start.elapsed().as_secs_f64()),
        });
    }
    Ok(found)
}

fn read(mut encoder: impl Read) -> Result<u64> {
    let bytes = std::io::copy(&mut encoder, &mut std::io::sink());
    bytes.context("a general compressor failed")
}

fn zstd_bytes(text: &[u8]) -> Result<u64> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 19)?;
    encoder.long_distance_matching(true)?;
    encoder.window_log(27)?;
    encoder.write_all(text)?;
    Ok(encoder.finish()?.len() as u64)
}

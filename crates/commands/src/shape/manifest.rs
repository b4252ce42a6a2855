//! What is recorded in an archive that was made of games of others: the command, the seed, and which archives it read.

use crate::names::harmless;
use anyhow::{Context, Result};
use archive::{Provenance, SourceDigest};
use std::fmt::Write;
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// An archive that is read.
pub struct From {
    pub path: PathBuf,
    pub games: u64,
    /// What it records of its texts; empty for games in PGN.
    pub records: Vec<Option<Provenance>>,
}

/// The lines of the manifest.
pub fn of(from: &[From], seed: Option<u64>) -> Result<String> {
    let words: Vec<String> = std::env::args().skip(1).map(|word| quoted(&word)).collect();
    let mut lines = format!("command: pgnz {}\n", words.join(" "));
    if let Some(seed) = seed {
        let _ = writeln!(lines, "seed: {seed}");
    }
    for of in from {
        let name = of.path.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(lines, "from: {}", harmless(&name, &[]));
        let _ = writeln!(lines, "from-games: {}", of.games);
        let texts: Option<Vec<_>> = of.records.iter().map(|of| of.as_ref()?.text).collect();
        match texts.filter(|texts| !texts.is_empty()) {
            Some(texts) => {
                for text in texts {
                    let _ = writeln!(lines, "from-text-sha256: {text}");
                }
            }
            None => {
                let _ = writeln!(lines, "from-file-sha256: {}", digest(of)?);
            }
        }
    }
    Ok(lines)
}

fn digest(of: &From) -> Result<String> {
    let digest = SourceDigest::default();
    let file = File::open(&of.path).context("cannot open the file")?;
    let read = io::copy(&mut digest.reader(file), &mut io::sink());
    read.context("cannot read the file")?;
    let digest = digest.get().context("cannot read the file to its end")?;
    Ok(digest.to_string())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    let word = harmless(word, &[]);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

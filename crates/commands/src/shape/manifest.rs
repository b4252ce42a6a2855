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
    let mut lines = format!("command: pgnz {}\n", command(std::env::args().skip(1)));
    if let Some(seed) = seed {
        let _ = writeln!(lines, "seed: {seed}");
    }
    for of in from {
        let name = of.path.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(lines, "from: {}", harmless(&name, &[]));
        let _ = writeln!(lines, "from-games: {}", of.games);
        let text = match &of.records[..] {
            [Some(only)] => only.text,
            _ => None,
        };
        match text {
            Some(text) => writeln!(lines, "from-text-sha256: {text}")?,
            None => writeln!(lines, "from-file-sha256: {}", digest(of)?)?,
        }
    }
    Ok(lines)
}

/// The words of the command but for the name of the output: the same games make the same archive under any name.
fn command(words: impl Iterator<Item = String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut is_name = false;
    for word in words {
        let is_output = ["-o", "--output"].contains(&&*word);
        let has_name = word.starts_with("--output=") || word.starts_with("-o") && !is_output;
        if !(is_name || is_output || has_name) {
            kept.push(quoted(&word));
        }
        is_name = is_output;
    }
    kept.join(" ")
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

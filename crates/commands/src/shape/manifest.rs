//! What is recorded in an archive that was made of games of others: the command, the seed, and which archives it read.

use crate::command_line;
use crate::names::harmless;
use anyhow::{Context, Result};
use pgnz::{Provenance, SourceDigest};
use std::fmt::Write;
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// A command of many files, and many archives, are not recorded to the end: the manifest of some games must not be larger than the games.
const MOST_COMMAND_CHARS: usize = 4096;
const MOST_SOURCES: usize = 100;

/// An archive that is read.
pub struct From {
    pub path: PathBuf,
    pub games: u64,
    /// What it records of its texts.
    pub records: Vec<Option<Provenance>>,
}

/// The lines of the manifest.
pub fn of(from: &[From], seed: Option<u64>) -> Result<String> {
    let mut lines = format!("command: {}\n", command());
    if let Some(seed) = seed {
        let _ = writeln!(lines, "seed: {seed}");
    }
    for of in from.iter().take(MOST_SOURCES) {
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
    if from.len() > MOST_SOURCES {
        let _ = writeln!(lines, "from-more: {} archives", from.len() - MOST_SOURCES);
    }
    Ok(lines)
}

/// The command without the name of the output: the same games make the same archive under any name.
fn command() -> String {
    let mut is_name = false;
    let kept = command_line::words().filter(|word| {
        let is_output = ["-o", "--output"].contains(&&word[..]);
        let has_name = word.starts_with("--output=") || word.starts_with("-o");
        !std::mem::replace(&mut is_name, is_output) && !has_name && !is_output
    });
    let command = command_line::command(kept);
    match command.char_indices().nth(MOST_COMMAND_CHARS) {
        Some((end, _)) => format!("{} …", &command[..end]),
        None => command,
    }
}

fn digest(of: &From) -> Result<String> {
    let digest = SourceDigest::default();
    let file = File::open(&of.path).context("cannot open the file")?;
    let read = io::copy(&mut digest.reader(file), &mut io::sink());
    read.context("cannot read the file")?;
    let digest = digest.get().context("cannot read the file to its end")?;
    Ok(digest.to_string())
}

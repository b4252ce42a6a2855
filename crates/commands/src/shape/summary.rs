//! What a command says of its work when it is done.

use crate::console::Console;
use crate::figures::{SCHEMA, grouped};
use crate::json;
use anyhow::{Context, Result};
use pgnz::Spliced;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// What was done. docs/json.md describes each field.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    pub schema: u32,
    pub command: &'static str,
    pub games_in: u64,
    pub games_out: u64,
    pub dropped: u64,
    pub left_out: u64,
    pub changed: u64,
    pub respelled: Respelled,
    pub bytes_before: u64,
    pub bytes_after: u64,
    pub blocks_copied: u64,
    pub blocks_coded: u64,
    pub added_bytes: u64,
    #[serde(skip)]
    pub rescued_blocks: u64,
    pub outputs: Vec<Made>,
}

/// Names that got another spelling.
#[derive(Debug, Default, Serialize)]
pub struct Respelled {
    players: u64,
    events: u64,
    sites: u64,
    rounds: u64,
}

impl From<pgnz::Respelled> for Respelled {
    fn from(found: pgnz::Respelled) -> Self {
        Self {
            players: found.players,
            events: found.events,
            sites: found.sites,
            rounds: found.rounds,
        }
    }
}

impl Respelled {
    /// `12 players, 3 sites`.
    fn told(&self) -> String {
        let counts = [
            (self.players, "players"),
            (self.events, "events"),
            (self.sites, "sites"),
            (self.rounds, "rounds"),
        ];
        let there = counts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = there
            .map(|(count, what)| format!("{} {what}", grouped(count)))
            .collect();
        parts.join(", ")
    }
}

/// An archive that was written.
#[derive(Debug, Serialize)]
pub struct Made {
    pub path: String,
    pub games: u64,
    pub text_bytes: u64,
    pub archive_bytes: u64,
}

impl Summary {
    /// Nothing was done yet.
    pub fn new(command: &'static str) -> Self {
        Self {
            schema: SCHEMA,
            command,
            ..Self::default()
        }
    }

    /// Takes in an archive that was put together, as it was found when it was read again.
    pub fn add(&mut self, path: &Path, spliced: &Spliced, found: Option<&pgnz::Report>) {
        self.games_out += spliced.games;
        self.blocks_copied += spliced.blocks_copied;
        self.blocks_coded += spliced.blocks_coded;
        self.added_bytes += spliced.added_bytes;
        self.rescued_blocks += spliced.rescued_blocks;
        match found {
            Some(found) => self.made(path, found),
            None => self.bytes_after += spliced.archive_bytes,
        }
    }

    /// Takes in an archive that was written.
    pub fn made(&mut self, path: &Path, report: &pgnz::Report) {
        self.bytes_after += report.archive_bytes;
        self.outputs.push(Made {
            path: path.to_string_lossy().into_owned(),
            games: report.games,
            text_bytes: report.text_bytes,
            archive_bytes: report.archive_bytes,
        });
    }

    /// Says it: as JSON on standard output where that is asked for, otherwise as a line for people.
    pub fn tell(&self, name: &str, json: bool, console: &Console) -> Result<()> {
        if json {
            let mut out = io::stdout().lock();
            let line = json::line(self)?;
            return writeln!(out, "{line}")
                .and_then(|()| out.flush())
                .context("cannot write to standard output");
        }
        let mut line = format!(
            "pgnz: {name}: {} games in, {} out",
            grouped(self.games_in),
            grouped(self.games_out)
        );
        if self.dropped > 0 {
            let _ = write!(line, ", {} duplicates dropped", grouped(self.dropped));
        }
        if self.left_out > 0 {
            let _ = write!(line, ", {} left out", grouped(self.left_out));
        }
        if self.command == "edit" {
            let _ = write!(line, ", {} changed", grouped(self.changed));
            let names = self.respelled.told();
            if !names.is_empty() {
                let _ = write!(line, " (other spellings: {names})");
            }
        }
        let (before, after) = (grouped(self.bytes_before), grouped(self.bytes_after));
        let _ = write!(line, "; {before} bytes before, {after} after");
        if self.outputs.len() > 1 {
            let _ = write!(line, "; {} archives", grouped(self.outputs.len() as u64));
        }
        if self.blocks_copied + self.blocks_coded > 0 {
            let (copied, coded) = (grouped(self.blocks_copied), grouped(self.blocks_coded));
            let _ = write!(line, "; blocks: {copied} copied, {coded} coded");
        }
        console.done(line);
        Ok(())
    }
}

//! `pgnz --version`: which release it is and, with `-v`, what it reads and how it runs here.

use anyhow::{Context, Result};
use pgnz::{FORMAT_VERSION, Level, Model, VectorCode};
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Prints the version; in detail if that is asked for.
pub fn run(in_detail: bool) -> Result<()> {
    let mut text = format!("pgnz {}\n", env!("CARGO_PKG_VERSION"));
    if in_detail {
        text.push_str(&details());
    }
    write!(io::stdout(), "{text}").context("cannot write to standard output")
}

fn details() -> String {
    let mut out = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(out, "  {key:<15}{value}");
    };
    let [major, minor] = FORMAT_VERSION;
    line("format", &format!("{major}.{minor}"));
    for level in Level::ALL {
        let digest = format!("digest {:016x}", Model::of(level).digest());
        line(&format!("level {level}"), &digest);
    }
    let VectorCode { networks, mixing } = VectorCode::here();
    let vectors = format!("{networks} for networks, {mixing} for the other models");
    line("vector code", &vectors);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    line("threads", &format!("{threads} by default"));
    let built = [
        env!("PGNZ_PROFILE"),
        env!("PGNZ_TARGET"),
        env!("PGNZ_COMPILER"),
    ];
    line("built", &built.join(", "));
    out
}

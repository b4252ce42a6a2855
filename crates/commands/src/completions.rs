//! `pgnz completions`: what a shell needs to complete our commands and options.

use crate::args::{Args, Completions};
use anyhow::{Context, Result};
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints the script for a shell.
pub fn run(args: &Completions) -> Result<()> {
    // Written to memory first, for the generator panics if its output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "pgnz", &mut script);
    io::stdout()
        .write_all(&script)
        .context("cannot write to standard output")
}

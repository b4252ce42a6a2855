//! The commands of the program `pgnz`. One file for each subcommand; this one is the table of contents.
//!
//! The program itself is a crate of its own, which calls [`main`]: how far the optimisation over all crates goes is a setting of the
//! last crate, and these commands need not be as fast as what they call.

mod advice;
mod args;
mod batch;
mod beginning;
mod blob;
mod board;
mod cat;
mod command_line;
mod completions;
mod compress;
mod console;
mod convert;
mod convert_old;
mod count;
mod damage;
mod diagrams;
mod expand;
mod export;
pub mod figures;
mod file_identity;
mod folders;
pub mod games;
pub mod given;
mod hints;
mod index;
mod input;
mod interrupt;
pub mod json;
mod kept_files;
mod left_out;
mod list;
mod live;
mod man;
mod memory;
mod models;
pub mod movetext;
pub mod names;
mod open;
mod opened;
mod optimize;
mod output;
mod pick;
pub mod plot;
mod positions;
mod progress;
mod published_sums;
mod remarks;
mod repair;
mod rows;
mod shape;
mod show;
mod site;
mod skip;
mod standard_streams;
mod stats;
pub mod style;
mod test;
mod tree;
mod version;
mod view;

/// The parts of the program that `pgnz-lab` has in common with it.
pub mod common {
    pub use crate::args::{Filters, Models, OneGame, Start};
    pub use crate::console::Console;
    pub use crate::kept_files::KeptFiles;
    pub use crate::output::{MadeFrom, Manner, Output};
}

use anyhow::{Context, Result};
use args::{Args, Command, Loudness};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use console::Console;
use std::io::{self, Write};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: memory::SystemOrEnd = memory::SystemOrEnd;

/// The whole program: reads the arguments, does what they say, and reports on standard error what went wrong.
pub fn main() -> ExitCode {
    memory::give_back_what_is_large();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are not errors; a wrong option is one, and clap's own code for it, 2, means a warning here.
            let args: Vec<_> = std::env::args_os().skip(1).collect();
            let hint = hints::hint(&args).filter(|_| error.use_stderr());
            let mut console = Console::new(Loudness::default());
            match hint {
                Some(hint) => eprintln!("pgnz: {hint}"),
                None => print_help(&error, &mut console),
            }
            return match error.use_stderr() {
                true => ExitCode::FAILURE,
                false => console.exit_code(),
            };
        }
    };
    interrupt::remove_pending_files_when_stopped();
    let Some(command) = args.command.as_ref().filter(|_| !args.version) else {
        return without_command(&args);
    };
    let mut console = Console::new(command.loudness());
    if let Err(error) = run(command, &mut console).and_then(|()| flush()) {
        console.fail(&error);
    }
    console.exit_code()
}

/// A whole program whose commands print their results: reports on standard error what is wrong with the arguments or went wrong.
pub fn work<A>(
    args: Result<A, clap::Error>,
    run: impl FnOnce(&A, &mut Console) -> Result<()>,
) -> ExitCode {
    memory::give_back_what_is_large();
    let mut console = Console::new(Loudness::default());
    let args = match args {
        Ok(args) => args,
        Err(error) => {
            print_help(&error, &mut console);
            return match error.use_stderr() {
                true => ExitCode::FAILURE,
                false => console.exit_code(),
            };
        }
    };
    interrupt::remove_pending_files_when_stopped();
    let done = standard_streams::ensure_output().and_then(|()| run(&args, &mut console));
    if let Err(error) = done.and_then(|()| flush()) {
        console.fail(&error);
    }
    console.exit_code()
}

/// Prints what was asked for instead of a command, or what is wrong with the arguments.
fn print_help(error: &clap::Error, console: &mut Console) {
    let printed = error.print().context("cannot write to standard output");
    if error.use_stderr() {
        return;
    }
    let done = standard_streams::ensure_output().and(printed);
    if let Err(error) = done.and_then(|()| flush()) {
        console.fail(&error);
    }
}

/// What is printed waits for the end of its line, and errors at the end of the program are lost.
fn flush() -> Result<()> {
    let flushed = io::stdout().flush();
    flushed.context("cannot write to standard output")
}

fn run(command: &Command, console: &mut Console) -> Result<()> {
    if command.prints() {
        standard_streams::ensure_output()?;
    }
    match command {
        Command::Compress(args) => compress::run(args, console),
        Command::Expand(args) => expand::run(args, console),
        Command::Test(args) => test::run(args, console),
        Command::Repair(args) => repair::run(args, console),
        Command::Optimize(args) => optimize::run(args, console),
        Command::Convert(args) => convert_old::run(args, console),
        Command::Append(args) => shape::append::run(args, console),
        Command::Merge(args) => shape::run::merge(args, console),
        Command::Split(args) => shape::run::split(args, console),
        Command::Filter(args) => shape::run::filter(args, console),
        Command::Edit(args) => shape::edit::run(args, console),
        Command::Dedupe(args) => shape::run::dedupe(args, console),
        Command::Sort(args) => shape::run::sort(args, console),
        Command::Sample(args) => shape::run::sample(args, console),
        Command::List(args) => list::run(args, console),
        Command::Cat(args) => cat::run(args, console),
        Command::Count(args) => count::run(args, console),
        Command::Export(args) => export::run(args, console),
        Command::Stats(args) => stats::run(args, console),
        Command::Index(args) => index::run(args, console),
        Command::Tree(args) => tree::run(args, console),
        Command::Positions(args) => positions::run(args, console),
        Command::Show(args) => show::run(args, console),
        Command::Diagrams(args) => diagrams::run(args, console),
        Command::View(args) => view::run(args, console),
        Command::Site(args) => site::run(args, console),
        Command::Blob(command) => blob::run(command, console),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}

/// Prints the version, or says that a command is missing.
fn without_command(args: &Args) -> ExitCode {
    if !args.version {
        let what = "a command is missing: use pgnz COMMAND, or see pgnz --help";
        let _ = Args::command()
            .error(ErrorKind::MissingSubcommand, what)
            .print();
        return ExitCode::FAILURE;
    }
    let mut console = Console::new(Loudness::default());
    if let Err(error) = standard_streams::ensure_output()
        .and_then(|()| version::run(args.verbose))
        .and_then(|()| flush())
    {
        console.fail(&error);
    }
    console.exit_code()
}

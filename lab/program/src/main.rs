//! `pgnz-lab`: what games and positions cost in the encodings of the literature, beside pgnz's own. Not a part of the product.

mod args;
mod chess960;
mod measure;
mod number;
mod position;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::work(Args::try_parse(), |args, console| match &args.command {
        Command::Measure(args) => measure::run(args, console),
        Command::Number(command) => number::run(command),
        Command::Position(command) => position::run(command),
        Command::Chess960(args) => chess960::run(args),
    })
}

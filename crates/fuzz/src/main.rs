//! Runs the fuzz targets of the folder `targets` for a bounded time: builds them with coverage, writes their seeds, starts them one beside
//! the other, and says what came.

mod args;
mod run;

use args::Args;
use fuzz::{TARGETS, Target, own_seeds};
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = Args::parse(std::env::args().skip(1)).and_then(|args| {
        let targets: Vec<Target> = match args.target {
            Some(target) => vec![target],
            None => TARGETS.to_vec(),
        };
        let seeds = own_seeds().map_err(|error| format!("cannot read the corpora: {error}"))?;
        run::write_seeds(&targets, &seeds)?;
        if args.only_seeds {
            return Ok(true);
        }
        run::build(&targets)?;
        run::run(&targets, args.seconds)
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("fuzz: {message}");
            ExitCode::FAILURE
        }
    }
}

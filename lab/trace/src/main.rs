//! `pgnz-trace`: every decision that an archive codes, and where another decoder takes another one. `docs/conformance.md` describes it.

mod chapters;
mod compare;
mod decisions;

use anyhow::{Context, Result};
use clap::Parser;
use std::cell::RefCell;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

/// Print every decision that an archive codes, or find the first that another decoder takes differently
///
/// The columns are: stream, number of the decision in it, bit or freq, low, width, total, symbol, place.
#[derive(Debug, Parser)]
#[command(name = "pgnz-trace", version)]
struct Args {
    /// The archive
    archive: PathBuf,
    /// Compare with this file of the same columns, which another decoder has written; the exit status is 1 if they differ
    #[arg(long, value_name = "OTHER")]
    compare: Option<PathBuf>,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let archive = std::fs::read(&args.archive)
        .with_context(|| format!("{} cannot be read", args.archive.display()))?;
    let Some(other) = &args.compare else {
        print(&archive)?;
        return Ok(ExitCode::SUCCESS);
    };
    let other = std::fs::read_to_string(other)
        .with_context(|| format!("{} cannot be read", other.display()))?;
    match compare::first_difference(&archive, &other)? {
        None => {
            println!("no decision differs");
            Ok(ExitCode::SUCCESS)
        }
        Some(difference) => {
            print!("{difference}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Prints all decisions. That nobody reads on is no error.
fn print(archive: &[u8]) -> Result<()> {
    let out = Rc::new(RefCell::new(BufWriter::new(io::stdout())));
    let failure = Rc::new(RefCell::new(None));
    let (to, failed) = (Rc::clone(&out), Rc::clone(&failure));
    let decoded = decisions::each(archive, move |decision| {
        let mut failed = failed.borrow_mut();
        if failed.is_none() {
            *failed = writeln!(to.borrow_mut(), "{decision}").err();
        }
    });
    let flushed = out.borrow_mut().flush();
    match failure.take().or(flushed.err()) {
        Some(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
        Some(error) => return Err(error).context("cannot write to standard output"),
        None => {}
    }
    decoded
}

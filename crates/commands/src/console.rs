//! What is said to people, on standard error, and the exit status it adds up to.

use crate::advice;
use crate::args::Loudness;
use crate::batch::{Batch, Tally, Turn};
use crate::names::harmless;
use crate::skip::Skip;
use std::cell::RefCell;
use std::fmt::{Display, Write};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

/// The messages of a run.
#[derive(Debug)]
pub struct Console {
    loudness: Loudness,
    failed: bool,
    warned: bool,
    batch: RefCell<Batch>,
}

impl Console {
    /// A console on which nothing has been said.
    pub fn new(loudness: Loudness) -> Self {
        Self {
            loudness,
            failed: false,
            warned: false,
            batch: RefCell::default(),
        }
    }

    /// Says which files will be worked on, one after the other, so that progress can be shown of all together.
    pub fn expect(&mut self, files: &[PathBuf]) {
        if self.is_watched() {
            self.batch = RefCell::new(Batch::new(files));
        }
    }

    /// Where a file, or standard input, stands among those that are expected; and how the run goes.
    pub fn turn(&self, path: Option<&Path>, length: Option<u64>) -> (Turn, Arc<Mutex<Tally>>) {
        let mut batch = self.batch.borrow_mut();
        (batch.turn(path, length), batch.tally.clone())
    }

    /// Whether someone watches who has not asked for quiet.
    pub fn is_watched(&self) -> bool {
        !self.loudness.quiet && io::stderr().is_terminal()
    }

    /// Whether figures are asked for.
    pub fn is_verbose(&self) -> bool {
        self.loudness.verbose
    }

    /// Says something that is good to know.
    pub fn note(&self, text: impl Display) {
        if !self.loudness.quiet {
            say(text);
        }
    }

    /// Says how a run went that succeeded: to someone who watches, or asks for figures. What runs by itself says nothing then, so that no mail is sent about it.
    pub fn done(&self, text: impl Display) {
        if self.is_watched() || self.is_verbose() {
            say(text);
        }
    }

    /// Prints a warning; the work goes on.
    pub fn warn(&mut self, name: impl Display, what: impl Display) {
        self.warned = true;
        if !self.loudness.quiet {
            say(format_args!("pgnz: {name}: {what}"));
        }
    }

    /// Says what went wrong with a file. Returns whether there is a point in going on with the next.
    pub fn fail_on(&mut self, name: impl Display, error: &anyhow::Error) -> bool {
        if is_broken_pipe(error) {
            return false;
        }
        if let Some(reason) = error.downcast_ref::<Skip>() {
            self.warn(name, reason);
        } else {
            self.failed = true;
            say(format_args!("pgnz: {name}: {}", chain(error)));
        }
        true
    }

    /// Says what went wrong.
    pub fn fail(&mut self, error: &anyhow::Error) {
        if !is_broken_pipe(error) {
            self.failed = true;
            say(format_args!("pgnz: {}", chain(error)));
        }
    }

    /// 0, 1 for an error or 2 for a warning.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match (self.failed, self.warned) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        })
    }
}

/// If standard error is closed, nobody can be told, so that is not a reason to panic.
fn say(text: impl Display) {
    use io::Write;
    let text = text.to_string();
    // Names and texts of the system are part of messages: none of them may give the terminal orders.
    let _ = writeln!(io::stderr().lock(), "{}", harmless(&text, &['\n', '\t']));
}

/// Whether the reader of our output has had enough, as `head` has: no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The error and its causes on one line, leaving out causes that the text before them already contains, and what to do.
fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            let _ = write!(text, ": {cause}");
        }
    }
    text + &advice::of(error).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_cause_is_told_once() {
        let cause = || io::Error::other("the disk is full");
        let error: Result<(), _> = Err(cause()).context("cannot write: the disk is full");
        assert_eq!(chain(&error.unwrap_err()), "cannot write: the disk is full");
        let untold: Result<(), _> = Err(cause()).context("cannot write");
        assert_eq!(
            chain(&untold.unwrap_err()),
            "cannot write: the disk is full"
        );
    }

    #[test]
    fn a_broken_pipe_is_no_error_however_deep_it_lies() {
        let mut console = Console::new(Loudness::default());
        let error: Result<(), _> =
            Err(io::Error::from(io::ErrorKind::BrokenPipe)).context("cannot write");
        assert!(!console.fail_on("x", &error.unwrap_err()));
        assert!(!console.failed && !console.warned);
    }
}

//! Several inputs to one file.

use super::{Conversion, Job};
use crate::console::Console;
use crate::names::{is_dash, shown};
use crate::output::MadeFrom;
use crate::skip::Skip;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

impl<C: Conversion> Job<'_, C> {
    /// All inputs to one file, or, if one of them fails, no file.
    pub(super) fn together(
        &mut self,
        inputs: &[PathBuf],
        target: &Path,
        console: &mut Console,
    ) -> Result<()> {
        // Several inputs may go to one device, even if it is one of them: a terminal.
        if !target.exists() || target.is_file() {
            self.kept_files.check(target)?;
        }
        let private = !inputs.iter().all(|input| is_dash(input));
        let mut output = self.work.create(target, self.manner, private)?;
        self.leftovers.clear_away(&output, console);
        let mut origins = Vec::new();
        let mut reports = Vec::new();
        let mut whole = Vec::new();
        for path in inputs {
            let mut done = || {
                let input = self.open(path)?;
                let found = self.work.inspect(&input)?;
                let part = self.part(path, found, inputs.len() > 1);
                let origin = input.origin.clone();
                let passed = self.pass(path, input, found, &part, &mut output, console)?;
                anyhow::Ok((origin, passed))
            };
            match done() {
                Ok((origin, passed)) => {
                    if let Some(origin) = origin {
                        origins.push(origin);
                        whole.push(passed.is_whole);
                    }
                    reports.push(passed.report);
                }
                Err(error) => {
                    console.fail_on(shown(path), &error);
                    if inputs.len() > 1 && error.is::<Skip>() {
                        bail!(
                            "{} was not written, because a file was skipped; archives are joined with cat a.pgnz b.pgnz > c.pgnz",
                            shown(target)
                        );
                    }
                    return Ok(());
                }
            }
        }
        let made_from = match &origins[..] {
            [origin] if inputs.len() == 1 => MadeFrom::One(origin),
            origins => MadeFrom::Several(origins),
        };
        let sources = format!("{} files", inputs.len());
        match self.finish(output, &reports, made_from, sources, console)? {
            Some(finished) => {
                for (origin, is_whole) in origins.iter().zip(whole) {
                    self.tidy(origin, is_whole, std::slice::from_ref(&finished), console);
                }
            }
            None if self.remove => console.warn(
                shown(target),
                "this is not a regular file, so nothing is removed",
            ),
            None => {}
        }
        Ok(())
    }
}

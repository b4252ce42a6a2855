//! What `compress` and `expand` have in common: files in, files out, one after the other.

use crate::args::Files;
use crate::console::{Console, PassOver};
use crate::damage;
use crate::figures;
use crate::input::{Input, Origin, is_dash, named};
use crate::ledger::Ledger;
pub use crate::names::shown;
use crate::output::{Finished, MadeFrom, Manner, Output};
use crate::progress::Bar;
use crate::remarks;
use anyhow::{Result, anyhow, bail};
use archive::Report;
use std::fs::File;
use std::path::{Path, PathBuf};

/// One direction of the work.
pub trait Conversion {
    /// Whether what is written is no text.
    const BINARY: bool;
    /// What is learned about an input before it is read.
    type Found: Copy;

    /// Looks at the beginning of an input.
    fn look(&self, input: &Input) -> Result<Self::Found>;
    /// The name of the file to write next to the input.
    fn target(&self, path: &Path, found: Self::Found) -> Result<PathBuf>;
    /// Reads the input and writes the result.
    fn convert(
        &self,
        input: Input,
        found: Self::Found,
        output: &mut Output,
        bar: &Bar,
    ) -> Result<Report>;
    /// Checks a file that was written from inputs with these reports.
    fn check(&self, file: &File, written: &[Report]) -> Result<()>;
    /// Says more of a file that was written, to who wants to know more.
    fn tell(&self, file: &File, console: &Console) -> Result<()>;
}

/// Converts every file that is named.
pub fn run<C: Conversion>(work: &C, files: &Files, console: &mut Console) -> Result<()> {
    let manner = Manner {
        binary: C::BINARY,
        force: files.force,
    };
    let inputs = named(&files.inputs);
    let mut job = Job {
        work,
        manner,
        remove: files.rm,
        ledger: Ledger::new(&inputs),
    };
    console.expect(&inputs);
    if let Some(target) = files.output.as_ref().filter(|target| !is_dash(target)) {
        return job.together(&inputs, target, console);
    }
    let to_stdout = files.stdout || files.output.is_some();
    anyhow::ensure!(
        !files.rm || !(to_stdout || inputs.iter().any(|path| is_dash(path))),
        "--rm goes with files whose output is a file; leave it out for standard input and output"
    );
    for path in &inputs {
        let done = if to_stdout || is_dash(path) {
            job.to_stdout(path, console)
        } else {
            job.alongside(path, console)
        };
        if let Err(error) = done
            && !console.fail_on(shown(path), &error)
        {
            break;
        }
    }
    Ok(())
}

/// An input that has been converted.
struct Passed {
    report: Report,
    /// Whether all that the input holds is in the result.
    is_whole: bool,
}

struct Job<'a, C> {
    work: &'a C,
    manner: Manner,
    remove: bool,
    ledger: Ledger,
}

impl<C: Conversion> Job<'_, C> {
    fn to_stdout(&self, path: &Path, console: &mut Console) -> Result<()> {
        let input = Input::open(path)?;
        let found = self.work.look(&input)?;
        let mut output = Output::stdout(self.manner)?;
        self.pass(path, input, found, &mut output, console)?;
        output.commit(MadeFrom::Several(&[]))?;
        Ok(())
    }

    fn alongside(&mut self, path: &Path, console: &mut Console) -> Result<()> {
        let input = self.open(path)?;
        if input.length().is_none() {
            bail!("this is not a regular file, so say where its result goes: -c or -o FILE");
        }
        let found = self.work.look(&input)?;
        let target = self.work.target(path, found)?;
        let Some(origin) = input.origin.clone() else {
            bail!("standard input has no name to make another from: use -c or -o FILE");
        };
        self.ledger.check(&target)?;
        let mut output = Output::create(&target, self.manner, true)?;
        let passed = self.pass(path, input, found, &mut output, console)?;
        let made_from = MadeFrom::One(&origin);
        let finished = self.finish(output, &[passed.report], made_from, shown(path), console)?;
        if let Some(finished) = finished {
            self.tidy(&origin, passed.is_whole, &finished, console);
        }
        Ok(())
    }

    /// All inputs to one file, or, if one of them fails, no file.
    fn together(&mut self, inputs: &[PathBuf], target: &Path, console: &mut Console) -> Result<()> {
        // Several inputs may go to one device, even if it is one of them: a terminal.
        if !target.exists() || target.is_file() {
            self.ledger.check(target)?;
        }
        let private = !inputs.iter().all(|input| is_dash(input));
        let mut output = Output::create(target, self.manner, private)?;
        let mut origins = Vec::new();
        let mut reports = Vec::new();
        let mut whole = Vec::new();
        for path in inputs {
            let mut done = || {
                let input = self.open(path)?;
                let found = self.work.look(&input)?;
                let origin = input.origin.clone();
                let passed = self.pass(path, input, found, &mut output, console)?;
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
                    if inputs.len() > 1 && error.is::<PassOver>() {
                        bail!(
                            "{} was not written, because a file was passed over; archives are joined with cat a.pgnz b.pgnz > c.pgnz",
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
                    self.tidy(origin, is_whole, &finished, console);
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

    /// Opens an input, which has to be removable if it is to be removed.
    fn open(&self, path: &Path) -> Result<Input> {
        let input = Input::open(path)?;
        if let Some(origin) = &input.origin
            && self.remove
            && !self.manner.force
        {
            origin.ensure_only_name()?;
        }
        Ok(input)
    }

    /// Converts one input.
    fn pass(
        &self,
        path: &Path,
        input: Input,
        found: C::Found,
        output: &mut Output,
        console: &mut Console,
    ) -> Result<Passed> {
        let found_beside = input.remarks();
        let bar = Bar::new(&input, console);
        let report = self.work.convert(input, found, output, &bar)?;
        drop(bar);
        figures::tell(&shown(path), &report, console);
        damage::warn(&shown(path), &report, console);
        if report.rescued_blocks > 0 {
            let what = format!(
                "{} blocks did not come back when they were decoded, so they are stored as they are; nothing is lost, but please report this",
                report.rescued_blocks
            );
            console.warn(shown(path), what);
        }
        let is_whole = remarks::tell(&shown(path), &report, &found_beside, console)
            && report.damage.is_empty();
        Ok(Passed { report, is_whole })
    }

    fn finish(
        &mut self,
        output: Output,
        reports: &[Report],
        made_from: MadeFrom,
        sources: String,
        console: &Console,
    ) -> Result<Option<Finished>> {
        let file = output.file();
        if let Some(file) = file {
            self.work.check(file, reports)?;
        }
        let file = file.filter(|_| console.is_verbose());
        let file = file.map(File::try_clone).transpose()?;
        // The result is safe before anything takes time that is only told.
        let finished = output.commit(made_from)?;
        if let Some(finished) = &finished {
            self.ledger.wrote(finished, sources);
        }
        if let Some(file) = file {
            self.work.tell(&file, console)?;
        }
        Ok(finished)
    }

    /// Removes a file whose result is safe, if that is asked for.
    fn tidy(&mut self, origin: &Origin, is_whole: bool, result: &Finished, console: &mut Console) {
        if !self.remove {
            return;
        }
        if !is_whole {
            let what = "not all that this file holds is in its result, so it is kept";
            return console.warn(origin.path.display(), what);
        }
        let done = if result.is_still_there() {
            origin.remove(self.manner.force)
        } else {
            Err(anyhow!(
                "its result {} has been removed or replaced meanwhile, so this file is kept",
                shown(&result.target)
            ))
        };
        match done {
            Ok(()) => self.ledger.removed(origin.id().as_ref()),
            Err(error) => console.warn(shown(&origin.path), format_args!("{error:#}")),
        }
    }
}

//! What `compress` and `expand` have in common: files in, files out, one after the other.

use crate::args::Files;
use crate::console::{Console, PassOver};
use crate::figures;
use crate::input::{Input, Origin, is_dash, named};
use crate::output::{Manner, Output};
use crate::progress::Bar;
use anyhow::{Result, bail};
use archive::Report;
use std::fs::{self, File};
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
    let job = Job {
        work,
        manner,
        remove: files.rm,
    };
    let inputs = named(&files.inputs);
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

struct Job<'a, C> {
    work: &'a C,
    manner: Manner,
    remove: bool,
}

impl<C: Conversion> Job<'_, C> {
    fn to_stdout(&self, path: &Path, console: &mut Console) -> Result<()> {
        let input = Input::open(path)?;
        let found = self.work.look(&input)?;
        let mut output = Output::stdout(self.manner)?;
        self.pass(path, input, found, &mut output, console)?;
        output.commit(None)
    }

    fn alongside(&self, path: &Path, console: &mut Console) -> Result<()> {
        let input = Input::open(path)?;
        if input.length().is_none() {
            bail!("this is no regular file, so say where its result goes: -c or -o FILE");
        }
        let found = self.work.look(&input)?;
        let target = self.work.target(path, found)?;
        let origin = input.origin.clone();
        let mut output = Output::create(&target, self.manner, true)?;
        let report = self.pass(path, input, found, &mut output, console)?;
        self.finish(output, &[report], origin.as_ref(), console)?;
        self.tidy(origin.as_ref(), console);
        Ok(())
    }

    /// All inputs to one file, or, if one of them fails, no file.
    fn together(&self, inputs: &[PathBuf], target: &Path, console: &mut Console) -> Result<()> {
        if inputs.iter().any(|input| is_same_file(input, target)) {
            bail!("{}: this file is to be read and written", target.display());
        }
        let alone = inputs.len() == 1 && !is_dash(&inputs[0]);
        let mut output = Output::create(target, self.manner, alone)?;
        let mut origins = Vec::new();
        let mut reports = Vec::new();
        for path in inputs {
            let mut done = || {
                let input = Input::open(path)?;
                let found = self.work.look(&input)?;
                origins.extend(input.origin.clone());
                self.pass(path, input, found, &mut output, console)
            };
            match done() {
                Ok(report) => reports.push(report),
                Err(error) => {
                    console.fail_on(shown(path), &error);
                    if inputs.len() > 1 && error.is::<PassOver>() {
                        bail!("{} is not written without that file", target.display());
                    }
                    return Ok(());
                }
            }
        }
        let stays = output.file().is_some();
        let origin = origins.first().filter(|_| alone);
        self.finish(output, &reports, origin, console)?;
        if self.remove && !stays {
            console.warn(
                target.display(),
                "this is no regular file, so nothing is removed",
            );
            return Ok(());
        }
        for origin in &origins {
            self.tidy(Some(origin), console);
        }
        Ok(())
    }

    /// Converts one input.
    fn pass(
        &self,
        path: &Path,
        input: Input,
        found: C::Found,
        output: &mut Output,
        console: &mut Console,
    ) -> Result<Report> {
        let bar = Bar::new(&input, console);
        let report = self.work.convert(input, found, output, &bar)?;
        drop(bar);
        figures::tell(&shown(path), &report, console);
        if report.rescued_blocks > 0 {
            let what = format!(
                "{} blocks did not come back when they were decoded, so they are stored as they are; nothing is lost, but please report this",
                report.rescued_blocks
            );
            console.warn(shown(path), what);
        }
        Ok(report)
    }

    fn finish(
        &self,
        output: Output,
        reports: &[Report],
        origin: Option<&Origin>,
        console: &Console,
    ) -> Result<()> {
        let file = output.file();
        if let Some(file) = file {
            self.work.check(file, reports)?;
        }
        let file = file.filter(|_| console.is_verbose());
        let file = file.map(File::try_clone).transpose()?;
        // The result is safe before anything takes time that is only told.
        output.commit(origin)?;
        file.map_or(Ok(()), |file| self.work.tell(&file, console))
    }

    /// Removes a file whose result is safe, if that is asked for.
    fn tidy(&self, origin: Option<&Origin>, console: &mut Console) {
        if let Some(origin) = origin.filter(|_| self.remove)
            && let Err(error) = origin.remove()
        {
            console.warn(origin.path.display(), format_args!("{error:#}"));
        }
    }
}

/// The name of an input in messages.
pub fn shown(path: &Path) -> String {
    if is_dash(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b && a.is_file(),
        _ => false,
    }
}

//! What `compress` and `expand` have in common: files in, files out, one after the other.

mod conversion;
mod parts;
mod spread;
mod together;

use crate::args::Files;
use crate::beginning::is_inside_a_game;
use crate::console::Console;
use crate::damage;
use crate::figures;
use crate::folders::{self, Item, Plan};
use crate::input::{Input, Origin};
use crate::kept_files::KeptFiles;
pub use crate::names::shown;
use crate::names::{self, is_dash};
use crate::output::{Finished, Leftovers, MadeFrom, Manner, Output};
use crate::progress::Bar;
use crate::remarks;
use anyhow::{Result, anyhow, bail, ensure};
pub use conversion::Conversion;
pub use parts::{Part, Parts};
use pgnz::{JoinedTexts, Report};
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use wrapping::Remarks;

/// Converts every file that is named.
pub fn run<C: Conversion>(work: &C, files: &Files, console: &mut Console) -> Result<()> {
    let manner = Manner {
        binary: C::BINARY,
        force: files.force,
    };
    let plan = Plan::of(files, C::takes, console)?;
    let inputs: Vec<PathBuf> = plan.items.iter().map(|item| item.path.clone()).collect();
    if inputs.is_empty() {
        return Ok(());
    }
    let mut job = Job {
        work,
        manner,
        remove: files.rm,
        kept_files: KeptFiles::new(&inputs).also(work.model_files()),
        joined: JoinedTexts::default(),
        parts: Parts::default(),
        leftovers: Leftovers::default(),
    };
    console.expect(&inputs);
    let target = files.output.as_ref().filter(|target| !is_dash(target));
    if let Some(target) = target.filter(|_| plan.folder.is_none()) {
        return job.together(&inputs, target, console);
    }
    let to_stdout = files.stdout || target.is_none() && files.output.is_some();
    ensure!(
        !files.rm || !(to_stdout || inputs.iter().any(|path| is_dash(path))),
        "--rm works only with files whose output is a file; leave it out for standard input and output"
    );
    if plan.has_folders() && !to_stdout {
        job.ensure_apart(&plan)?;
    }
    for item in &plan.items {
        let path = &item.path;
        let done = if to_stdout || (is_dash(path) && plan.folder.is_none()) {
            job.print(path, plan.items.len() > 1, console)
        } else {
            job.alongside(item, &plan, console)
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
    kept_files: KeptFiles,
    /// Between the inputs that go to the output that is being written.
    joined: JoinedTexts,
    /// Those inputs.
    parts: Parts,
    leftovers: Leftovers,
}

impl<C: Conversion> Job<'_, C> {
    fn print(&mut self, path: &Path, several: bool, console: &mut Console) -> Result<()> {
        let input = self.work.open(path)?;
        let found = self.work.inspect(&input)?;
        let part = self.part(path, found, several);
        let mut output = Output::stdout(self.manner)?;
        self.pass(path, input, found, &part, &mut output, console)?;
        output.commit(MadeFrom::Several(&[]))?;
        Ok(())
    }

    /// Refuses two inputs whose results would be one. What cannot be read is reported when its turn comes.
    fn ensure_apart(&self, plan: &Plan) -> Result<()> {
        let target = |item: &Item| {
            let input = Input::open(&item.path).ok()?;
            let found = self.work.inspect(&input).ok()?;
            let beside = self.work.target(&item.path, found).ok()?;
            Some(plan.target(item, beside))
        };
        let targets = |item: &Item| {
            let names = self.work.names_inside(&item.path);
            if names.is_empty() {
                return Vec::from_iter(target(item));
            }
            let names = names.iter().collect::<HashSet<_>>().into_iter();
            let beside = names.map(|name| item.path.with_file_name(names::safe(name)));
            beside.map(|beside| plan.target(item, beside)).collect()
        };
        // Looking at a pipe would take what it says.
        let files = plan.items.iter().filter(|item| item.path.is_file());
        folders::ensure_apart(files.flat_map(|item| {
            let targets = targets(item).into_iter();
            targets.map(|target| (&*item.path, target))
        }))
    }

    fn alongside(&mut self, item: &Item, plan: &Plan, console: &mut Console) -> Result<()> {
        let path = &item.path;
        let input = self.open(path)?;
        if !path.is_file() {
            bail!("this is not a regular file: use -c, or name the output with -o FILE");
        }
        let found = self.work.inspect(&input)?;
        let names = self.work.names_inside(path);
        if !names.is_empty() {
            return self.spread(item, plan, input, &names, console);
        }
        let target = plan.target(item, self.work.target(path, found)?);
        let Some(origin) = input.origin.clone() else {
            bail!("standard input has no name, so the output needs one: use -c or -o FILE");
        };
        self.kept_files.check(&target)?;
        // Only a device that the user names is written to: a pipe may wait for ever.
        ensure!(
            !fs::metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_dir()),
            "{} already exists and is not a regular file: name the output with -o FILE",
            shown(&target)
        );
        plan.make_room(&target)?;
        (self.joined, self.parts) = (JoinedTexts::default(), Parts::default());
        let part = self.part(path, found, false);
        let mut output = self.work.create(&target, self.manner, true)?;
        self.leftovers.clear_away(&output, console);
        let passed = self.pass(path, input, found, &part, &mut output, console)?;
        let made_from = MadeFrom::One(&origin);
        let finished = self.finish(output, &[passed.report], made_from, shown(path), console)?;
        if let Some(finished) = finished {
            self.tidy(&origin, passed.is_whole, &[finished], console);
        }
        Ok(())
    }

    /// Opens an input, which has to be removable if it is to be removed.
    fn open(&self, path: &Path) -> Result<Input> {
        if path.is_dir() {
            bail!("this is a folder: read it with -r, or name the files in it");
        }
        let input = self.work.open(path)?;
        if let Some(origin) = &input.origin
            && self.remove
            && !self.manner.force
        {
            origin.ensure_only_name()?;
        }
        Ok(input)
    }

    /// The next input that goes to the output that is being written.
    fn part(&mut self, path: &Path, found: C::Found, several: bool) -> Part {
        let name = several.then(|| self.work.kept_name(path, found)).flatten();
        self.parts.next(name)
    }

    /// Converts one input.
    fn pass(
        &self,
        path: &Path,
        input: Input,
        found: C::Found,
        part: &Part,
        output: &mut Output,
        console: &mut Console,
    ) -> Result<Passed> {
        let found_beside = input.remarks();
        let added_bytes = self.joined.added_bytes();
        let bar = Bar::new(&input, console);
        let joined = &self.joined;
        let report = self
            .work
            .convert(input, found, part, output, joined, &bar)?;
        drop(bar);
        self.work.tell_end(path, &report, console);
        let passed = self.tell_passed(path, report, &found_beside, console);
        if is_inside_a_game(&self.joined.beginning()) {
            let what =
                "the text begins in the middle of a game; what is left of it counts as a game";
            console.warn(shown(path), what);
        }
        if self.joined.added_bytes() > added_bytes {
            let what = "a line end was added before the first game of a text, because the text before it ends without one";
            console.note(format_args!("{}: {what}", shown(path)));
        }
        Ok(passed)
    }

    /// Says what became of an input.
    fn tell_passed(
        &self,
        path: &Path,
        report: Report,
        found_beside: &Remarks,
        console: &mut Console,
    ) -> Passed {
        let is_whole = tell_of(path, &report, found_beside, console);
        Passed { report, is_whole }
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
            self.work.check(file, reports, &self.joined)?;
        }
        let file = file.filter(|_| console.is_verbose());
        let file = file.map(File::try_clone).transpose()?;
        // The result is safe before anything else takes time.
        let finished = output.commit(made_from)?;
        if let Some(finished) = &finished {
            self.kept_files.wrote(finished, sources);
        }
        if let Some(file) = file {
            self.work.tell(&file, console)?;
        }
        Ok(finished)
    }

    /// Removes a file whose results are safe, if that is asked for.
    fn tidy(
        &mut self,
        origin: &Origin,
        is_whole: bool,
        results: &[Finished],
        console: &mut Console,
    ) {
        if !self.remove {
            return;
        }
        if !is_whole {
            let what = "not everything in this file is in its result, so this file is kept";
            return console.warn(origin.path.display(), what);
        }
        let done = match results.iter().find(|result| !result.is_still_there()) {
            None => origin.remove(self.manner.force),
            Some(result) => Err(anyhow!(
                "its result {} has been removed or replaced in the meantime, so this file is kept",
                shown(&result.target)
            )),
        };
        match done {
            Ok(()) => self.kept_files.removed(origin.id().as_ref()),
            Err(error) => console.warn(shown(&origin.path), format_args!("{error:#}")),
        }
    }
}

/// Says what became of an input. Returns whether all that it holds is in the result.
pub fn tell_of(
    path: &Path,
    report: &Report,
    found_beside: &Remarks,
    console: &mut Console,
) -> bool {
    figures::tell(&shown(path), report, console);
    damage::warn(&shown(path), report, console);
    if report.rescued_blocks > 0 {
        let what = format!(
            "{} blocks could not be decoded correctly, so they are stored uncompressed; nothing is lost, but please report this",
            report.rescued_blocks
        );
        console.warn(shown(path), what);
    }
    remarks::tell(&shown(path), report, found_beside, console) && report.damage.is_empty()
}

//! One archive to several files: those that were compressed together.

use super::parts::Parts;
use super::{Conversion, Job};
use crate::console::Console;
use crate::folders::{Item, Plan};
use crate::input::{Input, Origin};
use crate::kept_files::KeptFiles;
use crate::names::{safe, shown};
use crate::output::{Finished, Leftovers, MadeFrom, Manner, Output, ensure_place};
use crate::progress::Bar;
use anyhow::{Result, anyhow, bail, ensure};
use pgnz::NamedTexts;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl<C: Conversion> Job<'_, C> {
    /// The archive to the files whose names it remembers, next to it or in the folder for results. Each appears when it is complete.
    pub(super) fn spread(
        &mut self,
        item: &Item,
        plan: &Plan,
        input: Input,
        names: &[String],
        console: &mut Console,
    ) -> Result<()> {
        let path = &item.path;
        let Some(origin) = input.origin.clone() else {
            bail!("standard input has no folder for the files: use -c or -o FILE");
        };
        let found = self.work.inspect(&input)?;
        let place = |name: &str| plan.target(item, path.with_file_name(name));
        // Archives that were put together may have the same names inside.
        let mut parts = Parts::default();
        let mut unused = |name: &String| parts.next(Some(name.clone())).name;
        let given = names
            .iter()
            .map(|name| unused(&safe(name)).map(|given| (name.clone(), given)));
        let given: VecDeque<(String, String)> = given.flatten().collect();
        let rest = self.work.target(path, found).ok().map(|beside| {
            let name = beside.file_name().and_then(OsStr::to_str);
            let free = name.and_then(|name| unused(&name.to_owned()));
            let beside = free.map_or(beside.clone(), |free| beside.with_file_name(free));
            plan.target(item, beside)
        });
        self.ensure_free(&given, &place)?;
        plan.make_room(&place(&names[0]))?;
        for (name, given) in &given {
            if *given != *name && safe(name) != *name {
                let what =
                    format!("the name '{name}' in it is not a safe one: the file is {given}");
                console.warn(shown(path), what);
            }
        }
        let found_beside = input.remarks();
        let bar = Bar::new(&input, console);
        let mut files = Files {
            place: &place,
            given,
            rest,
            manner: self.manner,
            origin: &origin,
            kept_files: &mut self.kept_files,
            leftovers: &mut self.leftovers,
            console,
            current: None,
            others: None,
            to_others: false,
            done: Vec::new(),
        };
        let done = self.work.spread(input, &mut files, &bar);
        let done = done.and_then(|report| files.finish().map(|()| report));
        let written = std::mem::take(&mut files.done);
        drop(files);
        drop(bar);
        let report = match done {
            Ok(report) => report,
            Err(error) => {
                let names: Vec<_> = written.iter().map(|file| shown(&file.target)).collect();
                if !names.is_empty() {
                    let what = format!("complete before the error, and kept: {}", names.join(", "));
                    console.warn(shown(path), what);
                }
                return Err(error);
            }
        };
        let passed = self.tell_passed(path, report, &found_beside, console);
        self.tidy(&origin, passed.is_whole, &written, console);
        Ok(())
    }

    /// Refuses what can be refused before anything is written.
    fn ensure_free(
        &self,
        given: &VecDeque<(String, String)>,
        place: &dyn Fn(&str) -> PathBuf,
    ) -> Result<()> {
        for (_, name) in given {
            let target = place(name);
            self.kept_files.check(&target)?;
            ensure_place(&target, self.manner).map_err(|error| {
                anyhow!("{error:#}; --as-one writes all files in the archive as one text")
            })?;
        }
        Ok(())
    }
}

/// The files that are written.
struct Files<'a> {
    place: &'a dyn Fn(&str) -> PathBuf,
    /// The names inside that are still to come, each with the name that its file gets.
    given: VecDeque<(String, String)>,
    /// Where the text of archives without a name goes.
    rest: Option<PathBuf>,
    manner: Manner,
    origin: &'a Origin,
    kept_files: &'a mut KeptFiles,
    leftovers: &'a mut Leftovers,
    console: &'a mut Console,
    /// The file that is being written, and its bytes so far.
    current: Option<(Output, u64)>,
    /// The same of all archives without a name, which is complete only at the end.
    others: Option<(Output, u64)>,
    to_others: bool,
    done: Vec<Finished>,
}

impl Files<'_> {
    fn open(&mut self, target: &Path) -> Result<(Output, u64)> {
        self.kept_files.check(target)?;
        let output = Output::create_unfollowed(target, self.manner)?;
        self.leftovers.clear_away(&output, self.console);
        Ok((output, 0))
    }

    /// Completes a file.
    fn complete(&mut self, (output, bytes): (Output, u64)) -> Result<()> {
        if let Some(file) = output.file() {
            let length = file.metadata()?.len();
            ensure!(
                length == bytes,
                "a file has {length} bytes, but {bytes} were written, so it is not kept"
            );
        }
        if let Some(finished) = output.commit(MadeFrom::One(self.origin))? {
            self.kept_files.wrote(&finished, shown(&self.origin.path));
            self.done.push(finished);
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        let open = [self.current.take(), self.others.take()];
        open.into_iter()
            .flatten()
            .try_for_each(|open| self.complete(open))
    }

    fn next(&mut self, name: Option<&str>) -> Result<()> {
        self.to_others = name.is_none();
        match name {
            Some(name) => {
                // Names that were lost by damage are skipped.
                let mut coming = std::iter::from_fn(|| self.given.pop_front());
                let found = coming.find(|(asked, _)| asked == name);
                let given = found.map_or_else(|| safe(name), |(_, given)| given);
                let target = (self.place)(&given);
                self.current = Some(self.open(&target)?);
            }
            None if self.others.is_none() => {
                let Some(target) = self.rest.clone() else {
                    bail!(
                        "some text in it has no name, and the archive has none either: use --as-one with -o FILE, or -c"
                    );
                };
                self.others = Some(self.open(&target)?);
            }
            None => {}
        }
        Ok(())
    }

    fn output(&mut self) -> io::Result<&mut (Output, u64)> {
        let open = if self.to_others {
            &mut self.others
        } else {
            &mut self.current
        };
        open.as_mut()
            .ok_or_else(|| io::Error::other("no file is open"))
    }
}

impl Write for Files<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let (output, bytes) = self.output()?;
        let count = output.write(text)?;
        *bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.output() {
            Ok((output, _)) => output.flush(),
            Err(_) => Ok(()),
        }
    }
}

impl NamedTexts for Files<'_> {
    fn begin(&mut self, name: Option<&str>) -> io::Result<()> {
        self.next(name).map_err(as_io_error)
    }

    fn end(&mut self) -> io::Result<()> {
        let open = self.current.take();
        open.map_or(Ok(()), |open| self.complete(open))
            .map_err(as_io_error)
    }
}

/// The error with all that it says, for those who know only these.
fn as_io_error(error: anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

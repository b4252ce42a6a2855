//! `pgnz expand`.

use crate::args::Expand;
use crate::console::Console;
use crate::convert::{self, Conversion, Part};
use crate::input::Input;
use crate::names;
use crate::output::Output;
use crate::progress::Bar;
use anyhow::{Context, Result, ensure};
use archive::{Handling, JoinedTexts, Model, Reader, Report, Resources, Texts};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Expands the archives.
pub fn run(args: &Expand, console: &mut Console) -> Result<()> {
    let work = Expansion {
        models: args.models.read()?,
        model_files: args.models.model_files.clone(),
        resources: args.threads.resources(),
        handling: if args.keep_going {
            Handling::Search
        } else {
            Handling::Stop
        },
        as_one: args.as_one,
    };
    convert::run(&work, &args.files, console)
}

struct Expansion {
    models: Vec<Model>,
    model_files: Vec<PathBuf>,
    resources: Resources,
    handling: Handling,
    as_one: bool,
}

impl Conversion for Expansion {
    const BINARY: bool = false;
    type Found = ();

    fn takes(path: &Path) -> bool {
        names::is_archive(path)
    }

    fn model_files(&self) -> &[PathBuf] {
        &self.model_files
    }

    fn inspect(&self, _: &Input) -> Result<()> {
        Ok(())
    }

    fn target(&self, path: &Path, (): ()) -> Result<PathBuf> {
        names::text_of(path)
            .context("the name does not end in .pgnz: use -c, or name the output with -o FILE")
    }

    fn convert(
        &self,
        input: Input,
        (): (),
        _: &Part,
        output: &mut Output,
        joined: &JoinedTexts,
        bar: &Bar,
    ) -> Result<Report> {
        Ok(archive::salvage_apart(
            input.into_bytes(),
            output,
            self.resources,
            &self.models,
            self.handling,
            &mut joined.border(),
            &mut |done| bar.show(done),
        )?)
    }

    /// A file whose names cannot be read is one text, whose errors tell why.
    fn names_inside(&self, path: &Path) -> Vec<String> {
        let file = File::open(path).ok().filter(|_| !self.as_one);
        let reader = file.and_then(|file| Reader::open_damaged(file, &self.models).ok());
        let files = reader.map(|reader| reader.files()).unwrap_or_default();
        files.into_iter().map(|file| file.name).collect()
    }

    fn spread(&self, input: Input, texts: &mut impl Texts, bar: &Bar) -> Result<Report> {
        Ok(archive::salvage_files(
            input.into_bytes(),
            texts,
            self.resources,
            &self.models,
            self.handling,
            &mut |done| bar.show(done),
        )?)
    }

    /// Checksums have been checked on the way; what is left is that all of the text is in the file.
    fn check(&self, file: &File, written: &[Report], joined: &JoinedTexts) -> Result<()> {
        let length = file.metadata()?.len();
        let text: u64 = written.iter().map(|report| report.text_bytes).sum();
        let text = text + joined.added_bytes();
        ensure!(
            length == text,
            "the file has {length} bytes, but {text} were written, so it is not kept"
        );
        Ok(())
    }

    fn tell(&self, _: &File, _: &Console) -> Result<()> {
        Ok(())
    }
}

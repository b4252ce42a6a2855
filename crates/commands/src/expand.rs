//! `pgnz expand`.

use crate::args::Expand;
use crate::console::Console;
use crate::convert::{self, Conversion, Part};
use crate::input::Input;
use crate::names;
use crate::output::Output;
use crate::progress::Bar;
use anyhow::{Context, Result, ensure};
use pgnz::{
    Apart, Archive, ExpandOptions, JoinedTexts, Named, NamedTexts, OnDamage, Report,
    expand_with_progress,
};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Expands the archives.
pub fn run(args: &Expand, console: &mut Console) -> Result<()> {
    let work = Expansion {
        options: args
            .threads
            .reading()
            .models(args.models.read()?)
            .on_damage(match args.keep_going {
                true => OnDamage::Search,
                false => OnDamage::StopUnlessUnfinished,
            }),
        model_files: args.models.model_files.clone(),
        as_one: args.as_one,
    };
    convert::run(&work, &args.files, console)
}

struct Expansion {
    options: ExpandOptions,
    model_files: Vec<PathBuf>,
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
        let dst = Apart(output, &mut joined.border());
        let progress = |done: &_| bar.show(done);
        Ok(expand_with_progress(
            input.into_bytes(),
            dst,
            &self.options,
            progress,
        )?)
    }

    /// A file whose names cannot be read is one text, whose errors tell why.
    fn names_inside(&self, path: &Path) -> Vec<String> {
        let file = File::open(path).ok().filter(|_| !self.as_one);
        let options = self.options.clone().keep_going(true);
        let archive = file.and_then(|file| Archive::open_with(file, &options).ok());
        let files = archive.map_or_else(Vec::new, |archive| archive.report().files);
        files.into_iter().map(|file| file.name).collect()
    }

    fn spread(&self, input: Input, texts: &mut impl NamedTexts, bar: &Bar) -> Result<Report> {
        let dst = Named::new(texts);
        let progress = |done: &_| bar.show(done);
        Ok(expand_with_progress(
            input.into_bytes(),
            dst,
            &self.options,
            progress,
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

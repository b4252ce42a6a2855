//! The archives that are read, none of them damaged.

use super::manifest::From;
use crate::args::{Filters, Named, Shaping};
use crate::console::Console;
use crate::convert::shown;
use crate::file_identity::FileId;
use crate::index::Beside;
use crate::input::Origin;
use crate::kept_files::KeptFiles;
use crate::open::{self, Opening};
use crate::pick;
use crate::progress::Steps;
use anyhow::{Context, Result, ensure};
use pgnz::{Archive, ExpandOptions, Filter, Reshape, SharedFile};
use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Archives, and what is known of the files.
pub struct Sources {
    pub reshape: Reshape<SharedFile>,
    pub origins: Vec<Origin>,
    pub kept_files: KeptFiles,
    /// The archives, for a manifest.
    pub from: Vec<From>,
    /// Whether one of the files has games in PGN.
    pub has_text: bool,
}

impl Sources {
    /// Opens archives, for the games that pass the filters.
    pub fn open(
        paths: &[PathBuf],
        filters: Option<&Filters>,
        args: &Shaping,
        console: &mut Console,
    ) -> Result<Self> {
        let filter = filters.map_or_else(|| Ok(Filter::default()), Filters::filter)?;
        let given = args.knowledge.given()?;
        let mut options = args.threads.compressing().verify(args.verifying.verify());
        let threads = options.resources().threads;
        let mut reading = ExpandOptions::new();
        if let Some(model) = given {
            options = options.model(model.clone());
            reading = reading.model(model);
        }
        let (mut archives, mut origins, mut verdicts) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        let (mut has_text, mut from) = (false, Vec::new());
        for path in paths {
            // This reports an input that is not a file. Games in PGN are coded once, as the result will be.
            let Opening { file, is_text } =
                open::file(path, "this", &options, console).with_context(|| shown(path))?;
            has_text |= is_text;
            let file = SharedFile::new(file);
            let opened = Archive::open_with(file.clone(), &ExpandOptions::new().keep_going(true));
            let mut opened = opened.with_context(|| shown(path))?;
            from.push(From {
                path: path.clone(),
                games: opened.len(),
                records: opened.provenance().unwrap_or_default(),
            });
            // What is missing in a damaged archive would be lost for good.
            let archive = Archive::open_with(file, &reading);
            archives.push(archive.with_context(|| shown(path))?);
            let asks =
                !is_text && !filter.is_empty() && filters.is_some_and(|filters| !filters.no_index);
            let beside = asks.then(|| Beside::find(path, &mut opened, threads, console));
            let beside = beside.flatten();
            verdicts.push(beside.and_then(|beside| beside.judge(&filter, console)));
            let metadata = fs::metadata(path).context("cannot access the file")?;
            if let Some(id) = FileId::at(path, &metadata) {
                ensure!(seen.insert(id), "{}: this file is named twice", shown(path));
            }
            origins.push(Origin {
                path: path.clone(),
                metadata,
            });
        }
        let names = paths.iter().map(|path| shown(path));
        let matches = filters.and_then(|filters| filters.matches.as_ref());
        let mut steps = Steps::new(console);
        Ok(Self {
            reshape: Reshape::new(archives)?
                .names(names)
                .only(filter)
                .verdicts(verdicts)
                .options(options)
                .progress(move |step, done, all| {
                    steps.show(step, done, all);
                    ControlFlow::Continue(())
                }),
            origins,
            from,
            has_text,
            kept_files: KeptFiles::new(paths)
                .also(matches)
                .also(&args.knowledge.model),
        })
    }

    /// Only the games of the only archive that are named.
    pub fn only(mut self, named: &Named, name: &str, console: &mut Console) -> Result<Self> {
        if let Some(numbers) = pick::named(named, self.games(), name, console)? {
            self.reshape = self.reshape.numbers(numbers)?;
        }
        self.kept_files = self.kept_files.also(&named.numbers);
        Ok(self)
    }

    /// The number of games.
    pub fn games(&mut self) -> u64 {
        self.reshape.archives().games().into()
    }
}

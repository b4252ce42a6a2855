//! The archives that are read, none of them damaged.

use crate::args::Shaping;
use crate::convert::shown;
use crate::identity::FileId;
use crate::input::Origin;
use crate::ledger::Ledger;
use crate::open;
use ::shape::Archives;
use anyhow::{Context, Result, ensure};
use archive::{Config, Model, Reader, Source};
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Archives, and what is known of the files.
pub struct Sources {
    pub archives: Archives<File>,
    pub origins: Vec<Origin>,
    pub ledger: Ledger,
    /// Length of all files.
    pub bytes: u64,
    /// How games are coded.
    pub config: Config,
}

impl Sources {
    /// Opens archives; `matches` is a repertoire that is read as well.
    pub fn open(paths: &[PathBuf], matches: Option<&PathBuf>, args: &Shaping) -> Result<Self> {
        let given = args.knowledge.given()?;
        let models: Vec<Model> = given.iter().cloned().collect();
        let (mut readers, mut origins) = (Vec::new(), Vec::new());
        let (mut bytes, mut source) = (0, None::<Source>);
        let mut seen = HashSet::new();
        for path in paths {
            let reader = open(path, &models).with_context(|| shown(path))?;
            let metadata = fs::metadata(path).context("cannot access the file")?;
            if let Some(id) = FileId::at(path, &metadata) {
                ensure!(seen.insert(id), "{}: this file is named twice", shown(path));
            }
            let report = reader.report();
            bytes += report.archive_bytes;
            source = Some(source.map_or(report.source, |source| source.and(report.source)));
            readers.push(reader);
            origins.push(Origin {
                path: path.clone(),
                metadata,
            });
        }
        let model = match given {
            Some(model) => model,
            None => readers
                .first_mut()
                .map_or(Ok(None), Reader::last_model)?
                .unwrap_or_default(),
        };
        let resources = args.threads.resources();
        let mut archives = Archives::new(readers)?;
        archives.resources = resources;
        archives.names = paths.iter().map(|path| shown(path)).collect();
        Ok(Self {
            archives,
            origins,
            ledger: Ledger::new(paths).also(matches).also(&args.knowledge.model),
            bytes,
            config: Config {
                threads: resources.threads,
                memory: resources.memory,
                verify: !args.no_verify,
                source: source.unwrap_or_default(),
                ..Config::of(model)
            },
        })
    }
}

/// An archive, which must not be damaged: what is missing would be lost for good.
fn open(path: &Path, models: &[Model]) -> Result<Reader<File>> {
    // This reports an input that is not a file.
    open::archive(path, models, "this")?;
    let file = File::open(path).context("cannot open the file")?;
    Ok(Reader::open_with(file, models)?)
}

//! The models that code moves: a level's, or those in files.

use crate::args::{Knowledge, Models};
use crate::names::shown;
use anyhow::{Context, Result};
use pgnz::{Level, Model};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No model is nearly as long; whatever is, need not be read.
const LONGEST: u64 = 256 << 20;

impl Knowledge {
    /// The model that is asked for.
    pub fn model(&self) -> Result<Model> {
        Ok(self.given()?.unwrap_or_default())
    }

    /// The model, if one is asked for.
    pub fn given(&self) -> Result<Option<Model>> {
        if let Some(path) = &self.model {
            return read(path).map(Some);
        }
        let level = match (self.fast, self.default, self.best) {
            (true, ..) => Some(Level::Fast),
            (_, true, _) => Some(Level::Default),
            (.., true) => Some(Level::Best),
            _ => self.level,
        };
        Ok(level.map(Model::of))
    }
}

impl Models {
    /// Every model that is given.
    pub fn read(&self) -> Result<Vec<Model>> {
        self.model_files.iter().map(|path| read(path)).collect()
    }
}

fn read(path: &Path) -> Result<Model> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
        .with_context(|| format!("{}: cannot read the model", shown(path)))?;
    Model::from_bytes(&bytes).with_context(|| {
        format!(
            "{}: this is not a model; --model needs a file that the program train has written for this release",
            shown(path)
        )
    })
}

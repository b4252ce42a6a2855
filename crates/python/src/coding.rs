//! How games are compressed: the options that all functions that make archives share.

use crate::error;
use crate::parts;
use pgnz::{CompressOptions, Model, Verify};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

pub const LEVEL_OR_MODEL: &str = "a model is given by its level or by its bytes, not both";

/// The number of threads among options, 0 by default.
pub fn threads(given: Option<&Bound<'_, PyDict>>) -> PyResult<usize> {
    let found = given.map(|given| given.get_item("threads")).transpose()?;
    let found = found.flatten().filter(|value| !value.is_none());
    found.map_or(Ok(0), |value| value.extract())
}

/// Reads the options that are there.
pub fn options(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<CompressOptions> {
    let mut options = CompressOptions::new();
    let Some(given) = given else {
        return Ok(options);
    };
    for (name, value) in given {
        if value.is_none() {
            continue;
        }
        let name: String = name.extract()?;
        options = match &name[..] {
            "level" => options.level(parts::level(&value.extract::<String>()?)?),
            "model" => {
                let bytes: Vec<u8> = value.extract()?;
                let model = py.detach(|| Model::from_bytes(&bytes));
                options.model(model.map_err(error::of)?)
            }
            "threads" => options.threads(value.extract()?),
            "memory" => options.memory(value.extract::<u64>()?),
            "block_games" => options.block_games(value.extract()?),
            "group_games" => options.group_games(value.extract()?),
            "verify" => options.verify(verify(&value)?),
            "partial" => options.partial(value.extract()?),
            "provenance" => options.provenance(value.extract()?),
            "embed" => options.embed(value.extract()?),
            "embed_data" => options.embed_data(value.extract()?),
            "edition" => {
                let edition = value.extract::<String>()?.parse::<pgnz::Edition>();
                options.edition(edition.map_err(error::of)?)
            }
            name => {
                let what = format!(
                    "there is no option '{name}': the options are level, model, threads, memory, block_games, group_games, verify, partial, embed, embed_data, provenance, edition"
                );
                return Err(PyTypeError::new_err(what));
            }
        };
    }
    if given.contains("level")? && given.contains("model")? {
        let both = !given.get_item("level")?.is_none_or(|level| level.is_none())
            && !given.get_item("model")?.is_none_or(|model| model.is_none());
        if both {
            return Err(error::argument(LEVEL_OR_MODEL));
        }
    }
    Ok(options)
}

/// How blocks are verified: by its name, or whether at all.
fn verify(value: &Bound<'_, PyAny>) -> PyResult<Verify> {
    match value.extract::<String>() {
        Ok(name) => name
            .parse()
            .map_err(|wrong: pgnz::Error| error::argument(wrong.to_string())),
        Err(_) => Ok(value.extract::<bool>()?.into()),
    }
}

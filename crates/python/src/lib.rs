//! The Python package `pgnz`, whose pure part is in `python/pgnz`.
//!
//! Not part of the format.
//!
//! One rule prevents deadlocks: code that takes a lock or reads from an archive must release the interpreter first
//! ([`Python::detach`]). So any thread can read a source that is a Python object.
#![allow(
    missing_docs,
    rustdoc::all,
    reason = "what Python sees is described for Python, in the stubs and docstrings"
)]
#![allow(clippy::too_many_arguments, reason = "arguments have names in Python")]

mod append;
mod archive;
mod batches;
mod blob;
mod builder;
mod chess_move;
mod coding;
mod convert;
mod decoded;
mod edit;
mod ending;
mod error;
mod folder;
mod game;
mod games;
mod index;
mod job;
mod line;
mod named_file;
mod opened;
mod parts;
mod planes;
mod position;
mod predictor;
mod provenance;
mod pyfile;
mod report;
mod reshape;
mod run;
mod scan;
mod source;
mod summary;
mod tags;
mod target;
mod text;
mod utf16;
mod value;

use pyo3::prelude::*;

#[pymodule]
mod _pgnz {
    use super::*;

    #[pymodule_export]
    use append::append;
    #[pymodule_export]
    use archive::{Archive, open};
    #[pymodule_export]
    use batches::Batches;
    #[pymodule_export]
    use blob::{decode_blob, encode_blob};
    #[pymodule_export]
    use builder::GameBuilder;
    #[pymodule_export]
    use chess_move::Move;
    #[pymodule_export]
    use convert::{compress, expand, test};
    #[pymodule_export]
    use edit::edit;
    #[pymodule_export]
    use game::{Game, columns};
    #[pymodule_export]
    use games::Games;
    #[pymodule_export]
    use index::index;
    #[pymodule_export]
    use position::Position;
    #[pymodule_export]
    use predictor::Predictor;
    #[pymodule_export]
    use provenance::Provenance;
    #[pymodule_export]
    use report::{Block, Damage, Report, Reshaped};
    #[pymodule_export]
    use reshape::{dedupe, duplicates, filter, merge, repair, sample, sort, split};
    #[pymodule_export]
    use scan::Scan;
    #[pymodule_export]
    use tags::Tags;
    #[pymodule_export]
    use text::Text;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        ending::register(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

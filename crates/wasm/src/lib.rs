//! pgnz for WebAssembly: plain exports over the library crate, for a host such as the npm package (`packages/npm`).
//!
//! Not part of the format.
//!
//! The module has no imports but one, `host.read`: it reads archives from wherever the host has them. It needs no threads, no clock and no
//! bindings that are generated. The large files of data are not inside; the host hands them over, and they are known by their SHA-256.
//!
//! A call works like this. The host asks for room with `pgnz_request`, writes the request there (text in UTF-8, or bytes) and calls an
//! operation, whose other arguments are numbers. It returns 0 if there is an answer and 1 if there is an error, and either lies at
//! `pgnz_answer`, `pgnz_answer_bytes` long, until the next call. Most answers are JSON; an error is always
//! `{"kind": "Corruption", "message": "…"}`, with the names of `pgnz::ErrorKind`. A module that has trapped must not be used again.
//!
//! | module | what it does |
//! |---|---|
//! | `exports` | the functions that the host calls |
//! | `desk` | the same functions for Rust: what is open, and what is asked of it |
//! | `walk` | goes through games in steps: those that pass a filter, or the moves played in a position |
//! | `columns` | the parts of games by their names |
//! | `json` | games, trees and reports as JSON |
//! | `failure` | errors |
//! | `host` | archives that lie with the host |

mod columns;
mod desk;
mod exports;
mod failure;
mod host;
mod json;
mod walk;

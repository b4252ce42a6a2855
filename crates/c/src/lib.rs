//! The interface for C: archives of chess games as handles and functions. docs/c.md explains it to those who call it.
//!
//! Not part of the format.
//!
//! The functions are a thin layer over the crate `pgnz`, and every one is of the same shape:
//!
//! - A pointer to a handle, or to a place for a result, is an `Option` of a reference: null is `None`, and an error. Texts and bytes come as raw
//!   pointers, since their length is elsewhere; `given` reads them, and only there is code that the compiler cannot check.
//! - What a function does, it does inside [`error::guarded`]: an error goes to the last parameter, and a panic becomes an error, too.
//! - What is handed out belongs to a handle, which lends it, or is a handle or a buffer itself, which the caller frees.
//!
//! cbindgen makes the header `pgnz.h` of the functions and their descriptions, so these are written for people who read C.
#![allow(
    clippy::missing_safety_doc,
    reason = "what callers promise is the same for all functions, and docs/c.md says it"
)]

mod archive;
mod blob;
mod buffer;
mod compress;
mod error;
mod game;
mod given;
mod input;
mod output;
mod search;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod version;

//! A local page that shows the games of an archive.
//!
//! Four parts, which know each other from left to right only:
//!
//! - the page: static files (`page/`) that ask for JSON and draw it. All that they ask for goes through one of them, `data.js`, so that the
//!   same page can stand on something else than this server;
//! - the answers ([`View::answer`]): JSON of an archive, its games, its opening tree and the probabilities of moves. docs/view.md describes
//!   it. What takes long is done by a thread of its own, is asked again for more, and stops when nobody asks;
//! - the server ([`serve`]): HTTP for this machine alone. docs/view.md and SECURITY.md say what it promises;
//! - the site ([`site_files`]): the page with another `data.js`, which asks the module for WebAssembly, so that any host of static files
//!   serves it. docs/site.md describes it.
//!
//! Not part of the format.
#![deny(missing_docs)]

mod answer;
mod asked;
mod beside;
mod chances;
mod games;
mod jobs;
mod legal;
mod one_game;
mod page;
#[cfg(feature = "server")]
mod server;
mod site;
mod tree;
mod way;

pub use answer::{Answer, View};
pub use page::PIECES;
#[cfg(feature = "server")]
pub use server::{Server, serve};
pub use site::files as site_files;
pub use tree::figures;

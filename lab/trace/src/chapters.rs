//! The chapter of the format that a source file names in its header.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What the header of a file says before the titles of its chapters.
const SAYS: &str = "//! Format: ";

/// Chapters by file, each read once.
#[derive(Default)]
pub struct Chapters(HashMap<String, String>);

impl Chapters {
    /// The titles of a file's chapters; nothing where the sources are not there, or the file has none.
    pub fn of(&mut self, file: &str) -> &str {
        if !self.0.contains_key(file) {
            self.0.insert(file.to_owned(), read(file));
        }
        &self.0[file]
    }
}

fn read(file: &str) -> String {
    let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
    let mut header = text.lines().take_while(|line| line.starts_with("//!"));
    let says = header.find_map(|line| line.strip_prefix(SAYS));
    let titles = says.unwrap_or_default().split('"').skip(1).step_by(2);
    titles.collect::<Vec<_>>().join(", ")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn a_file_of_the_codec_names_its_chapter() {
    let mut chapters = Chapters::default();
    assert_eq!(
        chapters.of("crates/entropy/src/range/mod.rs"),
        "Range coder"
    );
    assert_eq!(chapters.of("no such file"), "");
}

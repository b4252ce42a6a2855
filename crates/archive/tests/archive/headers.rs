//! Every source file of the codec says whether its constants are the format.

use std::path::{Path, PathBuf};

/// What the first lines of a file say, one of these.
const SAYS: [&str; 3] = [
    "//! Format: ",
    "//! Speed only: ",
    "//! Not part of the format",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
}

#[test]
fn every_file_says_whether_it_is_format_and_names_a_chapter_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["archive", "entropy", "legal", "model"] {
        sources(&root.join("crates").join(folder).join("src"), &mut files);
    }
    assert!(files.len() > 200, "{}", files.len());
    let format = std::fs::read_to_string(root.join("docs/format.md")).unwrap();
    let chapters: Vec<&str> = format
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim())
        .collect();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let header = text.lines().take_while(|line| line.starts_with("//!"));
        let says = header.filter(|line| SAYS.iter().any(|say| line.starts_with(say)));
        let [line] = says.collect::<Vec<_>>()[..] else {
            panic!(
                "{}: the header does not say once whether this is format",
                file.display()
            );
        };
        for chapter in line.split('"').skip(1).step_by(2) {
            assert!(
                chapters.contains(&chapter),
                "{}: no chapter {chapter}",
                file.display()
            );
        }
    }
}

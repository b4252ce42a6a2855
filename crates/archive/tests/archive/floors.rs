//! The floors of the codec are as docs/architecture.md describes them.

use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../../../../docs/architecture.md");
/// The crates that work on memory alone, and what they do not use of the standard library.
const PURE: [&str; 6] = ["entropy", "game", "legal", "model", "pgn", "streams"];
const OUTSIDE: [&str; 6] = ["fs", "net", "process", "thread", "time", "env"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The source of a module, by its crate and its path in the crate: a file, or the file `mod.rs` of a folder.
fn module(path: &[&str]) -> Option<String> {
    let mut file = crates().join(path[0]).join("src");
    file.extend(&path[1..]);
    let alone = std::fs::read_to_string(file.with_extension("rs"));
    alone
        .or_else(|_| std::fs::read_to_string(file.join("mod.rs")))
        .ok()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_function_on_the_path_of_a_move_is_where_the_document_says() {
    let (_, path) = ARCHITECTURE.split_once("## The path of a move").unwrap();
    let (path, _) = path.split_once("\n## ").unwrap();
    let named: Vec<&str> = path
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.contains("::"))
        .collect();
    assert!(named.len() > 40, "{}", named.len());
    for name in named {
        let mut parts: Vec<&str> = name.split("::").collect();
        let function = parts.pop().unwrap();
        let source = module(&parts).unwrap_or_else(|| panic!("{name}: there is no such module"));
        let begins = ["(", "<"].map(|next| format!("fn {function}{next}"));
        assert!(
            begins.iter().any(|begin| source.contains(begin)),
            "{name}: there is no such function"
        );
    }
}

#[test]
fn the_codec_below_archives_opens_no_files_and_starts_no_threads() {
    for name in PURE {
        let mut files = Vec::new();
        sources(&crates().join(name).join("src"), &mut files);
        for file in files {
            let source = std::fs::read_to_string(&file).unwrap();
            // Tests may read files.
            let code = source.split("#[cfg(test)]").next().unwrap();
            if file.ends_with("tests.rs") {
                continue;
            }
            for module in OUTSIDE {
                for used in [format!("std::{module}::"), format!("use std::{module};")] {
                    assert!(!code.contains(&used), "{}: {used}", file.display());
                }
            }
        }
    }
}

//! Odd files of the corpora beside the project, for every command that has to cope with them.

use std::fs;
use std::path::PathBuf;

/// At most so many of them, spread evenly, by name. Says so where there are none.
pub fn odd_files(most: usize) -> Vec<PathBuf> {
    let odd = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/corpora/test/odd"
    );
    let (mut files, mut folders) = (Vec::new(), vec![PathBuf::from(odd)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        eprintln!("skipped: no corpora next to the project");
    }
    files.sort();
    let step = files.len().div_ceil(most).max(1);
    files.into_iter().step_by(step).collect()
}

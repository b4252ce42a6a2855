//! Every source file of the codec says whether its constants are the format, and documents link to what exists.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the first lines of a file say, one of these.
const SAYS: [&str; 3] = [
    "//! Format: ",
    "//! Speed only: ",
    "//! Not part of the format",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder and of those in it whose name ends so.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_str().is_some_and(|path| path.ends_with(ending)) {
            found.push(path);
        }
    }
}

/// The titles in a document, and the lines that are not code.
fn read(path: &Path) -> (Vec<String>, Vec<String>) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut code = false;
    let prose = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !fence && !code
    });
    let prose: Vec<String> = prose.map(str::to_owned).collect();
    let titles = prose.iter().filter(|line| line.starts_with('#'));
    let titles = titles.map(|line| line.trim_start_matches('#').trim().to_owned());
    (titles.collect(), prose)
}

/// A title of the format without the number before it: "5.1 Mixing", "5 Toolkit", "Annex A: What a writer chooses".
fn unnumbered(title: &str) -> &str {
    if title.starts_with("Annex ") {
        return title.split_once(": ").map_or(title, |(_, rest)| rest);
    }
    match title.split_once(' ') {
        Some((number, rest)) if number.chars().any(|c| c.is_ascii_digit()) => rest,
        _ => title,
    }
}

/// What follows the `#` of a link to a title.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_file_says_whether_it_is_format_and_names_a_chapter_that_exists() {
    let (mut sources, mut chapters) = (Vec::new(), Vec::new());
    for folder in ["archive", "entropy", "game", "legal", "model", "streams"] {
        let folder = root().join("crates").join(folder);
        files(&folder.join("src"), ".rs", &mut sources);
    }
    sources.retain(|path| !path.ends_with("tests.rs"));
    assert!(sources.len() > 200, "{}", sources.len());
    files(&root().join("docs/format"), ".md", &mut chapters);
    let titles: Vec<String> = chapters.iter().flat_map(|path| read(path).0).collect();
    for file in sources {
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
                titles.iter().any(|title| unnumbered(title) == chapter),
                "{}: no chapter {chapter}",
                file.display()
            );
        }
    }
}

#[test]
fn clauses_have_numbers_in_order_and_what_is_cited_exists() {
    let script = root().join("scripts/clauses.py");
    let Ok(run) = Command::new("python3").arg(script).arg("--check").output() else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
}

#[test]
fn every_link_within_the_documents_leads_somewhere() {
    let mut documents = vec![root().join("README.md"), root().join("SECURITY.md")];
    for folder in ["docs", "crates", "corpora"] {
        files(&root().join(folder), ".md", &mut documents);
    }
    // What a package of a crate has from elsewhere is looked at there.
    documents.retain(|path| !path.is_symlink());
    assert!(documents.len() > 20, "{}", documents.len());
    let mut titles: HashMap<PathBuf, Vec<String>> = HashMap::new();
    for document in documents {
        for line in read(&document).1 {
            for link in line.split("](").skip(1) {
                let link = link.split(')').next().unwrap();
                // Elsewhere, or an item of the library's documentation.
                if link.contains("::") || link.contains("//") || !link.contains(['.', '/', '#']) {
                    continue;
                }
                let (file, title) = link.split_once('#').unwrap_or((link, ""));
                let target = match file {
                    "" => document.clone(),
                    file => document.with_file_name("").join(file),
                };
                assert!(target.exists(), "{}: {link}", document.display());
                if title.is_empty() {
                    continue;
                }
                let titles = titles
                    .entry(target)
                    .or_insert_with_key(|path| read(path).0.iter().map(|t| anchor(t)).collect());
                assert!(
                    titles.iter().any(|other| other == title),
                    "{}: {link}",
                    document.display()
                );
            }
        }
    }
}

//! Writes the set with its table.

use crate::repository;
use crate::{Case, Expected, case, cases, corpora};
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The first line of the table.
pub const COLUMNS: &str = "file,bytes,sha256,result,text_bytes,text_sha256,about";

/// The name of the table.
pub const NAME: &str = "cases.csv";

/// The line of a case: the file and its text by length and SHA-256, or the class of its error.
#[must_use]
pub fn row(case: &Case) -> String {
    let (result, text) = match &case.expected {
        Expected::Text(text) => (
            "text".to_owned(),
            format!("{},{}", text.len(), sha256(text)),
        ),
        Expected::Error(kind) => (format!("{kind:?}"), ",".to_owned()),
        Expected::Table(kind) => ((*kind).to_owned(), ",".to_owned()),
    };
    let Case {
        file, bytes, about, ..
    } = case;
    format!(
        "{file},{},{},{result},{text},\"{about}\"",
        bytes.len(),
        sha256(bytes)
    )
}

/// A SHA-256 in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to memory does not fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// Writes cases and their table into a folder. What is there under other names stays.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write(folder: &Path, cases: &[Case]) -> Result<()> {
    let mut table = format!("{COLUMNS}\n");
    for case in cases {
        // Golden archives are where they are.
        if !case.file.starts_with("..") {
            put(&folder.join(&case.file), &case.bytes)?;
        }
        table.push_str(&row(case));
        table.push('\n');
    }
    put(&folder.join(NAME), table.as_bytes())
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    let context = || format!("{} cannot be written", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(context)?;
    }
    fs::write(path, bytes).with_context(context)
}

/// The folder of the set.
#[must_use]
pub fn folder() -> PathBuf {
    repository().join("corpora/conformance/1.0")
}

/// Makes the whole set anew, in its folder, with the golden archives in its table. Files that the set no longer has are removed.
///
/// # Errors
///
/// A case that is not what it should be, or a file that cannot be read or written.
pub fn write_set() -> Result<Vec<Case>> {
    let mut all = cases::all()?;
    all.extend(golden()?);
    let folder = folder();
    for group in cases::GROUPS {
        match fs::remove_dir_all(folder.join(group)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("{group} cannot be removed"));
            }
            _ => {}
        }
    }
    write(&folder, &all)?;
    Ok(all)
}

/// The golden archives, which earlier builds have written.
fn golden() -> Result<Vec<Case>> {
    let root = repository().join("corpora/golden");
    let mut paths = Vec::new();
    for version in fs::read_dir(&root).context("there are no golden archives")? {
        let version = version?;
        for file in fs::read_dir(version.path())? {
            let name = file?.file_name();
            let (version, name) = (version.file_name(), name);
            paths.push((
                version.to_string_lossy().into_owned(),
                name.to_string_lossy().into_owned(),
            ));
        }
    }
    paths.sort();
    let case = |(version, name): (String, String)| {
        let bytes = fs::read(root.join(&version).join(&name))?;
        let text = corpora::source_of(&name)?;
        let expected = Expected::Text(text);
        ensure!(
            case::outcome(&bytes) == expected,
            "{name} does not give its text"
        );
        Ok(Case {
            file: format!("../../golden/{version}/{name}"),
            expected,
            bytes,
            about: "a golden archive of this project".to_owned(),
        })
    };
    paths.into_iter().map(case).collect()
}

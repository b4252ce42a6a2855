//! A file of the set, and what a decoder must make of it.

use anyhow::{Context, Result, bail};
use archive::{CompressOptions, ErrorKind, ExpandOptions, compress, expand};

/// What a decoder must make of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// This text.
    Text(Vec<u8>),
    /// An error of this kind.
    Error(ErrorKind),
    /// A file that says itself what each of its lines gives, of this kind: blobs, or logits.
    Table(&'static str),
}

/// A file of the set.
#[derive(Debug, Clone)]
pub struct Case {
    /// The folder of its group, and its name in it.
    pub file: String,
    /// The file itself.
    pub bytes: Vec<u8>,
    /// What a decoder must make of it.
    pub expected: Expected,
    /// What it tests, in one line.
    pub about: String,
}

/// The cases of a group, while they are made.
#[derive(Debug)]
pub struct Made {
    group: &'static str,
    cases: Vec<Case>,
}

/// The largest file that the set may have.
const MOST_BYTES: usize = 100_000;

impl Made {
    /// A group without cases.
    #[must_use]
    pub fn new(group: &'static str) -> Self {
        Self {
            group,
            cases: Vec::new(),
        }
    }

    /// All cases of the group.
    #[must_use]
    pub fn cases(self) -> Vec<Case> {
        self.cases
    }

    /// Adds the archive of a text.
    ///
    /// # Errors
    ///
    /// An archive that does not give the text, or is too long.
    pub fn text(
        &mut self,
        name: &str,
        text: &[u8],
        options: &CompressOptions,
        about: &str,
    ) -> Result<()> {
        self.archive(name, packed(text, options)?, Ok(text.to_vec()), about)
    }

    /// Adds an archive that gives this text, or an error of this kind.
    ///
    /// # Errors
    ///
    /// An archive that gives anything else, or is too long.
    pub fn archive(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        expected: std::result::Result<Vec<u8>, ErrorKind>,
        about: &str,
    ) -> Result<()> {
        let expected = expected.map_or_else(Expected::Error, Expected::Text);
        let found = outcome(&bytes);
        if found != expected {
            bail!(
                "{}/{name}: expected {}, found {}",
                self.group,
                brief(&expected),
                brief(&found)
            );
        }
        self.file(&format!("{name}.pgnz"), bytes, expected, about)
    }

    /// Adds a file as it is.
    ///
    /// # Errors
    ///
    /// A file that is too long.
    pub fn file(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        expected: Expected,
        about: &str,
    ) -> Result<()> {
        let file = format!("{}/{name}", self.group);
        if bytes.len() > MOST_BYTES {
            bail!("{file} has {} bytes", bytes.len());
        }
        self.cases.push(Case {
            file,
            bytes,
            expected,
            about: about.to_owned(),
        });
        Ok(())
    }
}

/// The options of most cases: without a record of the text, which names the release, and on one thread.
pub(crate) fn plain() -> CompressOptions {
    CompressOptions::new().provenance(false).threads(1)
}

/// The archive of a text.
pub(crate) fn packed(text: &[u8], options: &CompressOptions) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    compress(text, &mut out, options).context("a text cannot be compressed")?;
    Ok(out)
}

/// What this release makes of an archive.
pub(crate) fn outcome(archive: &[u8]) -> Expected {
    let mut text = Vec::new();
    match expand(archive, &mut text, &ExpandOptions::new().threads(1)) {
        Ok(_) => Expected::Text(text),
        Err(error) => Expected::Error(error.kind()),
    }
}

fn brief(expected: &Expected) -> String {
    match expected {
        Expected::Text(text) => format!("a text of {} bytes", text.len()),
        Expected::Error(kind) => format!("an error of the kind {kind:?}"),
        Expected::Table(kind) => (*kind).to_owned(),
    }
}

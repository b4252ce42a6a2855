//! SHA-256 sums as they are published beside files, and whether an archive is of such a file.

use crate::names::harmless;
use anyhow::{Context, Result, bail, ensure};
use pgnz::{Digest, Provenance, Report};
use std::fs;
use std::path::Path;

/// More than this is no list of sums: a line for each of a million files.
const MOST_BYTES: u64 = 128 << 20;
/// Hexadecimal digits of a sum.
const DIGITS: usize = 64;

/// Sums with the names of their files, if they have any.
#[derive(Debug, Clone, Default)]
pub struct Sums(Vec<(String, String)>);

/// How a sum was found to be that of an archive.
pub struct Match<'a> {
    /// The name beside the sum.
    pub name: &'a str,
    /// Whether it is the sum of the text, which has been computed; otherwise it is that of the packed file, which only the record has.
    pub is_text: bool,
}

impl Sums {
    /// Reads a list as `sha256sum` or `shasum --tag` write it. Lines of other forms are an error.
    pub fn read(path: &Path) -> Result<Self> {
        let what = || format!("cannot read the sums of {}", path.display());
        let length = fs::metadata(path).with_context(what)?.len();
        ensure!(
            length <= MOST_BYTES,
            "{} is no list of SHA-256 sums: it is too long",
            path.display()
        );
        let text = fs::read_to_string(path).with_context(what)?;
        let mut sums = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let Some(sum) = line_of(line) else {
                bail!(
                    "line {} of {} is no SHA-256 sum with the name of a file, as sha256sum writes them",
                    number + 1,
                    path.display()
                );
            };
            sums.push(sum);
        }
        ensure!(!sums.is_empty(), "{} has no SHA-256 sum", path.display());
        Ok(Self(sums))
    }

    /// Sums that are given without names.
    pub fn of(sums: &[String]) -> Self {
        Self(
            sums.iter()
                .map(|sum| (sum.clone(), String::new()))
                .collect(),
        )
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Finds the sum of each text of an archive, or of the file that it was packed in.
    pub fn compare<'a>(&'a self, report: &Report) -> Result<Vec<Match<'a>>> {
        let texts = report.archives;
        let recorded = report.provenance.len() as u64;
        ensure!(
            recorded == texts && texts > 0,
            "the archive does not record SHA-256 sums of all of its texts: {recorded} of {texts}"
        );
        report.provenance.iter().map(|of| self.find(of)).collect()
    }

    fn find(&self, provenance: &Provenance) -> Result<Match<'_>> {
        let named = |digest: &Option<Digest>| {
            let sum = digest.as_ref()?.to_string();
            self.0.iter().find(|(known, _)| *known == sum)
        };
        let digests = [(&provenance.text, true), (&provenance.source, false)];
        for (digest, is_text) in digests {
            if let Some((_, name)) = named(digest) {
                return Ok(Match { name, is_text });
            }
        }
        let file = match &provenance.file_name {
            Some(name) => format!(" for {}", harmless(name, &[])),
            None => String::new(),
        };
        let told = |what: &str, digest: &Option<Digest>| match digest {
            Some(digest) => format!("; {what}: {digest}"),
            None => String::new(),
        };
        bail!(
            "none of the expected SHA-256 sums is the right one{file}{}{}",
            told("the text has", &provenance.text),
            told("the packed file had", &provenance.source)
        )
    }
}

/// A SHA-256 sum in hexadecimal digits, as an argument.
pub fn sum(text: &str) -> Result<String, String> {
    digits(text).ok_or_else(|| format!("a SHA-256 sum has {DIGITS} hexadecimal digits"))
}

fn digits(text: &str) -> Option<String> {
    let is_sum = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_sum.then(|| text.to_ascii_lowercase())
}

fn line_of(line: &str) -> Option<(String, String)> {
    if let Some(tagged) = line.strip_prefix("SHA256 (") {
        let (name, sum) = tagged.rsplit_once(") = ")?;
        return Some((digits(sum.trim_end())?, name.to_owned()));
    }
    // A backslash says that the name has escaped characters.
    let line = line.strip_prefix('\\').unwrap_or(line);
    let (sum, name) = line.split_at_checked(DIGITS)?;
    let is_apart = name.is_empty() || name.starts_with([' ', '\t']);
    let name = name.trim().trim_start_matches('*');
    Some((digits(sum).filter(|_| is_apart)?, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_usual_programs_are_read_and_others_refused() {
        let sum = "0123456789abcdef".repeat(4);
        let upper = sum.to_ascii_uppercase();
        for (line, name) in [
            (format!("{sum}  a b.pgn.zst"), "a b.pgn.zst"),
            (format!("{upper} *a.pgn"), "a.pgn"),
            (format!("SHA256 (a (1).pgn) = {sum}"), "a (1).pgn"),
            (sum.clone(), ""),
        ] {
            assert_eq!(line_of(&line), Some((sum.clone(), name.to_owned())));
        }
        for line in [
            "a.pgn",
            &sum[1..],
            &format!("{sum}a.pgn"),
            "SHA256 (a) = 12",
        ] {
            assert_eq!(line_of(line), None, "{line}");
        }
    }
}

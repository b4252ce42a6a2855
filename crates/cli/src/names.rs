//! The names of archives and of the files that come out of them.
//!
//! Both directions ask the same question, whether a name has an extension, so that every name with one comes back: `games.pgn` →
//! `games.pgnz`, `other.txt` → `other.txt.pgnz`, `a.b.pgn` → `a.b.pgn.pgnz`. A name without one comes back as `.pgn`.

use archive::Source;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const ARCHIVE: &str = "pgnz";
const TEXT: &str = "pgn";

/// The name of the archive of a file, next to it.
pub fn archive_of(file: &Path, source: Source) -> PathBuf {
    let bare = match file.extension() {
        Some(extension) if wraps(source, extension) => file.with_extension(""),
        _ => file.to_path_buf(),
    };
    let without = bare.with_extension("");
    if bare.extension() == Some(OsStr::new(TEXT)) && !has_extension(&without) {
        without.with_added(ARCHIVE)
    } else {
        bare.with_added(ARCHIVE)
    }
}

/// The name of the file that an archive was made from, next to it; `None` if its name is not an archive's.
pub fn text_of(archive: &Path) -> Option<PathBuf> {
    if archive.extension() != Some(OsStr::new(ARCHIVE)) {
        return None;
    }
    let bare = archive.with_extension("");
    Some(if has_extension(&bare) {
        bare
    } else {
        bare.with_added(TEXT)
    })
}

/// Whether the name ends in a dot, a letter, and letters or digits: `twic.1599` and `v2.0` have a dot, but no extension.
fn has_extension(path: &Path) -> bool {
    let Some(extension) = path.extension().and_then(OsStr::to_str) else {
        return false;
    };
    extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether a file wrapped like this usually has the extension.
fn wraps(source: Source, extension: &OsStr) -> bool {
    let usual: &[&str] = match source {
        Source::Zstd => &["zst", "zstd"],
        Source::Gzip => &["gz"],
        Source::Bzip2 => &["bz2"],
        Source::Xz => &["xz"],
        _ => &[],
    };
    usual.iter().any(|usual| extension == *usual)
}

trait WithAdded {
    fn with_added(&self, extension: &str) -> PathBuf;
}

impl WithAdded for Path {
    fn with_added(&self, extension: &str) -> PathBuf {
        let mut name = self.as_os_str().to_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_with_an_extension_comes_back() {
        for (text, archive) in [
            ("games.pgn", "games.pgnz"),
            ("dir.d/my games.pgn", "dir.d/my games.pgnz"),
            ("other.txt", "other.txt.pgnz"),
            ("twic.1599.pgn", "twic.1599.pgnz"),
            ("a.b.pgn", "a.b.pgn.pgnz"),
            ("GAMES.PGN", "GAMES.PGN.pgnz"),
            ("games.pgn.zst", "games.pgn.zst.pgnz"),
            ("games.pgnz", "games.pgnz.pgnz"),
        ] {
            assert_eq!(archive_of(text.as_ref(), Source::Plain), Path::new(archive));
            assert_eq!(text_of(archive.as_ref()).unwrap(), Path::new(text));
        }
    }

    #[test]
    fn the_extension_of_a_wrapping_goes_with_the_wrapping() {
        for (source, extension) in [
            (Source::Zstd, "zst"),
            (Source::Gzip, "gz"),
            (Source::Bzip2, "bz2"),
            (Source::Xz, "xz"),
        ] {
            let file = format!("games.pgn.{extension}");
            assert_eq!(archive_of(file.as_ref(), source), Path::new("games.pgnz"));
        }
        assert_eq!(
            archive_of("games.dat".as_ref(), Source::Zstd),
            Path::new("games.dat.pgnz")
        );
    }

    #[test]
    fn a_name_without_an_extension_comes_back_as_pgn() {
        assert_eq!(
            archive_of("README".as_ref(), Source::Plain),
            Path::new("README.pgnz")
        );
        assert_eq!(
            text_of("README.pgnz".as_ref()).unwrap(),
            Path::new("README.pgn")
        );
        assert_eq!(text_of("games.bin".as_ref()), None);
    }
}

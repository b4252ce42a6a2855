//! The names of archives and of the files that come out of them.
//!
//! Both directions ask the same question, whether a name has an extension, so that every name with one comes back: `games.pgn` →
//! `games.pgnz`, `other.txt` → `other.txt.pgnz`, `a.b.pgn` → `a.b.pgn.pgnz`. A name without one comes back as `.pgn`.

use pgnz::Source;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const ARCHIVE: &str = "pgnz";
const TEXT: &str = "pgn";

/// Whether the name stands for standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

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

/// The name that an archive keeps of a file, without folders and without what such a name must not have; `None` for standard input
/// and for names that are too long.
pub fn kept(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_string_lossy();
    let name = name.replace(['/', '\\', '\0'], "_");
    (!is_dash(file) && name.len() <= 255).then_some(name)
}

/// Whether a file in a folder is taken for games, packed or not, by its name.
pub fn is_games(path: &Path) -> bool {
    const PACKED: [&str; 6] = ["zst", "zstd", "gz", "bz2", "xz", "lz4"];
    let is = |path: &Path, wanted: &[&str]| {
        let extension = path.extension().unwrap_or_default();
        wanted
            .iter()
            .any(|name| extension.eq_ignore_ascii_case(name))
    };
    is(path, &[TEXT, "zip"]) || (is(path, &PACKED) && is(&path.with_extension(""), &[TEXT]))
}

/// Whether a file in a folder is taken for an archive, by its name.
pub fn is_archive(path: &Path) -> bool {
    path.extension() == Some(OsStr::new(ARCHIVE))
}

/// Whether the name ends in a dot, a letter, and letters or digits: `twic.1599` and `v2.0` have a dot, but no extension.
fn has_extension(path: &Path) -> bool {
    let Some(extension) = path.extension().and_then(OsStr::to_str) else {
        return false;
    };
    extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether a file packed like this usually has the extension.
fn wraps(source: Source, extension: &OsStr) -> bool {
    let usual: &[&str] = match source {
        Source::Zstd => &["zst", "zstd"],
        Source::Gzip => &["gz"],
        Source::Bzip2 => &["bz2"],
        Source::Xz => &["xz"],
        Source::Lz4 => &["lz4"],
        Source::Zip => &["zip"],
        _ => &[],
    };
    usual.iter().any(|usual| extension == *usual)
}

/// The name of an input or an output in messages and tables, on one line.
pub fn shown(path: &Path) -> String {
    if is_dash(path) {
        "standard input".to_owned()
    } else {
        harmless(&path.to_string_lossy(), &[])
    }
}

/// The last part of a name, with its middle left out if it is longer than so many characters.
pub fn short(path: &Path, most: usize) -> String {
    let name = path.file_name().map_or(path, Path::new);
    let letters: Vec<char> = shown(name).chars().collect();
    if letters.len() <= most {
        return letters.into_iter().collect();
    }
    let tail = most / 2;
    let head = most - tail - 1;
    let (head, tail) = (&letters[..head], &letters[letters.len() - tail..]);
    head.iter().chain(&['…']).chain(tail).collect()
}

/// A text without characters that a terminal takes as orders, or that change the order of letters: they are spelled out, as
/// `\u{1b}`. Those in `kept` stay.
pub fn harmless(text: &str, kept: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_harmful(letter) && !kept.contains(&letter) {
            out.extend(letter.escape_default());
        } else {
            out.push(letter);
        }
    }
    out
}

/// Whether a terminal takes a character as an order, or it changes the order of letters.
pub fn is_harmful(letter: char) -> bool {
    let directs = matches!(letter, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || directs
}

/// The name that a file gets whose name stands in an archive: that name, unless it could do harm where it is written or be read as
/// something else. Then `_` stands in the place of what could:
///
/// - a `-`, a `.` or a blank at the beginning (an option, a hidden file), a `.` or a blank at the end (Windows removes them);
/// - `:`, `*`, `?`, `"`, `<`, `>` and `|`, which Windows does not allow or reads as something else;
/// - characters that give a terminal orders or change the order of letters.
///
/// A name of a device of Windows (`CON`, `NUL.pgn`) gets a `_` before it.
pub fn safe(name: &str) -> String {
    let is_kept = |letter: char| !is_harmful(letter) && !"/\\:*?\"<>|".contains(letter);
    let letters = name.chars();
    let mut letters: Vec<char> = letters.map(|c| if is_kept(c) { c } else { '_' }).collect();
    let ends = |c: char, more: &[char]| c.is_whitespace() || c == '.' || more.contains(&c);
    if let Some(first) = letters.first_mut().filter(|c| ends(**c, &['-'])) {
        *first = '_';
    }
    for last in letters.iter_mut().rev() {
        if !ends(*last, &[]) {
            break;
        }
        *last = '_';
    }
    let name: String = letters.into_iter().collect();
    match pgnz::is_device(&name) {
        true => format!("_{name}"),
        false => name,
    }
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
            (Source::Lz4, "lz4"),
            (Source::Zip, "zip"),
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
    fn names_are_shown_on_one_line_and_without_orders_to_the_terminal() {
        for (name, text) in [
            ("-", "standard input"),
            ("games.pgn", "games.pgn"),
            ("Übung 1.pgn", "Übung 1.pgn"),
            ("a\x1b[2Jb\nc", "a\\u{1b}[2Jb\\nc"),
            ("ngp\u{202E}.exe", "ngp\\u{202e}.exe"),
        ] {
            assert_eq!(shown(name.as_ref()), text);
        }
        assert_eq!(harmless("a\tb\n\u{9b}", &['\n', '\t']), "a\tb\n\\u{9b}");
    }

    #[test]
    fn names_in_archives_do_no_harm_where_they_are_written() {
        for (name, file) in [
            ("games.pgn", "games.pgn"),
            ("My games (2).PGN", "My games (2).PGN"),
            ("Übung-1.a.b.pgn", "Übung-1.a.b.pgn"),
            ("console.pgn", "console.pgn"),
            ("-rf", "_rf"),
            ("--help.pgn", "_-help.pgn"),
            (".bashrc", "_bashrc"),
            ("...", "___"),
            (" x.pgn", "_x.pgn"),
            ("x.pgn. .", "x.pgn___"),
            ("a:b", "a_b"),
            ("a*?\"<>|b", "a______b"),
            ("a\nb\u{1b}[2J\u{9b}", "a_b_[2J_"),
            ("ngp\u{202E}.exe", "ngp_.exe"),
            ("CON", "_CON"),
            ("nul.pgn", "_nul.pgn"),
            ("Com1.tar.gz", "_Com1.tar.gz"),
            ("LPT\u{b9}.pgn", "_LPT\u{b9}.pgn"),
            ("aux .pgn", "_aux .pgn"),
        ] {
            let found = safe(name);
            assert_eq!(found, file, "{name:?}");
            assert_eq!(safe(&found), found, "a safe name stays");
        }
    }

    #[test]
    fn a_long_name_loses_its_middle() {
        let name = Path::new("folder/lichess_db_standard_rated_2025-05.pgn.zst");
        assert_eq!(short(name, 24), "lichess_db_…5-05.pgn.zst");
        assert_eq!(short(name, 24).chars().count(), 24);
        assert_eq!(short("folder/a.pgn".as_ref(), 24), "a.pgn");
    }

    #[test]
    fn games_and_archives_are_told_by_their_names() {
        for name in [
            "a.pgn",
            "A.PGN",
            "dir.d/a.pgn.zst",
            "a.b.pgn.GZ",
            "twic.zip",
        ] {
            assert!(is_games(name.as_ref()), "{name}");
        }
        for name in [
            "a.txt",
            "pgn",
            "a.pgnz",
            "a.zst",
            "a.gz",
            "a.pgn.bak",
            ".pgn",
        ] {
            assert!(!is_games(name.as_ref()), "{name}");
        }
        assert!(is_archive("a.pgnz".as_ref()) && !is_archive("a.pgn".as_ref()));
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

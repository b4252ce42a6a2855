//! File names.
//!
//! Not part of the format.

use std::collections::HashSet;

/// The longest name in bytes, which leaves room for a number and an extension.
const LONGEST: usize = 120;
/// Names that stand for devices in Windows, with any extension; of the last two, followed by a digit.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Whether Windows reads a file name as that of a device, whatever its extension: `CON`, `nul.pgn`, `COM1`.
///
/// ```
/// assert!(shape::is_device("Con.pgn") && !shape::is_device("console.pgn"));
/// ```
#[must_use]
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end().to_lowercase();
    let is_numbered = |device: &str| {
        let mut rest = stem.strip_prefix(device).unwrap_or_default().chars();
        // Digits above the line count, too.
        let is_digit = |c: char| c.is_ascii_digit() || ['\u{b9}', '\u{b2}', '\u{b3}'].contains(&c);
        rest.next().is_some_and(is_digit) && rest.next().is_none()
    };
    DEVICES.contains(&&stem[..]) || NUMBERED_DEVICES.into_iter().any(is_numbered)
}

/// Names that are already used.
#[derive(Debug, Default)]
pub struct Names(HashSet<String>);

impl Names {
    /// The file name for a key. It keeps letters and digits of any script, and `-`, `,`, `.` and `_` inside the name; other characters
    /// become `_`. If the name is already used, it gets a number.
    pub fn file(&mut self, key: &str) -> String {
        let plain = |letter: char| match letter {
            '-' | ',' | '.' | '_' => letter,
            _ if letter.is_alphanumeric() => letter,
            _ => '_',
        };
        let mut name = String::new();
        for letter in key.chars().map(plain) {
            if letter == '_' && name.ends_with('_') {
                continue;
            }
            if name.len() + letter.len_utf8() > LONGEST {
                break;
            }
            name.push(letter);
        }
        let name = name.trim_matches(['.', '_', '-', ',']);
        let name = match name {
            "" => "_".to_owned(),
            name if is_device(name) => name.replace('.', "_"),
            name => name.to_owned(),
        };
        let first = (!is_device(&name)).then(|| name.clone());
        let numbered = (2_u64..).map(|number| format!("{name}-{number}"));
        let mut names = first.into_iter().chain(numbered);
        let free = names.find(|name| self.0.insert(name.to_lowercase()));
        free.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_no_two_are_alike() {
        let mut names = Names::default();
        for (key, name) in [
            ("Carlsen, Magnus", "Carlsen,_Magnus"),
            ("carlsen,_magnus", "carlsen,_magnus-2"),
            ("Müller", "Müller"),
            ("../../etc/passwd", "etc_passwd"),
            ("..", "_"),
            ("a/b\\c:d*e", "a_b_c_d_e"),
            ("nul", "nul-2"),
            ("Con.b", "Con_b"),
            ("COM7", "COM7-2"),
            ("comb", "comb"),
            ("\u{202E}x\n", "x"),
            ("", "_-2"),
        ] {
            assert_eq!(names.file(key), name, "{key:?}");
        }
        assert!(names.file(&"ü".repeat(300)).len() <= LONGEST);
    }
}

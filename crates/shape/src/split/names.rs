//! File names.
//!
//! Not part of the format.

use std::collections::HashSet;

/// The longest name in bytes, which leaves room for a number and an extension.
const LONGEST: usize = 120;
/// Names with a special meaning in Windows.
const TAKEN: [&str; 4] = ["con", "prn", "aux", "nul"];

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
        let lower = name.to_lowercase();
        let is_taken = TAKEN.contains(&&lower[..])
            || lower.len() == 4 && (lower.starts_with("com") || lower.starts_with("lpt"));
        let name = match name {
            "" => "_",
            name => name,
        };
        let first = (!is_taken).then(|| name.to_owned());
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
            ("\u{202E}x\n", "x"),
            ("", "_-2"),
        ] {
            assert_eq!(names.file(key), name, "{key:?}");
        }
        assert!(names.file(&"ü".repeat(300)).len() <= LONGEST);
    }
}

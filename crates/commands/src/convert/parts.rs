//! Inputs that go to one output, and the names by which they come back.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

/// An input among those that go to one output.
#[derive(Debug, Clone, Default)]
pub struct Part {
    /// The name by which it comes back, if it is one of several.
    pub name: Option<String>,
    /// Whether another stands before it.
    pub follows: bool,
}

/// The inputs so far.
#[derive(Debug, Default)]
pub struct Parts {
    names: HashSet<String>,
    /// For each name that was asked for twice, the number to try next.
    numbers: HashMap<String, u64>,
    begun: bool,
}

impl Parts {
    /// After inputs of these names, which are in the output already.
    pub fn after(names: impl IntoIterator<Item = String>) -> Self {
        Self {
            names: names.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The next input, which asks for this name.
    pub fn next(&mut self, asked: Option<String>) -> Part {
        let name = asked.map(|asked| self.unused(asked));
        self.names.extend(name.clone());
        let follows = std::mem::replace(&mut self.begun, true);
        Part { name, follows }
    }

    /// The name, or one with a number if an input before had it.
    fn unused(&mut self, asked: String) -> String {
        if !self.names.contains(&asked) {
            return asked;
        }
        let path = Path::new(&asked);
        let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or(&asked);
        let end = path.extension().and_then(OsStr::to_str);
        let end = end.map_or(String::new(), |end| format!(".{end}"));
        let next = self.numbers.entry(asked.clone()).or_insert(2);
        loop {
            let name = format!("{stem}-{next}{end}");
            *next += 1;
            if !self.names.contains(&name) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_come_twice_are_numbered() {
        let mut parts = Parts::default();
        let mut next = |name: &str| parts.next(Some(name.to_owned())).name.unwrap();
        for (asked, given) in [
            ("jan.pgn", "jan.pgn"),
            ("jan-2.pgn", "jan-2.pgn"),
            ("jan.pgn", "jan-3.pgn"),
            ("README", "README"),
            ("README", "README-2"),
            (".x", ".x"),
            (".x", ".x-2"),
        ] {
            assert_eq!(next(asked), given);
        }
    }
}

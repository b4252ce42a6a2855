//! The files of a run taken together: which of them it is, and how much of all is done.

mod pace;

use pace::Pace;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The files of a run, in their order.
#[derive(Debug, Default)]
pub struct Batch {
    files: Vec<Planned>,
    /// Files before this have had their turn.
    next: usize,
    /// What is known of the run so far, for who shows it.
    pub tally: Arc<Mutex<Tally>>,
}

/// A file that is to be worked on.
#[derive(Debug)]
struct Planned {
    path: PathBuf,
    /// Nothing is known of the length of a pipe.
    length: Option<u64>,
}

/// How the run has gone so far.
#[derive(Debug)]
pub struct Tally {
    /// When it began.
    pub started: Instant,
    /// How fast it goes.
    pub pace: Pace,
    /// Bytes of text in the files that are done.
    pub text: u64,
    /// Games in them.
    pub games: u64,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            pace: Pace::default(),
            text: 0,
            games: 0,
        }
    }
}

/// Where a file stands among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The number of the file, from 1, and how many there are, if there are several.
    pub number: Option<(usize, usize)>,
    /// The bytes of the files before it.
    before: u64,
    /// Its own.
    own: u64,
    /// Those of all files; nothing if one is a pipe.
    all: Option<u64>,
}

impl Turn {
    /// Work that is all there is, whatever its length is counted in.
    pub fn alone(length: u64) -> Self {
        Self {
            number: None,
            before: 0,
            own: length,
            all: Some(length),
        }
    }

    /// How much of the whole work is done when so much of this file is, both from 0 to 1. Nothing where that cannot be known.
    pub fn overall(&self, part: f64) -> Option<f64> {
        let all = self.all.filter(|&all| all > 0)?;
        Some((self.before as f64 + part * self.own as f64) / all as f64)
    }
}

impl Batch {
    /// The work on these files, which begins now.
    pub fn new(paths: &[PathBuf]) -> Self {
        Self {
            files: paths.iter().map(|path| Planned::new(path)).collect(),
            ..Self::default()
        }
    }

    /// The turn of the file of this name, or of standard input. Those before it count as done, even if they were skipped.
    pub fn turn(&mut self, path: Option<&Path>, length: Option<u64>) -> Turn {
        let name = path.unwrap_or(Path::new("-"));
        let waiting = self.files.iter().skip(self.next);
        let found = waiting.map(|file| &file.path).position(|path| path == name);
        let Some(ahead) = found.filter(|_| self.files.len() > 1) else {
            return Turn {
                number: None,
                before: 0,
                own: length.unwrap_or(0),
                all: length,
            };
        };
        self.next += ahead + 1;
        let before = self.files[..self.next - 1].iter();
        Turn {
            number: Some((self.next, self.files.len())),
            before: before.filter_map(|file| file.length).sum(),
            own: length.unwrap_or(0),
            all: self.files.iter().map(|file| file.length).sum(),
        }
    }
}

impl Planned {
    fn new(path: &Path) -> Self {
        let length = match fs::metadata(path) {
            Ok(metadata) => metadata.is_file().then_some(metadata.len()),
            // Standard input; what is not there at all has no bytes to wait for.
            Err(_) => (path.as_os_str() != "-").then_some(0),
        };
        Self {
            path: path.to_path_buf(),
            length,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_count_by_their_bytes_and_skipped_files_count_as_done() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = [("a", 10), ("b", 30), ("gone", 0), ("c", 60)]
            .map(|(name, length)| {
                let path = folder.path().join(name);
                if length > 0 {
                    fs::write(&path, vec![b'x'; length]).unwrap();
                }
                path
            })
            .to_vec();
        let mut batch = Batch::new(&paths);
        let first = batch.turn(Some(&paths[0]), Some(10));
        assert_eq!(
            (first.number, first.overall(0.5)),
            (Some((1, 4)), Some(0.05))
        );
        let last = batch.turn(Some(&paths[3]), Some(60));
        assert_eq!((last.number, last.overall(0.5)), (Some((4, 4)), Some(0.7)));
    }

    #[test]
    fn nothing_is_known_of_the_whole_where_a_pipe_is_among_the_files() {
        let paths = [PathBuf::from("gone"), PathBuf::from("-")];
        let turn = Batch::new(&paths).turn(None, None);
        assert_eq!((turn.number, turn.overall(0.5)), (Some((2, 2)), None));
    }

    #[test]
    fn a_file_alone_has_no_number() {
        let mut batch = Batch::new(&[PathBuf::from("gone")]);
        let turn = batch.turn(Some(Path::new("gone")), Some(8));
        assert_eq!((turn.number, turn.overall(0.25)), (None, Some(0.25)));
    }
}

//! A folder of one's own, games to put there, and the program to run there.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Lines of play of different lengths.
const PLAY: [&str; 4] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2",
    "1. e4 c5 2. Nf3 0-1",
    "1. f3 e5 2. g4 Qh4# 0-1",
];

/// So many games, no two alike.
pub fn games(count: usize) -> Vec<u8> {
    let mut text = String::new();
    for n in 0..count {
        let _ = write!(
            text,
            "[White \"Player {}\"]\n[Black \"Player {}\"]\n[WhiteElo \"{}\"]\n\n{}\n\n",
            n * 7 % 23,
            n * 5 % 19,
            1500 + n * 13 % 900,
            PLAY[n % PLAY.len()]
        );
    }
    text.into_bytes()
}

/// An archive of a text.
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut archive = Vec::new();
    archive::compress(
        text,
        &mut archive,
        &archive::CompressOptions::new().provenance(false),
    )
    .unwrap();
    archive
}

/// A folder that is removed after the test.
pub struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).unwrap()
    }

    /// Runs the program on some bytes.
    pub fn pipe(&self, args: &[&str], input: &[u8]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgnz-lab"));
        command.args(args).current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        // A program that does not read may have ended.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap()
    }

    /// Runs the program; its exit status must be `code`.
    #[track_caller]
    pub fn run(&self, args: &[&str], code: i32) -> Output {
        let output = self.pipe(args, b"");
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        output
    }
}

/// What the program says on standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What the program prints, which must succeed.
#[track_caller]
pub fn printed(desk: &Desk, args: &[&str]) -> String {
    let text = String::from_utf8(desk.run(args, 0).stdout).unwrap();
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

/// Each of these fails, prints nothing, and says all of these parts.
#[track_caller]
pub fn fails(desk: &Desk, cases: &[(&[&str], &[&str])]) {
    for (args, parts) in cases {
        let output = desk.run(args, 1);
        assert!(output.stdout.is_empty(), "{args:?}");
        let said = said(&output);
        for part in *parts {
            assert!(said.contains(part), "{args:?}: {part} in {said}");
        }
        assert!(!said.contains("panicked"), "{said}");
    }
}

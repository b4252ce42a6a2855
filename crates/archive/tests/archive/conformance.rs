//! The conformance set (`corpora/conformance/`) and the golden archives, by the table that owns their hashes.
//!
//! Until release 1.0, `cargo run -p conformance` makes the set and its table anew; from then on nobody replaces a file of it.

use crate::samples::expanded;
use archive::{ErrorKind, ExpandOptions, Reader, decode_game};
use legal::{Move, Role};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use streams::moves::{Outcome, Pace, Setting, Site};

/// What is promised.
const PLEDGE: &str = "Every release from 1.0 on reads every archive of every 1.x, for ever, and gives the same bytes.";

/// A line of the table.
pub struct Pinned {
    /// The file, from the folder of the table.
    pub file: String,
    /// Its length and its SHA-256.
    pub is: (usize, String),
    /// `text`, `blobs`, or the name of an [`ErrorKind`].
    pub result: String,
    /// The length and the SHA-256 of the text.
    pub text: Option<(usize, String)>,
}

impl Pinned {
    fn read(line: &str) -> Self {
        let fields: Vec<&str> = line.splitn(7, ',').collect();
        let [file, bytes, sum, result, text_bytes, text_sum, _] = fields[..] else {
            panic!("a line of the table has not seven fields: {line}");
        };
        let sized = |bytes: &str, sum: &str| (bytes.parse().unwrap(), sum.to_owned());
        Self {
            file: file.to_owned(),
            is: sized(bytes, sum),
            result: result.to_owned(),
            text: (result == "text").then(|| sized(text_bytes, text_sum)),
        }
    }

    /// The file, which must be the one that the table has.
    pub fn bytes(&self) -> Vec<u8> {
        let path = folder().join(&self.file);
        let bytes = std::fs::read(&path)
            .unwrap_or_else(|error| panic!("{}: {error}. {PLEDGE}", path.display()));
        assert_eq!(sized(&bytes), self.is, "{} differs. {PLEDGE}", self.file);
        bytes
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/conformance/1.0")
}

/// Length and SHA-256.
pub fn sized(bytes: &[u8]) -> (usize, String) {
    let sum = Sha256::digest(bytes);
    let sum = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    (bytes.len(), sum)
}

/// The table.
pub fn pinned() -> Vec<Pinned> {
    let table = std::fs::read_to_string(folder().join("cases.csv")).expect("the table is there");
    table.lines().skip(1).map(Pinned::read).collect()
}

#[test]
fn every_archive_of_the_set_gives_its_text_or_its_error() {
    let mut texts = 0;
    for case in pinned() {
        let bytes = case.bytes();
        match &*case.result {
            "blobs" => {
                blobs_are_as_they_say(&case.file, &bytes);
                continue;
            }
            // A test of the networks looks at what they say.
            "logits" => continue,
            _ => {}
        }
        let (text, result) = expanded(&bytes, 1);
        match (&case.text, result) {
            (Some(expected), Ok(_)) => {
                assert_eq!(&sized(&text), expected, "{}. {PLEDGE}", case.file);
                texts += 1;
            }
            (None, Err(error)) => {
                let kind = format!("{:?}", error.kind());
                assert_eq!(kind, case.result, "{}: {error}", case.file);
                whoever_reads_from_the_end_refuses_it_too(&case.file, &bytes);
            }
            (Some(_), Err(error)) => panic!("{}: {error}. {PLEDGE}", case.file),
            (None, Ok(_)) => panic!("{} is read without an error", case.file),
        }
    }
    assert!(texts > 60, "{texts}");
}

/// By the index, games are found that stand before the damage; all of them are never there.
fn whoever_reads_from_the_end_refuses_it_too(file: &str, bytes: &[u8]) {
    let Ok(mut reader) = Reader::open(Cursor::new(bytes), &ExpandOptions::new()) else {
        return;
    };
    if reader.is_unfinished() {
        return;
    }
    let mut failed = false;
    for number in 0..reader.blocks().len() {
        failed |= archive::fuzzing::block_text(&mut reader, number).is_err();
    }
    // Whoever goes by the index does not look at what it does not need.
    let not_looked_at = ["hostile/trailing-garbage", "hostile/damaged-chunk"];
    let passed_over = not_looked_at.iter().any(|name| file.starts_with(name));
    assert!(failed || passed_over, "{file} is read from its end");
}

#[test]
fn every_file_of_the_set_and_every_golden_archive_is_in_the_table() {
    let pinned: BTreeSet<PathBuf> = pinned()
        .iter()
        .map(|case| folder().join(&case.file).canonicalize().unwrap())
        .collect();
    let mut found = BTreeSet::new();
    for root in [folder(), folder().join("../../golden")] {
        for group in std::fs::read_dir(root).unwrap() {
            let group = group.unwrap().path();
            if group.is_dir() {
                let files = std::fs::read_dir(group).unwrap();
                found.extend(files.map(|file| file.unwrap().path().canonicalize().unwrap()));
            }
        }
    }
    assert_eq!(found, pinned, "{PLEDGE}");
}

fn blobs_are_as_they_say(file: &str, table: &[u8]) {
    let table = std::str::from_utf8(table).unwrap();
    assert!(table.lines().count() > 5, "{file}");
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<u32>().unwrap();
        let blob: Vec<u8> = (0..fields[0].len() / 2)
            .map(|at| u8::from_str_radix(&fields[0][2 * at..2 * at + 2], 16).unwrap())
            .collect();
        let setting = Setting {
            ratings: [number(1) as u16, number(2) as u16],
            pace: Pace::ALL[number(3) as usize],
            site: Site::ALL[number(4) as usize],
            outcome: [
                Outcome::Unknown,
                Outcome::White,
                Outcome::Black,
                Outcome::Draw,
            ][number(5) as usize],
            year: number(6) as u16,
            set_up: number(7) == 1,
            players: [number(8), number(9)],
        };
        let found = match decode_game(&blob, &setting, None) {
            Ok((start, moves)) => {
                let moves: Vec<_> = moves.into_iter().map(spelled).collect();
                let (rules, fen) = (start.variant() as u8, start.to_fen());
                format!("game\t{rules}\t{fen}\t{}", moves.join(" "))
            }
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::Io);
                format!("{:?}\t\t\t", error.kind())
            }
        };
        assert_eq!(fields[10..].join("\t"), found, "{file}: {line}. {PLEDGE}");
    }
}

/// A move as in UCI, castling as the king that takes his rook.
fn spelled(m: Move) -> String {
    match m {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => {
            let promotion = promotion.map_or(String::new(), |role: Role| role.char().to_string());
            format!("{from}{to}{promotion}")
        }
        Move::EnPassant { from, to } => format!("{from}{to}"),
        Move::Castle { king, rook } => format!("{king}{rook}"),
        Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
    }
}

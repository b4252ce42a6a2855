//! Archives that remember the names of the files that they were made from.

use crate::samples::block_text;
use crate::samples::{
    assert_expands_to, blocks_of, completed, expanded, games, packed, uncompleted,
};
use archive::Named;
use archive::{CompressOptions, ErrorKind, ExpandOptions, FileInfo, NamedTexts, Reader, expand};
use std::io::{self, Cursor, Write};

#[derive(Default)]
struct Folder(Vec<(Option<String>, Vec<u8>)>);

impl Write for Folder {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let (_, file) = self.0.last_mut().expect("begin comes first");
        file.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NamedTexts for Folder {
    fn begin(&mut self, name: Option<&str>) -> io::Result<()> {
        self.0.push((name.map(str::to_owned), Vec::new()));
        Ok(())
    }
}

fn named(name: Option<&str>, border_bytes: u64) -> CompressOptions {
    blocks_of(50).file_name(name).border_bytes(border_bytes)
}

#[test]
fn every_file_comes_back_under_its_name_and_all_of_them_as_one_text() {
    let jan = b"[White \"Anna\"]\n\n1. e4 *".to_vec();
    let feb = [b"[White \"Emil\"]\n\n1. d4 *\n\n".to_vec(), games(120)].concat();
    let parts = [
        packed(&jan, &named(Some("jan.pgn"), 0)),
        packed(&[b"\n", &feb[..]].concat(), &named(Some("feb.pgn"), 1)),
        packed(b"", &named(Some("empty.pgn"), 0)),
        packed(&games(3), &named(None, 0)),
        packed(&games(1), &named(None, 0)),
    ];
    let archive: Vec<u8> = parts.iter().flat_map(|(part, _)| part.clone()).collect();
    let whole = [&jan[..], b"\n", &feb, &games(3), &games(1)].concat();
    let report = assert_expands_to(&archive, &whole);
    for threads in [1, 3] {
        let mut folder = Folder::default();
        let split = expand(
            &archive[..],
            Named::new(&mut folder),
            &ExpandOptions::new().threads(threads),
        )
        .unwrap();
        assert_eq!(split, report);
        let expected = [
            (Some("jan.pgn"), jan.clone()),
            (Some("feb.pgn"), feb.clone()),
            (Some("empty.pgn"), Vec::new()),
            (None, games(3)),
            (None, games(1)),
        ]
        .map(|(name, text)| (name.map(str::to_owned), text));
        assert!(folder.0 == expected, "{:?}", folder.0);
    }
    let of = |file: &FileInfo| (file.name.clone(), file.games, file.text_bytes);
    let listed: Vec<_> = report.files.iter().map(of).collect();
    let expected = [
        ("jan.pgn".to_owned(), 1, jan.len() as u64),
        (
            "feb.pgn".to_owned(),
            report.files[1].games,
            feb.len() as u64,
        ),
        ("empty.pgn".to_owned(), 0, 0),
    ];
    assert_eq!(listed, expected);
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.report(), report);
    assert_eq!(parts[1].1.files, report.files[1..2]);
    let cut = Reader::open(
        Cursor::new(&archive[..archive.len() - 9]),
        &ExpandOptions::new().keep_going(true),
    )
    .unwrap();
    assert_eq!(cut.files(), report.files);
}

/// The archive with another name in its chunk, of the same length, every checksum sound.
fn renamed(archive: &[u8], name: &[u8]) -> Vec<u8> {
    let mut out = archive.to_vec();
    let held = 25 + 16..25 + 16 + 1 + name.len();
    out[held.start + 1..held.end].copy_from_slice(name);
    let sum = crc32fast::hash(&out[held.clone()]).to_le_bytes();
    out[held.end..held.end + 4].copy_from_slice(&sum);
    completed(uncompleted(&out))
}

#[test]
fn names_that_lead_out_of_a_folder_are_refused() {
    let text = games(5);
    let (archive, _) = packed(&text, &named(Some("1234567"), 0));
    let open = |archive: &[u8]| {
        Reader::open(Cursor::new(archive.to_vec()), &ExpandOptions::new())
            .map(|reader| reader.files())
    };
    assert_eq!(
        open(&renamed(&archive, b"harmles")).unwrap()[0].name,
        "harmles"
    );
    for name in [
        b"../../x",
        b"/abc/de",
        b"a\0b.pgn",
        b"a\\b.pgn",
        b"a/b.pgn",
        b"abcd\xFF.x",
    ] {
        let hostile = renamed(&archive, name);
        let mut folder = Folder::default();
        let split = expand(
            &hostile[..],
            Named::new(&mut folder),
            &ExpandOptions::new().threads(1),
        );
        assert_eq!(split.unwrap_err().kind(), ErrorKind::Corruption);
        assert!(folder.0.iter().all(|(name, _)| name.is_none()));
        assert_eq!(
            expanded(&hostile, 1).1.unwrap_err().kind(),
            ErrorKind::Corruption
        );
        assert!(open(&hostile).is_err());
        // The games are there all the same.
        let mut folder = Folder::default();
        let report = expand(
            &hostile[..],
            Named::new(&mut folder),
            &ExpandOptions::new().threads(1).keep_going(true),
        )
        .unwrap();
        assert_eq!(folder.0, [(None, text.clone())]);
        assert!(report.files.is_empty() && report.damage.len() == 1);
    }
    for name in ["", ".", "..", "a/b", "/", "a\\b", "a\0"] {
        let refused = archive::compress(&b""[..], Vec::new(), &named(Some(name), 0));
        assert_eq!(
            refused.unwrap_err().kind(),
            ErrorKind::InvalidArgument,
            "{name:?}"
        );
    }
    let long = archive::compress(&b""[..], Vec::new(), &named(Some("a"), 5));
    assert_eq!(long.unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn a_file_whose_beginning_is_lost_loses_nothing_more() {
    let text = games(120);
    let (archive, _) = packed(&[b"\n", &text[..]].concat(), &named(Some("feb.pgn"), 1));
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let first = reader.blocks()[0];
    let rest: Vec<u8> = (1..3)
        .flat_map(|block| block_text(&mut reader, block).unwrap())
        .collect();
    let mut damaged = archive.clone();
    damaged[first.offset() as usize + 6] ^= 1;
    let mut folder = Folder::default();
    expand(
        &damaged[..],
        Named::new(&mut folder),
        &ExpandOptions::new().threads(1).keep_going(true),
    )
    .unwrap();
    assert!(folder.0 == [(Some("feb.pgn".to_owned()), rest)]);
}

#[test]
fn a_name_costs_little_and_an_archive_without_one_nothing() {
    let text = games(5);
    let bytes = |config: &CompressOptions| packed(&text, config).0.len();
    let bare = bytes(&named(None, 0));
    assert_eq!(bytes(&named(Some("jan.pgn"), 0)), bare + 28);
}

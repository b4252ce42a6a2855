//! Archives with a copy of their index in front.

use crate::samples::{blocks_of, expanded, games, packed, plain};
use archive::{Columns, CompressOptions, ErrorKind, ExpandOptions, Reader};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;

fn remote() -> ExpandOptions {
    ExpandOptions::new().remote(true)
}

fn open(archive: &[u8]) -> Reader<Cursor<&[u8]>> {
    Reader::open(Cursor::new(archive), &remote()).unwrap()
}

fn optimized(archive: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let bytes = open(archive).optimize(&mut out).unwrap();
    assert_eq!(bytes, out.len() as u64);
    out
}

/// Where the chunk lies: after the header, whose last extension byte says how long it is.
fn chunk(archive: &[u8]) -> Range<usize> {
    let start = 13 + usize::from(archive[12]) + 4;
    assert_eq!(&archive[start..start + 8], b"\xC1CHKINDX");
    let held = u32::from_le_bytes(archive[start + 8..start + 12].try_into().unwrap());
    start..start + 20 + held as usize
}

/// The players of all games.
fn players(reader: &mut Reader<Cursor<&[u8]>>) -> Vec<Vec<u8>> {
    let all = reader.games(0..reader.len(), Columns::TAGS).unwrap();
    all.map(|game| game.unwrap().tags().get("White").unwrap().to_vec())
        .collect()
}

/// An archive of which only the beginning may be read.
struct Beginning<'a>(Cursor<&'a [u8]>, u64);

impl Read for Beginning<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let at = self.0.position();
        assert!(at < self.1, "byte {at} is read");
        self.0.read(out)
    }
}

impl Seek for Beginning<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn the_beginning_is_enough_to_open_it_and_nothing_else_changes() {
    let text = games(350);
    for config in [blocks_of(50), CompressOptions::new().block_games(50)] {
        let archive = packed(&text, &config).0;
        let optimized = optimized(&archive);
        let chunk = chunk(&optimized);
        // The length of the chunk, and what the index says of it.
        let added = optimized.len() - archive.len();
        assert!((chunk.len() + 12..chunk.len() + 15).contains(&added));
        assert_eq!(optimized[..chunk.start], archive[..chunk.start]);
        let blocks = open(&archive).blocks().last().unwrap().offset() as usize;
        let behind = &optimized[chunk.end..chunk.end + blocks - chunk.start];
        assert!(behind == &archive[chunk.start..blocks]);

        // The header of the first block is looked at, too.
        let most = chunk.end + 300;
        assert!(most < optimized.len() / 2);
        let source = Beginning(Cursor::new(&optimized), most as u64);
        let reader = Reader::open(source, &remote()).unwrap();
        let by_end = Reader::open(Cursor::new(&optimized), &ExpandOptions::new()).unwrap();
        // What lies beside the archive belongs to it as before.
        assert_eq!(reader.digest(), open(&archive).digest());
        assert_eq!(reader.blocks(), by_end.blocks());
        assert_eq!(reader.report(), by_end.report());
        assert_eq!(expanded(&optimized, 2).0, text);
        let whole = archive::test(&optimized[..], &ExpandOptions::new()).unwrap();
        assert_eq!(whole.damage, []);
        assert_eq!(players(&mut open(&optimized)), players(&mut open(&archive)));
        // Once more, it is the same.
        assert!(self::optimized(&optimized) == optimized);
    }
}

#[test]
fn a_copy_that_is_damaged_is_not_used() {
    let archive = optimized(&packed(&games(60), &blocks_of(20)).0);
    let expected = players(&mut open(&archive));
    for at in chunk(&archive) {
        let mut damaged = archive.clone();
        damaged[at] ^= 1 << (at % 8);
        assert_eq!(players(&mut open(&damaged)), expected, "{at}");
        if at % 16 == 0 {
            let tested = archive::test(&damaged[..], &ExpandOptions::new());
            assert!(tested.map_or(true, |report| !report.damage.is_empty()));
        }
    }
}

#[test]
fn a_copy_of_another_state_is_not_used() {
    let (one, two) = (
        packed(&games(60), &blocks_of(20)).0,
        packed(&games(80), &blocks_of(20)).0,
    );
    let front = optimized(&one);
    // Something was added after it.
    let longer = [&front[..], &two].concat();
    assert_eq!(open(&longer).len(), 140);
    // It stands behind another archive.
    let behind = [&two[..], &front].concat();
    assert_eq!(open(&behind).len(), 140);
    let error = open(&behind).optimize(Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    // It was cut off.
    let cut = &front[..front.len() - 1];
    let error = Reader::open(Cursor::new(cut), &remote()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InsufficientData);
    // The header is another one.
    let mut other = front.clone();
    let best = packed(b"1. e4 *\n", &plain().level(archive::Level::Best)).0;
    let header = chunk(&front).start;
    other[..header].copy_from_slice(&best[..header]);
    let error = Reader::open(Cursor::new(&other[..]), &remote()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corruption);
}

#[test]
fn a_block_of_another_archive_is_noticed_by_the_copy() {
    let text = games(60);
    let changed = String::from_utf8(text.clone())
        .unwrap()
        .replace("Player 50", "Player 51");
    let (mut one, two) = (
        optimized(&packed(&text, &blocks_of(20)).0),
        optimized(&packed(changed.as_bytes(), &blocks_of(20)).0),
    );
    let (block, other) = (open(&one).blocks()[2], open(&two).blocks()[2]);
    let rest = (other.offset() + other.archive_bytes()) as usize;
    let place = block.offset() as usize..(block.offset() + block.archive_bytes()) as usize;
    one.splice(place, two[other.offset() as usize..rest].iter().copied());
    let found = Reader::open(Cursor::new(&one[..]), &remote());
    let games = found.and_then(|mut reader| {
        let games = reader.games(50..51, Columns::ALL)?.next();
        games.unwrap()
    });
    assert!(games.is_err_and(|error| error.kind() == ErrorKind::Corruption));
}

#[test]
fn an_archive_of_one_block_has_no_index_to_copy() {
    let archive = packed(&games(10), &blocks_of(20)).0;
    let error = open(&archive).optimize(Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

//! Games that pass a filter, tables and texts, by one thread and by several.
#![cfg(feature = "arrow")]

use pgnz::{
    Archive, Column, Columns, CompressOptions, Filter, Level, Search, Shared, Table, TextReader,
    Verdict,
};
use std::io::{Cursor, Read, Seek, SeekFrom};

const FAMOUS: &[u8] = include_bytes!("../../../corpora/famous.pgn");

/// Several archives one after another, of many blocks and of one.
fn archive(text: &[u8]) -> Archive<Shared<Cursor<Vec<u8>>>> {
    let mut packed = Vec::new();
    for games in [5, 4096] {
        let options = CompressOptions::new()
            .level(Level::Fast)
            .block_games(games)
            .threads(1);
        pgnz::compress(text, &mut packed, &options).unwrap();
    }
    Archive::open(Shared::new(Cursor::new(packed)).unwrap()).unwrap()
}

#[test]
fn a_filter_finds_the_same_games_with_any_number_of_threads() {
    let mut archive = archive(FAMOUS);
    for (expression, columns) in [
        ("year < 1900", Columns::TAGS),
        ("year < 1900", Columns::ALL),
        ("plies > 30 and result = '1-0'", Columns::TAGS),
        ("white_rating > 2800 or plies = 17", Columns::MOVES),
        ("year > 3000", Columns::ALL),
    ] {
        let filter = Filter::parse(expression).unwrap();
        let games = archive.games(.., Columns::ALL).unwrap();
        let expected: Vec<u64> = (0..)
            .zip(games)
            .filter(|(_, game)| filter.matches(game.as_ref().unwrap()))
            .map(|(number, _)| number)
            .collect();
        for threads in [1, 3] {
            let search = Search::new()
                .filter(filter.clone())
                .columns(columns)
                .threads(threads);
            let found = archive.search(.., search).unwrap();
            let found: Vec<u64> = found.map(|found| found.unwrap().0).collect();
            assert_eq!(found, expected, "{expression}");
        }
    }
}

#[test]
fn a_table_has_the_rows_of_its_range_in_their_order() {
    let archive = archive(FAMOUS);
    let games = archive.len();
    for threads in [1, 4] {
        for range in [0..games, 3..games - 7, 60..61, 5..5] {
            let table = Table::new(Column::parse("number,white,moves_uci").unwrap());
            let scan = archive.scan(range.clone(), table.threads(threads)).unwrap();
            let numbers: Vec<u64> = scan
                .flat_map(|batch| {
                    let batch = batch.unwrap();
                    let numbers = batch.column(0);
                    let numbers = numbers.as_any().downcast_ref::<arrow_array::UInt64Array>();
                    numbers.unwrap().values().to_vec()
                })
                .collect();
            let expected: Vec<u64> = range.map(|number| number + 1).collect();
            assert_eq!(numbers, expected);
        }
    }
}

/// An index that knows some games of a filter, and says nothing of the others.
fn verdicts(expected: &[u64], games: u64) -> Vec<Verdict> {
    let of = |number: u64| match (number % 3, expected.contains(&number)) {
        (0, _) => Verdict::Ask,
        (_, true) => Verdict::Yes,
        (_, false) => Verdict::No,
    };
    (0..games).map(of).collect()
}

#[test]
fn an_index_changes_no_answer() {
    let archive = archive(FAMOUS);
    for (expression, columns) in [
        ("year < 1900", Columns::TAGS),
        ("plies > 30 and result = '1-0'", Columns::ALL),
        ("year > 3000", Columns::TAGS),
    ] {
        let filter = Filter::parse(expression).unwrap();
        let search = Search::new().filter(filter).columns(columns);
        let numbers = |search: Search, range| -> Vec<u64> {
            let found = archive.search(range, search).unwrap();
            found.map(|found| found.unwrap().0).collect()
        };
        let expected = numbers(search.clone(), 0..archive.len());
        let known = verdicts(&expected, archive.len());
        let all_known: Vec<Verdict> = (0..archive.len())
            .map(|number| match expected.contains(&number) {
                true => Verdict::Yes,
                false => Verdict::No,
            })
            .collect();
        for known in [known, all_known] {
            for threads in [1, 3] {
                let mut search = search.clone().threads(threads).verdicts(known.clone());
                assert_eq!(numbers(search.clone(), 0..archive.len()), expected);
                let part: Vec<u64> = expected
                    .iter()
                    .copied()
                    .filter(|number| (7..60).contains(number))
                    .collect();
                assert_eq!(numbers(search.clone(), 7..60), part);
                let sure = search.take_sure(7..60);
                let asked = numbers(search, 7..60).len() as u64;
                assert_eq!(sure + asked, part.len() as u64);
            }
        }
    }
}

#[test]
fn nobody_has_to_take_all() {
    let archive = archive(&FAMOUS.repeat(20));
    let mut found = archive.search(.., Search::new().threads(2)).unwrap();
    assert_eq!(found.next().unwrap().unwrap().0, 0);
    let table = Table::new(Column::parse("number").unwrap());
    let mut scan = archive.scan(.., table).unwrap();
    assert!(scan.next().is_some());
}

#[test]
fn a_text_is_read_from_any_place() {
    let mut archive = archive(FAMOUS);
    let expected = FAMOUS.repeat(2);
    let mut text = archive.text_reader(..).unwrap();
    assert_eq!(text.len(), expected.len() as u64);
    let mut whole = Vec::new();
    text.read_to_end(&mut whole).unwrap();
    assert_eq!(whole, expected);
    let mut at = 7_usize;
    for _ in 0..200 {
        at = (at * 7919 + 31) % (expected.len() + 10);
        let mut part = [0; 100];
        text.seek(SeekFrom::Start(at as u64)).unwrap();
        let read = text.read(&mut part).unwrap();
        let rest = &expected[at.min(expected.len())..];
        assert_eq!(part[..read], rest[..read]);
        assert!(read > 0 || rest.is_empty());
    }
    assert!(text.seek(SeekFrom::Current(i64::MIN)).is_err());
    for range in [2..9, 47..50, 5..10, 4..4] {
        let expected = archive.text(range.clone()).unwrap();
        let mut part = Vec::new();
        let mut text: TextReader<_> = archive.text_reader(range).unwrap();
        text.read_to_end(&mut part).unwrap();
        assert_eq!(part, expected);
    }
    assert!(archive.text_reader(0..1000).is_err());
}

#[test]
fn a_text_of_two_bytes_a_letter_is_read_as_it_was() {
    let text = String::from_utf8_lossy(FAMOUS);
    let utf16: Vec<u8> = [0xFEFF]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let archive = archive(&utf16);
    let mut text = archive.text_reader(..).unwrap();
    text.seek(SeekFrom::Start(1001)).unwrap();
    let mut rest = Vec::new();
    text.read_to_end(&mut rest).unwrap();
    assert!(rest == utf16.repeat(2)[1001..]);
}

#[test]
fn damage_is_an_error_and_ends_what_is_read() {
    let mut packed = Vec::new();
    let options = CompressOptions::new().level(Level::Fast).block_games(5);
    pgnz::compress(FAMOUS, &mut packed, &options).unwrap();
    let blocks = Archive::open(Cursor::new(&packed[..]))
        .unwrap()
        .blocks()
        .to_vec();
    let block = blocks[3];
    let middle = block.offset() + block.archive_bytes() - block.archive_bytes() / 4;
    packed[middle as usize] ^= 1;
    let archive = Archive::open(Shared::new(Cursor::new(packed)).unwrap()).unwrap();
    for threads in [1, 2] {
        let mut found = archive.search(.., Search::new().threads(threads)).unwrap();
        let sound = found.by_ref().take_while(Result::is_ok).count();
        assert!((15..20).contains(&sound), "{sound}");
        assert!(found.next().is_none());
        let table = Table::new(Column::parse("usual,pgn").unwrap()).threads(threads);
        let mut scan = archive.scan(.., table).unwrap();
        let error = scan.find_map(Result::err).unwrap().to_string();
        assert!(error.contains("block 4"), "{error}");
        assert!(scan.next().is_none());
    }
}

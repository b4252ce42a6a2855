//! Work on many games: the same with any number of threads, with an index and without, and no game lost without a word.
#![cfg(all(feature = "export", feature = "index"))]

use pgnz::{
    Archive, Column, Columns, CompressOptions, Error, ErrorKind, ExpandOptions, Filter, Format,
    Game, IndexMoves, Level, Model, Partitions, Record, Root, Rows, Search, Shared, Stats,
    TableWriter, Tree, index_path,
};
use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const FAMOUS: &[u8] = include_bytes!("../../../corpora/famous.pgn");

type Opened = Archive<Shared<Cursor<Vec<u8>>>>;

fn packed() -> Vec<u8> {
    let mut packed = Vec::new();
    let options = CompressOptions::new().level(Level::Fast).block_games(5);
    pgnz::compress(FAMOUS, &mut packed, &options).unwrap();
    packed
}

fn archive(packed: Vec<u8>, keep_going: bool) -> Opened {
    let options = ExpandOptions::new().keep_going(keep_going);
    Archive::open_with(Shared::new(Cursor::new(packed)).unwrap(), &options).unwrap()
}

/// Numbers of the games that are found.
fn numbers(archive: &Opened, search: &Search) -> Result<Vec<u64>, Error> {
    let mut found = Vec::new();
    archive.each(.., search, &|_, _| Some(()), &mut |number, ()| {
        found.push(number);
        Ok::<_, Error>(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

#[test]
fn each_finds_what_a_search_finds_and_tells_of_all_games() {
    let archive = archive(packed(), false);
    let filter = Filter::parse("plies > 30 and result = '1-0'").unwrap();
    let search = Search::new().filter(filter);
    let games = archive.search(.., search.clone()).unwrap();
    let expected: Vec<u64> = games.map(|found| found.unwrap().0).collect();
    assert!(expected.len() > 3);
    for threads in [1, 3] {
        let seen = Arc::new(AtomicU64::new(0));
        let counter = seen.clone();
        let search = search.clone().threads(threads).progress(move |games| {
            counter.fetch_add(games, Ordering::Relaxed);
        });
        assert_eq!(numbers(&archive, &search).unwrap(), expected);
        assert_eq!(seen.load(Ordering::Relaxed), archive.len());
    }
}

#[test]
fn each_ends_when_it_is_told_to() {
    let archive = archive(packed(), false);
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = numbers(&archive, &Search::new().stop(stop));
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Cancelled);
    let mut taken = 0;
    let mut take = |_, ()| {
        taken += 1;
        Ok::<_, Error>(ControlFlow::Break(()))
    };
    let note = |_, _: Option<&Game>| Some(());
    let search = Search::new();
    archive.each(.., &search, &note, &mut take).unwrap();
    let beyond = archive.each(..1000, &search, &note, &mut take);
    assert_eq!(beyond.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(taken, 1);
}

#[test]
fn damage_is_an_error_or_its_games_are_told() {
    let mut bytes = packed();
    let block = archive(bytes.clone(), false).blocks()[3];
    let middle = block.offset() + block.archive_bytes() - block.archive_bytes() / 4;
    bytes[middle as usize] ^= 1;
    let strict = archive(bytes.clone(), false);
    let mut write = |_, _: &[u8]| Ok(());
    let wanted: Vec<u64> = (0..strict.len()).rev().collect();
    for failed in [
        strict.stats(.., Search::new()).map(drop),
        strict.texts(&mut write).window(&wanted),
    ] {
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Corruption);
    }
    let going = archive(bytes, true);
    let mut texts = 0;
    let mut write = |_, _: &[u8]| {
        texts += 1;
        Ok(())
    };
    going.texts(&mut write).threads(2).window(&wanted).unwrap();
    let damage = going.skipped_damage();
    let missing = |damage: &pgnz::Damage| damage.missing()?.games;
    let missing: u64 = damage.iter().filter_map(missing).sum();
    assert!(missing > 0);
    assert_eq!(texts + missing, going.len());
}

#[test]
fn an_index_knows_what_the_games_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("famous.pgnz");
    let mut archive = archive(packed(), false);
    assert!(archive.index(&path, 1).unwrap().is_none());
    let mut file = std::fs::File::create(index_path(&path)).unwrap();
    let search = Search::new().threads(2);
    let games = archive.write_index(IndexMoves::AllMoves, &search, &mut file);
    assert_eq!(games.unwrap(), archive.len());
    let index = archive.index(&path, 1).unwrap().unwrap();

    let records = index.records().unwrap();
    let mut stats = Stats::default();
    for number in 0..archive.len() {
        stats.add(&records.record(number).unwrap());
    }
    let expected = archive.stats(.., Search::new()).unwrap();
    assert_eq!(format!("{stats:?}"), format!("{expected:?}"));

    let root = Root::of_moves("1. e4 e5").unwrap();
    let (verdicts, additions) = index.tree(&Filter::default(), &root).unwrap();
    let mut tree = Tree::new(&root);
    for (number, next, facts) in additions {
        tree.add((0, number), next, &facts);
    }
    let left = Search::new().verdicts(verdicts);
    assert_eq!(archive.tree(.., left, &root).unwrap().total().games, 0);
    let expected = archive.tree(.., Search::new(), &root).unwrap();
    assert_eq!(tree.total(), expected.total());
}

#[test]
fn parts_have_the_rows_of_the_whole_table() {
    let archive = archive(packed(), false);
    let folders: std::cell::RefCell<Vec<String>> = Default::default();
    let mut begin = |folder: &str| {
        folders.borrow_mut().push(folder.to_owned());
        Ok::<_, Error>(Box::new(std::io::sink()) as Box<dyn Write>)
    };
    let columns = Column::parse("number,result").unwrap();
    let mut parts = Partitions::new("result", &columns, Format::Csv, &mut begin).unwrap();
    assert_eq!(parts.columns().len(), 2);
    let rows = Rows::new(parts.columns().to_vec(), Model::of(Level::Fast));
    let mut whole = TableWriter::new(Format::Csv, rows.columns(), std::io::sink()).unwrap();
    let note = |number, game: Option<&Game>| Some(rows.row("", number + 1, game?));
    let search = Search::new().columns(rows.needs());
    let mut count = 0;
    archive
        .each(.., &search, &note, &mut |_, row| {
            count += 1;
            whole
                .add(&row)
                .map_err(|error| Error::system("a table", error))?;
            parts.add(&row).map(ControlFlow::Continue)
        })
        .unwrap();
    assert_eq!(count, archive.len());
    let made = parts.finish().unwrap();
    assert_eq!(folders.borrow().len(), made);
    assert!(folders.borrow().contains(&"result=1-0".to_owned()));
    for wrong in ["clocks", "number,white", "nonsense"] {
        let mut begin = |_: &str| Err(Error::cancelled());
        let refused = Partitions::new(wrong, &columns, Format::Csv, &mut begin);
        assert_eq!(refused.err().unwrap().kind(), ErrorKind::InvalidArgument);
    }
}

#[test]
fn statistics_of_tags_alone_are_those_of_records_of_tags() {
    let archive = archive(packed(), false);
    let mut stats = Stats::default();
    for game in archive.fork().games(.., Columns::TAGS).unwrap() {
        stats.add(&Record::of_tags(&game.unwrap()));
    }
    let quick = archive.stats(.., Search::new().columns(Columns::TAGS));
    assert_eq!(format!("{:?}", quick.unwrap()), format!("{stats:?}"));
}

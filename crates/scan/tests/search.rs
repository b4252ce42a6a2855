//! What a search finds, however it is run.

use archive::{
    Columns, CompressOptions, ErrorKind, ExpandOptions, Game, Level, Reader, Shared, compress,
};
use query::{Filter, Verdict};
use scan::{Search, Window, Windows};
use std::io::Cursor;
use std::iter::once;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

const GAMES: u64 = 300;

type Packed = Reader<Shared<Cursor<Vec<u8>>>>;

/// An archive of games by three players, of which every second opens with 1. d4, with this number of games in a block.
fn archive(block_games: u32) -> Vec<u8> {
    let game = |number: u64| {
        let white = ["Anna", "Emil", "Ida"][number as usize % 3];
        let first = ["e4", "d4"][number as usize % 2];
        // Moves that differ from game to game, so that none is a repeat and groups are as small as they are asked for.
        let knights = |at: u64| match number >> at & 1 {
            0 => "Nf6 Nf3 Ng8 Ng1",
            _ => "Nc6 Nc3 Nb8 Nb1",
        };
        let moves: Vec<&str> = (0..9).map(knights).collect();
        let moves = moves.join(" ");
        format!("[White \"{white}\"]\n[Round \"{number}\"]\n\n1. {first} {moves} *\n\n")
    };
    let text: String = (0..GAMES).map(game).collect();
    let config = CompressOptions::new()
        .provenance(false)
        .block_games(block_games)
        .group_games(16)
        .level(Level::Fast);
    let mut packed = Vec::new();
    compress(text.as_bytes(), &mut packed, &config).unwrap();
    packed
}

fn reader(packed: &[u8]) -> Packed {
    Reader::open(
        Shared::new(Cursor::new(packed.to_vec())).unwrap(),
        &ExpandOptions::new(),
    )
    .unwrap()
}

fn round(game: &Game) -> String {
    String::from_utf8_lossy(game.tags().get("Round").unwrap_or_default()).into_owned()
}

/// What is noted of games: their rounds, or that the index has them.
fn each(reader: &Packed, search: &Search, windows: Vec<Vec<u64>>) -> Vec<(u64, String)> {
    let mut windows = windows.into_iter();
    let mut found = Vec::new();
    let mut take = |window: Window<String>| {
        found.extend(window.found);
        Ok::<_, archive::Error>(ControlFlow::Continue(()))
    };
    let note = |_, game: Option<&Game>| Some(round(game?));
    search
        .each(reader, &mut || Ok(windows.next()), &note, &mut take)
        .unwrap();
    found
}

fn emil_with_d4() -> Filter {
    Filter::parse("white = 'Emil' and moves = '1. d4'").unwrap()
}

/// The games that pass that filter.
fn wanted() -> Vec<(u64, String)> {
    let numbers = (0..GAMES).filter(|number| number % 6 == 1);
    numbers.map(|number| (number, number.to_string())).collect()
}

#[test]
fn the_same_games_are_found_on_any_number_of_threads_and_in_any_blocks() {
    for block_games in [40, 1000] {
        let reader = reader(&archive(block_games));
        for threads in [1, 2, 7] {
            let search = Search::new().filter(emil_with_d4()).threads(threads);
            let windows = Windows::new(once(0..GAMES), &reader, threads).collect();
            assert_eq!(each(&reader, &search, windows), wanted());
            let search = search.columns(Columns::TAGS);
            let found = search.games(&reader, &(0..GAMES)).map(|found| {
                let (number, game) = found.unwrap();
                (number, round(&game))
            });
            assert_eq!(found.collect::<Vec<_>>(), wanted());
        }
    }
}

#[test]
fn windows_in_any_order_and_with_repetitions_come_as_they_are() {
    let reader = reader(&archive(40));
    let search = Search::new().filter(emil_with_d4()).threads(2);
    let windows = vec![vec![7, 299, 1, 2, 7], vec![], vec![13], vec![1, 1, 0]];
    let found = each(&reader, &search, windows).into_iter();
    let numbers: Vec<u64> = found.map(|(number, _)| number).collect();
    assert_eq!(numbers, [7, 1, 7, 13, 1, 1]);
}

#[test]
fn games_of_which_an_index_is_sure_are_not_asked() {
    let reader = reader(&archive(40));
    let verdict = |number| match number {
        // Both would be asked in vain.
        0 => Verdict::Yes,
        1 => Verdict::No,
        _ => Verdict::Ask,
    };
    let mut search = Search::new().filter(emil_with_d4());
    search = search.verdicts((0..GAMES).map(verdict).collect());
    let mut expected = wanted();
    expected[0] = (0, "0".to_owned());
    let windows = || Windows::new(once(0..GAMES), &reader, 1).collect();
    assert_eq!(each(&reader, &search, windows()), expected);
    assert_eq!(search.take_sure(0..GAMES), 1);
    assert_eq!(each(&reader, &search, windows()), expected[1..]);
}

#[test]
fn damage_is_passed_over_and_told_once_or_is_an_error() {
    let mut packed = archive(40);
    let last = reader(&packed).blocks()[3].offset() + reader(&packed).blocks()[3].archive_bytes();
    packed[last as usize - 2] ^= 1;
    let search = Search::new().threads(3).columns(Columns::ALL);
    let options = ExpandOptions::new().keep_going(true);
    let source = Shared::new(Cursor::new(packed.clone())).unwrap();
    let skipping = Reader::open(source, &options).unwrap();
    let windows = Windows::new(once(0..GAMES), &skipping, 3).collect();
    let found = each(&skipping, &search, windows);
    let damage = skipping.skipped_damage();
    let missing: u64 = damage
        .iter()
        .filter_map(|damage| damage.missing()?.games)
        .sum();
    assert!(missing > 0);
    assert_eq!(found.len() as u64 + missing, GAMES);
    let found: Result<Vec<_>, _> = search.games(&reader(&packed), &(0..GAMES)).collect();
    assert_eq!(found.unwrap_err().kind(), ErrorKind::Corruption);
}

/// Games that were found, by number, and what was told of damage.
type Found = (Vec<(u64, String)>, Vec<String>);

/// What is found on this number of threads, and what is told of damage, if anything can be read at all.
fn found_beside_damage(packed: &[u8], search: &Search, threads: usize) -> Option<Found> {
    let source = Shared::new(Cursor::new(packed.to_vec())).unwrap();
    let reader = Reader::open(source, &ExpandOptions::new().keep_going(true)).ok()?;
    let windows = Windows::new(once(0..reader.len()), &reader, threads).collect();
    let found = each(&reader, &search.clone().threads(threads), windows);
    let damage = reader.skipped_damage();
    Some((found, damage.iter().map(ToString::to_string).collect()))
}

#[test]
fn what_is_found_beside_a_damaged_part_of_a_block_is_the_same_on_any_number_of_threads() {
    let packed = archive(1000);
    let block = reader(&packed).blocks()[0];
    let places = block.offset()..block.offset() + block.archive_bytes();
    let searches = [Search::new(), Search::new().filter(emil_with_d4())];
    let mut partial = 0;
    for place in places.step_by(block.archive_bytes() as usize / 12) {
        let mut packed = packed.clone();
        packed[place as usize] ^= 1;
        for search in &searches {
            let alone = found_beside_damage(&packed, search, 1);
            for threads in [2, 5] {
                let beside = found_beside_damage(&packed, search, threads);
                assert_eq!(beside, alone, "byte {place}, {threads} threads");
            }
            let is_partial =
                |(found, damage): (Vec<_>, Vec<_>)| !found.is_empty() && !damage.is_empty();
            partial += u64::from(alone.is_some_and(is_partial));
        }
    }
    assert!(partial > 0, "no damage was passed over");
}

#[test]
fn windows_end_with_groups_where_threads_share_a_block() {
    let mut reader = reader(&archive(1000));
    let groups = reader.group_ends(0).unwrap();
    assert!(groups.len() > 2, "{groups:?}");
    let ends = |threads| {
        let windows = Windows::new(once(0..GAMES), &reader, threads).by_block();
        let ends: Vec<u64> = windows.map(|window| window[window.len() - 1] + 1).collect();
        ends
    };
    assert_eq!(ends(1), [GAMES]);
    assert_eq!(ends(2), groups);
}

#[test]
fn a_search_that_is_stopped_ends_with_an_error() {
    let reader = reader(&archive(40));
    let stop = Arc::new(AtomicBool::new(false));
    let search = Search::new().threads(2).stop(stop.clone());
    let mut found = search.clone().games(&reader, &(0..GAMES));
    assert_eq!(found.next().unwrap().unwrap().0, 0);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(
        found.next().unwrap().unwrap_err().kind(),
        ErrorKind::Cancelled
    );
    assert!(found.next().is_none());
    let mut windows = Windows::new(once(0..GAMES), &reader, 2);
    let done = search.each::<_, (), archive::Error>(
        &reader,
        &mut || Ok(windows.next()),
        &|_, _| Some(()),
        &mut |_| Ok(ControlFlow::Continue(())),
    );
    assert_eq!(done.unwrap_err().kind(), ErrorKind::Cancelled);
}

/// A thread that is done with a later window first takes the next one: the results of a whole block may wait.
#[test]
fn no_window_waits_for_an_earlier_one() {
    let reader = reader(&archive(30));
    let (done, other_is_done) = crossbeam_channel::bounded(1);
    let mut started = Search::new().threads(2).start(
        &reader,
        &(0..60),
        1,
        move |_, _, window, outlet: &scan::Outlet<'_, u64>| {
            if window[0] == 0 {
                let long = Duration::from_secs(60);
                assert!(other_is_done.recv_timeout(long).is_ok());
            }
            assert!(window.iter().all(|&number| outlet.give(number)));
            if window[0] == 30 {
                done.send(()).unwrap();
            }
            Ok(())
        },
    );
    let numbers = std::iter::from_fn(|| match started.next_within(Duration::from_secs(60)) {
        Poll::Ready(next) => next,
        Poll::Pending => None,
    });
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().unwrap();
    assert_eq!(numbers, (0..60).collect::<Vec<_>>());
}

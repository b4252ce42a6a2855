//! Archives that are still being written, stopped at every moment, and gone on with.

use crate::append::{Watched, packed, text};
use crate::samples::block_text;
use crate::samples::plain;
use archive::{
    Append, CompressOptions, Encoder, ErrorKind, ExpandOptions, Level, Model, OnDamage, Progress,
    Reader, Report, Unfinished, compress, expand, resume,
};
use std::collections::VecDeque;
use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::time::Duration;

fn config() -> CompressOptions {
    plain().level(Level::Fast).block_games(20).threads(1)
}

fn go_on(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn resumed(text: &str, file: &mut Cursor<Vec<u8>>) -> Result<Report, archive::Error> {
    resume(text.as_bytes(), file, &config(), &mut go_on)
}

/// What can be read of an archive, from its end and from its beginning.
fn read(bytes: &[u8]) -> (String, bool) {
    let mut reader = Reader::open(Cursor::new(bytes), &ExpandOptions::new()).unwrap();
    let blocks = (0..reader.blocks().len()).map(|number| block_text(&mut reader, number).unwrap());
    let text = blocks.collect::<Vec<_>>().concat();
    let mut forward = Vec::new();
    let report = expand(
        bytes,
        &mut forward,
        &ExpandOptions::new()
            .threads(1)
            .on_damage(OnDamage::StopUnlessUnfinished),
    )
    .unwrap();
    assert!(forward == text);
    assert_eq!(report.unfinished, reader.is_unfinished());
    assert_eq!(report.games, reader.len());
    assert!(report.damage.iter().all(|damage| damage.is_unfinished()));
    (String::from_utf8(text).unwrap(), reader.is_unfinished())
}

#[test]
fn whenever_writing_is_interrupted_complete_blocks_are_there_and_the_run_goes_on() {
    let whole = text(0, 130);
    let at_once = packed(&whole);
    let mut watched = Watched {
        file: Cursor::new(Vec::new()),
        states: Vec::new(),
    };
    let mut unfinished = Unfinished::new(&mut watched);
    unfinished.write_all(&at_once[..25]).unwrap();
    unfinished.settle().unwrap();
    // A few bytes at a time, settled after each block.
    let reader = Reader::open(Cursor::new(&at_once), &ExpandOptions::new()).unwrap();
    for block in reader.blocks() {
        let bytes = block.offset() as usize..(block.offset() + block.archive_bytes()) as usize;
        for piece in at_once[bytes].chunks(50) {
            unfinished.write_all(piece).unwrap();
        }
        unfinished.settle().unwrap();
    }
    let last = reader.blocks().last().unwrap();
    let end = (last.offset() + last.archive_bytes()) as usize;
    unfinished.write_all(&at_once[end..]).unwrap();
    unfinished.finish().unwrap();
    let begun = watched.states.iter();
    let begun =
        begun.skip_while(|state| Reader::open(Cursor::new(state), &ExpandOptions::new()).is_err());
    let (mut seen, mut torn) = (0, 0);
    for state in begun {
        let Ok(_) = Reader::open(Cursor::new(state), &ExpandOptions::new()) else {
            // The first bytes of a block took the place of the mark in part only, which takes a loss of power: all blocks are found all the same.
            torn += 1;
            let (mut found, keep) = (Vec::new(), OnDamage::KeepGoing);
            expand(
                &state[..],
                &mut found,
                &ExpandOptions::new().threads(1).on_damage(keep),
            )
            .unwrap();
            assert!(found.len() >= seen && whole.as_bytes().starts_with(&found));
            continue;
        };
        let (found, is_unfinished) = read(state);
        assert!(whole.starts_with(&found) && found.len() >= seen);
        assert_eq!(!is_unfinished, *state == at_once);
        seen = found.len();
        let mut file = Cursor::new(state.clone());
        let report = resumed(&whole, &mut file).unwrap();
        assert_eq!(report.games, 130);
        assert!(file.into_inner() == at_once);
    }
    assert_eq!(seen, whole.len());
    assert!(torn <= 4 * 8, "{torn}");
}

#[test]
fn a_run_that_is_interrupted_leaves_what_readers_and_the_next_run_understand() {
    let whole = text(0, 70);
    let at_once = packed(&whole);
    let mut watched = Watched {
        file: Cursor::new(Vec::new()),
        states: Vec::new(),
    };
    resume(whole.as_bytes(), &mut watched, &config(), &mut go_on).unwrap();
    let begun = watched.states.iter();
    let begun =
        begun.skip_while(|state| Reader::open(Cursor::new(state), &ExpandOptions::new()).is_err());
    let mut seen = 0;
    for state in begun {
        if Reader::open(Cursor::new(state), &ExpandOptions::new()).is_err() {
            // As above, a mark that was replaced in part.
            continue;
        }
        let (found, is_unfinished) = read(state);
        assert!(whole.starts_with(&found) && found.len() >= seen);
        assert_eq!(!is_unfinished, *state == at_once);
        seen = found.len();
        let mut file = Cursor::new(state.clone());
        resumed(&whole, &mut file).unwrap();
        assert!(file.into_inner() == at_once);
    }
    assert_eq!(seen, whole.len());
}

/// A source that pauses after each piece.
struct Pausing(VecDeque<Vec<u8>>, bool);

impl Read for Pausing {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.1) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let Some(piece) = self.0.front_mut() else {
            return Ok(0);
        };
        let count = piece.as_slice().read(out)?;
        piece.drain(..count);
        if piece.is_empty() {
            self.0.pop_front();
            self.1 = true;
        }
        Ok(count)
    }
}

fn pausing(text: &[u8], bytes: usize) -> Pausing {
    Pausing(text.chunks(bytes).map(<[u8]>::to_vec).collect(), false)
}

#[test]
fn pauses_end_blocks_after_complete_games_only_if_that_is_asked_for() {
    let text = text(0, 50);
    for (piece, threads) in [(7, 1), (333, 2), (100_000, 1)] {
        let flushing = config().flush(Duration::ZERO).threads(threads);
        let mut archive = Vec::new();
        let report = compress(pausing(text.as_bytes(), piece), &mut archive, &flushing);
        assert_eq!(report.unwrap().games, 50);
        let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
        assert_eq!(reader.len(), 50);
        let least = if piece < 1000 { 5 } else { 3 };
        assert!(reader.blocks().len() >= least, "{}", reader.blocks().len());
        let mut back = Vec::new();
        expand(&archive[..], &mut back, &ExpandOptions::new().threads(1)).unwrap();
        assert!(back == text.as_bytes());

        let waiting = config().flush(Duration::from_secs(3600)).threads(threads);
        for config in [config(), waiting] {
            let mut archive = Vec::new();
            let source = pausing(text.as_bytes(), piece);
            compress(source, &mut archive, &config).unwrap();
            assert!(archive == packed(&text));
        }
    }
}

#[test]
fn a_flushed_encoder_has_written_every_complete_game_and_nothing_of_the_next() {
    let mut file = Cursor::new(Vec::new());
    let mut encoder = Encoder::unfinished(Unfinished::new(&mut file), &config()).unwrap();
    encoder
        .write_all(b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4")
        .unwrap();
    encoder.flush().unwrap();
    encoder.flush().unwrap();
    drop(encoder);
    let (found, is_unfinished) = read(file.get_ref());
    assert_eq!(
        (found.as_str(), is_unfinished),
        ("[White \"Anna\"]\n\n1. e4 *\n\n", true)
    );
    assert_eq!(
        Reader::open(&mut file, &ExpandOptions::new())
            .unwrap()
            .report()
            .blocks,
        1
    );

    let mut encoder = Encoder::new(Vec::new(), &config()).unwrap();
    let text = text(0, 9);
    for piece in text.as_bytes().chunks(11) {
        encoder.write_all(piece).unwrap();
        encoder.flush().unwrap();
    }
    let (archive, report) = encoder.finish().unwrap();
    assert_eq!((report.games, report.blocks), (9, 9));
    assert_eq!(read(&archive), (text, false));
}

#[test]
fn a_longer_text_goes_on_after_the_archive_of_its_beginning() {
    let whole = text(0, 130);
    for games in [0, 1, 19, 20, 21, 100, 129, 130] {
        let mut file = Cursor::new(packed(&text(0, games)));
        resumed(&whole, &mut file).unwrap();
        assert!(file.into_inner() == packed(&whole), "{games}");
    }
    // A text that ends in the middle of a game, and UTF-16.
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [&b"\xff\xfe"[..], &units.collect::<Vec<u8>>()].concat()
    };
    for bytes in [1, 777, 2000, 2001, 4001] {
        for (part, whole) in [
            (
                whole.as_bytes()[..bytes].to_vec(),
                whole.as_bytes().to_vec(),
            ),
            (utf16(&whole)[..bytes].to_vec(), utf16(&whole)),
        ] {
            let pack = |text: &[u8]| {
                let mut out = Vec::new();
                compress(text, &mut out, &config()).unwrap();
                out
            };
            let mut file = Cursor::new(pack(&part));
            let done = resume(&whole[..], &mut file, &config(), &mut go_on);
            if bytes > 1 {
                done.unwrap();
                assert!(file.into_inner() == pack(&whole), "{bytes}");
            }
        }
    }
}

#[test]
fn another_text_other_options_and_damage_are_refused_and_the_archive_stays() {
    let whole = text(0, 130);
    let archive = packed(&whole);
    let mut cases: Vec<(String, CompressOptions, &str)> = Vec::new();
    let mut other = whole.clone().into_bytes();
    let at = whole.find("Player 47").unwrap() + 7;
    other[at] = b'5';
    let other = String::from_utf8(other).unwrap();
    cases.push((other, config(), "in game 48"));
    cases.push((text(0, 70), config(), "shorter"));
    cases.push((String::new(), config(), "shorter"));
    let model = Model::of(Level::Default);
    cases.push((whole.clone(), config().model(model), "level"));
    let source = archive::Source::Zstd;
    cases.push((whole.clone(), config().source(source), "zstd now"));
    let file_name = Some("a.pgn".to_owned());
    cases.push((
        whole.clone(),
        config().file_name(file_name.as_deref()),
        "other options",
    ));
    let block_games = 10;
    cases.push((
        whole.clone(),
        config().block_games(block_games),
        "--block-games",
    ));
    for (text, config, what) in cases {
        let mut file = Cursor::new(archive.clone());
        let error = resume(text.as_bytes(), &mut file, &config, &mut go_on).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        assert!(error.to_string().contains(what), "{what}: {error}");
        assert!(file.into_inner() == archive);
    }
    let several = [&archive[..], &archive].concat();
    assert!(resumed(&whole, &mut Cursor::new(several)).is_err());
    for at in [3, 400, archive.len() - 3] {
        let mut damaged = archive.clone();
        damaged[at] ^= 4;
        let mut file = Cursor::new(damaged.clone());
        assert!(resumed(&whole, &mut file).is_err(), "{at}");
        assert!(file.into_inner() == damaged);
    }
}

#[test]
fn nothing_is_added_to_an_unfinished_archive() {
    let mut file = Cursor::new(Vec::new());
    let mut encoder = Encoder::unfinished(Unfinished::new(&mut file), &config()).unwrap();
    encoder.write_all(text(0, 5).as_bytes()).unwrap();
    encoder.flush().unwrap();
    drop(encoder);
    let before = file.get_ref().clone();
    assert!(
        Append::begin(&mut file)
            .unwrap_err()
            .to_string()
            .contains("unfinished")
    );
    assert!(*file.get_ref() == before);
}

#[test]
fn what_was_compressed_as_it_came_goes_on_where_it_was() {
    let live = config().flush(Duration::ZERO);
    let mut file = Cursor::new(Vec::new());
    for games in [1, 2, 2, 7, 30, 60] {
        let part = text(0, games);
        let report = resume(pausing(part.as_bytes(), 300), &mut file, &live, &mut go_on);
        assert_eq!(report.unwrap().games, games as u64);
        assert_eq!(read(file.get_ref()), (part, false));
    }
}

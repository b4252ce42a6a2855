//! The public face as a caller meets it.

use pgnz::{
    Archive, Columns, CompressOptions, Decoder, Encoder, ErrorKind, ExpandOptions, Game, GameInfo,
    Level, Model, Moves, decode_game, encode_game,
};
use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::rc::Rc;

fn famous() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/famous.pgn");
    std::fs::read(path).unwrap()
}

/// Famous games often enough for several megabytes, in blocks small enough for hundreds.
fn many() -> (Vec<u8>, CompressOptions) {
    let options = CompressOptions::new().level(Level::Fast).block_games(50);
    (famous().repeat(60), options.verify(false))
}

fn packed(text: &[u8], options: &CompressOptions) -> Vec<u8> {
    let mut packed = Vec::new();
    pgnz::compress(text, &mut packed, options).unwrap();
    packed
}

#[test]
fn an_encoder_writes_the_archive_that_compress_writes_however_the_text_comes() {
    let (text, options) = many();
    let utf16: Vec<u8> = String::from_utf8_lossy(&text[..200_000])
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let utf16 = [&b"\xff\xfe"[..], &utf16, b"\x00\xd8 and no more"].concat();
    for text in [&text[..], &utf16, b"", b"1. e4"] {
        let expected = packed(text, &options);
        for (threads, piece) in [(1, 1 << 22), (3, 70_001)] {
            let mut encoder = Encoder::new(Vec::new(), &options.clone().threads(threads)).unwrap();
            for piece in text.chunks(piece) {
                encoder.write_all(piece).unwrap();
            }
            let (found, report) = encoder.finish().unwrap();
            assert!(found == expected);
            assert_eq!(report.text_bytes, text.len() as u64);
        }
    }
}

#[test]
fn a_decoder_reads_what_was_compressed_and_an_error_behind_sound_text() {
    let (text, options) = many();
    let (text, archive) = (&text[..500_000], packed(&text[..500_000], &options));
    for threads in [1, 3] {
        let options = ExpandOptions::new().threads(threads);
        let mut found = Vec::new();
        let mut decoder = Decoder::new(&archive[..], &options);
        decoder.read_to_end(&mut found).unwrap();
        assert!(found == text);
        assert_eq!(decoder.read(&mut [0; 9]).unwrap(), 0);

        let middle = archive.len() / 2;
        for (archive, kind) in [
            (archive[..middle].to_vec(), ErrorKind::InsufficientData),
            (
                [&archive[..middle], b"?", &archive[middle + 1..]].concat(),
                ErrorKind::Corruption,
            ),
        ] {
            let mut found = Vec::new();
            let mut decoder = Decoder::new(&archive[..], &options);
            let error = decoder.read_to_end(&mut found).unwrap_err();
            let inner = error.get_ref().unwrap().downcast_ref::<pgnz::Error>();
            assert_eq!(inner.unwrap().kind(), kind);
            assert!(found.len() > text.len() / 3 && text.starts_with(&found));
            // Nobody may take an error that was told once for the end.
            assert!(decoder.read(&mut [0; 9]).is_err());
        }
    }
}

/// A source and a destination that stay on their thread.
struct Local<T>(Rc<T>, usize);

impl Read for Local<Vec<u8>> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = (&self.0[self.1..]).read(out)?;
        self.1 += count;
        Ok(count)
    }
}

#[test]
fn sources_need_not_be_send_whatever_the_number_of_threads() {
    let text = Rc::new(famous());
    let mut packed = Vec::new();
    let options = CompressOptions::new().level(Level::Fast).threads(2);
    pgnz::compress(Local(text.clone(), 0), &mut packed, &options).unwrap();
    let (packed, mut back) = (Rc::new(packed), Vec::new());
    let options = ExpandOptions::new().threads(2);
    pgnz::expand(Local(packed, 0), &mut back, &options).unwrap();
    assert!(back == *text);
}

#[test]
fn a_callback_that_breaks_ends_a_run_in_either_direction() {
    let (text, options) = many();
    let archive = packed(&text[..500_000], &options);
    for threads in [1, 2] {
        let stop = |calls: &mut u32| {
            *calls += 1;
            match *calls {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let mut calls = 0;
        let options = options.clone().threads(threads);
        let error =
            pgnz::compress_with_progress(&text[..], io::sink(), &options, |_| stop(&mut calls));
        assert_eq!(
            (error.unwrap_err().kind(), calls),
            (ErrorKind::Cancelled, 3)
        );
        let mut calls = 0;
        let options = ExpandOptions::new().threads(threads).keep_going(true);
        let error =
            pgnz::expand_with_progress(&archive[..], io::sink(), &options, |_| stop(&mut calls));
        assert_eq!(
            (error.unwrap_err().kind(), calls),
            (ErrorKind::Cancelled, 3)
        );
    }
}

#[test]
fn games_come_by_any_kind_of_range() {
    let (text, options) = (
        famous(),
        CompressOptions::new().level(Level::Fast).block_games(7),
    );
    let mut archive = Archive::open(Cursor::new(packed(&text, &options))).unwrap();
    let games = archive.len();
    assert_eq!(games, 48);
    let mut count = |range: (std::ops::Bound<u64>, std::ops::Bound<u64>)| {
        let games = archive.games(range, Columns::TAGS)?;
        Ok::<_, pgnz::Error>(games.map(Result::unwrap).count())
    };
    use std::ops::Bound::{Excluded, Included, Unbounded};
    assert_eq!(count((Unbounded, Unbounded)).unwrap(), 48);
    assert_eq!(count((Included(40), Unbounded)).unwrap(), 8);
    assert_eq!(count((Included(6), Included(7))).unwrap(), 2);
    assert_eq!(count((Excluded(6), Excluded(7))).unwrap(), 0);
    for outside in [(Included(0), Excluded(49)), (Included(50), Unbounded)] {
        assert_eq!(
            count(outside).unwrap_err().kind(),
            ErrorKind::InvalidArgument
        );
    }
    assert!(archive.text(..).unwrap() == text);
    let parts: Vec<u8> = (0..games)
        .flat_map(|at| archive.text(at..=at).unwrap())
        .collect();
    assert!(parts == text);
}

#[test]
fn every_famous_game_fits_into_a_blob_and_comes_back() {
    let (text, model) = (famous(), Model::of(Level::Fast));
    let mut archive = Archive::open(Cursor::new(packed(&text, &CompressOptions::new()))).unwrap();
    let games = archive.games(.., Columns::TAGS | Columns::MOVES).unwrap();
    let games: Vec<Game> = games.map(Result::unwrap).collect();
    for game in games {
        let moves = Moves::of(&game).unwrap();
        let info = GameInfo::from_tags(game.tags());
        let blob = encode_game(&moves, &info, &model).unwrap();
        assert_eq!(decode_game(&blob, &info, None).unwrap(), moves);
        let spelled = moves.to_uci().join(" ").parse::<Moves>().unwrap();
        assert_eq!(spelled.to_san(), moves.to_san());
    }
}

#[test]
fn no_error_speaks_of_the_command_line() {
    let text = b"[White \"Anna\"]\n\n1. e4 *\n".repeat(50);
    let archive = packed(&text, &CompressOptions::new().level(Level::Fast));
    let (mut damaged, mut strange, mut later) = (archive.clone(), archive.clone(), archive.clone());
    damaged[60] ^= 1;
    strange[9] ^= 1;
    later[6] ^= 0x40;
    let little = CompressOptions::new().memory(1 << 20);
    let mut errors = vec![pgnz::compress(&text[..], io::sink(), &little).unwrap_err()];
    assert!(errors[0].needed_memory() > Some(1 << 20));
    for bytes in [
        &archive[..archive.len() / 2],
        &damaged,
        &strange,
        &later,
        b"",
        b"1. e4",
    ] {
        errors.push(pgnz::expand(bytes, io::sink(), &ExpandOptions::new()).unwrap_err());
    }
    errors.push(decode_game(&[255, 1, 2], &GameInfo::default(), None).unwrap_err());
    errors.push(decode_game(&[1, 2], &GameInfo::default(), Some(&Model::default())).unwrap_err());
    for error in errors {
        let text = error.to_string();
        assert!(
            !text.contains("--") && !text.contains("pgnz expand"),
            "{text}"
        );
    }
}

/// A text that ends with an error of the system.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::ErrorKind::TimedOut.into()),
            count => Ok(count),
        }
    }
}

#[test]
fn nothing_is_kept_of_an_addition_that_failed() {
    let options = CompressOptions::new().level(Level::Fast).block_games(5);
    let before = packed(&famous(), &options);
    let mut file = Cursor::new(before.clone());
    let mut append = pgnz::Append::begin(&mut file, &options).unwrap();
    append.text(&famous()[..]).unwrap();
    let kind = append.text(Failing(&famous())).unwrap_err().kind();
    assert_eq!(kind, ErrorKind::Io);
    for kind in [
        append.text(&famous()[..]).unwrap_err().kind(),
        append.finish().unwrap_err().kind(),
    ] {
        assert_eq!(kind, ErrorKind::InvalidArgument);
    }
    assert!(file.into_inner() == before);

    let mut several = pgnz::CompressSeveral::new(Vec::new(), &options);
    let plain = pgnz::Source::Plain;
    assert!(several.text(None, plain, Failing(&famous())).is_err());
    let next = several.text(None, plain, &famous()[..]);
    assert_eq!(next.unwrap_err().kind(), ErrorKind::InvalidArgument);
}

//! What C programs do, in Rust: the examples in examples/c do the rest, in C.

use crate::archive::*;
use crate::blob::*;
use crate::buffer::*;
use crate::compress::*;
use crate::error::*;
use crate::game::*;
use crate::input::Input;
use crate::output::Output;
use crate::search::*;
use crate::table::*;
use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr;

const TEXT: &str = "[White \"Anna\"]\n[Black \"Emil\"]\n[WhiteElo \"2000\"]\n[Date \"2023.05.01\"]\n\n1. e4 { [%clk 0:03:00] [%eval 0.25] } e5 *\n\n[White \"Emil\"]\n[Black \"Anna\"]\n\n1. d4 -- 2. c4 *\n";

/// Calls a function with a place for its error; the kind and the message come with the result.
fn asked<T>(call: impl FnOnce(Place<'_>) -> T) -> (T, Kind, String) {
    let mut place = MaybeUninit::new(ptr::null_mut());
    let result = call(Some(&mut place));
    // SAFETY: it was there from the start.
    let error = unsafe { place.assume_init() };
    if error.is_null() {
        return (result, Kind::None, String::new());
    }
    // SAFETY: such a pointer is that of an error, which now belongs to this test.
    let error = unsafe { Box::from_raw(error) };
    let message = said(pgnz_error_message(Some(&error)));
    let kind = pgnz_error_kind(Some(&error));
    pgnz_error_free(Some(error));
    (result, kind, message)
}

/// A result without an error.
fn good<T>(call: impl FnOnce(Place<'_>) -> T) -> T {
    let (result, kind, message) = asked(call);
    assert_eq!(kind, Kind::None, "{message}");
    result
}

fn said(text: *const c_char) -> String {
    assert!(!text.is_null());
    // SAFETY: what functions lend has a zero at its end.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().expect("UTF-8").to_owned()
}

fn c(text: &str) -> CString {
    CString::new(text).expect("no zero inside")
}

fn of_bytes(bytes: &[u8]) -> Input {
    Input {
        path: ptr::null(),
        data: bytes.as_ptr(),
        length: bytes.len(),
        read: None,
        context: ptr::null_mut(),
    }
}

fn to_buffer(buffer: &mut Buffer) -> Output {
    Output {
        path: ptr::null(),
        overwrite: false,
        buffer,
        write: None,
        context: ptr::null_mut(),
    }
}

fn to_path(path: &CStr) -> Output {
    Output {
        path: path.as_ptr(),
        overwrite: false,
        buffer: ptr::null_mut(),
        write: None,
        context: ptr::null_mut(),
    }
}

fn empty() -> Buffer {
    Buffer {
        data: ptr::null_mut(),
        length: 0,
    }
}

/// What is in a buffer, which is freed.
fn emptied(buffer: &mut Buffer) -> Vec<u8> {
    // SAFETY: a full buffer has so many bytes, and it is freed once.
    unsafe {
        let bytes = std::slice::from_raw_parts(buffer.data, buffer.length).to_vec();
        pgnz_buffer_free(Some(buffer));
        bytes
    }
}

fn packed(text: &str) -> Vec<u8> {
    let mut buffer = empty();
    let output = to_buffer(&mut buffer);
    let input = of_bytes(text.as_bytes());
    // SAFETY: input and output are filled.
    let done = good(|error| unsafe {
        pgnz_compress(Some(&input), Some(&output), PGNZ_LEVEL_FAST, 1, None, error)
    });
    assert!(done);
    emptied(&mut buffer)
}

fn opened(bytes: &[u8]) -> Box<Archive> {
    // SAFETY: the bytes outlive the archive in each test.
    let archive = good(|error| unsafe { pgnz_open_memory(bytes.as_ptr(), bytes.len(), error) });
    archive.expect("an archive")
}

#[test]
fn a_text_comes_back_and_its_games_are_read() {
    let bytes = packed(TEXT);
    let mut archive = opened(&bytes);
    assert_eq!(pgnz_games(Some(&archive)), 2);
    let edition = said(pgnz_edition(Some(&archive)));
    assert!(edition.parse::<pgnz::Edition>().is_ok(), "{edition}");
    let mut info = MaybeUninit::uninit();
    assert!(good(|error| pgnz_archive_info(
        Some(&archive),
        Some(&mut info),
        error
    )));
    // SAFETY: it was filled.
    let info = unsafe { info.assume_init() };
    assert_eq!(
        (info.games, info.plies, info.level),
        (2, 4, PGNZ_LEVEL_FAST)
    );
    assert_eq!(
        (info.text_bytes, info.dates),
        (TEXT.len() as u64, [20_230_501; 2])
    );

    let mut buffer = empty();
    let output = to_buffer(&mut buffer);
    // SAFETY: the output is filled.
    assert!(good(|error| unsafe {
        pgnz_text(Some(&mut archive), 0, PGNZ_END, Some(&output), error)
    }));
    assert_eq!(emptied(&mut buffer), TEXT.as_bytes());

    let game =
        good(|error| pgnz_game_read(Some(&mut archive), 0, PGNZ_ALL, error)).expect("a game");
    pgnz_close(Some(archive));
    // A game outlives its archive.
    assert_eq!(said(pgnz_game_uci(Some(&game), None)), "e2e4 e7e5");
    assert_eq!(said(pgnz_game_san(Some(&game), None)), "e4 e5");
    // SAFETY: the name is a text.
    let white = unsafe { pgnz_game_tag(Some(&game), c"White".as_ptr(), None) };
    assert_eq!(said(white), "Anna");
    assert_eq!(said(pgnz_game_tag_value(Some(&game), 1, None)), "Emil");
    assert_eq!(pgnz_game_tags(Some(&game)), 4);
    assert!(pgnz_game_tag_name(Some(&game), 4, None).is_null());
    let mut plies = MaybeUninit::uninit();
    let clocks = pgnz_game_clocks(Some(&game), Some(&mut plies));
    let evals = pgnz_game_evals(Some(&game), None);
    // SAFETY: there are two plies.
    unsafe {
        assert_eq!(plies.assume_init(), 2);
        assert_eq!(
            std::slice::from_raw_parts(clocks, 2),
            [180_000, PGNZ_NO_TIME]
        );
        let eval = Eval {
            kind: EvalKind::Centipawns,
            value: 25,
        };
        assert_eq!(*evals, eval);
        assert_eq!((*evals.add(1)).kind, EvalKind::None);
    }
    pgnz_game_spent(Some(&game), Some(&mut plies));
    // SAFETY: it was filled.
    assert_eq!(unsafe { plies.assume_init() }, 0);
    let mut fen = MaybeUninit::uninit();
    assert!(good(|error| pgnz_game_position(
        Some(&game),
        2,
        Some(&mut fen),
        error
    )));
    // SAFETY: it was filled.
    let fen = emptied(unsafe { fen.assume_init_mut() });
    assert!(fen.starts_with(b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"));
    let (done, kind, message) =
        asked(|error| pgnz_game_position(Some(&game), 3, Some(&mut MaybeUninit::uninit()), error));
    assert!(!done && kind == Kind::InvalidArgument && message.contains("after 3 plies"));
    pgnz_game_free(Some(game));
}

#[test]
fn null_moves_have_no_index() {
    let bytes = packed(TEXT);
    let mut archive = opened(&bytes);
    let game =
        good(|error| pgnz_game_read(Some(&mut archive), 1, PGNZ_MOVES, error)).expect("a game");
    let indices = pgnz_game_indices(Some(&game), None);
    // SAFETY: there are three plies.
    let indices = unsafe { std::slice::from_raw_parts(indices, 3) };
    assert!(indices[0] < 20 && indices[1] == PGNZ_NULL_MOVE && indices[2] < 40);
    assert_eq!(said(pgnz_game_uci(Some(&game), None)), "d2d4 0000 c2c4");
    pgnz_game_free(Some(game));
    pgnz_close(Some(archive));
}

#[test]
fn searches_count_list_and_go_through_games() {
    let bytes = packed(TEXT);
    let mut archive = opened(&bytes);
    let filter = c("white = 'Emil'");
    let mut count = MaybeUninit::uninit();
    let mut numbers = MaybeUninit::uninit();
    // SAFETY: the filter is a text, and what is filled is read.
    unsafe {
        let archive = &mut *archive;
        assert!(good(|error| pgnz_count(
            Some(archive),
            0,
            PGNZ_END,
            filter.as_ptr(),
            1,
            Some(&mut count),
            error
        )));
        assert_eq!(count.assume_init(), 1);
        assert!(good(|error| pgnz_find(
            Some(archive),
            0,
            PGNZ_END,
            filter.as_ptr(),
            1,
            Some(&mut numbers),
            error
        )));
        let numbers = numbers.assume_init_mut();
        assert_eq!((numbers.length, *numbers.data), (1, 1));
        pgnz_numbers_free(Some(numbers));
        assert!(numbers.data.is_null());
        pgnz_numbers_free(Some(numbers));
        let search = good(|error| {
            pgnz_search_begin(Some(archive), 0, PGNZ_END, ptr::null(), PGNZ_ALL, 1, error)
        });
        let mut search = search.expect("a search");
        for number in 0..2 {
            let game = good(|error| pgnz_search_next(Some(&mut search), error)).expect("a game");
            assert_eq!(pgnz_game_number(Some(&game)), number);
        }
        assert!(good(|error| pgnz_search_next(Some(&mut search), error)).is_none());
        pgnz_search_free(Some(search));
        let wrong = c("white_rating > ten");
        let (_, kind, message) = asked(|error| {
            pgnz_count(
                Some(archive),
                0,
                PGNZ_END,
                wrong.as_ptr(),
                1,
                Some(&mut count),
                error,
            )
        });
        assert!(
            kind == Kind::InvalidArgument && message.contains("column 16"),
            "{message}"
        );
    }
    pgnz_close(Some(archive));
}

#[test]
fn a_search_that_outlives_its_archive_ends_with_an_error() {
    let bytes = packed(TEXT);
    let mut archive = opened(&bytes);
    // SAFETY: there is no filter.
    let search = good(|error| unsafe {
        pgnz_search_begin(
            Some(&mut archive),
            0,
            PGNZ_END,
            ptr::null(),
            PGNZ_ALL,
            1,
            error,
        )
    });
    pgnz_close(Some(archive));
    drop(bytes);
    let mut search = search.expect("a search");
    let (game, kind, message) = asked(|error| pgnz_search_next(Some(&mut search), error));
    assert!(game.is_none() && kind == Kind::Io, "{message}");
    assert!(message.contains("the archive is closed"), "{message}");
    pgnz_search_free(Some(search));
}

#[test]
fn a_table_has_a_list_for_each_column_and_each_text_once() {
    let bytes = packed(TEXT);
    let mut archive = opened(&bytes);
    let columns = c("white,black,white_rating,date,plies,mean_rating");
    // SAFETY: the columns are a text, and rows and texts are read where they are.
    unsafe {
        let table = good(|error| {
            pgnz_table_read(
                Some(&mut archive),
                0,
                PGNZ_END,
                columns.as_ptr(),
                ptr::null(),
                1,
                error,
            )
        });
        let table = table.expect("a table");
        let table = Some(&*table);
        assert_eq!(pgnz_table_columns(table), 6);
        assert_eq!(said(pgnz_table_name(table, 3)), "date");
        let kinds = [0, 2, 3, 5, 6].map(|column| pgnz_table_type(table, column));
        assert_eq!(
            kinds,
            [
                TableType::Text,
                TableType::Whole,
                TableType::Date,
                TableType::Real,
                TableType::None
            ]
        );
        let texts = |column| std::slice::from_raw_parts(pgnz_table_texts(table, column), 2);
        assert_eq!((texts(0), texts(1)), (&[0, 1][..], &[1, 0][..]));
        assert_eq!(said(pgnz_table_text(table, 1, None)), "Emil");
        assert!(pgnz_table_text(table, 2, None).is_null());
        assert!(pgnz_table_text(table, PGNZ_NO_TEXT, None).is_null());
        let mut starts = MaybeUninit::uninit();
        let mut count = MaybeUninit::uninit();
        let pool = pgnz_table_pool(table, Some(&mut starts), Some(&mut count));
        assert_eq!(
            (
                said(pool),
                count.assume_init(),
                *starts.assume_init().add(2)
            ),
            ("Anna".to_owned(), 2, 10)
        );
        let wholes = |column| std::slice::from_raw_parts(pgnz_table_wholes(table, column), 2);
        assert_eq!(wholes(2), [2000, PGNZ_NO_NUMBER]);
        assert_eq!(wholes(3), [20_230_501, PGNZ_NO_NUMBER]);
        assert_eq!(wholes(4), [2, 3]);
        assert!((*pgnz_table_reals(table, 5)).is_nan());
        assert!(pgnz_table_reals(table, 0).is_null() && pgnz_table_texts(table, 9).is_null());
        let lists = c("moves_uci");
        let (none, kind, message) = asked(|error| {
            pgnz_table_read(
                Some(&mut archive),
                0,
                PGNZ_END,
                lists.as_ptr(),
                ptr::null(),
                1,
                error,
            )
        });
        assert!(none.is_none() && kind == Kind::InvalidArgument && message.contains("moves_uci"));
    }
    pgnz_close(Some(archive));
}

#[test]
fn blobs_come_back_with_their_tags() {
    let tag = TagPair {
        name: c"WhiteElo".as_ptr(),
        value: c"2400".as_ptr(),
    };
    let moves = c("e4 e7e5 Nf3");
    let mut blob = MaybeUninit::uninit();
    let none = ptr::null();
    // SAFETY: all texts and tags are there.
    unsafe {
        assert!(good(|error| pgnz_blob_encode(
            moves.as_ptr(),
            none,
            none,
            &tag,
            1,
            PGNZ_LEVEL_FAST,
            Some(&mut blob),
            error
        )));
        let blob = emptied(blob.assume_init_mut());
        let game = good(|error| pgnz_blob_decode(blob.as_ptr(), blob.len(), &tag, 1, error));
        let game = game.expect("a game");
        assert_eq!(said(pgnz_game_san(Some(&game), None)), "e4 e5 Nf3");
        assert_eq!(said(pgnz_game_variant(Some(&game))), "Standard");
        assert!(said(pgnz_game_start(Some(&game), None)).starts_with("rnbqkbnr/"));
        assert_eq!(said(pgnz_game_text(Some(&game), None)), "");
        let (_, kind, _) = asked(|error| pgnz_blob_decode(blob.as_ptr(), 1, &tag, 1, error));
        assert_eq!(kind, Kind::Corruption);
        let wrong = c("e4 e4");
        let (done, kind, message) = asked(|error| {
            pgnz_blob_encode(
                wrong.as_ptr(),
                none,
                none,
                ptr::null(),
                0,
                0,
                Some(&mut MaybeUninit::uninit()),
                error,
            )
        });
        assert!(
            !done && kind == Kind::InvalidArgument && message.contains("not a legal move"),
            "{message}"
        );
    }
}

/// Bytes that are read by a function: it fails after so many calls.
struct Remote<'a>(&'a [u8], u32);

unsafe extern "C" fn read_at(context: *mut c_void, at: u64, buffer: *mut u8, length: usize) -> i64 {
    // SAFETY: the test gives this context, and the library a buffer of this length.
    let (remote, out) = unsafe {
        (
            &mut *context.cast::<Remote<'_>>(),
            std::slice::from_raw_parts_mut(buffer, length),
        )
    };
    if remote.1 == 0 {
        return -5;
    }
    remote.1 -= 1;
    let start = usize::try_from(at)
        .expect("within memory")
        .min(remote.0.len());
    // At most so many bytes at a time, as from a network.
    let part = &remote.0[start..];
    let length = part.len().min(length).min(1000);
    out[..length].copy_from_slice(&part[..length]);
    length as i64
}

#[test]
fn a_function_is_a_source_and_its_failure_an_error() {
    let bytes = packed(TEXT);
    for (calls, is_good) in [(1000, true), (0, false), (2, false)] {
        let mut remote = Remote(&bytes, calls);
        let context = ptr::from_mut(&mut remote).cast();
        let size = bytes.len() as u64;
        // SAFETY: function and context serve until the end of the round.
        let (archive, kind, message) =
            asked(|error| unsafe { pgnz_open_with(Some(read_at), context, size, error) });
        assert_eq!(
            (archive.is_some(), kind == Kind::None),
            (is_good, is_good),
            "{message}"
        );
        if !is_good {
            assert!(
                kind == Kind::Io && message.contains("the read function failed (-5)"),
                "{message}"
            );
        }
        let Some(mut archive) = archive else { continue };
        assert!(good(|error| pgnz_game_read(Some(&mut archive), 1, PGNZ_ALL, error)).is_some());
        pgnz_close(Some(archive));
    }
}

unsafe extern "C" fn refuse(_: *mut c_void, _: *const u8, _: usize) -> bool {
    false
}

#[test]
fn a_destination_that_refuses_ends_the_run_and_a_file_is_kept_or_made_whole() {
    let bytes = packed(TEXT);
    let (input, text) = (of_bytes(&bytes), of_bytes(TEXT.as_bytes()));
    let mut output = to_path(c"");
    output.path = ptr::null();
    output.write = Some(refuse);
    let folder = tempfile::tempdir().expect("a folder");
    let path = c(folder.path().join("games.pgnz").to_str().expect("UTF-8"));
    let there = to_path(&path);
    // SAFETY: inputs and outputs are filled.
    unsafe {
        let (done, kind, _) =
            asked(|error| pgnz_expand(Some(&input), Some(&output), 1, None, error));
        assert_eq!((done, kind), (false, Kind::Cancelled));
        let (done, kind, message) =
            asked(|error| pgnz_compress(Some(&input), Some(&there), 1, 1, None, error));
        assert!(!done && kind == Kind::InvalidArgument && message.contains("already an archive"));
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("a folder").count(),
            0
        );
        assert!(good(|error| pgnz_compress(
            Some(&text),
            Some(&there),
            1,
            1,
            None,
            error
        )));
        let (_, kind, message) =
            asked(|error| pgnz_compress(Some(&text), Some(&there), 1, 1, None, error));
        assert!(
            kind == Kind::InvalidArgument && message.contains("overwrite"),
            "{message}"
        );
        let mut added = MaybeUninit::uninit();
        assert!(good(|error| pgnz_append(
            path.as_ptr(),
            Some(&text),
            0,
            1,
            Some(&mut added),
            error
        )));
        assert_eq!(added.assume_init().games, 2);
        assert!(good(|error| pgnz_append(
            path.as_ptr(),
            Some(&input),
            0,
            1,
            None,
            error
        )));
        let archive = good(|error| pgnz_open(path.as_ptr(), error)).expect("an archive");
        assert_eq!(pgnz_games(Some(&archive)), 6);
        pgnz_close(Some(archive));
        let (_, kind, _) =
            asked(|error| pgnz_append(path.as_ptr(), Some(&of_bytes(b"x")), 3, 1, None, error));
        assert_eq!(kind, Kind::InvalidArgument);
    }
}

#[test]
fn null_pointers_and_wrong_numbers_are_errors() {
    let bytes = packed(TEXT);
    let mut archive = opened(&bytes);
    let missing = |what: (Kind, String)| {
        assert!(
            what.0 == Kind::InvalidArgument && what.1.contains("null pointer"),
            "{}",
            what.1
        );
    };
    // SAFETY: what is null may be null.
    unsafe {
        let (none, kind, message) = asked(|error| pgnz_open(ptr::null(), error));
        assert!(none.is_none());
        missing((kind, message));
        let (_, kind, message) = asked(|error| pgnz_open_memory(ptr::null(), 1, error));
        missing((kind, message));
        let (_, kind, message) = asked(|error| pgnz_open_with(None, ptr::null_mut(), 1, error));
        missing((kind, message));
        let (_, kind, message) = asked(|error| pgnz_text(None, 0, 1, None, error));
        missing((kind, message));
        let (_, kind, message) = asked(|error| {
            pgnz_table_read(Some(&mut archive), 0, 1, ptr::null(), ptr::null(), 1, error)
        });
        missing((kind, message));
        assert_eq!(
            asked(|error| pgnz_open(c"no such file.pgnz".as_ptr(), error)).1,
            Kind::Io
        );
        let latin = c"\xE9";
        let (_, kind, message) = asked(|error| pgnz_open(latin.as_ptr(), error));
        assert!(kind == Kind::InvalidArgument && message.contains("UTF-8"));
        assert!(pgnz_game_tag(None, ptr::null(), None).is_null());
        pgnz_buffer_free(None);
        pgnz_numbers_free(None);
    }
    let (none, kind, _) = asked(|error| pgnz_game_read(Some(&mut archive), 2, PGNZ_ALL, error));
    assert!(none.is_none() && kind == Kind::InvalidArgument);
    assert_eq!(
        asked(|error| pgnz_game_read(Some(&mut archive), u64::MAX, PGNZ_ALL, error)).1,
        Kind::InvalidArgument
    );
    assert_eq!(
        asked(|error| pgnz_game_read(Some(&mut archive), 0, 1 << 20, error)).1,
        Kind::InvalidArgument
    );
    assert_eq!(
        asked(|error| pgnz_search_next(None, error)).1,
        Kind::InvalidArgument
    );
    // Nobody need take the error.
    assert!(pgnz_game_read(Some(&mut archive), 2, PGNZ_ALL, None).is_none());
    assert_eq!(pgnz_games(None), 0);
    assert_eq!(pgnz_error_kind(None), Kind::None);
    pgnz_close(Some(archive));
    pgnz_close(None);
}

#[test]
fn a_panic_becomes_an_error() {
    let (result, kind, message) =
        asked(|error| guarded(error, 7, || panic!("a defect for this test")));
    assert_eq!((result, kind), (7, Kind::Internal));
    assert!(message.contains("a defect for this test"), "{message}");
    assert_eq!(quietly(7, || panic!("a defect for this test")), 7);
}

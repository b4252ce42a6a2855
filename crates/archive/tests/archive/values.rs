//! The values of comments are the same from a text and from an archive, whichever columns are read.

use crate::samples::{blocks_of, packed};
use archive::{Columns, Eval, ExpandOptions, Game, Reader};
use std::io::Cursor;
use std::path::Path;

/// What is decoded no further than to a column is what stands in the whole games.
pub fn columns_are_those_of_whole_games(
    reader: &mut Reader<Cursor<&Vec<u8>>>,
    games: &[Game],
    name: &str,
) {
    for columns in [
        Columns::MOVES,
        Columns::CLOCKS,
        Columns::EVALS,
        Columns::CLOCKS | Columns::EVALS,
        Columns::NAGS,
        Columns::DERIVED_TAGS,
    ] {
        let parts = reader.games(0..reader.len(), columns);
        let parts: Vec<Game> = parts.unwrap().map(Result::unwrap).collect();
        assert_eq!(parts.len(), games.len(), "{name}");
        for (part, whole) in parts.iter().zip(games) {
            let moves: Vec<_> = part.moves().collect();
            assert_eq!(moves, whole.moves().collect::<Vec<_>>(), "{name}");
            let lines = [part, whole].map(Game::main_line);
            assert_eq!(lines[0].plies.len(), lines[1].plies.len(), "{name}");
            let [found, right] = lines.map(|line| {
                let first = line.comments.iter();
                let comments = line.plies.iter().flat_map(|ply| &ply.comments);
                first.chain(comments).map(|comment| {
                    let has_clock = columns.contains(Columns::CLOCKS);
                    let times = has_clock.then_some((comment.clock, comment.spent));
                    let has_eval = columns.contains(Columns::EVALS);
                    (times, has_eval.then_some((comment.eval, comment.depth)))
                })
            });
            assert!(found.eq(right), "{name}: {columns:?}");
            if columns.contains(Columns::NAGS) {
                let nags = |game: &Game| -> Vec<_> {
                    let plies = &game.main_line().plies;
                    plies.iter().map(|ply| ply.nags.clone()).collect()
                };
                assert_eq!(nags(part), nags(whole), "{name}");
            }
            if columns == Columns::DERIVED_TAGS {
                assert_eq!(part.tags(), whole.tags(), "{name}");
            }
        }
    }
}

/// Compresses a text, reads its games in every way, and gives them as they come from their texts.
fn read(text: &[u8], name: &str) -> Vec<Game> {
    let (archive, _) = packed(text, &blocks_of(100));
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let games = reader.games(0..reader.len(), Columns::ALL).unwrap();
    let games: Vec<Game> = games.map(Result::unwrap).collect();
    let parsed: Vec<Game> = games.iter().map(|game| Game::parse(game.text())).collect();
    for (game, parsed) in games.iter().zip(&parsed) {
        let text = String::from_utf8_lossy(game.text());
        let values = |game: &Game| -> Vec<_> {
            let plies = game.main_line().plies.iter();
            plies
                .map(|ply| (ply.clock(), ply.spent(), ply.eval(), ply.depth()))
                .collect()
        };
        assert_eq!(values(game), values(parsed), "{name}: {text}");
        assert_eq!(game.engine_infos(), parsed.engine_infos(), "{name}: {text}");
    }
    columns_are_those_of_whole_games(&mut reader, &games, name);
    parsed
}

fn clocks(game: &Game) -> Vec<Option<u64>> {
    game.main_line()
        .plies
        .iter()
        .map(archive::Ply::clock)
        .collect()
}

fn spent(game: &Game) -> Vec<Option<u64>> {
    game.main_line()
        .plies
        .iter()
        .map(archive::Ply::spent)
        .collect()
}

fn evals(game: &Game) -> Vec<Option<Eval>> {
    game.main_line()
        .plies
        .iter()
        .map(archive::Ply::eval)
        .collect()
}

#[test]
fn clock_times_with_one_digit_are_read() {
    let text =
        b"1. d4 {[%clk 1:30:0]} d5 {[%clk 1:29:5]} 2. c4 {[%clk 0:9:7]} e6 {[%clk 0:59:59]} *\n\n\
        1. d4 {[%emt 0:0:2]} d5 {[%emt 0:1:45]} 2. c4 {[%emt 0: 02:05]} *\n";
    let games = read(text, "digits");
    let right = [5_400_000, 5_345_000, 547_000, 3_599_000].map(Some);
    assert_eq!(clocks(&games[0]), right);
    assert_eq!(spent(&games[1]), [2000, 105_000, 125_000].map(Some));
}

#[test]
fn clock_times_of_two_numbers_mean_what_the_time_control_says() {
    let game = |control: &str, times: [&str; 2]| {
        let [white, black] = times;
        format!(
            "[TimeControl \"{control}\"]\n\n1. e4 {{[%clk {white}]}} e5 {{[%clk {black}]}} *\n\n"
        )
    };
    let text = [
        game("5400+30", ["1:30", "1:29"]),
        game("180+2", ["3:00", "2:58"]),
        game("?", ["3:00", "2:58"]),
    ];
    let games = read(text.concat().as_bytes(), "two numbers");
    assert_eq!(clocks(&games[0]), [5_400_000, 5_340_000].map(Some));
    assert_eq!(clocks(&games[1]), [180_000, 178_000].map(Some));
    assert_eq!(clocks(&games[2]), [None, None]);
}

#[test]
fn commands_broken_over_lines_are_read_in_every_kind_of_game() {
    for line_end in ["\n", "\r\n", " \n", "\n ", "\n\t"] {
        for odd in [
            "",
            "; to the line end\n",
            "%escape\n",
            "{two\n\nlines}",
            "\r\n",
            "$1 (1. d4\n)",
        ] {
            let text = format!(
                "[Event \"E\"]\n\n1. e4 {{[%clk@0:59:01]}} {odd}\n1... e5 {{@[%eval@0.25]@[%clk 0:58:02] [%emt@0:00:03]}} *\n"
            );
            let game = &read(text.replace('@', line_end).as_bytes(), "broken")[0];
            assert_eq!(clocks(game), [3_541_000, 3_482_000].map(Some), "{text}");
            assert_eq!(spent(game), [None, Some(3000)], "{text}");
            assert_eq!(evals(game), [None, Some(Eval::Centipawns(25))], "{text}");
        }
    }
}

#[test]
fn evaluations_of_other_programs_are_read() {
    let text = b"1. d4 {[%eval 23,14]} d5 {[%eval\n-17,27]} 2. c4 {[%eval -24600,31]} *\n\n\
        1. d4 {[%eval 0.16/16]} d5 {[%eval #-3]} 2. c4 {[%eval +M5]} *\n";
    let games = read(text, "evaluations");
    let centipawns = |values: [i32; 3]| values.map(|value| Some(Eval::Centipawns(value)));
    assert_eq!(evals(&games[0]), centipawns([23, -17, -24_600]));
    let depths = games[0].main_line().plies.iter().map(archive::Ply::depth);
    assert_eq!(depths.collect::<Vec<_>>(), [14, 27, 31].map(Some));
    let right = [Eval::Centipawns(16), Eval::Mate(-3), Eval::Mate(5)];
    assert_eq!(evals(&games[1]), right.map(Some));
}

#[test]
fn values_before_the_first_move_and_in_variations_are_no_values_of_plies() {
    let text = b"[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 1\"]\n\n{[%clk 0:10:00]} 1... Kd8 {[%clk 0:02:00]} ({[%clk 0:01:00]} 1... Ke7 {[%eval 3]}) *\n";
    let game = &read(text, "variations")[0];
    assert_eq!(clocks(game), [Some(120_000)]);
    let line = game.main_line();
    assert_eq!(line.comments[0].clock, Some(600_000));
    let variation = &line.plies[0].variations[0];
    assert_eq!(variation.comments[0].clock, Some(60_000));
}

/// The facts in a block's header count what readers find.
#[test]
fn blocks_without_modelled_values_do_not_claim_to_have_none() {
    let (archive, _) = packed(b"1. e4 {[%clk 1:2:3] [%eval 0.1/2]} *\n", &blocks_of(100));
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let facts = reader.blocks()[0].facts();
    assert_eq!((facts.clocks, facts.evals), (1, 1));
}

#[test]
fn files_of_the_corpora_have_the_same_values_whichever_way_they_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/test");
    let folders = [
        "odd/python-chess",
        "odd/pychess",
        "odd/pgn-extract-tests",
        "annotated",
    ];
    for folder in folders.map(|name| folder.join(name)) {
        let Ok(files) = std::fs::read_dir(&folder) else {
            eprintln!("skipped: {} is absent", folder.display());
            continue;
        };
        for path in files.map(|file| file.unwrap().path()) {
            // The first games say what the others do, and all would take minutes.
            if let Ok(text) = std::fs::read(&path) {
                read(&text[..text.len().min(20_000)], &path.display().to_string());
            }
        }
    }
}

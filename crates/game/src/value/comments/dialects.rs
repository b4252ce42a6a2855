//! What programs write into comments, and what is read from it: a row for each dialect.
//!
//! Not part of the format.

use crate::{Eval, Game};

/// A comment after the first move of White.
struct Dialect {
    /// Who writes it.
    program: &'static str,
    comment: &'static str,
    /// The tag `TimeControl`, if that matters.
    control: &'static str,
    /// What is read from it; empty if nothing is.
    reading: &'static str,
}

const fn row(program: &'static str, comment: &'static str, reading: &'static str) -> Dialect {
    timed(program, comment, "", reading)
}

const fn timed(
    program: &'static str,
    comment: &'static str,
    control: &'static str,
    reading: &'static str,
) -> Dialect {
    Dialect {
        program,
        comment,
        control,
        reading,
    }
}

/// Known from the programs' sources or from files that they wrote.
const DIALECTS: &[Dialect] = &[
    row("Lichess", "[%eval 0.17] [%clk 0:03:00]", "180 s left, 0.17"),
    row(
        "Lichess",
        "[%eval #-3] [%clk 0:03:00]",
        "180 s left, mate in -3",
    ),
    row("Lichess, its programming interface", "[%eval -4]", "-4.00"),
    row(
        "Lichess, exports with hundredths",
        "[%clkc 0:05:00.07]",
        "300.07 s left",
    ),
    row(
        "chess.com",
        "[%clk 0:02:59.9][%timestamp 36]",
        "179.9 s left, 3.6 s spent",
    ),
    row(
        "chess.com, review",
        "[%c_effect e4;square;e4;type;BestMove]",
        "",
    ),
    row(
        "DGT, ChessBase",
        "[%clk 1:30:0] [%emt 0:1:45]",
        "5400 s left, 105 s spent",
    ),
    timed(
        "broadcasts",
        "[%clk 1:30]",
        "40/5400+30:1800+30",
        "5400 s left",
    ),
    timed("broadcasts", "[%clk 2:58]", "180+2", "178 s left"),
    row("broadcasts", "[%clk 1:30]", ""),
    row("FICS", "[%emt 1.748]", "1.748 s spent"),
    row(
        "ChessBase",
        "[%eval 23,14] [%emt 0: 00:27]",
        "27 s spent, 0.23, depth 14",
    ),
    row("python-chess", "[%eval -2.50,11]", "-2.50, depth 11"),
    row(
        "PyChess",
        "[%emt 0:00:12][%eval 0.16/16]",
        "12 s spent, 0.16, depth 16",
    ),
    row("several programs", "[%eval -M3]", "mate in -3"),
    row("Cute Chess", "+0.25/12 3.1s", "3.1 s spent, 0.25, depth 12"),
    row(
        "Cute Chess",
        "+M5/20 0.35s, White mates",
        "0.35 s spent, mate in 3, depth 20",
    ),
    row("Cute Chess, fastchess", "book", ""),
    row(
        "fastchess",
        "+1.16/8, 0.004s",
        "0.004 s spent, 1.16, depth 8",
    ),
    row(
        "fastchess",
        "-0.15/5 0.010s, tl=2.054s, n=83485, sd=20",
        "0.01 s spent, -0.15, depth 5, 83485 nodes",
    ),
    row("XBoard", "+0.11/8 5", "5 s spent, 0.11, depth 8"),
    row("XBoard", "+0.11/8 1:05", "65 s spent, 0.11, depth 8"),
    row(
        "XBoard, decimal comma",
        "-0,10/8 4",
        "4 s spent, -0.10, depth 8",
    ),
    row(
        "Arena",
        "(d7d5 e4d5) -0.13/10 3",
        "3 s spent, -0.13, depth 10",
    ),
    row("CCRL", "+0.23/33 28s", "28 s spent, 0.23, depth 33"),
    row(
        "Banksia",
        "+0.3/21 2424 1511177",
        "2.424 s spent, 0.30, depth 21, 1511177 nodes",
    ),
    row(
        "OpenBench",
        "+0.25 12/18 310 94000",
        "0.31 s spent, 0.25, depth 12, 94000 nodes",
    ),
    row(
        "TCEC",
        "d=30, sd=43, mt=67843, n=2362554364, wv=1.37,",
        "67.843 s spent, 1.37, depth 30, 2362554364 nodes",
    ),
    row(
        "TCEC",
        "d=40, mt=00:01:05, wv=-M12,",
        "65 s spent, mate in -12, depth 40",
    ),
    row("people", "4.5/6 was enough for the first prize", ""),
];

fn game(dialect: &Dialect) -> Game {
    let Dialect {
        comment, control, ..
    } = dialect;
    Game::parse(format!("[TimeControl \"{control}\"]\n\n1. e4 {{{comment}}} *").as_bytes())
}

/// What is read from the comment, as in the table.
fn reading(game: &Game) -> String {
    let ply = &game.main_line().plies[0];
    let info = game.engine_infos()[0].unwrap_or_default();
    let seconds = |millis: u64| {
        let text = format!("{}.{:03}", millis / 1000, millis % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let eval = |eval: Eval| match eval {
        Eval::Mate(moves) => format!("mate in {moves}"),
        Eval::Centipawns(value) => {
            let sign = if value < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
        }
    };
    let parts = [
        ply.clock().map(|time| format!("{} s left", seconds(time))),
        ply.spent()
            .or(info.spent)
            .map(|time| format!("{} s spent", seconds(time))),
        ply.eval().or(info.eval).map(eval),
        ply.depth()
            .or(info.depth)
            .map(|depth| format!("depth {depth}")),
        info.nodes.map(|nodes| format!("{nodes} nodes")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[test]
fn every_dialect_is_read_and_described_for_people() {
    let table = include_str!("../../../../../docs/export.md");
    for dialect in DIALECTS {
        let Dialect {
            program,
            comment,
            control,
            reading: right,
        } = dialect;
        assert_eq!(reading(&game(dialect)), *right, "{program}: {comment}");
        let control = match *control {
            "" => String::new(),
            control => format!(" under `{control}`"),
        };
        let right = if right.is_empty() { "nothing" } else { right };
        let row = format!("| {program} | `{comment}`{control} | {right} |");
        assert!(table.contains(&row), "docs/export.md has no row {row}");
    }
}

#[test]
fn a_line_end_is_read_as_a_space() {
    for dialect in DIALECTS {
        for line_end in ["\n", "\r\n"] {
            let comment = dialect.comment.replace(' ', line_end);
            // A comment to the end of a line keeps all line ends where they are.
            for after in ["", "; end of line\n", "%escape\n"] {
                let control = dialect.control;
                let text =
                    format!("[TimeControl \"{control}\"]\n\n1. e4 {{{comment}}} {after}\n*\n");
                let found = reading(&Game::parse(text.as_bytes()));
                assert_eq!(found, dialect.reading, "{text}");
            }
        }
    }
}

//! Values of games are the same whichever way they are read, and those that users of other programs expect.

use crate::desk::{Desk, said};

fn archive(desk: &Desk, name: &str, text: &[u8]) {
    desk.write(format!("{name}.pgn"), text);
    desk.run(&["compress", "-1", "-f", &format!("{name}.pgn")], 0);
}

fn printed(desk: &Desk, command: &str) -> String {
    let args: Vec<&str> = command.split(' ').collect();
    String::from_utf8(desk.run(&args, 0).stdout).unwrap()
}

#[test]
fn tags_of_a_short_text_in_utf16_are_read() {
    let desk = Desk::new();
    let text = "\u{feff}[White \"Zoe\"]\n\n1. e4 *\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    archive(&desk, "u", &bytes);
    for columns in ["white", "white,plies"] {
        let rows = printed(&desk, &format!("list --tsv --columns {columns} u.pgnz"));
        assert!(rows.contains("\nZoe"), "{rows}");
    }
    assert_eq!(printed(&desk, "count --white Zoe u.pgnz"), "1\n");
}

#[test]
fn castling_is_written_one_way_in_a_game_of_chess960() {
    let desk = Desk::new();
    let setup =
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1\"]\n";
    archive(&desk, "c", format!("{setup}\n1. O-O O-O-O *\n").as_bytes());
    let moves = printed(&desk, "export --to uci -c c.pgnz");
    assert!(moves.ends_with(" moves e1h1 e8b8\n"), "{moves}");
    archive(&desk, "s", b"1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n");
    let moves = printed(&desk, "export --to uci -c s.pgnz");
    assert!(moves.ends_with(" e1g1\n"), "{moves}");
}

#[test]
fn null_moves_and_whole_evaluations_are_the_same_for_all_columns() {
    let desk = Desk::new();
    archive(
        &desk,
        "n",
        b"1. e4 { [%eval 0.5] } Z0 2. d4 { [%eval -4] } *\n",
    );
    for columns in [
        "moves_san,evals_centipawns",
        "moves_san,evals_centipawns,pgn",
    ] {
        let row = printed(
            &desk,
            &format!("export --to jsonl --columns {columns} -c n.pgnz"),
        );
        assert!(row.contains(r#"["e4","--","d4"]"#), "{row}");
        assert!(row.contains("[50,null,-400]"), "{row}");
    }
}

#[test]
fn texts_are_sorted_as_filters_compare_them() {
    let desk = Desk::new();
    let names = ["b", "A", "a", "B", "\u{c1}", "c"];
    let games = names.map(|name| format!("[Event \"{name}\"]\n\n1. e4 *\n\n"));
    archive(&desk, "s", games.concat().as_bytes());
    desk.run(&["sort", "--by", "event", "-o", "t.pgnz", "s.pgnz"], 0);
    let rows = printed(&desk, "list --tsv --columns event t.pgnz");
    assert_eq!(rows, "event\nA\na\n\u{c1}\nb\nB\nc\n");
}

#[test]
fn a_month_or_a_day_of_zero_is_unknown() {
    let desk = Desk::new();
    archive(&desk, "d", b"[Date \"1990.00.00\"]\n\n1. e4 *\n");
    for (filter, expected) in [
        ("year=1990", "1\n"),
        ("date=1990", "1\n"),
        ("date<1990", "0\n"),
        ("date>=1990", "1\n"),
    ] {
        assert_eq!(
            printed(&desk, &format!("count d.pgnz --where {filter}")),
            expected,
            "{filter}"
        );
    }
}

#[test]
fn the_damaged_one_of_several_archives_is_named() {
    let desk = Desk::new();
    let game = |number: usize| {
        format!(
            "[White \"W{number}\"]\n[Event \"Event {}\"]\n\n1. e4 e5 *\n\n",
            number * 7919 % 1000
        )
    };
    let text: String = (0..40).map(game).collect();
    archive(&desk, "g", text.as_bytes());
    let mut bytes = desk.read("g.pgnz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    desk.write("h.pgnz", &bytes);
    for command in [
        "merge g.pgnz h.pgnz -o o.pgnz",
        "sort g.pgnz h.pgnz --by event -o o.pgnz",
        "dedupe g.pgnz h.pgnz --by text -o o.pgnz",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let output = desk.run(&args, 1);
        assert!(
            said(&output).contains("pgnz: h.pgnz: block 1"),
            "{command}: {}",
            said(&output)
        );
    }
}

#[test]
fn values_of_comments_are_those_that_their_programs_mean() {
    let desk = Desk::new();
    let game = |tags: &str, moves: &str| format!("[Event \"E\"]\n{tags}\n{moves} *\n\n");
    let games = [
        game(
            "[TimeControl \"40/5400+30:1800+30\"]\n",
            "1. e4 {[%clk 1:30]} e5 {[%clk 1:29]} 2. Nf3 {[%clk 45]}",
        ),
        game(
            "",
            "1. d4 {[%eval 23,14] [%emt 0:0:2]} d5 {\n[%eval\n-17,27] [%emt 0: 01:45]} ; line\n",
        ),
        game(
            "",
            "1. e4 {+0.25/8, 0.022s} e5 {-0.10/6, 0.007s} 2. Nf3 {+M3/5, 0.050s}",
        ),
        game(
            "",
            "1. e4 {d=30, mt=30699, wv=0.41,} e5 {d=40, mt=00:01:05, wv=-0.20, }",
        ),
        game("", "1. e4 {+0.3/21 2424 1511177} e5 {-0.12/20 6.5s}"),
        game(
            "",
            "1. e4 {4.5/6 was enough for the first prize} e5 {7.5/9}",
        ),
        game("", "1. e4 {+0,11/8 5} e5 {-0,10/8 4}"),
        game("", "1. e4 {[%eval 0.16/16]} e5 {[%eval #-3]}"),
    ];
    archive(&desk, "v", games.concat().as_bytes());
    let columns = "clocks,spent,evals_centipawns,engine_evals,engine_depths,engine_spent";
    let rows = printed(
        &desk,
        &format!("export --to jsonl --columns {columns} -c v.pgnz"),
    );
    let row = |values: [&str; 6]| {
        let pairs = columns.split(',').zip(values);
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("\"{name}\":{value}"))
            .collect();
        format!("{{\"schema\":1,{}}}\n", pairs.join(","))
    };
    let none = "null";
    let right = [
        row(["[5400000,5340000,null]", none, none, none, none, none]),
        row([none, "[2000,105000]", "[23,-17]", none, none, none]),
        row([none, none, none, "[25,10,32766]", "[8,6,5]", "[22,7,50]"]),
        row([none, none, none, "[41,-20]", "[30,40]", "[30699,65000]"]),
        row([none, none, none, "[30,12]", "[21,20]", "[2424,6500]"]),
        row([none; 6]),
        row([none, none, none, "[11,10]", "[8,8]", "[5000,4000]"]),
        row([none, none, "[16,null]", none, none, none]),
    ];
    assert_eq!(rows, right.concat());
    for column in columns.split(',') {
        let alone = printed(
            &desk,
            &format!("export --to jsonl --columns {column} -c v.pgnz"),
        );
        for (alone, all) in alone.lines().zip(rows.lines()) {
            let value = alone
                .trim_start_matches("{\"schema\":1,")
                .trim_end_matches('}');
            assert!(all.contains(value), "{alone} is not in {all}");
        }
    }
    for (filter, count) in [("has_clocks", "1\n"), ("has_evals", "2\n")] {
        let found = desk.run(&["count", "--where", filter, "v.pgnz"], 0);
        assert_eq!(String::from_utf8(found.stdout).unwrap(), count, "{filter}");
    }
}

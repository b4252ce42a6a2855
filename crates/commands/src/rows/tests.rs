use super::*;

fn printed(columns: &str, style: Style, several: bool) -> String {
    let text = "[White \"A\x1b[2J\u{9b}\tB\u{202e}\"]\n[Black \"Somebody with a name that takes far too much room\"]\n[WhiteElo \"900\"]\n\n1. e4 *\n";
    let table = Table::parse(Some(columns), style, several).unwrap();
    let mut out = Vec::new();
    table.print_head(&mut out).unwrap();
    let game = Game::parse(text.as_bytes());
    let row = table.row(16, Some(&game), None).unwrap();
    table.print_row("x\n", row, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn rows_are_lines_without_control_characters() {
    assert_eq!(
        printed(
            "number,white,white_rating,eco,bot,tag:White",
            Style::Tsv,
            false
        ),
        "number\twhite\twhite_rating\teco\tbot\ttag:White\n17\tA\\u{1b}[2J\\u{9b}\\tB\\u{202e}\t900\t\tfalse\tA\\u{1b}[2J\\u{9b}\\tB\\u{202e}\n"
    );
    assert_eq!(
        printed("number,white,eco", Style::Json, true),
        "{\"schema\":1,\"path\":\"x\\n\",\"number\":17,\"white\":\"A\\u001b[2J\\u009b\\tB\\u202e\",\"eco\":null}\n"
    );
    assert_eq!(
        printed("number,black,eco,plies", Style::Table, false),
        "  number  black                     eco  plies\n      17  Somebody with a name th…  ?        1\n"
    );
    assert_eq!(
        printed("number", Style::Tsv, true),
        "path\tnumber\nx\\n\t17\n"
    );
}

#[test]
fn columns_are_fields_and_tags() {
    for wrong in ["", "number,,white", "whit", "player", "tag:"] {
        assert!(
            Table::parse(Some(wrong), Style::Tsv, false).is_err(),
            "{wrong}"
        );
    }
    let cheap = Table::parse(Some("number,white,tag:UTCDate,speed"), Style::Tsv, false).unwrap();
    assert!(Columns::TAGS.contains(cheap.needs(false)));
    let usual = Table::parse(None, Style::Tsv, false).unwrap();
    assert!(!Columns::TAGS.contains(usual.needs(false)));
    assert!(Columns::TAGS.contains(usual.needs(true)));
    assert!(usual.row(0, None, None).is_none());
}

#[test]
fn what_is_spelled_out_in_lines_is_told_from_the_same_letters() {
    let table = Table::parse(Some("white"), Style::Tsv, false).unwrap();
    let line = |white: &str| {
        let game = Game::parse(format!("[White \"{white}\"]\n\n*\n").as_bytes());
        let mut out = Vec::new();
        let row = table.row(0, Some(&game), None).unwrap();
        table.print_row("x", row, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(line("a\tb"), "a\\tb\n");
    assert_eq!(line(r"a\\tb"), "a\\\\tb\n");
}

#[test]
fn every_column_that_is_no_list_is_listed() {
    let columns = "fen,ply_count,time_initial,utc_timestamp,is_complete,date";
    let table = Table::parse(Some(columns), Style::Tsv, false).unwrap();
    let text = "[Date \"2023.06.??\"]\n[TimeControl \"180+2\"]\n[UTCDate \"2023.06.01\"]\n[UTCTime \"12:00:01\"]\n\n1. e4 *\n";
    let row = table.row(0, Some(&Game::parse(text.as_bytes())), None);
    let mut out = Vec::new();
    table.print_row("x", row.unwrap(), &mut out).unwrap();
    let line = String::from_utf8(out).unwrap();
    assert_eq!(line, "\t1\t180\t2023-06-01 12:00:01\ttrue\t2023.06.??\n");
    let list = Table::parse(Some("clocks"), Style::Tsv, false).unwrap_err();
    assert!(list.to_string().contains("list"));
}

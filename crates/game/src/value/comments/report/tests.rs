use super::*;

/// The report in one comment of a move of White or of Black.
fn read(comment: &str, is_white: bool) -> Option<(Option<Eval>, Option<u32>, Option<u64>)> {
    let moves = if is_white { "1. e4" } else { "1. e4 e5" };
    let game = Game::parse(format!("{moves} {{{comment}}} *").as_bytes());
    let info = game.engine_infos().pop()??;
    Some((info.eval, info.depth, info.spent))
}

#[test]
fn searches_are_read_as_programs_write_them() {
    let pawns = |value| Some(Eval::Centipawns(value));
    let mate = |moves| Some(Eval::Mate(moves));
    for (comment, is_white, eval, depth, spent) in [
        ("+0.25/12 3.1s", false, pawns(-25), 12, Some(3100)),
        (" -12.5/9 ", true, pawns(-1250), 9, None),
        ("0.00/1 0s, White mates", false, pawns(0), 1, Some(0)),
        ("+M1/3 0.012s", false, mate(-1), 3, Some(12)),
        ("+M5/20 1:05", true, mate(3), 20, Some(65_000)),
        ("-M4/20 7", true, mate(-2), 20, Some(7000)),
        ("-0.11/11 21ms", true, pawns(-11), 11, Some(21)),
        ("0.25/12 3.1 s", true, pawns(25), 12, Some(3100)),
        ("0,25/12 3,1s; text", true, pawns(25), 12, Some(3100)),
        ("+0.25/12 1:02:03", true, pawns(25), 12, Some(3_723_000)),
        (
            "[%clk 0:01:00] +0.25/12 3s",
            true,
            pawns(25),
            12,
            Some(3000),
        ),
        (
            "(Nf6 Nc3)\n+0.13/14/31\n12s",
            true,
            pawns(13),
            14,
            Some(12_000),
        ),
        (
            "+0.31/18 0.250s, n=1, wv=9.99",
            true,
            pawns(31),
            18,
            Some(250),
        ),
        ("-#5/20 3s", true, None, 20, Some(3000)),
        ("+1000.05/7 1s", true, mate(5), 7, Some(1000)),
        ("d=30, mt=1, wv=-M12,", false, mate(-12), 30, Some(1)),
        ("d=3, mt=5", true, None, 3, Some(5)),
        ("ev=0.35, d=22", true, None, 22, None),
    ] {
        let found = read(&comment.replace("\\n", "\n"), is_white);
        assert_eq!(found, Some((eval, Some(depth), spent)), "{comment}");
    }
}

#[test]
fn other_comments_say_nothing_of_a_search() {
    for comment in [
        "",
        "book",
        "1/2-1/2",
        "1/2 agreed",
        "4.5/6 was enough for the first prize",
        "7.5/9",
        "+1.0/7",
        "2.0/2.0",
        "0.5/x",
        "/",
        "+/3",
        "M0/3",
        "+M/3",
        "(0.1/2",
        "?.?/1",
        "1.2.3/4",
        "99999999999.99/3",
        "[%eval 0.25/12]",
        "wv=",
        "d=4",
        "5s",
        "book, mb=+0+0+0+0+0,",
    ] {
        assert_eq!(read(comment, true), None, "{comment}");
    }
}

/// The evaluations in centipawns that are read from comments after the moves of a game.
fn evals(control: &str, comments: &[&str]) -> Vec<(Option<i32>, Option<u64>)> {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
    let text = moves
        .zip(comments)
        .map(|(m, comment)| format!("{m} {{{comment}}} "));
    let text: String = text.collect();
    let game = Game::parse(format!("[TimeControl \"{control}\"]\n\n{text}*").as_bytes());
    let value = |info: Option<EngineInfo>| {
        let eval = match info.and_then(|info| info.eval) {
            Some(Eval::Centipawns(value)) => Some(value),
            _ => None,
        };
        (eval, info.and_then(|info| info.spent))
    };
    game.engine_infos().into_iter().map(value).collect()
}

#[test]
fn the_other_comments_tell_reports_from_prose() {
    let none = (None, None);
    // Scores of a tournament.
    let prose = ["4.5/6", "7.5/9", "0.5/3 so far", "+1.0/7"];
    assert_eq!(evals("", &prose), [none; 4]);
    // The same numbers among reports.
    let found = evals("", &["+0.30/12 3s", "0.5/9", "-0.31/9 better", "0.2/9 4s"]);
    let right = [
        (30, Some(3000)),
        (-50, None),
        (-31, None),
        (-20, Some(4000)),
    ];
    assert_eq!(found, right.map(|(eval, spent)| (Some(eval), spent)));
    // Reports without times, where nothing else stands in comments.
    assert_eq!(
        evals("", &["0.25/12", "0.3/12"]),
        [(Some(25), None), (Some(-30), None)]
    );
    assert_eq!(evals("", &["0.25/12", "a good move"]), [none; 2]);
    assert_eq!(evals("", &["-0.25/12 was shown", "0.25/12 3s"])[0], none);
}

#[test]
fn numbers_without_a_unit_are_seconds_where_that_is_possible() {
    assert_eq!(evals("60", &["+0.25/12 7"]), [(Some(25), Some(7000))]);
    assert_eq!(evals("60", &["+0.25/12 2424"]), [(Some(25), None)]);
    let banksia = evals("", &["+0.3/21 2424 1511177", "-0.31/20 6.5s", "+0.30/9 60"]);
    assert_eq!(
        banksia,
        [
            (Some(30), Some(2424)),
            (Some(31), Some(6500)),
            (Some(30), None)
        ]
    );
}

#[test]
fn bytes_that_are_no_text_follow_a_report() {
    let game = Game::parse(b"1. e4 {+0.25/12 1s, \xff} *");
    assert!(game.engine_infos()[0].is_some());
}

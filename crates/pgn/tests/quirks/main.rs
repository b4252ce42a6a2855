//! One test for each quirk of PGN as it is found in the wild.

use pgn::TokenKind::{self, *};
use pgn::{games, lex};

mod words;

/// The tokens but whitespace.
fn tokens(text: &[u8]) -> Vec<(TokenKind, &str)> {
    lex(text)
        .filter(|token| token.kind != Whitespace)
        .map(|token| {
            (
                token.kind,
                std::str::from_utf8(token.text).unwrap_or("(bytes)"),
            )
        })
        .collect()
}

/// The kind of a word that is one token, `None` if it is several.
fn kind(word: &str) -> Option<TokenKind> {
    // In front of it a move number, so that nothing is at the start of a line.
    match tokens(format!("1. {word}").as_bytes())[..] {
        [(MoveNumber, "1."), (kind, text)] if text == word => Some(kind),
        _ => None,
    }
}

fn assert_kind(expected: TokenKind, words: &[&str]) {
    for word in words {
        assert_eq!(kind(word), Some(expected), "{word}");
    }
}

fn split(text: &str) -> Vec<&str> {
    games(text.as_bytes())
        .map(|game| std::str::from_utf8(game).unwrap())
        .collect()
}

fn value(text: &str) -> Option<String> {
    let pair = lex(text.as_bytes()).next()?.tag_pair()?;
    Some(String::from_utf8_lossy(pair.value).into_owned())
}

#[test]
fn a_comment_ends_at_the_first_closing_brace() {
    assert_eq!(
        tokens(b"{a {b} c}"),
        [(Comment, "{a {b}"), (Other, "c"), (Other, "}")]
    );
    assert_eq!(
        tokens(b"e4{}e5{ ( ; }"),
        [
            (San, "e4"),
            (Comment, "{}"),
            (San, "e5"),
            (Comment, "{ ( ; }")
        ]
    );
}

#[test]
fn a_comment_that_is_not_closed_runs_to_the_end() {
    assert_eq!(
        tokens(b"e4 {never\n[Event \"x\"]\n"),
        [(San, "e4"), (Comment, "{never\n[Event \"x\"]\n")]
    );
}

#[test]
fn semicolon_and_percent_hide_the_line() {
    assert_eq!(
        tokens(b"e4 ; 1-0 {\n%[Event \"x\"]\r\n %e5"),
        [
            (San, "e4"),
            (LineComment, "; 1-0 {"),
            (PercentLine, "%[Event \"x\"]"),
            (Other, "%e5")
        ]
    );
}

#[test]
fn tag_values_keep_escapes_raw_quotes_and_brackets() {
    assert_eq!(value(r#"[A ""]"#).as_deref(), Some(""));
    assert_eq!(
        value(r#"[A "a \"b\" \\"]"#).as_deref(),
        Some(r#"a \"b\" \\"#)
    );
    assert_eq!(value(r#"[A "a"b"]"#).as_deref(), Some(r#"a"b"#));
    assert_eq!(
        value(r#"[A "a]b [c] "]x"]"#).as_deref(),
        Some(r#"a]b [c] "]x"#)
    );
    assert_eq!(value("[A_1 \"ü\"] \r\n").as_deref(), Some("ü"));
}

#[test]
fn lines_that_only_look_like_tags_are_one_token() {
    for line in [
        "[Event foo]",
        "[X \"y\"         ]",
        "[X \"unterminated]",
        "[X \"y\"",
        "[X \"y\\\"]",
        "[Böse \"y\"]",
    ] {
        let text = format!("{line}\r[White \"x\"]");
        assert_eq!(
            tokens(text.as_bytes()),
            [(Other, line), (TagPair, "[White \"x\"]")]
        );
    }
}

#[test]
fn blanks_of_any_kind_may_stand_in_a_tag_pair() {
    for (text, blanks) in [
        ("[White \"x\"]", ["", " ", ""]),
        ("[ White \"x\" ]", [" ", " ", " "]),
        ("[White\"x\"]", ["", "", ""]),
        ("[\tWhite\t\t\"x\"\t]", ["\t", "\t\t", "\t"]),
        ("[White\u{a0}\"x\"\u{202f}]", ["", "\u{a0}", "\u{202f}"]),
        (
            "[White                              \"x\"]",
            ["", "                              ", ""],
        ),
    ] {
        let token = lex(text.as_bytes()).next().unwrap();
        let pair = token.tag_pair().unwrap();
        assert_eq!(
            (pair.name, pair.value),
            (&b"White"[..], &b"x"[..]),
            "{text}"
        );
        assert_eq!(pair.blanks, blanks.map(str::as_bytes), "{text}");
        assert_eq!(token.text, text.as_bytes());
    }
    assert_eq!(value("[Black-Elo \"1\"]").as_deref(), Some("1"));
}

#[test]
fn several_tags_may_share_a_line() {
    assert_eq!(
        tokens(b" [A \"x\"] [B \"y\"]\t[C z] w"),
        [
            (TagPair, "[A \"x\"]"),
            (TagPair, "[B \"y\"]"),
            (Other, "[C z] w")
        ]
    );
    assert_eq!(
        tokens(b"[A \"x\"][B \"y\"]"),
        [(TagPair, "[A \"x\"]"), (TagPair, "[B \"y\"]")]
    );
}

#[test]
fn brackets_inside_a_line_are_no_tags() {
    assert_eq!(
        tokens(b"e4 [Event \"x\"]"),
        [(San, "e4"), (Other, "[Event"), (Other, "\"x\"]")]
    );
    assert_eq!(
        tokens(b"[#] [1 \"x\"]"),
        [(Other, "[#]"), (Other, "[1"), (Other, "\"x\"]")]
    );
}

#[test]
fn a_byte_order_mark_leaves_the_line_start_where_it_is() {
    for text in ["\u{feff}[A \"x\"]", "\u{feff}% hidden"] {
        let (mark, rest) = text.split_at(3);
        let found: Vec<_> = lex(text.as_bytes()).map(|token| token.text).collect();
        assert_eq!(found, [mark.as_bytes(), rest.as_bytes()]);
    }
    assert_eq!(tokens(b"\xef\xbb\xbf[A \"x\"]"), [(TagPair, "[A \"x\"]")]);
    assert_eq!(split("\u{feff}[A \"x\"]\n\n*\n").len(), 1);
}

#[test]
fn bytes_that_are_no_utf_8_and_nul_bytes_are_kept() {
    assert_eq!(value("[A \"M\0x\"]").as_deref(), Some("M\0x"));
    let pair = lex(b"[White \"M\xfcller\"]")
        .next()
        .and_then(|token| token.tag_pair())
        .unwrap();
    assert_eq!(pair.value, b"M\xfcller");
    assert_eq!(
        tokens(b"e4 \0 \xe9"),
        [(San, "e4"), (Other, "\0"), (Other, "(bytes)")]
    );
}

#[test]
fn bughouse_numbers_are_kept_as_words() {
    assert_eq!(
        tokens(b"1A. e4{299.000} 1B. d4"),
        [
            (Other, "1A."),
            (San, "e4"),
            (Comment, "{299.000}"),
            (Other, "1B."),
            (San, "d4")
        ]
    );
}

#[test]
fn very_long_tags_and_comments_are_one_token() {
    let (tag, comment) = (
        format!("[A \"{}\"]", "x".repeat(40_000)),
        format!("{{{}}}", "x".repeat(100_000)),
    );
    assert_eq!(tokens(tag.as_bytes()), [(TagPair, &*tag)]);
    assert_eq!(tokens(comment.as_bytes()), [(Comment, &*comment)]);
}

#[test]
fn an_empty_text_holds_no_game_and_blank_lines_hold_one() {
    assert_eq!(split(""), [""; 0]);
    assert_eq!(split("\n\n"), ["\n\n"]);
}

#[test]
fn blank_lines_inside_movetext_do_not_split() {
    let text = "[A \"x\"]\n\n\n{ Both players were late }\n\n\n0-1\n";
    assert_eq!(split(text), [text]);
}

#[test]
fn a_tag_after_movetext_starts_a_game_at_every_line_end() {
    for end in ["\n", "\r\n", "\r"] {
        let game = format!("[A \"x\"]{end}[B \"y\"]{end}{end}1. e4 ({end}");
        assert_eq!(split(&game.repeat(3)), [&game; 3]);
    }
}

#[test]
fn indentation_of_a_tag_belongs_to_the_game_before() {
    assert_eq!(split("1. e4\n\n \t[ A b\n"), ["1. e4\n\n \t", "[ A b\n"]);
}

#[test]
fn tags_in_comments_and_hidden_lines_do_not_split() {
    for text in [
        "1. e4 {\n[Event \"x\"]\n} *",
        "1. e4 ;\n%[Event \"x\"]\n*",
        "1. e4 ; [Event \"x\"]\n*",
        "1. e4 {\n[Event \"x\"]\n*",
    ] {
        assert_eq!(split(text), [text]);
    }
}

#[test]
fn a_termination_splits_at_the_next_move_only() {
    assert_eq!(
        split("1. e4 1-0 {c} $1 ; c\n\n1. d4 * d4"),
        ["1. e4 1-0 {c} $1 ; c\n\n", "1. d4 * ", "d4"]
    );
    assert_eq!(split("1-0\n0-1\n*\n"), ["1-0\n0-1\n*\n"]);
}

#[test]
fn terminations_inside_variations_do_not_split() {
    for text in [
        "1. e4 (1. d4 1-0) e5 *",
        "1. e4 (1. d4 1-0 2. c4",
        "1. e4 * (1. d4 d5)",
    ] {
        assert_eq!(split(text), [text]);
    }
}

#[test]
fn games_without_moves_and_without_results_are_games() {
    assert_eq!(
        split("[A \"x\"]\n\n 0-1\n\n[B \"y\"]\n\n*"),
        ["[A \"x\"]\n\n 0-1\n\n", "[B \"y\"]\n\n*"]
    );
    assert_eq!(
        split("[A \"x\"]\n\ne4\n[B \"y\"]\n\ne4"),
        ["[A \"x\"]\n\ne4\n", "[B \"y\"]\n\ne4"]
    );
}

/// Seven tags, the movetext left out.
fn head(white: &str) -> String {
    format!(
        "[Event \"E\"]\n[Site \"S\"]\n[Date \"D\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Result \"*\"]\n"
    )
}

#[test]
fn games_of_tags_only_are_games() {
    for gap in [
        "", "\n", "\n\n", "\r\n", " \t\n", "\u{a0}\n", "; c\n\n", "\n% c\n",
    ] {
        let games = [
            format!("{}{gap}", head("A")),
            format!("{}{gap}", head("B")),
            head("C") + "\n1. e4 *\n\n",
            head("D"),
        ];
        assert_eq!(split(&games.concat()), games, "{gap:?}");
    }
}

#[test]
fn a_game_of_tags_only_ends_where_the_next_section_begins() {
    // The first tag of the next game is none of the seven.
    let games = [
        "[White \"A\"]\n[WhiteElo \"1\"]\n\n",
        "[Id \"2\"]\n[White \"B\"]\n\n*\n",
    ];
    assert_eq!(split(&games.concat()), games);
}

#[test]
fn blank_lines_and_repeated_tags_within_a_tag_section_do_not_split() {
    for text in [
        "[Event \"E\"]\n\n[Site \"S\"]\n[White \"A\"]\n\n*\n",
        "[White \"A\"]\r\n[White \"B\"]\r\n\r\n*\r\n",
        "[Event \"A\"]\n[White \"A\"]\n[Event \"B\"]\n\n*\n",
        "[Event \"A\"]\n\n[WhiteElo \"1\"]\n[WhiteElo \"2\"]\n\n*\n",
        "\n\n[Event \"A\"]\n[Site \"?\"]\n\n\n1. e4 *\n",
    ] {
        assert_eq!(split(text), [text]);
    }
    let twice = head("A") + "[Event \"again\"]\n\n1. e4 *";
    assert_eq!(split(&twice), [&twice]);
}

#[test]
fn a_result_behind_a_move_ends_the_game() {
    for end in ["*", "1-0", "0-1", "1/2-1/2", "½-½"] {
        for last in [
            "e4", "Qh4#", "Kd7", "O-O", "e8=Q+", "e4ch", "e4+-", "e4,", "e4!?", "e4†",
        ] {
            let games = [format!("1. {last}{end} "), format!("1. d4{end}")];
            assert_eq!(split(&games.concat()), games);
        }
    }
}

#[test]
fn comments_between_games_belong_to_the_first() {
    assert_eq!(
        split("; head\n[A \"x\"]\n*\n; c\n{d}\n[B \"y\"]\n*"),
        ["; head\n[A \"x\"]\n*\n; c\n{d}\n", "[B \"y\"]\n*"]
    );
}

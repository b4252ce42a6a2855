//! Odd spellings of tags and moves: they come back to the byte, cost little, and hide no value.

use crate::samples::{assert_expands_to, blocks_of, packed};
use archive::{Columns, ExpandOptions, Game, Outcome, Reader};
use std::io::Cursor;

/// Compressed without looking whether it comes back, and it must come back.
fn archived(text: &str) -> Vec<u8> {
    let config = blocks_of(4096).verify(false);
    let (archive, _) = packed(text.as_bytes(), &config);
    assert_expands_to(&archive, text.as_bytes());
    archive
}

/// The games, which are the same from their text, from the whole archive and from its tags alone.
fn games(text: &str) -> Vec<Game> {
    let archive = archived(text);
    let read = |columns| {
        let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
        let all = 0..reader.len();
        let games = reader.games(all, columns).unwrap();
        games.map(Result::unwrap).collect::<Vec<_>>()
    };
    let games = read(Columns::ALL);
    let tags = read(Columns::TAGS);
    let parsed: Vec<_> = pgn::games(text.as_bytes()).map(Game::parse).collect();
    assert_eq!(
        (games.len(), tags.len()),
        (parsed.len(), parsed.len()),
        "{text}"
    );
    for ((game, tags), parsed) in games.iter().zip(&tags).zip(&parsed) {
        assert_eq!(game.tags(), parsed.tags());
        assert_eq!(game.text(), parsed.text());
        assert_eq!(
            format!("{:?}", game.main_line()),
            format!("{:?}", parsed.main_line())
        );
        assert_eq!(tags.tags().result_text(), parsed.tags().result_text());
    }
    games
}

fn sans(game: &Game) -> Vec<&str> {
    assert!(game.main_line().unread.is_empty(), "{game:?}");
    game.main_line()
        .plies
        .iter()
        .map(|ply| &ply.san[..])
        .collect()
}

const MOVES: [&str; 6] = ["d4", "Nf6", "c4", "g6", "Nc3", "Bg7"];

#[test]
fn remarks_and_blanks_hide_no_move() {
    for mark in [
        "ch",
        "+ch",
        "dbl.ch.",
        "mate",
        "+-",
        "-+",
        "=",
        "+=",
        "=+",
        "+/-",
        "+/=",
        "=∞",
        "†",
        "□",
        "D",
        "N",
        "TN",
        ",",
        ".",
        "!?",
        "!?+-",
        "=!",
        "e.p.",
        "ep",
        " (=)",
        " +-",
        "\u{a0}",
        "\u{200b}",
        "\u{feff}",
        "\u{c}",
        " \u{202f}",
    ] {
        let text = format!(
            "[White \"A\"]\n\n1. d4 Nf6 2. c4{mark} g6{mark}\n3. Nc3{mark} Bg7{mark} *\n\n"
        );
        assert_eq!(sans(&games(&text)[0]), MOVES, "{mark}");
    }
    for number in [
        "1.",
        "1. ",
        "1 . ",
        "1.\u{a0}",
        "1\u{a0}",
        "1…",
        "1.…",
        "1.\u{2009}",
        "\u{feff}1.\t",
    ] {
        let text = format!("{number}d4 {number}Nf6 {number}c4 g6 {number}Nc3 Bg7 *");
        assert_eq!(sans(&games(&text)[0]), MOVES, "{number}");
    }
}

#[test]
fn a_result_behind_the_last_move_hides_neither() {
    for (last, end, outcome) in [
        ("Bg7", "1-0", Outcome::White),
        ("Bg7", "0-1", Outcome::Black),
        ("Bg7", "1/2-1/2", Outcome::Draw),
        ("Bg7ch", "1/2", Outcome::Draw),
        ("Bg7+-", "1-0", Outcome::White),
        ("Bg7!?", "0-1", Outcome::Black),
        ("Bg7,", "½-½", Outcome::Draw),
        ("Bg7", "*", Outcome::Unknown),
    ] {
        let text = format!(
            "[White \"A\"]\n\n1. d4 Nf6 2. c4 g6 3. Nc3 {last}{end}\n\n[White \"B\"]\n\n*\n"
        );
        let games = games(&text);
        assert_eq!((games.len(), sans(&games[0])), (2, MOVES.to_vec()));
        assert_eq!(games[0].tags().result(), outcome);
    }
}

#[test]
fn a_move_that_cannot_be_read_is_not_passed_over() {
    for word in ["nf3", "♘f3", "Cf3", "xe4", "-e4", "O–O"] {
        let text = format!("[White \"A\"]\n\n1. d4 Nf6 2. {word} *\n");
        let game = &games(&text)[0];
        assert_eq!(game.main_line().plies.len(), 2);
        assert!(!game.main_line().unread.is_empty(), "{word}");
    }
}

#[test]
fn zeros_at_the_end_are_a_double_forfeit_only_where_the_tag_says_so() {
    let of =
        |result: &str, moves: &str| games(&format!("[Result \"{result}\"]\n\n{moves}\n")).remove(0);
    assert_eq!(sans(&of("0-0", "1. e4 e5 0-0")), ["e4", "e5"]);
    assert_eq!(sans(&of("0-0", "0-0")), [""; 0]);
    let castled = of("*", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0");
    assert_eq!(sans(&castled).last(), Some(&"O-O"));
    assert!(!of("1-0", "1. e4 e5 0-0").main_line().unread.is_empty());
    assert_eq!(
        sans(&of("0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *")).len(),
        8
    );
}

#[test]
fn games_of_tags_only_keep_their_tags_apart() {
    let head = |white: &str, more: &str| {
        format!(
            "[Event \"E\"]\n[Date \"2017\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Result \"1-0\"]\n{more}"
        )
    };
    for gap in ["", "\n", "\n\n\n", " \n"] {
        let rated = head("A", "[WhiteElo \"2700\"]\n");
        let text = [
            &rated,
            gap,
            &head("B", ""),
            gap,
            &head("C", ""),
            "\n1. e4 1-0\n\n",
            &rated,
        ]
        .concat();
        let games = games(&text);
        let found: Vec<_> = games
            .iter()
            .map(|game| {
                let white = game.tags().get("White").unwrap();
                let rating = game.tags().ratings()[0];
                (white, rating, game.main_line().plies.len())
            })
            .collect();
        let expected = [
            (&b"A"[..], Some(2700), 0),
            (b"B", None, 0),
            (b"C", None, 1),
            (b"A", Some(2700), 0),
        ];
        assert_eq!(found, expected, "{gap:?}");
    }
}

/// A hundred games with seven tags and three moves.
fn many() -> String {
    let game = |number: usize| {
        let names = [
            "Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse",
        ];
        let (white, black) = (names[number % 7], names[number * 3 % 5 + 1]);
        format!(
            "[Event \"E\"]\n[Site \"S\"]\n[Date \"2023.05.{:02}\"]\n[Round \"{}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n",
            number % 28 + 1,
            number / 4 + 1
        )
    };
    (0..100).map(game).collect()
}

#[test]
fn odd_spellings_cost_a_few_bytes_a_file() {
    let usual = archived(&many()).len();
    for (from, to) in [
        ("\"]", "\" ]"),
        ("[", "[ "),
        (" \"", "\""),
        (" \"", "\t\t\""),
        (" \"", "\u{a0}\""),
        (". ", ".\u{a0}"),
        (". ", "…"),
        ("e4", "e4ch"),
        ("e5", "e5+-"),
        (" 1-0", "1-0"),
        ("Nc6", "Nc6,"),
    ] {
        let odd = archived(&many().replace(from, to)).len();
        assert!(
            odd < usual + 60,
            "{from:?} as {to:?}: {odd}, usually {usual}"
        );
    }
}

#[test]
fn blocks_state_the_range_of_the_values_that_filters_see() {
    let text = "[Date \"2023-5-1\"]\n[WhiteElo \" 2120\"]\n\n*\n\n[Date \"25.12.1999\"]\n[BlackElo \"1888\u{a0}\" ]\n\n*\n\n[Date \"1.2.3\"]\n\n*\n";
    let archive = archived(text);
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let facts = reader.blocks()[0].facts();
    assert_eq!(facts.dates, Some((19_991_225, 20_230_501)));
    assert_eq!(facts.ratings, Some((1888, 2120)));
    let games = games(text);
    assert_eq!(games[0].tags().ratings(), [Some(2120), None]);
    assert_eq!(games[2].tags().date(), None);
}

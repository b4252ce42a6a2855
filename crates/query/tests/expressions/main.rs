//! Expressions, each with games that pass and games that do not.

use archive::Game;
use query::{Expr, Filter, Truth};

mod conditions;

const TIE: &str = r#"[Event "Rated Blitz game"]
[Site "https://lichess.org/abcd1234"]
[Date "2023.06.15"]
[Round "-"]
[White "Carlsen, Magnus"]
[Black "Müller, Karsten"]
[Result "1/2-1/2"]
[WhiteElo "2850"]
[BlackElo "2500"]
[WhiteTitle "GM"]
[ECO "B90"]
[Opening "Sicilian Defense: Najdorf Variation"]
[TimeControl "180+2"]
[Termination "Normal"]

1. e4 { [%clk 0:03:00] } c5 { [%clk 0:03:00] } 2. Nf3 { [%clk 0:02:58] } 1/2-1/2
"#;
const MATE: &str = r#"[Event "Club, 50% off"]
[White "Anna"]
[Black "o'Neil_99"]
[Date "1999.??.??"]
[Result "0-1"]
[WhiteElo "?"]
[BlackElo "1200"]
[BlackTitle "BOT"]
[TimeControl "40/7200:3600"]
[Annotator "It's me"]

1. f3 e5 2. g4 $6 (2. e4) Qh4# { ouch } 0-1
"#;

fn truth(expression: &str, game: &str) -> Truth {
    let filter = Filter::parse(expression).unwrap_or_else(|error| panic!("{error}"));
    filter.truth(&Game::parse(game.as_bytes()))
}

#[test]
fn every_field_says_what_it_should() {
    use Truth::{False as F, True as T, Unknown as U};
    for (expression, tie, mate) in [
        ("white = 'magnus carlsen'", T, F),
        ("black = 'Mueller'", T, F),
        ("player in ('carlsen', 'anna')", T, T),
        ("player != 'Carlsen'", F, T),
        ("not player = 'Carlsen'", F, T),
        ("player ~ 'Karlsen, M'", T, F),
        ("white ~ 'Ana' or black ~ 'Miller'", T, T),
        ("(white ~ 'Anna') is not true", T, F),
        ("(white_rating > 2800) is not true", F, T),
        ("player like '%neil%'", F, T),
        ("winner = 'ONeil_99'", U, T),
        ("loser = 'Anna'", U, T),
        ("white_rating >= 2850", T, U),
        ("WhiteElo > 2850", F, U),
        ("black_rating between 1000 and 2500", T, T),
        ("min_rating = 2500", T, U),
        ("max_rating < 2900", T, U),
        ("mean_rating = 2675", T, U),
        ("rating_gap >= 300.5", T, U),
        ("rating_gap > -10", T, U),
        ("white_title = 'gm'", T, U),
        ("title = 'BOT'", U, T),
        ("title is null", F, F),
        ("white_title is null", F, T),
        ("team is null", T, T),
        ("bot", F, T),
        ("not bot", T, F),
        ("bot = false", T, F),
        ("bot is null", F, F),
        ("titled", T, F),
        ("result = '1/2-1/2'", T, F),
        ("result in (1-0, 0-1)", F, T),
        ("date = 2023", T, F),
        ("date >= '2023-06-15'", T, F),
        ("date > 2023-06", F, F),
        ("date = '1999-05'", F, U),
        ("date between 1999 and 2000", F, T),
        ("date < '1999-06'", F, U),
        ("not date < '1999-06'", T, U),
        ("date in (1999, 2023.06.??)", T, T),
        ("year = 1999", F, T),
        ("month = 6", T, U),
        ("month is null", F, T),
        ("event_date is null", T, T),
        ("event like 'rated%'", T, F),
        ("event glob '*50[%]*'", F, T),
        ("site glob '*lichess*'", T, U),
        ("round is null", T, T),
        ("eco between 'B90' and 'b99'", T, U),
        ("opening like 'sicilian%'", T, U),
        ("not opening like 'sicilian%'", F, U),
        ("time_control = 180+2", T, F),
        ("speed = 'blitz'", T, U),
        ("base = 180 and increment = 2", T, U),
        ("termination = 'normal'", T, U),
        ("ending = 'mate'", U, T),
        ("ending is null", T, F),
        ("variant = 'standard'", T, T),
        ("setup", F, F),
        ("annotator = 'It''s me'", U, T),
        ("tag('Annotator') = \"It's me\"", U, T),
        ("tag('WhiteElo') = '?'", F, T),
        ("tag('Round') = '-'", T, U),
        ("plies = 3", T, F),
        ("plies between 4 and 10", F, T),
        ("has_clocks", T, F),
        ("has_evals", F, F),
        ("has_comments", F, T),
        ("has_nags", F, T),
        ("has_variations", F, T),
    ] {
        assert_eq!(truth(expression, TIE), tie, "{expression}");
        assert_eq!(truth(expression, MATE), mate, "{expression}");
    }
}

#[test]
fn words_bind_as_in_sql() {
    for (expression, printed) in [
        ("bot or titled and setup", "bot or titled and setup"),
        ("(bot or titled) and setup", "(bot or titled) and setup"),
        ("not bot and titled", "not bot and titled"),
        ("not (bot and titled)", "not (bot and titled)"),
        (
            "plies between 1 and 2 and bot",
            "plies between 1 and 2 and bot",
        ),
        ("eco not in ('A00','A01')", "not eco in ('A00', 'A01')"),
        ("eco is not null", "not eco is null"),
        ("BOT<>TRUE", "not bot"),
        (
            "year<>-5 And date=='2023.06.??'",
            "year != -5 and date = '2023-06'",
        ),
        ("((bot))", "bot"),
    ] {
        assert_eq!(Expr::parse(expression).unwrap().to_string(), printed);
    }
}

#[test]
fn what_is_not_known_is_neither_true_nor_false() {
    for (expression, expected) in [
        ("opening = 'x' or bot", Truth::True),
        ("opening = 'x' and bot", Truth::Unknown),
        ("opening = 'x' and titled", Truth::False),
        ("not (opening = 'x' and titled)", Truth::True),
        ("opening = 'x' or titled", Truth::Unknown),
        ("opening != 'x'", Truth::Unknown),
    ] {
        assert_eq!(truth(expression, MATE), expected, "{expression}");
    }
}

#[test]
fn errors_point_at_the_place_and_say_what_was_expected() {
    for (expression, column, part) in [
        ("", 1, "expected a field"),
        (
            "white_rating >>",
            15,
            "expected a number for white_rating, found '>'",
        ),
        ("white_rating >= 'many'", 17, "expected a number"),
        ("whit = 'x'", 1, "did you mean white?"),
        ("rating > 5", 1, "min_rating"),
        ("white < 'x'", 7, "white has no order"),
        ("bot between 1 and 2", 13, "has no order"),
        ("eco = B90", 7, "'B90' with the quotes"),
        ("eco", 4, "expected a comparison"),
        ("bot bot", 5, "expected 'and', 'or' or the end, found 'bot'"),
        ("(bot", 5, "expected 'and', 'or' or ')', found the end"),
        ("date = '2023-13'", 8, "expected a date such as"),
        ("plies between 1 or 2", 17, "expected 'and'"),
        ("plies in 1", 10, "expected '('"),
        ("plies in (1 2)", 13, "expected ',' or ')'"),
        ("plies like '1'", 12, "not text"),
        ("event not = 'x'", 11, "after 'not'"),
        ("event is not 5", 14, "'null'"),
        ("event = 'x", 9, "does not end"),
        ("result = '2-0'", 10, "expected one of 1-0, 0-1"),
        ("ending = 'check'", 10, "stalemate"),
        ("white = 'C'", 9, "two letters"),
        ("tag(White) = 'x'", 5, "name of a tag in quotes"),
        ("tag('') = 'x'", 5, "not be empty"),
        ("bot = maybe", 7, "true or false"),
        ("é = 1", 1, "'é' has no meaning"),
        ("event = 'é' and ;", 17, "';' has no meaning"),
    ] {
        let error = Filter::parse(expression).unwrap_err();
        assert_eq!(error.column(), Some(column), "{expression}: {error}");
        let told = error.to_string();
        assert!(told.contains(part), "{expression}: {told}");
        let lines: Vec<_> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        assert_eq!(lines[2].chars().count(), 2 + column, "{told}");
    }
    let far = format!("{} and whit = 'x'", vec!["bot"; 100].join(" and\n"));
    let told = Filter::parse(&far).unwrap_err().to_string();
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    let caret = lines[2].chars().count() - 1;
    assert_eq!(
        lines[1].chars().skip(caret).take(4).collect::<String>(),
        "whit"
    );
}

#[test]
fn expressions_are_bounded_in_length_and_depth() {
    let deep = |depth: usize| format!("{}bot{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Filter::parse(&deep(60)).is_ok());
    for wrong in [
        deep(70),
        deep(30_000),
        "not ".repeat(70) + "bot",
        "not ".repeat(16_000),
        "bot or ".repeat(20_000) + "bot",
    ] {
        assert!(Filter::parse(&wrong).is_err());
    }
    let wide = vec!["bot"; 9000].join(" or ");
    assert_eq!(truth(&wide, MATE), Truth::True);
}

#[test]
fn odd_spellings_of_dates_and_results_are_found() {
    for (tags, end, expression) in [
        ("[Date \"2023-05-01\"]", "*", "date = 2023-05-01"),
        ("[Date \"2023/5/1\"]", "*", "year = 2023 and month = 5"),
        ("[Date \"2023\"]", "*", "date between 2023 and 2023"),
        ("[EventDate \"2023-5-1\"]", "*", "event_date = '2023.05.01'"),
        (
            "[Date \"01.05.2023\"]",
            "*",
            "year = 2023 and month is null",
        ),
        ("[Result \"?\"]", "1-0", "result = 1-0"),
        ("[White \"A\"]", "0-1", "result = 0-1"),
        ("[Result \"1/2\"]", "*", "result = '1/2-1/2'"),
        ("[Result \"0-0\"]", "*", "result is null"),
        ("[ White \"Alder\" ]", "1-0", "winner = 'Alder'"),
    ] {
        let game = format!("{tags}\n\n1. e4 {end}\n");
        assert_eq!(truth(expression, &game), Truth::True, "{game} {expression}");
    }
}

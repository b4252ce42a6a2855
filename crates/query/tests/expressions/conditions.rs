//! Conditions of the command line as expressions, each with games that pass and games that do not.

use query::{Conditions, Expr, Filter};

#[test]
fn conditions_are_expressions() {
    let given = |text: &str| Some(text.to_owned());
    for (conditions, expression) in [
        (
            Conditions {
                player: vec!["Carlsen".into(), "Müller".into()],
                ..Conditions::default()
            },
            "player = 'Carlsen' and player = 'Müller'",
        ),
        (
            Conditions {
                white: given("Carl*"),
                black: given("K. Müller"),
                ..Conditions::default()
            },
            "white glob 'Carl*' and black = 'K. Müller'",
        ),
        (
            Conditions {
                rating: given("2200.."),
                ..Conditions::default()
            },
            "min_rating >= 2200",
        ),
        (
            Conditions {
                rating: given("2200..2900"),
                ..Conditions::default()
            },
            "min_rating >= 2200 and max_rating <= 2900",
        ),
        (
            Conditions {
                date: given("2023-01..2023-06"),
                ..Conditions::default()
            },
            "date >= '2023-01' and date <= '2023-06'",
        ),
        (
            Conditions {
                date: given("2023"),
                ..Conditions::default()
            },
            "date >= '2023' and date <= '2023'",
        ),
        (
            Conditions {
                result: given("draw,1-0"),
                ..Conditions::default()
            },
            "result = '1/2-1/2' or result = '1-0'",
        ),
        (
            Conditions {
                eco: given("b90..B99,C4"),
                ..Conditions::default()
            },
            "eco between 'B90' and 'B99' or eco glob 'C4*'",
        ),
        (
            Conditions {
                eco: given("A..B"),
                ..Conditions::default()
            },
            "eco between 'A00' and 'B99'",
        ),
        (
            Conditions {
                opening: given("najdorf"),
                event: given("Rated*"),
                site: given("a[b"),
                ..Conditions::default()
            },
            "opening glob '*najdorf*' and event glob 'Rated*' and site glob '*a[[]b*'",
        ),
        (
            Conditions {
                time_control: given("blitz,600+5,-"),
                ..Conditions::default()
            },
            "",
        ),
        (
            Conditions {
                time_control: given("blitz,600+5"),
                ..Conditions::default()
            },
            "speed = 'blitz' or time_control = '600+5'",
        ),
        (
            Conditions {
                plies: given("..10"),
                ending: given("mate"),
                ..Conditions::default()
            },
            "plies <= 10 and ending = 'mate'",
        ),
        (
            Conditions {
                tag: vec!["WhiteTitle=?M".into()],
                ..Conditions::default()
            },
            "tag('WhiteTitle') glob '?M'",
        ),
        (
            Conditions {
                expression: given("bot or titled"),
                plies: given("5.."),
                ..Conditions::default()
            },
            "plies >= 5 and (bot or titled)",
        ),
    ] {
        match conditions.expr() {
            Ok(expr) => {
                assert_eq!(expr.to_string(), expression);
                assert_eq!(Expr::parse(expression).unwrap(), expr);
            }
            Err(error) => assert_eq!(expression, "", "{error}"),
        }
    }
    assert!(Filter::of(&Conditions::default()).unwrap().is_empty());
}

#[test]
fn wrong_conditions_are_named() {
    let given = |text: &str| Some(text.to_owned());
    for (conditions, name) in [
        (
            Conditions {
                player: vec!["C".into()],
                ..Conditions::default()
            },
            "player",
        ),
        (
            Conditions {
                rating: given("high"),
                ..Conditions::default()
            },
            "rating",
        ),
        (
            Conditions {
                rating: given(".."),
                ..Conditions::default()
            },
            "rating",
        ),
        (
            Conditions {
                date: given("2023-1..2023-02"),
                ..Conditions::default()
            },
            "date",
        ),
        (
            Conditions {
                result: given("1-0,win"),
                ..Conditions::default()
            },
            "result",
        ),
        (
            Conditions {
                eco: given("Z00"),
                ..Conditions::default()
            },
            "eco",
        ),
        (
            Conditions {
                eco: given("B90..é"),
                ..Conditions::default()
            },
            "eco",
        ),
        (
            Conditions {
                time_control: given("fast"),
                ..Conditions::default()
            },
            "time-control",
        ),
        (
            Conditions {
                ending: given("check"),
                ..Conditions::default()
            },
            "ending",
        ),
        (
            Conditions {
                tag: vec!["White".into()],
                ..Conditions::default()
            },
            "tag",
        ),
        (
            Conditions {
                tag: vec!["=x".into()],
                ..Conditions::default()
            },
            "tag",
        ),
    ] {
        let error = conditions.expr().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name}: ")), "{error}");
    }
}

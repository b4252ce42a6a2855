//! What holds for any expression and any games.

use archive::{Columns, CompressOptions, ExpandOptions, Game, Level, Reader, compress};
use proptest::prelude::*;
use query::{Comparison, Expr, Field, Filter, Kind, Known, Literal, Op, Summary, Test};
use std::fmt::Write;
use std::io::Cursor;

fn value(field: Known) -> BoxedStrategy<Literal> {
    let numbers = (-50..3000i32, 0..4u8).prop_map(|(whole, quarters)| {
        Literal::Number(f64::from(whole) + f64::from(quarters) / 4.0)
    });
    let of = |text: &str| Literal::Text(text.to_owned());
    match (field, Field::Known(field).kind()) {
        (Known::Result, _) => {
            prop::sample::select(["1-0", "0-1", "1/2-1/2", "*"].map(of).to_vec()).boxed()
        }
        (Known::Speed, _) => {
            prop::sample::select(["blitz", "bullet", "correspondence"].map(of).to_vec()).boxed()
        }
        (Known::Ending, _) => {
            prop::sample::select(["mate", "time", "stalemate"].map(of).to_vec()).boxed()
        }
        (Known::Year, _) => (2018..2024i32)
            .prop_map(|year| Literal::Number(year.into()))
            .boxed(),
        (_, Kind::Number) => numbers.boxed(),
        (_, Kind::Date) => {
            let date = (2018..2024u32, 0..4u32, 0..4u32).prop_map(|(year, month, day)| {
                match (month, day) {
                    (0, _) => format!("{year}"),
                    (_, 0) => format!("{year}-{month:02}"),
                    _ => format!("{year}-{month:02}-{day:02}"),
                }
            });
            // Only the parser makes days.
            date.prop_map(|date| match Expr::parse(&format!("date = '{date}'")) {
                Ok(Expr::Test(Test {
                    op: Op::Compare(_, value),
                    ..
                })) => value,
                other => panic!("{other:?}"),
            })
            .boxed()
        }
        (Known::Position, _) => prop::sample::select(
            [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "8/8/8/4k3/8/8/4K3/8 w - - 0 1",
            ]
            .map(of)
            .to_vec(),
        )
        .boxed(),
        (Known::Moves, _) => {
            prop::sample::select(["1. e4 e5", "d2d4", "Nf3"].map(of).to_vec()).boxed()
        }
        (Known::Material, _) => prop::sample::select(
            ["KRPvKR", "KvK", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"]
                .map(of)
                .to_vec(),
        )
        .boxed(),
        (_, Kind::Name) => {
            prop::sample::select(["Anna", "Emil, B", "Ünal", "o'x \"y\""].map(of).to_vec()).boxed()
        }
        _ => "[A-Ea-z0-9'%_é ]{0,6}".prop_map(Literal::Text).boxed(),
    }
}

fn test() -> impl Strategy<Value = Expr> {
    let op = |field: Known| {
        let is_ordered = !matches!(
            Field::Known(field).kind(),
            Kind::Name | Kind::Truth | Kind::Board
        ) && !matches!(field, Known::Result | Known::Speed | Known::Ending);
        let equal = prop::sample::select(vec![Comparison::Equal, Comparison::Unequal]);
        let ordered = prop::sample::select(vec![
            Comparison::Less,
            Comparison::AtMost,
            Comparison::Greater,
            Comparison::AtLeast,
        ]);
        let compare = if is_ordered {
            ordered.prop_union(equal).boxed()
        } else {
            equal.boxed()
        };
        let text = "[a-eA-E%_*?\\[\\]!' é-]{0,8}";
        let null = Just(Op::IsNull).boxed();
        let any = match Field::Known(field).kind() {
            Kind::Truth => Just(Op::IsTrue).boxed(),
            kind => {
                let plain = (compare, value(field))
                    .prop_map(|(comparison, value)| Op::Compare(comparison, value))
                    .boxed();
                let list = prop::collection::vec(value(field), 1..4)
                    .prop_map(Op::In)
                    .boxed();
                let third = match kind {
                    Kind::Text => {
                        prop_oneof![text.prop_map(Op::Like), text.prop_map(Op::Glob)].boxed()
                    }
                    Kind::Name => {
                        let near = value(field).prop_map(|value| match value {
                            Literal::Text(name) => Op::Near(name),
                            _ => Op::IsNull,
                        });
                        prop_oneof![text.prop_map(Op::Like), text.prop_map(Op::Glob), near].boxed()
                    }
                    Kind::Board => prop::collection::vec(value(field), 2..3)
                        .prop_map(Op::In)
                        .boxed(),
                    _ => (value(field), value(field))
                        .prop_map(|(low, high)| Op::Between(low, high))
                        .boxed(),
                };
                prop_oneof![plain, list, third].boxed()
            }
        };
        prop_oneof![1 => null, 8 => any].prop_map(move |op| {
            Expr::Test(Test {
                field: Field::Known(field),
                op,
            })
        })
    };
    let of_filters = Known::ALL.iter().copied();
    let of_filters: Vec<Known> = of_filters.filter(|field| field.kind().is_some()).collect();
    prop_oneof![
        6 => prop::sample::select(of_filters).prop_flat_map(op),
        // Those by which blocks are told apart come more often.
        6 => prop::sample::select(vec![Known::Date, Known::Year, Known::WhiteRating, Known::MinRating, Known::RatingGap, Known::HasClocks]).prop_flat_map(op),
        1 => ("[A-Za-z' ]{1,8}", "[a-z*]{0,4}").prop_map(|(name, glob)| Expr::Test(Test { field: Field::Tag(name), op: Op::Glob(glob) })),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    test().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Or),
            inner.clone().prop_map(|part| Expr::Not(Box::new(part))),
            inner.prop_map(|part| Expr::NotTrue(Box::new(part))),
        ]
    })
}

/// The text of a game with some of the tags that filters look at.
fn game() -> impl Strategy<Value = String> {
    let date = prop::option::of((2018..2024u32, 0..4u32, 0..4u32));
    let rating = || prop::option::of(1000..2900u32);
    let name = || {
        prop::option::of(prop::sample::select(vec![
            "Anna",
            "Emil, Bo",
            "Ünal",
            "x \\\"y\\\"",
            "?",
        ]))
    };
    let result = prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*", "?"]);
    let moves = prop::sample::select(vec![
        "1. f3 e5 2. g4 Qh4#",
        "1. e4 { [%clk 0:03:00] [%eval 0.3] }",
        "1. d4 $1 { good } (1. e4) Ke3",
        "",
    ]);
    (date, [rating(), rating()], [name(), name()], result, moves).prop_map(
        |(date, ratings, names, result, moves)| {
            let mut text = String::new();
            let part = |part: u32| {
                if part == 0 {
                    "??".to_owned()
                } else {
                    format!("{part:02}")
                }
            };
            if let Some((year, month, day)) = date {
                let _ = writeln!(text, "[Date \"{year}.{}.{}\"]", part(month), part(day));
            }
            for (side, (rating, name)) in ["White", "Black"]
                .into_iter()
                .zip(ratings.into_iter().zip(names))
            {
                name.into_iter()
                    .for_each(|name| text += &format!("[{side} \"{name}\"]\n"));
                rating
                    .into_iter()
                    .for_each(|rating| text += &format!("[{side}Elo \"{rating}\"]\n"));
            }
            text + &format!(
                "[Result \"{result}\"]\n[ECO \"B90\"]\n\n{moves} {}\n\n",
                if result == "?" { "*" } else { result }
            )
        },
    )
}

proptest! {
    #[test]
    fn an_expression_comes_back_from_its_text(expr in expr()) {
        let text = expr.to_string();
        prop_assert_eq!(Expr::parse(&text), Ok(expr), "{}", text);
    }

    #[test]
    fn any_text_is_an_expression_or_an_error(text in "(white|date|not |and |or |in|between|[()',=<>]|20|-| |é|\\PC){0,30}") {
        if let Err(error) = Expr::parse(&text) {
            prop_assert!(error.to_string().lines().count() <= 3);
        }
    }

    #[test]
    fn any_filter_can_be_asked_of_any_game(expr in expr(), text in prop::collection::vec(any::<u8>(), 0..300)) {
        let filter = Filter::new(expr);
        let game = Game::parse(&text);
        let _ = filter.truth(&game);
        prop_assert!(filter.may_match(&Summary::default()) || !filter.matches(&game));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_that_prunes_excludes_a_match(
        games in prop::collection::vec(game(), 1..6),
        exprs in prop::collection::vec(expr(), 40),
    ) {
        let mut packed = Vec::new();
        let config = CompressOptions::new().provenance(false).level(Level::Fast).block_games(2);
        compress(games.concat().as_bytes(), &mut packed, &config).unwrap();
        let mut reader = Reader::open(Cursor::new(packed), &ExpandOptions::new()).unwrap();
        let summaries: Vec<_> = reader.blocks().iter().map(|block| (block.first_game(), Summary::of_block(block))).collect();
        let all = 0..reader.len();
        let whole: Vec<Game> = reader.games(all.clone(), Columns::ALL).unwrap().map(Result::unwrap).collect();
        let tags: Vec<Game> = reader.games(all, Columns::TAGS).unwrap().map(Result::unwrap).collect();
        for filter in exprs.into_iter().map(Filter::new) {
            for (number, (whole, tags)) in whole.iter().zip(&tags).enumerate() {
                if !filter.matches(whole) {
                    continue;
                }
                let block = summaries.partition_point(|(first, _)| *first <= number as u64) - 1;
                prop_assert!(filter.may_match(&summaries[block].1), "{} {:?}", filter.expr(), summaries[block]);
                prop_assert!(filter.may_match_with(tags, Columns::TAGS), "{}", filter.expr());
            }
        }
    }
}

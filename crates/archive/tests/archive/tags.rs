use crate::samples::{assert_expands_to, blocks_of, packed};
use archive::Config;
use proptest::prelude::*;

/// A text that is compressed without looking whether it comes back, and must come back.
fn size(text: &str) -> usize {
    let config = Config {
        verify: false,
        ..blocks_of(4096)
    };
    let (archive, _) = packed(text.as_bytes(), &config);
    assert_expands_to(&archive, text.as_bytes());
    archive.len()
}

/// Names of ten players in turn, so that many pairs meet.
fn pair(game: usize) -> [String; 2] {
    [game * 7, game * 3 + 1].map(|n| format!("Player{}, Number", (b'A' + (n % 10) as u8) as char))
}

/// Games with tags as `tags` writes them.
fn texts(tags: impl Fn(&str, &str, usize) -> String) -> String {
    let games = (0..200).map(|game| {
        let [white, black] = pair(game);
        format!("{}\n1. e4 *\n\n", tags(&white, &black, game))
    });
    games.collect()
}

#[test]
fn what_follows_from_both_players_costs_little() {
    let tags = |white: &str, black: &str, game: usize| {
        let ratings = [1500 + game * 31 % 700, 1480 + game * 17 % 800];
        let result = ["1-0", "0-1", "1/2-1/2"][game * game % 7 % 3];
        let winner = match result {
            "1-0" => white,
            "0-1" => black,
            _ => "Draw",
        };
        let [difference, mean] = [
            ratings[0] as i32 - ratings[1] as i32,
            (ratings[0] + ratings[1]) as i32 / 2,
        ];
        let plain = format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n",
            ratings[0], ratings[1]
        );
        let more =
            format!("[Winner \"{winner}\"]\n[EloDiff \"{difference}\"]\n[AverageElo \"{mean}\"]\n");
        (plain, more)
    };
    let plain = size(&texts(|white, black, game| tags(white, black, game).0));
    let told = size(&texts(|white, black, game| {
        let (plain, more) = tags(white, black, game);
        plain + &more
    }));
    assert!(told < plain + 150, "{told} {plain}");
}

#[test]
fn the_end_of_a_game_follows_from_its_start_and_duration() {
    let plain = size(&texts(|_, _, game| {
        let duration = format!(
            "[GameDuration \"00:{:02}:{:02}\"]\n",
            game * 7 % 31,
            game % 60
        );
        format!(
            "{duration}[GameStartTime \"2023-12-31T{:02}:00:00.50 CET\"]\n",
            game / 9
        )
    }));
    let told = size(&texts(|_, _, game| {
        let (minutes, seconds) = (game * 7 % 31, game % 60);
        let duration = format!("[GameDuration \"00:{minutes:02}:{seconds:02}\"]\n");
        let start = format!("2023-12-31T{:02}:00:00.50 CET", game / 9);
        let end = format!(
            "2023-12-31T{:02}:{minutes:02}:{seconds:02}.75 CET",
            game / 9
        );
        format!("{duration}[GameStartTime \"{start}\"]\n[GameEndTime \"{end}\"]\n")
    }));
    assert!(told < plain + 100, "{told} {plain}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn tags_that_name_players_come_back_in_any_order(
        games in proptest::collection::vec(proptest::collection::vec((0..8usize, 0..4usize, 0..4usize), 0..6), 0..12)
    ) {
        let names = ["", "Ann - Bob", "Bob", "Player: Ann"];
        let mut text = String::new();
        for game in games {
            for (tag, one, other) in game {
                let (one, other) = (names[one], names[other]);
                text += &match tag {
                    0 => format!("[White \"{one}\"]\n"),
                    1 => format!("[Black \"{one}\"]\n"),
                    2 => format!("[Event \"Open: {one} - {other}\"]\n"),
                    3 => format!("[ChapterName \"{one} - {other}\"]\n"),
                    4 => format!("[Winner \"{one}\"]\n"),
                    5 => format!("[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n", one.len(), other.len() * 999),
                    6 => format!("[EloDiff \"{}\"]\n", one.len() as i32 - other.len() as i32 * 999),
                    _ => format!("[Event \"{one}\"]\n"),
                };
            }
            text += "\n1. e4 *\n\n";
        }
        size(&text);
    }

    #[test]
    fn moments_and_times_come_back(
        games in proptest::collection::vec((0..10_000u32, 0..14u32, 0..32u32, 0..100u32, "[.0-9]{0,8}", 0..6usize), 0..12)
    ) {
        let mut text = String::new();
        for (year, month, day, part, end, tag) in games {
            let moment = format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{part:02}{end}", part % 25, part % 61);
            text += &match tag {
                0 => format!("[Start \"{moment}\"]\n"),
                1 => format!("[Start \"{moment}\"]\n[End \"{moment}\"]\n"),
                2 => format!("[Time \"{}:{:02}:00\"]\n[End \"{moment}\"]\n", part * 10, part % 60),
                3 => format!("[End \"{moment}\"]\n[Time \"0:00:{part:02}\"]\n[Start \"{moment}\"]\n"),
                4 => format!("[End \"{moment} UTC\"]\n"),
                _ => format!("[Start \"{moment}\"]\n[End \"{year}\"]\n"),
            };
            text += "\n1. e4 *\n\n";
        }
        size(&text);
    }
}

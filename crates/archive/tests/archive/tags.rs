use crate::samples::{assert_expands_to, blocks_of, packed};
use proptest::prelude::*;

/// A text that is compressed without looking whether it comes back, and must come back.
fn size(text: &str) -> usize {
    let config = blocks_of(4096).verify(false);
    let (archive, _) = packed(text.as_bytes(), &config);
    assert_expands_to(&archive, text.as_bytes());
    archive.len()
}

/// Games with tags as `tags` writes them.
fn texts(tags: impl Fn(usize) -> String) -> String {
    let games = (0..200).map(|game| format!("{}\n1. e4 *\n\n", tags(game)));
    games.collect()
}

#[test]
fn the_end_of_a_game_follows_from_its_start_and_duration() {
    let plain = size(&texts(|game| {
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
    let told = size(&texts(|game| {
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

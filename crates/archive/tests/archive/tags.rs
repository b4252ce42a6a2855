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
fn players_who_are_named_again_cost_little() {
    let names = |white: &str, black: &str| format!("[White \"{white}\"]\n[Black \"{black}\"]\n");
    let plain = size(&texts(|white, black, _| names(white, black)));
    let behind = size(&texts(|white, black, game| {
        let round = game / 20;
        let names = names(white, black);
        format!("{names}[ChapterName \"Round {round}: {white} - {black}\"]\n")
    }));
    let ahead = size(&texts(|white, black, _| {
        let names = names(white, black);
        format!("[Event \"Open: {black} vs {white} (2024)\"]\n{names}")
    }));
    assert!(behind < plain + 100, "{behind} {plain}");
    assert!(ahead < plain + 100, "{ahead} {plain}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn tags_that_name_players_come_back_in_any_order(
        games in proptest::collection::vec(proptest::collection::vec((0..5usize, 0..4usize, 0..4usize), 0..6), 0..12)
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
                    _ => format!("[Event \"{one}\"]\n"),
                };
            }
            text += "\n1. e4 *\n\n";
        }
        size(&text);
    }
}

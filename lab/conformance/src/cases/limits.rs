//! As little, as much, as deep and as long as there can be.

use crate::case::plain;
use crate::{Form, Made, Player};
use anyhow::Result;
use archive::{CompressOptions, Level};

pub(super) fn cases(made: &mut Made) -> Result<()> {
    made.text("empty", b"", &fast(), "an empty text: no block")?;
    made.text(
        "game-of-one-byte",
        &[
            &Player::new(71).games(
                20,
                &Form {
                    plies: 10,
                    ..Form::default()
                },
            )[..],
            b"*",
        ]
        .concat(),
        &fast(),
        "the last game is one byte",
    )?;
    let nested = format!("1. e4 {}{}*\n", "(1. d4 ".repeat(256), ") ".repeat(256));
    made.text(
        "variations-256",
        nested.as_bytes(),
        &fast(),
        "256 variations in each other",
    )?;
    let tiny: String = (0..5000)
        .map(|game| format!("1. {} *\n\n", ["e4", "d4", "c4", "Nf3"][game * game % 4]))
        .collect();
    made.text(
        "games-5000",
        tiny.as_bytes(),
        &fast(),
        "more games than a block has",
    )?;
    let games = Player::new(72).games(
        60,
        &Form {
            plies: 16,
            ..Form::default()
        },
    );
    made.text(
        "blocks-of-one-game",
        &games,
        &fast().block_games(1).group_games(1),
        "a block for each game: a long index",
    )?;
    made.text(
        "game-in-parts",
        long_comment(40_000).as_bytes(),
        &fast().block_bytes(4096),
        "a game longer than two blocks may be, divided",
    )?;
    made.text(
        "game-of-4000-plies",
        knights(4000).as_bytes(),
        &fast(),
        "a game of 4,000 plies",
    )?;
    let names = format!(
        "[{} \"{}\"]\n[White \"{}\"]\n\n1. e4 *\n",
        "N".repeat(300),
        "value ".repeat(2000),
        "ж".repeat(400),
    );
    made.text(
        "long-names",
        names.as_bytes(),
        &fast(),
        "a tag name of 300 bytes, a value of 12,000",
    )?;
    made.text(
        "long-file-name",
        b"1. e4 *\n",
        &fast().file_name(&*format!("{}.pgn", "x".repeat(251))),
        "a file name of 255 bytes",
    )?;
    let tags: String = (0..700)
        .map(|tag| format!("[Tag{tag} \"{}\"]\n", tag * 7 % 31))
        .collect();
    made.text(
        "many-tags",
        format!("{tags}\n*\n").as_bytes(),
        &fast(),
        "700 tags of different names",
    )
}

fn fast() -> CompressOptions {
    plain().level(Level::Fast)
}

pub(super) fn noise(count: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(70);
    (0..count).map(|_| random.u8(..)).collect()
}

fn long_comment(bytes: usize) -> String {
    let mut text = "[White \"A\"]\n\n1. e4 {".to_owned();
    let mut word = 0;
    while text.len() < bytes {
        text.push_str(&format!("word{} ", word * word % 97));
        word += 1;
    }
    text.push_str("} 1-0\n");
    text
}

fn knights(plies: usize) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let words = (0..plies).map(|ply| match ply % 2 {
        0 => format!("{}. {} ", ply / 2 + 1, moves[ply % 4]),
        _ => format!("{} ", moves[ply % 4]),
    });
    words.chain(["1/2-1/2\n".to_owned()]).collect()
}

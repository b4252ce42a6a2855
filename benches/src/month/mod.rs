//! A stretch of a month on a large server, made of real games and players who are made up.
//!
//! No real month with the players of today is at hand, and what names and ratings cost depends on how soon a player returns. So real
//! games get players whose activity is that of real ones; see [`activity`] for the numbers. What an archive of such a file says about
//! names, ratings and times is meant to hold; its moves and clocks are those of the games taken, which come again and again.

pub mod activity;
pub mod names;

use activity::Played;
use names::Names;
use std::io::{self, Write};

/// Tags whose values are made up, and the text in front of each.
const MADE: [&[u8]; 8] = [
    b"[White \"",
    b"[Black \"",
    b"[WhiteElo \"",
    b"[BlackElo \"",
    b"[Date \"",
    b"[UTCDate \"",
    b"[UTCTime \"",
    b"[Round \"",
];

/// Writes a real game with the players, the ratings and the time of one that was made up. Lines of other tags and the moves stay.
///
/// # Errors
///
/// Those of the writer.
pub fn write_game(
    game: &[u8],
    played: &Played,
    names: &Names,
    out: &mut dyn Write,
) -> io::Result<()> {
    for line in game.split_inclusive(|&byte| byte == b'\n') {
        match MADE.iter().find(|tag| line.starts_with(tag)) {
            None => out.write_all(line)?,
            Some(tag) => {
                out.write_all(tag)?;
                let value = value(tag, played, names);
                writeln!(out, "{value}\"]")?;
            }
        }
    }
    Ok(())
}

fn value(tag: &[u8], played: &Played, names: &Names) -> String {
    let (day, second) = (played.second / 86_400, played.second % 86_400);
    match tag {
        b"[White \"" => names.of(played.white),
        b"[Black \"" => names.of(played.black),
        b"[WhiteElo \"" => played.ratings.0.to_string(),
        b"[BlackElo \"" => played.ratings.1.to_string(),
        b"[Round \"" => "-".to_owned(),
        b"[UTCTime \"" => format!(
            "{:02}:{:02}:{:02}",
            second / 3600,
            second / 60 % 60,
            second % 60
        ),
        _ => format!("2023.01.{:02}", day + 1),
    }
}

/// The games of a text: each begins with its first tag.
#[must_use]
pub fn games(text: &[u8]) -> Vec<&[u8]> {
    let mut games = Vec::new();
    let (mut start, mut at, mut moves) = (0, 0, false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_tag = line.first() == Some(&b'[');
        if is_tag && moves {
            games.push(&text[start..at]);
            start = at;
        }
        moves = !is_tag && (moves || line.len() > 2);
        at += line.len();
    }
    games.push(&text[start..]);
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gets_new_players_and_keeps_the_rest() {
        let text = b"[Event \"Rated\"]\n[White \"a\"]\n[BlackElo \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n*\n";
        let games = games(text);
        assert_eq!(games.len(), 2);
        let played = Played {
            second: 90_061,
            white: 1,
            black: 2,
            ratings: (1500, 1600),
        };
        let names = Names::learn([&b"abcabd"[..], b"bcd"]);
        let mut out = Vec::new();
        write_game(games[0], &played, &names, &mut out).unwrap();
        let name = names.of(1);
        let wanted =
            format!("[Event \"Rated\"]\n[White \"{name}\"]\n[BlackElo \"1600\"]\n\n1. e4 *\n\n");
        assert_eq!(String::from_utf8(out).unwrap(), wanted);
    }
}

//! Moves in texts.

use pgnz::{Error, Game, Moves};

/// The main line of a text: moves in UCI or standard algebraic notation with blanks between, or a game in PGN, with or without tags.
pub fn of(text: &str) -> Result<Moves, Error> {
    let unread = match text.parse() {
        Ok(moves) => return Ok(moves),
        Err(unread) => unread,
    };
    let game = Game::parse(text.as_bytes());
    let is_game = game.tags().pairs().len() > 0
        || !game.main_line().plies.is_empty()
        || RESULTS.contains(&text.trim());
    // What comes before the first move of a game is not read, so that in any other text no move would be found.
    match is_game || !game.main_line().unread.is_empty() {
        true => Moves::of(&game),
        false => Err(unread),
    }
}

/// A game may be no more than its result.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_lists_of_moves_are_read() {
        for text in [
            "e4 e5",
            "e2e4 e7e5",
            "1. e4 e5",
            "1.e4 e5 *",
            "1. e4 { good } e5 (1... c5) *",
            "[White \"Anna\"]\n\n1. e4 e5 1-0\n",
        ] {
            assert_eq!(of(text).unwrap().to_uci(), ["e2e4", "e7e5"], "{text}");
        }
        for empty in ["", "*", " 1-0\n", "[White \"Anna\"]\n\n1-0\n"] {
            assert!(of(empty).unwrap().is_empty(), "{empty}");
        }
        let set_up = of("[FEN \"7k/8/8/8/8/8/4P3/K7 w - - 0 1\"]\n\n1. e4 *").unwrap();
        assert_eq!(set_up.to_uci(), ["e2e4"]);
        for wrong in ["1. e4 e4", "e2e5", "nonsense", "{ nonsense }"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}

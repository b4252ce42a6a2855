//! Divides games into studies as Lichess takes them.
//!
//! Not part of the format.

use super::{Parts, numbered};
use crate::{Archives, Error, Plan};
use archive::{Columns, Game};
use query::Filter;
use std::io::{Read, Seek};

/// A study of Lichess has at most so many chapters; a game is a chapter.
const MOST_GAMES: usize = 64;
/// A chapter has at most so many moves, those of variations among them.
const MOST_MOVES: usize = 3000;

/// Consecutive games, 64 in each output, and at the end an output with the games that are too long for a chapter.
pub fn divide<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
) -> Result<Parts, Error> {
    let columns = Columns::TAGS | Columns::MOVES;
    let found = archives.sift(filter, columns, |game| game.map(moves))?;
    let games = found.len();
    let (fitting, long): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|(_, moves)| *moves <= MOST_MOVES);
    let mut plan = Plan::default();
    for piece in fitting.chunks(MOST_GAMES) {
        plan.push(piece.iter().map(|(game, _)| *game));
    }
    let mut names = numbered(fitting.len().div_ceil(MOST_GAMES));
    if !long.is_empty() {
        plan.push(long.into_iter().map(|(game, _)| game));
        names.push("too-long".to_owned());
    }
    Ok(Parts { plan, names, games })
}

/// The moves of a game and of all its variations.
fn moves(game: &Game) -> usize {
    let (mut moves, mut open) = (0, vec![game.main_line()]);
    while let Some(line) = open.pop() {
        moves += line.plies.len();
        open.extend(&line.variations);
        open.extend(line.plies.iter().flat_map(|ply| &ply.variations));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_variations_count() {
        let game = Game::parse(b"1. e4 (1. d4 d5 (1... Nf6 2. c4)) e5 (1... c5) 2. Nf3 *");
        assert_eq!(moves(&game), 8);
    }
}

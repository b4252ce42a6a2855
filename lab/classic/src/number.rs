//! A game as one integer in mixed radix.
//!
//! The index of each move among the `n` legal ones, in the [canonical order](legal::order), is a digit to the base `n`; the first move
//! is the lowest digit. With k plies, 0 is the game in which the lowest man always goes to its lowest square. How many plies there
//! are is not in the number.
//!
//! In the form with an end it is: each base is one larger, and the highest digit value says that the player to move ends the game; where
//! there is no legal move nothing has to be said. Two in a row are a draw that was agreed.
//!
//! The arithmetic is that of [`entropy::radix`]. A base is known only when the moves before it are, so decoding takes digits off one by one:
//! a division of a long number by a short one for each ply, which stays in milliseconds for any game.

use entropy::radix::{Digits, join};
use legal::{LegalMoves, Position};
use num_bigint::BigUint;

use crate::games::replay;
use crate::{Error, Game};

/// Games of more plies are not read, so that junk costs little.
pub const MOST_PLIES: usize = 20_000;

/// The number of a game, to be kept with the number of its plies.
///
/// ```
/// use classic::{Game, number};
/// use legal::{Position, san};
///
/// let mut game = Game::new(Position::standard());
/// for (text, expected) in [("e4", 13u32), ("e5", 233), ("Nf3", 5433), ("f6", 225_833)] {
///     let position = game.last_position();
///     let legal = position.legal_moves();
///     game.moves.push(legal[san::read(text.as_bytes(), &position, &legal).unwrap()]);
///     assert_eq!(number::encode(&game)?, expected.into());
/// }
/// assert_eq!(number::decode(&game.start, 4, &225_833u32.into())?, game);
/// # Ok::<(), classic::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Refused`] if a move is not legal, or there are more than [`MOST_PLIES`].
pub fn encode(game: &Game) -> Result<BigUint, Error> {
    let (digits, _) = digits(game, 0)?;
    Ok(join(&digits).0)
}

/// The number of a game that says where the game ends.
///
/// # Errors
///
/// [`Error::Refused`] as [`encode`], and for a draw that is agreed where there is no legal move.
pub fn encode_with_end(game: &Game) -> Result<BigUint, Error> {
    let (mut digits, last) = digits(game, 1)?;
    let end = last.legal_moves().len() as u32;
    if end > 0 {
        let ends = if game.agreed { 2 } else { 1 };
        digits.extend([(end, end + 1); 2].into_iter().take(ends));
    } else if game.agreed {
        return Err(Error::refused("no draw is agreed where the game is over"));
    }
    Ok(join(&digits).0)
}

/// How many numbers there are for games that have the same numbers of legal moves.
///
/// # Errors
///
/// [`Error::Refused`] as [`encode`].
pub fn cases(game: &Game) -> Result<BigUint, Error> {
    let (digits, _) = digits(game, 0)?;
    Ok(join(&digits).1)
}

/// The digits of a game with their bases, which are `more` than there are legal moves, and the last position.
fn digits(game: &Game, more: usize) -> Result<(Vec<(u32, u32)>, Position), Error> {
    if game.moves.len() > MOST_PLIES {
        let what = format!("the game has {} plies", game.moves.len());
        return Err(Error::refused(what));
    }
    let mut digits = Vec::with_capacity(game.moves.len() + 2);
    let last = replay(game, |_, legal, index| {
        digits.push((index as u32, (legal.len() + more) as u32));
        Ok(())
    })?;
    Ok((digits, last))
}

/// The game of so many plies that has a number.
///
/// # Errors
///
/// [`Error::Malformed`] if no game from this start has it.
pub fn decode(start: &Position, plies: usize, number: &BigUint) -> Result<Game, Error> {
    if plies > MOST_PLIES {
        return Err(Error::malformed(format!("{plies} plies are too many")));
    }
    let mut reading = Reading::new(start, number);
    for ply in 0..plies {
        if reading.legal.is_empty() {
            let what = format!("the game is over after {ply} plies");
            return Err(Error::malformed(what));
        }
        let digit = reading.pop(reading.legal.len());
        reading.play(digit);
    }
    reading.finish()
}

/// The game of a number that says where the game ends.
///
/// # Errors
///
/// [`Error::Malformed`] if no game from this start has it.
pub fn decode_with_end(start: &Position, number: &BigUint) -> Result<Game, Error> {
    let mut reading = Reading::new(start, number);
    while !reading.legal.is_empty() {
        let end = reading.legal.len();
        let digit = reading.pop(end + 1);
        if digit == end {
            reading.game.agreed = !reading.rest.is_zero();
            if reading.game.agreed && reading.pop(end + 1) != end {
                return Err(Error::malformed("a move follows after the end of the game"));
            }
            break;
        }
        if reading.game.moves.len() == MOST_PLIES {
            let what = format!("a game of more than {MOST_PLIES} plies");
            return Err(Error::malformed(what));
        }
        reading.play(digit);
    }
    reading.finish()
}

/// A game while its number is read.
struct Reading {
    game: Game,
    position: Position,
    legal: LegalMoves,
    rest: Digits,
}

impl Reading {
    fn new(start: &Position, number: &BigUint) -> Self {
        Self {
            game: Game::new(start.clone()),
            position: start.clone(),
            legal: start.legal_moves(),
            rest: Digits::new(number.clone()),
        }
    }

    /// Takes the lowest digit off.
    fn pop(&mut self, base: usize) -> usize {
        self.rest.pop(base as u32) as usize
    }

    fn play(&mut self, index: usize) {
        let m = self.legal[index];
        self.game.moves.push(m);
        self.position.play(m);
        self.position.legal_moves_into(&mut self.legal);
    }

    fn finish(self) -> Result<Game, Error> {
        if self.rest.is_zero() {
            return Ok(self.game);
        }
        let plies = self.game.moves.len();
        let what = format!("the number is too large for a game of {plies} plies");
        Err(Error::malformed(what))
    }
}

//! The 960 start positions of Chess960 and their numbers, after Scharnagl.
//!
//! The scheme is that of [`legal::chess960`].

pub use legal::chess960::{FirstRank as Rank, POSITIONS, fen, letters};
use legal::chess960::{Line, first_rank};
use legal::{Position, Role, SetupError, Variant};

use crate::Error;

/// The number of the start position of standard chess.
pub const STANDARD: u32 = 518;

/// The first rank of the start position with a number below [`POSITIONS`].
///
/// ```
/// use classic::chess960;
/// let rank = chess960::rank(356).unwrap();
/// assert_eq!(chess960::letters(&rank), "NBBRKRQN");
/// assert_eq!(chess960::number(&rank), Ok(356));
/// ```
///
/// # Errors
///
/// [`Error::Refused`] for numbers past 959.
pub fn rank(number: u32) -> Result<Rank, Error> {
    first_rank(number).ok_or_else(|| {
        Error::refused(format!(
            "start positions have the numbers 0 to 959, not {number}"
        ))
    })
}

/// The number of a first rank.
///
/// # Errors
///
/// [`Error::Refused`] if it is none of the 960.
pub fn number(rank: &Rank) -> Result<u32, Error> {
    legal::chess960::number(rank).ok_or_else(|| {
        Error::refused(format!(
            "{} is not a first rank of Chess960: it needs bishops on both colours and the king between the rooks",
            letters(rank)
        ))
    })
}

/// A first rank from letters.
///
/// # Errors
///
/// [`Error::Malformed`] if they are not eight letters of men.
pub fn parse(letters: &str) -> Result<Rank, Error> {
    let roles: Option<Vec<_>> = letters.chars().map(Role::from_char).collect();
    let rank = roles.and_then(|roles| Rank::try_from(roles).ok());
    rank.ok_or_else(|| {
        Error::malformed(format!(
            "{letters:?} is not a rank: use eight letters of K, Q, R, B and N"
        ))
    })
}

/// The start position with this first rank.
///
/// # Errors
///
/// [`SetupError`] if no game can start from it.
pub fn position(rank: &Rank) -> Result<Position, SetupError> {
    Position::from_fen(&fen(rank), Variant::Standard)
}

/// The first rank of the start position that a FEN holds.
///
/// # Errors
///
/// [`Error::Refused`] if it is no start position of Chess960: ranks between empty, Black's men opposite to White's, all rights to
/// castle, White to move.
pub fn of_fen(fen: &str) -> Result<Rank, Error> {
    let position = Position::from_fen(fen, Variant::Standard)
        .map_err(|error| Error::refused(error.to_string()))?;
    let first = fen.split([' ', '/']).nth(7).unwrap_or_default();
    let rank = parse(first)?;
    number(&rank)?;
    let start = self::position(&rank).map_err(|error| Error::refused(error.to_string()))?;
    let is_start = start.hash() == position.hash() && start.board() == position.board();
    is_start.then_some(rank).ok_or_else(|| {
        Error::refused("it is not the start of a game: men, pawns or rights to castle are missing or elsewhere")
    })
}

/// Draws a number, each with the same chance. `below` draws one below its argument.
pub fn random(mut below: impl FnMut(u32) -> u32) -> u32 {
    below(POSITIONS)
}

/// Draws a first rank by throwing a die, after Bodlaender: a bishop on one of four dark squares, one on one of four light ones, the queen
/// on one of the six files left, the knights on one of five and one of four; what the die has too much is thrown again.
///
/// `below` draws a number below its argument; it is asked for six faces only. Each of the 960 has the same chance.
pub fn dice(mut below: impl FnMut(u32) -> u32) -> Rank {
    let mut throw = |faces: usize| {
        loop {
            let face = below(6) as usize;
            if face < faces {
                return face;
            }
        }
    };
    let mut line = Line::default();
    line.files[throw(4) * 2] = Some(Role::Bishop);
    line.files[throw(4) * 2 + 1] = Some(Role::Bishop);
    line.put(throw(6), Role::Queen);
    line.put(throw(5), Role::Knight);
    line.put(throw(4), Role::Knight);
    line.fill()
}

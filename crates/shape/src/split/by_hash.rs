//! Divides games at random, but always in the same way: by a hash of each game, for training and testing.
//!
//! Not part of the format.

use super::{Parts, numbered};
use crate::{Archives, Error, Plan};
use archive::{Columns, Digest, Game};
use query::{Filter, GameId};
use std::io::{Read, Seek};

/// The shares of games that parts get, each above 0 and together at most 1. Games beyond their sum are left out.
///
/// ```
/// use shape::Shares;
///
/// let shares: Shares = "0.9,0.1".parse()?;
/// assert_eq!(shares.count(), 2);
/// assert!("0.9,0.2".parse::<Shares>().is_err());
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shares {
    /// The upper end of each share, in parts of 2³².
    ends: [u64; MOST],
    count: usize,
}

/// There are at most so many parts.
const MOST: usize = 16;
/// Shares are counted in parts of this.
const WHOLE: u64 = 1 << 32;

impl Shares {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The part for a hash.
    fn part(&self, hash: u32) -> Option<usize> {
        let ends = self.ends.get(..self.count)?;
        Some(ends.partition_point(|&end| end <= hash.into())).filter(|&part| part < self.count)
    }
}

impl std::str::FromStr for Shares {
    type Err = archive::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            archive::Error::argument(format!(
                "shares are up to {MOST} numbers above 0 that are 1 together or less, such as 0.9,0.1"
            ))
        };
        let mut shares = Self::default();
        let mut sum = 0.0;
        for share in text.split(',') {
            let share: f64 = share.trim().parse().map_err(|_| wrong())?;
            if !(share > 0.0 && share <= 1.0) || shares.count == MOST {
                return Err(wrong());
            }
            sum += share;
            if sum > 1.0 + 1e-9 {
                return Err(wrong());
            }
            shares.ends[shares.count] = (sum.min(1.0) * WHOLE as f64).round() as u64;
            shares.count += 1;
        }
        Ok(shares)
    }
}

/// Gives each game that passes the filter to the part of its hash.
pub fn divide<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    shares: Shares,
) -> Result<Parts, Error> {
    let columns = Columns::TAGS | Columns::MOVES;
    let found = archives.sift(filter, columns, |game| Some(shares.part(hash(game?))))?;
    let mut parts = vec![Vec::new(); shares.count];
    let mut games = 0;
    for (game, part) in found {
        if let Some(part) = part.and_then(|part| parts.get_mut(part)) {
            part.push(game);
            games += 1;
        }
    }
    let mut plan = Plan::default();
    for part in parts {
        plan.push(part);
    }
    let names = numbered(shares.count);
    Ok(Parts { plan, names, games })
}

/// The first 32 bits of the SHA-256 of a game's id; of a game without one, of its moves, and of one without moves, of its players and its date. So copies of a game
/// have the same, wherever they come from.
fn hash(game: &Game) -> u32 {
    let digest = Digest::of(key(game).as_bytes());
    let [a, b, c, d, ..] = digest.sha256;
    u32::from_be_bytes([a, b, c, d])
}

fn key(game: &Game) -> String {
    if let Some(id) = GameId::of(game) {
        return format!("id {id}");
    }
    let mut moves = game.moves().peekable();
    if moves.peek().is_none() {
        let tag = |name| String::from_utf8_lossy(game.tags().get(name).unwrap_or_default());
        return format!(
            "players {}\n{}\n{}",
            tag("White"),
            tag("Black"),
            tag("Date")
        );
    }
    let mut key = "moves".to_owned();
    if let Some(fen) = game.tags().get("FEN") {
        key.push(' ');
        key.push_str(&String::from_utf8_lossy(fen));
    }
    for played in moves {
        key.push(' ');
        key.push_str(&played.to_string());
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_take_their_part_of_all_hashes_and_leave_out_the_rest() {
        let shares: Shares = "0.5, 0.25".parse().unwrap();
        assert_eq!(shares.part(0), Some(0));
        assert_eq!(shares.part((1 << 31) - 1), Some(0));
        assert_eq!(shares.part(1 << 31), Some(1));
        assert_eq!(shares.part(3 << 30), None);
        let all: Shares = "0.1,0.2,0.7".parse().unwrap();
        assert_eq!(all.part(u32::MAX), Some(2));
        for wrong in ["", "0", "1.1", "0.5,0.6", "-0.1", "x", "NaN"] {
            assert!(wrong.parse::<Shares>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn copies_of_a_game_have_the_same_hash() {
        let of = |text: &str| hash(&Game::parse(text.as_bytes()));
        let link = "[Site \"https://lichess.org/abcdefgh\"]\n[White \"A\"]\n\n";
        assert_eq!(
            of(&format!("{link}1. e4 *")),
            of(&format!("{link}1. e4 {{x}} e5 *"))
        );
        assert_eq!(of("[White \"A\"]\n\n1. e4 e5 *"), of("1.e4 {x} e5 1-0"));
        assert_ne!(of("1. e4 e5 *"), of("1. e4 c5 *"));
        assert_ne!(of("[White \"A\"]\n\n*"), of("[White \"B\"]\n\n*"));
    }
}

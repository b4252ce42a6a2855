//! Games in few bytes: their moves coded by a network.
//!
//! The file: the number of games (4 bytes), 20 bytes for each game, then the messages of the range coder one after another. All numbers
//! are little-endian. A game: ratings of White and Black (2 each), pace, site, outcome (1 each), a bit each (1): held out, of engines;
//! the year (2), how many of 256 plies by White and by Black are to be used, at most 255 (1 each), the number of plies (2), 1 if the
//! message is the plies themselves, a byte each (2), the bytes of the message (4).

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use entropy::{Code, Encode as _, Frequencies, range};
use legal::{Cursor, Position};
use model::softmax;
use rayon::prelude::*;
use streams::moves::{MoveContext, Outcome, Pace, Setting, Site};
use streams::training::networks::{Asked, Networks};

/// Bytes of a game before the messages.
const RECORD: usize = 20;

/// A game to be played on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// What is known of it before its first move.
    pub setting: Setting,
    /// The index of each move among the legal ones.
    pub plies: Vec<u8>,
    /// How many of 256 plies by White and by Black are to be used.
    pub kept: [u8; 2],
    /// Whether it is only measured on.
    pub held_out: bool,
    /// Whether engines played it, so that nothing can be said of it by networks that predict people.
    pub engines: bool,
}

/// Games to be played on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    /// The games, in the order of the file.
    pub games: Vec<Game>,
}

impl Pack {
    /// The bytes of the file. Its moves are coded by the networks, if there are any: it is then small, and takes long to read.
    pub fn to_bytes(&self, networks: Option<&Arc<Networks>>) -> Vec<u8> {
        let message = |game: &Game| {
            let Some(networks) = networks else {
                return game.plies.clone();
            };
            let mut coder = range::Encoder::new();
            code(game, &mut coder, networks, game.plies.len());
            coder.finish()
        };
        let messages: Vec<_> = self.games.par_iter().map(message).collect();
        let mut bytes = (self.games.len() as u32).to_le_bytes().to_vec();
        for (game, message) in self.games.iter().zip(&messages) {
            let setting = &game.setting;
            bytes.extend(setting.ratings.map(u16::to_le_bytes).concat());
            bytes.extend([
                setting.pace as u8,
                setting.site as u8,
                setting.outcome as u8,
                u8::from(game.held_out) | u8::from(game.engines) << 1,
            ]);
            bytes.extend(setting.year.to_le_bytes());
            bytes.extend(game.kept);
            bytes.extend((game.plies.len() as u16).to_le_bytes());
            bytes.extend(u16::from(networks.is_none()).to_le_bytes());
            bytes.extend((message.len() as u32).to_le_bytes());
        }
        bytes.extend(messages.concat());
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes), with the same networks.
    ///
    /// # Errors
    ///
    /// If the bytes are cut short.
    pub fn from_bytes(bytes: &[u8], networks: &Arc<Networks>) -> Result<Self> {
        let short = || "the file is cut short";
        let (&count, rest) = bytes.split_first_chunk().with_context(short)?;
        let count = u32::from_le_bytes(count) as usize;
        let (records, mut rest) = rest.split_at_checked(RECORD * count).with_context(short)?;
        let mut games = Vec::new();
        for record in records.as_chunks::<RECORD>().0 {
            let length = u32::from_le_bytes(*record.last_chunk().with_context(short)?);
            let (message, after) = rest.split_at_checked(length as usize).with_context(short)?;
            rest = after;
            games.push((record, message));
        }
        ensure!(rest.is_empty(), "the file goes on after its last game");
        let games = games.into_par_iter().map(|(record, message)| {
            let word = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
            let mut game = Game {
                setting: Setting {
                    ratings: [word(0), word(2)],
                    pace: Pace::ALL[usize::from(record[4])],
                    site: Site::ALL[usize::from(record[5])],
                    outcome: OUTCOMES[usize::from(record[6])],
                    year: word(8),
                    ..Setting::default()
                },
                plies: Vec::new(),
                kept: [record[10], record[11]],
                held_out: record[7] & 1 != 0,
                engines: record[7] & 2 != 0,
            };
            game.plies = match word(14) {
                0 => {
                    let mut coder = range::Decoder::new(message);
                    code(&game, &mut coder, networks, usize::from(word(12)))
                }
                _ => message.to_vec(),
            };
            game
        });
        Ok(Self {
            games: games.collect(),
        })
    }
}

const OUTCOMES: [Outcome; 4] = [
    Outcome::Unknown,
    Outcome::White,
    Outcome::Black,
    Outcome::Draw,
];

/// Codes so many plies of a game.
fn code(game: &Game, coder: &mut impl Code, networks: &Arc<Networks>, plies: usize) -> Vec<u8> {
    let mut asked = Asked::new(networks.clone());
    let (mut widths, mut coded) = (Vec::new(), Vec::new());
    let mut cursor = Cursor::new(Position::standard());
    for ply in 0..plies {
        let turn = MoveContext::at(&cursor, &game.setting);
        let played = game.plies.get(ply).map_or(0, |&played| usize::from(played));
        let played = match turn.legal.len() {
            // Only of a damaged file.
            0 => break,
            1 => 0,
            _ => {
                asked.look(&turn);
                asked.weigh(game.setting.kind());
                softmax::widths(&asked.logits, &mut widths);
                coder.code(played, &Frequencies::new(&widths))
            }
        };
        coded.push(played as u8);
        cursor.play_move(cursor.legal()[played]);
    }
    coded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back() {
        let networks = <Networks>::shipped();
        let game = |plies: &[u8], pace| Game {
            setting: Setting {
                ratings: [1500, 2800],
                pace,
                site: Site::ChessCom,
                outcome: Outcome::Draw,
                year: 2013,
                ..Setting::default()
            },
            plies: plies.to_vec(),
            kept: [255, 7],
            held_out: pace == Pace::Blitz,
            engines: pace == Pace::Rapid,
        };
        let games = vec![
            game(&[3, 4, 5], Pace::Blitz),
            game(&[], Pace::Rapid),
            game(&[19], Pace::Correspondence),
        ];
        let pack = Pack { games };
        for coding in [Some(&networks), None] {
            let bytes = pack.to_bytes(coding);
            assert_eq!(Pack::from_bytes(&bytes, &networks).unwrap(), pack);
            for length in 0..bytes.len() {
                assert!(Pack::from_bytes(&bytes[..length], &networks).is_err());
            }
        }
    }
}

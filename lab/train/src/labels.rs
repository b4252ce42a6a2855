//! What a teacher says of the moves of some games: a share for each legal move, instead of one move that was played.
//!
//! A file of labels is a list of games: the game's [hash](GameRef::hash) (8 bytes), the number of its plies (2), and for each ply the number
//! of shares (1) with so many shares (2 each, in 1/65535; in the order of [`legal::LegalMoves`]). A ply without shares is not learned from.
//! All numbers are little-endian.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::games::GameRef;

/// Labels of many games.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// The part of the target that is the teacher's; the rest is the move played.
    part: f32,
    bytes: Vec<u8>,
    /// Where a game's plies begin, and their number.
    games: HashMap<u64, (usize, u16)>,
}

/// A file of labels that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file system says so.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        cause: io::Error,
    },
    /// The file ends within a game.
    #[error("{}: cut short in the game that begins at byte {begin}; remove the file or write it again", path.display())]
    Short {
        /// The file.
        path: PathBuf,
        /// Where the last game begins.
        begin: usize,
    },
}

impl Labels {
    /// Reads files of labels. `part` is the teacher's part of the target, from 0 to 1.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is cut short.
    pub fn read(files: &[impl AsRef<Path>], part: f32) -> Result<Self, Error> {
        let mut labels = Self {
            part,
            ..Self::default()
        };
        for path in files {
            let path = path.as_ref();
            let bytes = fs::read(path).map_err(|cause| Error::Io {
                path: path.into(),
                cause,
            })?;
            labels.add(&bytes).map_err(|begin| Error::Short {
                path: path.into(),
                begin,
            })?;
        }
        Ok(labels)
    }

    /// Adds the games of a file, or tells where the game begins that is cut short.
    fn add(&mut self, bytes: &[u8]) -> Result<(), usize> {
        let offset = self.bytes.len();
        let mut rest = bytes;
        while !rest.is_empty() {
            let begin = bytes.len() - rest.len();
            let (hash, after) = rest.split_first_chunk().ok_or(begin)?;
            let (plies, after) = after.split_first_chunk().ok_or(begin)?;
            let (hash, plies) = (u64::from_le_bytes(*hash), u16::from_le_bytes(*plies));
            let place = offset + bytes.len() - after.len();
            rest = after;
            for _ in 0..plies {
                rest = split_ply(rest).ok_or(begin)?.1;
            }
            self.games.insert(hash, (place, plies));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Whether there are labels of a game.
    pub fn has(&self, game: GameRef) -> bool {
        let found = self.games.get(&game.hash);
        found.is_some_and(|&(_, plies)| usize::from(plies) == game.plies.len())
    }

    /// The labels of each ply of a game, if there are any.
    pub fn of(&self, game: GameRef) -> Option<Vec<Label<'_>>> {
        let &(place, plies) = self.games.get(&game.hash).filter(|_| self.has(game))?;
        let mut rest = &self.bytes[place..];
        (0..plies)
            .map(|_| {
                let (shares, after) = split_ply(rest)?;
                rest = after;
                Some(Label {
                    part: self.part,
                    shares,
                })
            })
            .collect()
    }
}

/// The shares of the first ply, and what follows.
fn split_ply(bytes: &[u8]) -> Option<(&[[u8; 2]], &[u8])> {
    let (&count, rest) = bytes.split_first()?;
    let (shares, rest) = rest.split_at_checked(2 * usize::from(count))?;
    Some((shares.as_chunks().0, rest))
}

/// What a teacher says of one position.
#[derive(Clone, Copy, Debug)]
pub struct Label<'a> {
    part: f32,
    shares: &'a [[u8; 2]],
}

impl Label<'_> {
    /// Of how many moves; 0 if the position is not to be learned from.
    pub fn moves(&self) -> usize {
        self.shares.len()
    }

    /// What the share of each move should be.
    pub fn targets(self, played: usize) -> impl Iterator<Item = f32> {
        let of = move |(at, &share)| {
            let soft = f32::from(u16::from_le_bytes(share)) / 65535.0;
            self.part * soft + (1.0 - self.part) * f32::from(u8::from(at == played))
        };
        self.shares.iter().enumerate().map(of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use streams::moves::Setting;

    #[test]
    fn labels_come_back_by_game_and_ply() {
        let mut games = Games::default();
        for plies in [&[0, 1, 2][..], &[0, 1], &[3]] {
            games.push(Setting::default(), [0; 2], 0, plies);
        }
        let game = games.get(0);
        let mut file = game.hash.to_le_bytes().to_vec();
        file.extend([3, 0, 2, 0xff, 0x3f, 0, 0xc0, 0, 1, 0xff, 0xff]);
        // Another number of plies than the game has.
        file.extend(games.get(1).hash.to_le_bytes());
        file.extend([1, 0, 0]);
        let mut labels = Labels {
            part: 0.5,
            ..Labels::default()
        };
        labels.add(&file).unwrap();
        assert_eq!(labels.len(), 2);
        assert!(labels.of(games.get(1)).is_none() && labels.of(games.get(2)).is_none());
        let of = labels.of(game).unwrap();
        assert_eq!(of.iter().map(Label::moves).collect::<Vec<_>>(), [2, 0, 1]);
        let targets: Vec<_> = of[0].targets(1).collect();
        assert!((targets[0] - 0.125).abs() < 1e-4 && (targets[1] - 0.875).abs() < 1e-4);
        // The first game ends at byte 19.
        for length in 1..file.len() {
            let cut_at = match length {
                ..19 => Some(0),
                19 => None,
                20.. => Some(19),
            };
            let cut = Labels::default().add(&file[..length]);
            assert_eq!(cut.err(), cut_at, "{length}");
        }
    }
}

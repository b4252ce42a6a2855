//! What is written of one position of each of many games.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use rayon::prelude::*;
use streams::training::networks::{Detail, Features, INPUTS};

use super::Played;
use super::played::POSITIONS;
use crate::positions::{castling, code};

/// Inputs that are written of a position; those that are not on are [`INPUTS`].
const MOST_INPUTS: usize = 56;
/// A move's scalars from this one on are written in 2 bytes, less [`FIRST_SMALL`].
const LARGE: usize = 2;
/// All scalars but the first two of a move are at least this.
const FIRST_SMALL: u32 = 2 * 385 * 384;

/// Positions side by side, in the order of their games. All numbers are little-endian.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// For each position eight boards of twelve numbers of 8 bytes: where the men stand and stood before each of the last plies, as the side
    /// sees them that is to move now. Zeros before the beginning.
    boards: Vec<u8>,
    /// For each position 16 bytes: the mover's rating, the ply, the index of the move played (65535 where the game is played on), the number
    /// of moves (2 each); what had stood on the board before, a bit for each of the eight boards (1); castling rights
    /// (1); plies since the last capture or pawn move (1); the kind of the game as it is told (1); a bit each (1): Black moves, played online,
    /// by engines; 3 zeros.
    positions: Vec<u8>,
    /// For each position 56 inputs of 2 bytes.
    inputs: Vec<u8>,
    /// For each move its code (2 bytes) as [`crate::positions`] has it.
    codes: Vec<u8>,
    /// For each move its rows (2 bytes each).
    rows: Vec<u8>,
    /// For each move its first two scalars (4 bytes each).
    large: Vec<u8>,
    /// For each move its other scalars, less what they are at least (2 bytes each).
    small: Vec<u8>,
}

impl Step {
    /// Appends the position that is asked about.
    pub fn push(&mut self, played: &Played, features: &mut Features) {
        let turn = played.turn();
        let (position, game) = (turn.position, played.game());
        let black = position.turn().is_black();
        let mut repeated = 0;
        let begin = self.boards.len();
        for (back, (men, again)) in played.positions().enumerate() {
            for at in 0..12 {
                let seen = if black {
                    men[(at + 6) % 12].swap_bytes()
                } else {
                    men[at]
                };
                self.boards.extend(seen.to_le_bytes());
            }
            repeated |= u8::from(*again) << back;
        }
        self.boards.resize(begin + POSITIONS * 12 * 8, 0);
        let ply = played.ply();
        let of_game = played.played().map_or(u16::MAX, |played| played as u16);
        let rating = game.setting.ratings[ply % 2];
        for number in [rating, ply as u16, of_game, turn.legal.len() as u16] {
            self.positions.extend(number.to_le_bytes());
        }
        let bits = [black, game.setting.is_online(), game.engines];
        let bits = bits
            .iter()
            .rev()
            .fold(0, |bits, &bit| bits << 1 | u8::from(bit));
        self.positions.extend([
            repeated,
            castling(position),
            position.halfmoves().min(255) as u8,
            turn.setting.kind() as u8,
            bits,
            0,
            0,
            0,
        ]);
        features.extract(Detail::Full, &turn);
        let inputs = features.inputs.numbers();
        let inputs = inputs
            .into_iter()
            .chain(std::iter::repeat(INPUTS as u16))
            .take(MOST_INPUTS);
        self.inputs.extend(inputs.flat_map(u16::to_le_bytes));
        for (row, m) in features.moves.iter().zip(turn.legal.as_slice()) {
            self.codes.extend(code(*m, black).to_le_bytes());
            self.rows
                .extend(row.rows.iter().flat_map(|row| row.to_le_bytes()));
            let (large, small) = row.scalars.split_at(LARGE);
            self.large
                .extend(large.iter().flat_map(|scalar| scalar.to_le_bytes()));
            let less = |scalar: &u32| ((scalar - FIRST_SMALL) as u16).to_le_bytes();
            self.small.extend(small.iter().flat_map(less));
        }
    }

    /// How many moves there are, of all positions.
    pub fn moves(&self) -> usize {
        self.codes.len() / 2
    }

    fn parts(&self) -> [(&'static str, &[u8]); 7] {
        [
            ("boards", &self.boards),
            ("positions", &self.positions),
            ("inputs", &self.inputs),
            ("codes", &self.codes),
            ("rows", &self.rows),
            ("large", &self.large),
            ("small", &self.small),
        ]
    }

    /// Writes steps one after another into seven files of a folder, named as the fields are. Files keep the length that they have.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(steps: &[Self], files: &Files) -> io::Result<()> {
        let mut begins = [0; 7];
        let mut writes = Vec::new();
        for step in steps {
            for (at, (_, bytes)) in step.parts().into_iter().enumerate() {
                writes.push((at, begins[at], bytes));
                begins[at] += bytes.len() as u64;
            }
        }
        let write =
            |(at, begin, bytes): (usize, u64, &[u8])| files.0[at].write_all_at(bytes, begin);
        writes.into_par_iter().try_for_each(write)
    }
}

/// The files that steps are written into.
pub struct Files(Vec<File>);

impl Files {
    /// Files of a folder that exists.
    ///
    /// # Errors
    ///
    /// If they cannot be made.
    pub fn create(folder: &Path) -> io::Result<Self> {
        let names = Step::default().parts().map(|(name, _)| name);
        let files = names.iter().map(|name| File::create(folder.join(name)));
        Ok(Self(files.collect::<io::Result<_>>()?))
    }

    /// Tells who reads them that so many moves are there.
    ///
    /// # Errors
    ///
    /// If nobody reads.
    pub fn tell(steps: &[Step]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", steps.iter().map(Step::moves).sum::<usize>())?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use crate::positions::{Chunk, PLY_BYTES};
    use crate::select::Shares;
    use crate::selfplay::Game;
    use streams::moves::Setting;
    use streams::training::networks::Networks;

    #[test]
    fn a_step_tells_what_is_told_to_who_labels_games() {
        let setting = Setting {
            ratings: [1500, 1600],
            ..Setting::default()
        };
        // Knights go out and back, so positions stand on the board again.
        let mut games = Games::default();
        let mut plies = Vec::new();
        let mut cursor = legal::Cursor::new(legal::Position::standard());
        for san in ["Nf3", "Nf6", "Ng1", "Ng8", "e4", "e5"] {
            let index =
                legal::san::read(san.as_bytes(), cursor.position(), cursor.legal()).unwrap();
            plies.push(index as u8);
            cursor.play(index);
        }
        games.push(setting, [0; 2], 0, &plies);
        let mut chunk = Chunk::default();
        let shares = Shares::new(&games, Shares::CAP);
        chunk.push(games.get(0), false, &shares, &<Networks>::shipped());
        let game = Game {
            setting,
            plies,
            kept: [255; 2],
            ..Game::default()
        };
        let mut played = Played::new(&game, false, |_| 0, 1);
        let mut step = Step::default();
        while played.go_on() {
            step.push(&played, &mut Features::default());
            played.answer(0);
        }
        let told = chunk.plies.as_chunks::<PLY_BYTES>().0;
        assert_eq!(step.positions.len(), 16 * told.len());
        for (ply, told) in told.iter().enumerate() {
            let boards = &step.boards[ply * 768..][..768];
            assert_eq!(boards[..96], told[24..]);
            let head = &step.positions[ply * 16..][..16];
            // Rating, ply; index and number of moves; repetition; castling, quiet plies; who moves.
            assert_eq!(head[..4], [told[10], told[11], told[8], told[9]]);
            assert_eq!([head[4], head[6]], [told[14], told[13]]);
            assert_eq!(head[8] & 1, told[15].min(1));
            assert_eq!(
                [head[9], head[10], head[12] & 1],
                [told[16], told[17], told[12]]
            );
        }
        // Of the fifth position and those before it, only itself had stood on the board: it is the first of all.
        assert_eq!(step.positions[4 * 16 + 8], 1);
        assert_eq!(step.codes.len() / 2, chunk.moves.len() / 4);
    }
}

//! `occupancy-ranked`: the places of White's men and of Black's as one number.

use std::sync::LazyLock;

use legal::{Bitboard, Board, Color, Setup};

use super::occupancy::{read_kind, write_kind};
use super::{PositionCodec, board_only};
use crate::combination::{choose, rank, unrank};
use crate::{Bits, Error, bits::Reader};

/// Men of a side.
const MOST: usize = 16;
const WIDTH: u32 = 92;

/// The number of ways to place fewer men: by White's men, then by Black's; and the number of all ways.
static BEFORE: LazyLock<([[u128; MOST + 1]; MOST + 1], u128)> = LazyLock::new(|| {
    let mut before = [[0; MOST + 1]; MOST + 1];
    let mut sum = 0;
    for (white, row) in before.iter_mut().enumerate() {
        for (black, cell) in row.iter_mut().enumerate() {
            *cell = sum;
            sum += u128::from(choose(64, white)) * u128::from(choose(64 - white, black));
        }
    }
    (before, sum)
});

/// The squares of up to 16 white and up to 16 black men, ranked by how many they are, then by the combinatorial number system: White's
/// among all squares, Black's among those left. Then the kinds of White's men and of Black's, from a1 to h8, as `occupancy` writes them.
///
/// Places and colours have 3,629,590,441,722,350,978,583,310,389 cases, 92 bits. The start: 160 bits. Worst: 92 + 4 a man. Refuses
/// sides of more than 16 men.
pub(super) struct OccupancyRanked;

impl PositionCodec for OccupancyRanked {
    fn name(&self) -> &'static str {
        "occupancy-ranked"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let board = &position.board;
        let sides = Color::ALL.map(|color| board.by_color(color));
        for (side, color) in sides.iter().zip(Color::ALL) {
            if side.count() > MOST {
                let what = format!("{color} has {} men", side.count());
                return Err(Error::refused(what));
            }
        }
        let [white, black] = sides;
        let number = BEFORE.0[white.count()][black.count()]
            + u128::from(rank(white, Bitboard::FULL))
                * u128::from(choose(64 - white.count(), black.count()))
            + u128::from(rank(black, !white));
        let mut bits = Bits::default();
        bits.push((number >> 64) as u64, WIDTH - 64);
        bits.push(number as u64, 64);
        for square in white.into_iter().chain(black) {
            if let Some(role) = board.role_at(square) {
                write_kind(role, &mut bits);
            }
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let high = u128::from(reader.take(WIDTH - 64)?);
        let number = high << 64 | u128::from(reader.take(64)?);
        let (before, all) = &*BEFORE;
        if number >= *all {
            return Err(Error::malformed("the number is beyond all placements"));
        }
        let whites = before.partition_point(|row| row[0] <= number) - 1;
        let blacks = before[whites].partition_point(|&cell| cell <= number) - 1;
        let number = number - before[whites][blacks];
        let placements = u128::from(choose(64 - whites, blacks));
        let white = unrank((number / placements) as u64, whites, Bitboard::FULL);
        let black = unrank((number % placements) as u64, blacks, !white);
        let mut board = Board::empty();
        for (side, color) in [(white, Color::White), (black, Color::Black)] {
            for square in side {
                board.set_piece_at(square, read_kind(reader)?.of(color));
            }
        }
        Ok(board_only(board))
    }
}

//! `huffman-simple-kings-pawn-rows` and `huffman-simple-kings-pawn-columns`: no word of pawns where there are none.

use legal::{Board, Setup, Square};

use super::kings::{check, read_kings, read_others, write_kings, write_others};
use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader};

/// `huffman-simple-kings` with a bit for each of the rows 2 to 7 (6 bits) or of the columns a to h (8 bits) in front, which says whether it
/// holds pawns. Only in rows or columns that do is there a bit for "pawn".
///
/// At the start 154 bits by rows and 170 by columns. Refuses other than one king a side and pawns on the outer ranks.
pub(super) struct PawnSlices {
    name: &'static str,
    slices: u32,
    /// The slice of a square, counted from 0; outer ranks are no row.
    slice_of: fn(Square) -> Option<u32>,
}

/// By rows.
pub(super) static ROWS: PawnSlices = PawnSlices {
    name: "huffman-simple-kings-pawn-rows",
    slices: 6,
    slice_of: |square| {
        u32::from(square.rank())
            .checked_sub(1)
            .filter(|&row| row < 6)
    },
};

/// By columns.
pub(super) static COLUMNS: PawnSlices = PawnSlices {
    name: "huffman-simple-kings-pawn-columns",
    slices: 8,
    slice_of: |square| Some(u32::from(square.file())),
};

impl PositionCodec for PawnSlices {
    fn name(&self) -> &'static str {
        self.name
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        check(position)?;
        let board = &position.board;
        let mut bits = Bits::default();
        write_kings(board, &mut bits)?;
        self.write(board, &mut bits);
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut board = read_kings(reader)?;
        self.read_behind_kings(reader, &mut board)?;
        Ok(board_only(board))
    }
}

impl PawnSlices {
    /// Appends all but the kings.
    pub fn write(&self, board: &Board, bits: &mut Bits) {
        let slices = board.pawns().into_iter().filter_map(self.slice_of);
        let present = slices.fold(0u32, |present, slice| present | 1 << slice);
        for slice in 0..self.slices {
            bits.push(u64::from(present >> slice & 1), 1);
        }
        write_others(board, |square| self.is_in(present, square), bits);
    }

    /// Adds all but the kings to a board that holds them.
    pub fn read_behind_kings(
        &self,
        reader: &mut Reader<'_>,
        board: &mut Board,
    ) -> Result<(), Error> {
        let mut present = 0;
        for slice in 0..self.slices {
            present |= u32::from(reader.bit()?) << slice;
        }
        read_others(reader, |square| self.is_in(present, square), board)
    }

    fn is_in(&self, present: u32, square: Square) -> bool {
        (self.slice_of)(square).is_some_and(|slice| present >> slice & 1 == 1)
    }
}

//! Positions as bits: one file for each encoding.

mod base13;
mod base13_11;
mod best_of;
mod bitmap_squares4;
mod huffman_simple;
mod huffman_weights;
mod kings;
mod occupancy;
mod occupancy_ranked;
mod pawn_optimal;
mod pawn_slices;
mod piece_list;
mod piece_list_ranked;
mod ranked;
mod rle;
mod shortest_game;
mod squares4;
mod squares4_state;
mod xor_start;

use legal::{Board, Setup};

use crate::{Bits, Error, bits::Reader};

/// A way to write a position as bits.
pub trait PositionCodec: Sync {
    /// The name by which programs and documents call it.
    fn name(&self) -> &'static str;

    /// What comes back of a position.
    fn keeps(&self) -> Keeps {
        Keeps::Board
    }

    /// The position in bits.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for a position that the encoding cannot hold.
    fn encode(&self, position: &Setup) -> Result<Bits, Error>;

    /// Reads a position, from the front of bits that may go on after it.
    ///
    /// What is not kept is as in an empty set-up: White is to move and nobody may castle.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] where no position is written so.
    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error>;

    /// The position of some bits, all of them.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] for bits that [`encode`](Self::encode) gives for no position.
    fn decode(&self, bits: &Bits) -> Result<Setup, Error> {
        let mut reader = bits.reader();
        let position = self.read(&mut reader)?;
        if reader.left() > 0 {
            return Err(Error::malformed(format!(
                "{} of {} bits follow after the position",
                reader.left(),
                bits.len()
            )));
        }
        match self.encode(&position) {
            Ok(again) if again == *bits => Ok(position),
            _ => Err(Error::malformed("no position is written so")),
        }
    }
}

/// What comes back of a position that was encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The men on the board.
    Board,
    /// The board, the side to move, castling rights and the en passant square.
    State,
}

impl Keeps {
    /// What is kept of a position, the rest as in an empty set-up.
    pub fn of(self, position: &Setup) -> Setup {
        let board = board_only(position.board.clone());
        match self {
            Self::Board => board,
            Self::State => Setup {
                turn: position.turn,
                castling_rights: position.castling_rights,
                ep_square: position.ep_square,
                ..board
            },
        }
    }
}

/// Every encoding of positions.
pub static POSITIONS: [&dyn PositionCodec; 19] = [
    &squares4::Squares4,
    &squares4_state::Squares4State,
    &base13::Base13,
    &base13_11::Base13And11,
    &huffman_weights::HuffmanWeights,
    &xor_start::XorStart,
    &piece_list::PieceList,
    &piece_list_ranked::PieceListRanked,
    &best_of::BestOf,
    &rle::Rle,
    &occupancy::Occupancy,
    &occupancy_ranked::OccupancyRanked,
    &bitmap_squares4::BitmapSquares4,
    &huffman_simple::HuffmanSimple,
    &kings::HuffmanSimpleKings,
    &pawn_slices::ROWS,
    &pawn_slices::COLUMNS,
    &pawn_optimal::PawnOptimal,
    &shortest_game::ShortestGame,
];

/// The encoding of a name.
pub fn position_codec(name: &str) -> Option<&'static dyn PositionCodec> {
    POSITIONS.into_iter().find(|codec| codec.name() == name)
}

fn board_only(board: Board) -> Setup {
    Setup {
        board,
        ..Setup::empty()
    }
}

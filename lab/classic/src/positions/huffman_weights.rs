//! `huffman-weights`: squares in a code made from how often men occur at the start.

use std::sync::LazyLock;

use legal::Setup;

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, huffman::Tree, man};

/// Empty, then pawn, knight, bishop, rook, queen, king of each colour.
const WEIGHTS: [u64; 13] = [32, 8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1];

static TREE: LazyLock<Tree> = LazyLock::new(|| Tree::from_weights(&WEIGHTS));

/// The squares from a1 to h8, each in the Huffman code of the men's numbers at the start: 1 bit for empty, 3 for a pawn, 5 for rook,
/// knight and bishop, 6 for queen and king.
///
/// 164 bits at the start; the code is as good as any can be for these weights, whose entropy is a whole number. Worst: 6 bits a
/// square. Holds any board.
pub(super) struct HuffmanWeights;

impl PositionCodec for HuffmanWeights {
    fn name(&self) -> &'static str {
        "huffman-weights"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        for digit in man::digits(&position.board) {
            TREE.write(digit, &mut bits);
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut digits = [man::EMPTY; 64];
        for digit in &mut digits {
            *digit = TREE.read(reader)?;
        }
        man::board(&digits).map(board_only)
    }
}

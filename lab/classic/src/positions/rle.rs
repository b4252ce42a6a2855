//! `rle`: run lengths, as in a FEN.

use legal::{Board, Color, Role, Setup};

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, man};

/// The squares from a1 to h8 in half bytes: what stands there, and for empty squares and pawns, which come in rows, how many of
/// the same follow each other, 1 to 15, or 0 for 16.
///
/// The start takes 24 half bytes, 96 bits; a lone pawn in a corner 10, 40 bits. The source gives 64 half bytes, "128 bits", as the worst
/// case: 64 half bytes are 256 bits, and they are not the worst, for a single empty square takes two of them. 32 men among single
/// empty squares take 16 + 16 · 2 + 32 · 2 = 112 half bytes, 448 bits; any board at most 128, 512 bits. Holds any board.
pub(super) struct Rle;

/// Whether a man comes with the length of its run.
fn repeats(digit: u8) -> bool {
    let pawns = Color::ALL.map(|color| man::digit(Some(Role::Pawn.of(color))));
    digit == man::EMPTY || pawns.contains(&digit)
}

impl PositionCodec for Rle {
    fn name(&self) -> &'static str {
        "rle"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let digits = man::digits(&position.board);
        let mut bits = Bits::default();
        let mut rest = &digits[..];
        while let Some(&digit) = rest.first() {
            bits.push(digit.into(), 4);
            let mut run = 1;
            if repeats(digit) {
                let same = rest.iter().take(16).take_while(|&&same| same == digit);
                run = same.count();
                bits.push(run as u64 % 16, 4);
            }
            rest = &rest[run..];
        }
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut digits = [man::EMPTY; 64];
        let mut rest = &mut digits[..];
        while !rest.is_empty() {
            let digit = reader.take(4)? as u8;
            let run = match repeats(digit) {
                true => (reader.take(4)? as usize + 15) % 16 + 1,
                false => 1,
            };
            let (now, later) = rest
                .split_at_mut_checked(run)
                .ok_or_else(|| Error::malformed("a run goes past the last square"))?;
            now.fill(digit);
            rest = later;
        }
        let board: Result<Board, Error> = man::board(&digits);
        board.map(board_only)
    }
}

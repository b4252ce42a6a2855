//! `xor-start`: what has changed since the start.

use std::sync::LazyLock;

use legal::{Board, Setup};

use super::{PositionCodec, board_only};
use crate::{Bits, Error, bits::Reader, huffman::Tree, man};

/// The value 0, a square as it was, is made so frequent that it gets a single bit.
static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let mut weights = [2; 16];
    weights[0] = 64;
    Tree::from_weights(&weights)
});

/// The 256 bits of `squares4` XOR those of the start: squares that are as they were become 0. These half bytes follow a bit that tells how
/// they are written, the shorter of two ways: 0, in a Huffman code in which 0 takes 1 bit and other values 4 or 5; or 1, as they are,
/// with the length of the run (1 to 15, and 0 for 16) after each 0.
///
/// 33 bits at the start: four runs of 16. The Huffman code alone takes the 64 bits that the idea is known for. Grows with the game;
/// worst: 64 · 5 + 1 bits. Holds any board.
pub(super) struct XorStart;

impl PositionCodec for XorStart {
    fn name(&self) -> &'static str {
        "xor-start"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let mut changes = man::digits(&position.board);
        for (change, start) in changes.iter_mut().zip(start()) {
            *change ^= start;
        }
        let [huffman, runs] = [huffman(&changes), runs(&changes)];
        Ok(if runs.len() < huffman.len() {
            runs
        } else {
            huffman
        })
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut digits = start();
        if reader.bit()? {
            read_runs(reader, &mut digits)?;
        } else {
            for digit in &mut digits {
                *digit ^= TREE.read(reader)?;
            }
        }
        man::board(&digits).map(board_only)
    }
}

fn start() -> [u8; 64] {
    man::digits(&Board::new())
}

fn huffman(changes: &[u8; 64]) -> Bits {
    let mut bits = Bits::default();
    bits.push(0, 1);
    for &change in changes {
        TREE.write(change, &mut bits);
    }
    bits
}

fn runs(changes: &[u8; 64]) -> Bits {
    let mut bits = Bits::default();
    bits.push(1, 1);
    let mut rest = &changes[..];
    while let Some(&change) = rest.first() {
        bits.push(change.into(), 4);
        let mut run = 1;
        if change == 0 {
            run = rest.iter().take(16).take_while(|&&same| same == 0).count();
            bits.push(run as u64 % 16, 4);
        }
        rest = &rest[run..];
    }
    bits
}

fn read_runs(reader: &mut Reader<'_>, digits: &mut [u8; 64]) -> Result<(), Error> {
    let mut rest = &mut digits[..];
    while !rest.is_empty() {
        let change = reader.take(4)? as u8;
        let mut run = 1;
        if change == 0 {
            run = match reader.take(4)? {
                0 => 16,
                run => run as usize,
            };
        }
        let (now, later) = rest
            .split_at_mut_checked(run)
            .ok_or_else(|| Error::malformed("a run goes past the last square"))?;
        now[0] ^= change;
        rest = later;
    }
    Ok(())
}

//! `huffman-simple-kings-pawn-optimal`: rows or columns, and never more than 167 bits.

use legal::{Board, Color, Setup};

use super::kings::{check, read_kings, write_kings};
use super::pawn_slices::{COLUMNS, ROWS};
use super::{PositionCodec, board_only, ranked};
use crate::{Bits, Error, bits::Reader};

/// The longest string there is.
pub(super) const MOST_BITS: usize = 167;
/// Bits of a rank that stand in front of the rest: the selector and the square of the kings.
const HIGH: u32 = 7;

/// A bit that tells rows (0) from columns (1), the kings' squares, white first, 6 bits each, then
/// `huffman-simple-kings-pawn-rows` or `-columns`, whichever is shorter; of equals, rows. 155 bits at the start.
///
/// Bound: **167 bits** for any board that a game can lead to. The source finds the worst case in twelve promoted pawns and four others, with
/// no man where pawns are: 1 + 12 + 6 + 32 + 4 · 3 + 26 · 4 = 167. But among pawns a piece takes 5 bits, and in a game without
/// a capture all 14 of them may stand there: 1 + 12 + 6 + 32 + 16 · 3 + 14 · 5 = 169; with two captures and six promotions it is 177. So
/// the layout alone does not keep the bound. Here a board for which it would take more is written in another way, which
/// begins as no other board does, with both kings on one square: all boards that play can lead to, as far as the numbers of men
/// tell, are ranked, and the rank, of 157 bits, gives its highest 7 to the first bit and the kings' square. That is 163 bits.
///
/// Refuses other than one king a side, pawns on the outer ranks, more men than pawns can have become, and boards over the bound from which
/// more pawns are gone than captures can have let past each other.
pub(super) struct PawnOptimal;

impl PositionCodec for PawnOptimal {
    fn name(&self) -> &'static str {
        "huffman-simple-kings-pawn-optimal"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        check(position)?;
        let board = &position.board;
        for color in Color::ALL {
            check_men(board, color)?;
        }
        let mut best: Option<Bits> = None;
        for (selector, slices) in [&ROWS, &COLUMNS].into_iter().enumerate() {
            let mut bits = Bits::default();
            bits.push(selector as u64, 1);
            write_kings(board, &mut bits)?;
            slices.write(board, &mut bits);
            if best.as_ref().is_none_or(|best| bits.len() < best.len()) {
                best = Some(bits);
            }
        }
        match best {
            Some(bits) if bits.len() <= MOST_BITS => Ok(bits),
            _ => write_rank(board),
        }
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        let mut ahead = reader.clone();
        let columns = ahead.bit()?;
        let (white, black) = (ahead.take(6)?, ahead.take(6)?);
        if white == black {
            *reader = ahead;
            return read_rank(reader, u64::from(columns) << 6 | white).map(board_only);
        }
        reader.bit()?;
        let mut board = read_kings(reader)?;
        let slices = if columns { &COLUMNS } else { &ROWS };
        slices.read_behind_kings(reader, &mut board)?;
        Ok(board_only(board))
    }
}

/// The bits of a rank after the first.
fn low_bits() -> u64 {
    ranked::boards().bits() - u64::from(HIGH)
}

fn write_rank(board: &Board) -> Result<Bits, Error> {
    let rank = ranked::rank(board)?;
    let high = u64::try_from(&rank >> low_bits()).unwrap_or(0);
    let mut bits = Bits::default();
    bits.push(high >> 6, 1);
    bits.push(high & 63, 6);
    bits.push(high & 63, 6);
    bits.push_number(&(&rank - ((&rank >> low_bits()) << low_bits())), low_bits());
    Ok(bits)
}

fn read_rank(reader: &mut Reader<'_>, high: u64) -> Result<Board, Error> {
    let low = reader.take_number(low_bits())?;
    ranked::unrank(&(low + (num_bigint::BigUint::from(high) << low_bits())))
}

/// Refuses a side with more men than its pawns can have become.
fn check_men(board: &Board, color: Color) -> Result<(), Error> {
    let men = board.material_side(color);
    let more = |count: u8, first: u8| usize::from(count.saturating_sub(first));
    let promoted =
        more(men.queen, 1) + more(men.rook, 2) + more(men.bishop, 2) + more(men.knight, 2);
    if promoted + usize::from(men.pawn) > 8 {
        return Err(Error::refused(format!(
            "{color} has {} pawns and {promoted} men that must have been pawns, more than 8",
            men.pawn
        )));
    }
    Ok(())
}

//! `from-to`: two squares.

use legal::{LegalMoves, Move, Position, Role, Square};

use super::{Game, GameCodec, play, replay};
use crate::{Bits, Error};

/// What a pawn can become, by two bits.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The square from which a man moves and that on which it arrives, as file and rank, 3 bits each; after a pawn's arrival on the last rank 2
/// bits more: queen 00, rook 01, bishop 10, knight 11. Castling is the king going to its rook, so that Chess960 has no doubts.
///
/// 12 bits a ply and a little. The bit strings of the source's example have slips; its definition is followed. Refuses drops, and
/// pawns that become kings.
pub(super) struct FromTo;

impl GameCodec for FromTo {
    fn name(&self) -> &'static str {
        "from-to"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        replay(game, |_, legal, index| {
            let m = legal[index];
            let (from, to) =
                squares(m).ok_or_else(|| Error::refused(format!("{m} comes from no square")))?;
            for square in [from, to] {
                bits.push(square.file().into(), 3);
                bits.push(square.rank().into(), 3);
            }
            if let Some(role) = m.promotion() {
                let number = PROMOTIONS.iter().position(|&known| known == role);
                let number = number.ok_or_else(|| Error::refused("a pawn becomes a king"))?;
                bits.push(number as u64, 2);
            }
            Ok(())
        })?;
        Ok(bits)
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut reader = bits.reader();
        let game = play(start, plies, |_, legal| {
            let mut square = || -> Result<Square, Error> {
                let (file, rank) = (reader.take(3)?, reader.take(3)?);
                Ok(Square::new((rank * 8 + file) as u32))
            };
            let wanted = (square()?, square()?);
            let mut found = indices(legal, wanted);
            let first = found.next().ok_or_else(|| {
                Error::malformed(format!("no move leads from {} to {}", wanted.0, wanted.1))
            })?;
            if legal[first].promotion().is_none() {
                return Ok(first);
            }
            let role = PROMOTIONS[reader.take(2)? as usize];
            indices(legal, wanted)
                .find(|&index| legal[index].promotion() == Some(role))
                .ok_or_else(|| Error::malformed("a pawn cannot become that"))
        })?;
        super::nothing_left(reader.left())?;
        Ok(game)
    }
}

/// From where to where a man moves: a king that castles to its rook. `None` for drops.
pub(super) fn squares(m: Move) -> Option<(Square, Square)> {
    match m {
        Move::Put { .. } => None,
        Move::Castle { king, rook } => Some((king, rook)),
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => Some((from, to)),
    }
}

/// The moves between two squares.
fn indices(legal: &LegalMoves, wanted: (Square, Square)) -> impl Iterator<Item = usize> {
    let moves = legal.iter().enumerate();
    moves
        .filter(move |&(_, m)| squares(m) == Some(wanted))
        .map(|(index, _)| index)
}

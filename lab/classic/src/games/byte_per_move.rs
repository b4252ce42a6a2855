//! `byte-per-move`: a kind of man and one of its destinations.

use legal::{LegalMoves, Move, Position, Role, Square};

use super::from_to::squares;
use super::{Game, GameCodec, play, replay};
use crate::{Bits, Error};

/// The value of the three bits that says: two bytes with the index among all legal moves.
const ESCAPE: u64 = 7;
const DESTINATIONS: usize = 32;

/// One byte: 3 bits for the kind of man that moves (pawn 0 to king 5), 5 bits for the index of its destination, what a pawn becomes included,
/// among all destinations that men of this kind have, in canonical order. Castling is the king going to its rook. Where two men of the kind
/// can go there, or there are more than 32 destinations before it, the 3 bits are 7 and the other 13 of two bytes are the index among
/// all legal moves.
///
/// A little over 8 bits a ply; at most 16.
pub(super) struct BytePerMove;

impl GameCodec for BytePerMove {
    fn name(&self) -> &'static str {
        "byte-per-move"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut bits = Bits::default();
        replay(game, |_, legal, index| {
            let m = legal[index];
            let destinations = destinations(legal, m.role());
            let own = destinations.iter().position(|found| found.is(m));
            let own = own.filter(|&own| destinations[own].only && own < DESTINATIONS);
            match own {
                Some(own) => {
                    bits.push(m.role() as u64 - 1, 3);
                    bits.push(own as u64, 5);
                }
                None => {
                    bits.push(ESCAPE, 3);
                    bits.push(index as u64, 13);
                }
            }
            Ok(())
        })?;
        Ok(bits)
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut reader = bits.reader();
        let game = play(start, plies, |_, legal| {
            let kind = reader.take(3)?;
            if kind == ESCAPE {
                return Ok(reader.take(13)? as usize);
            }
            let role = Role::try_from(kind as u32 + 1)
                .map_err(|_| Error::malformed("no piece has the kind 6"))?;
            let destinations = destinations(legal, role);
            let own = destinations.get(reader.take(5)? as usize);
            let own = own.filter(|own| own.only);
            own.map(|own| own.index)
                .ok_or_else(|| Error::malformed("a destination that is not there"))
        })?;
        super::nothing_left(reader.left())?;
        Ok(game)
    }
}

/// Where men of some kind can go.
struct Destination {
    to: Square,
    promotion: Option<Role>,
    /// The first move that leads there.
    index: usize,
    /// Whether no other does.
    only: bool,
}

impl Destination {
    fn is(&self, m: Move) -> bool {
        (self.to, self.promotion) == (arrival(m), m.promotion())
    }
}

/// Where a man arrives; a king that castles at its rook.
fn arrival(m: Move) -> Square {
    squares(m).map_or_else(|| m.to(), |(_, to)| to)
}

fn destinations(legal: &LegalMoves, role: Role) -> Vec<Destination> {
    let mut found: Vec<Destination> = Vec::new();
    for (index, m) in legal.iter().enumerate().filter(|(_, m)| m.role() == role) {
        match found.iter_mut().find(|found| found.is(m)) {
            Some(known) => known.only = false,
            None => found.push(Destination {
                to: arrival(m),
                promotion: m.promotion(),
                index,
                only: true,
            }),
        }
    }
    found
}

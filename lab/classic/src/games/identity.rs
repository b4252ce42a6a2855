//! Men as individuals: which man it is that stands on a square.

use legal::{CastlingSide, LegalMoves, Move, Position, Square};

use super::from_to::squares;
use crate::Error;

/// Men that can be told apart.
const MOST: usize = 32;

/// The men of a game, numbered from 0 as they stand at its start, a1 first. A man keeps its number when it moves and when it is promoted.
pub(super) struct Identities([u8; 64]);

impl Identities {
    /// The men of a start.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for more than 32.
    pub fn new(start: &Position) -> Result<Self, Error> {
        let men = start.board().occupied();
        if men.count() > MOST {
            return Err(Error::refused(format!("the game has {} men", men.count())));
        }
        let mut numbers = [u8::MAX; 64];
        for (number, square) in (0..).zip(men) {
            numbers[usize::from(square)] = number;
        }
        Ok(Self(numbers))
    }

    /// The man on a square.
    pub fn on(&self, square: Square) -> u8 {
        self.0[usize::from(square)]
    }

    /// The man that moves.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for a drop.
    pub fn of(&self, m: Move) -> Result<u8, Error> {
        let (from, _) = squares(m).ok_or_else(|| Error::refused("a man that is dropped"))?;
        Ok(self.on(from))
    }

    /// The moves of a man, as indices among the legal ones.
    pub fn moves(&self, man: u8, legal: &LegalMoves) -> Vec<usize> {
        let all = legal.iter().enumerate();
        let own = all.filter(|&(_, m)| self.of(m) == Ok(man));
        own.map(|(index, _)| index).collect()
    }

    /// Follows a move from a position.
    pub fn play(&mut self, position: &Position, m: Move) {
        let color = position.turn();
        let mut relocate = |steps: &[(Square, Square)]| {
            let men: Vec<u8> = steps.iter().map(|&(from, _)| self.on(from)).collect();
            for &(from, _) in steps {
                self.0[usize::from(from)] = u8::MAX;
            }
            for (&(_, to), man) in steps.iter().zip(men) {
                self.0[usize::from(to)] = man;
            }
        };
        match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                relocate(&[(king, side.king_to(color)), (rook, side.rook_to(color))]);
            }
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => relocate(&[(from, to)]),
            Move::Put { .. } => {}
        }
    }
}

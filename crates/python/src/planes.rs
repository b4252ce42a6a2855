//! Positions and moves as the numbers that networks are trained with.

use crate::error;
use pgnz::{Color, Move, Outcome, Position, Role, Square};
use pyo3::prelude::*;

/// The numbers of one position: 12 boards of 64 squares.
pub const PLANES: usize = 12 * 64;

/// How many kinds of moves there are. 64 × from + to; promotions to a knight, bishop, rook, king by their files; dropped pieces by their squares.
pub const MOVES: usize = UNDERPROMOTIONS + 4 * 64 + 5 * 64;

const UNDERPROMOTIONS: usize = 64 * 64;
const DROPS: usize = UNDERPROMOTIONS + 4 * 64;

/// The point of view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum View {
    White,
    /// The board of the player to move: turned upside down if that is Black.
    Mover,
}

impl View {
    pub fn of(name: &str) -> PyResult<Self> {
        match name {
            "white" => Ok(Self::White),
            "mover" => Ok(Self::Mover),
            _ => Err(error::argument("view is \"white\" or \"mover\"")),
        }
    }

    /// Whether it is Black's.
    fn is_black(self, position: &Position) -> bool {
        self == Self::Mover && !position.white_to_move()
    }

    /// Adds the planes of a position.
    pub fn planes(self, position: &Position, planes: &mut Vec<u8>) {
        let first = planes.len();
        planes.resize(first + PLANES, 0);
        let is_black = self.is_black(position);
        for square in Square::all() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let is_own = (piece.color == Color::Black) == is_black;
            let plane = place(piece.role) + if is_own { 0 } else { 6 };
            if let Some(cell) = planes.get_mut(first + 64 * plane + turned(square, is_black)) {
                *cell = 1;
            }
        }
    }

    /// The number of a move, below [`MOVES`]. No two legal moves of a position have the same.
    pub fn class(self, position: &Position, m: Move, is_chess960: bool) -> usize {
        let is_black = self.is_black(position);
        let to = match m.castling() {
            // There the king may also go to its place without castling: it takes the rook, as in UCI.
            Some(_) if is_chess960 => rook(m).unwrap_or(m.to()),
            _ => m.to(),
        };
        let Some(from) = m.from() else {
            return DROPS + 64 * place(m.role()) + turned(to, is_black);
        };
        let piece = match m.promotion() {
            None | Some(Role::Queen | Role::Pawn) => {
                return 64 * turned(from, is_black) + turned(to, is_black);
            }
            Some(Role::Knight) => 0,
            Some(Role::Bishop) => 1,
            Some(Role::Rook) => 2,
            Some(Role::King) => 3,
        };
        UNDERPROMOTIONS + 64 * piece + 8 * usize::from(from.file()) + usize::from(to.file())
    }

    /// Adds [`MOVES`] bytes: 1 for each legal move.
    pub fn mask(self, position: &Position, is_chess960: bool, mask: &mut Vec<u8>) {
        let first = mask.len();
        mask.resize(first + MOVES, 0);
        for m in position.legal_moves() {
            if let Some(cell) = mask.get_mut(first + self.class(position, m, is_chess960)) {
                *cell = 1;
            }
        }
    }

    /// The result for White, or for the player to move: 1, 0 or -1; NaN if it is not known.
    pub fn result(self, position: &Position, result: Outcome) -> f32 {
        let of_white = match result {
            Outcome::White => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Black => -1.0,
            _ => f32::NAN,
        };
        match self.is_black(position) {
            true => 0.0 - of_white,
            false => of_white,
        }
    }
}

/// The square of the rook with which a king castles.
fn rook(m: Move) -> Option<Square> {
    m.to_uci(true).get(2..4)?.parse().ok()
}

fn turned(square: Square, is_black: bool) -> usize {
    usize::from(square.index() ^ if is_black { 56 } else { 0 })
}

fn place(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

//! The legal moves of one position in canonical order.
//!
//! Format: "Positions and moves".

use std::fmt;
use std::ops::Index;

use shakmaty::{Chess, Color, Move, Position as _, Role, Square, variant::VariantPosition};

use crate::generate::{self, MOST, ROOM};
use crate::position::misses_a_king;
use crate::{Reach, order};

/// The legal moves of a position, sorted as [`order`] specifies.
///
/// The list lies in place, whatever its length.
///
/// ```
/// use legal::Position;
/// let moves = Position::standard().legal_moves();
/// let first = moves.unrank(0).unwrap();
/// assert_eq!(first.to_string(), "Nb1-a3");
/// assert_eq!(moves.rank(first), Some(0));
/// assert_eq!(moves.unrank(20), None);
/// ```
#[derive(Clone)]
pub struct LegalMoves {
    /// So many of these.
    count: usize,
    moves: [Move; ROOM],
    turn: Color,
    check: bool,
    reach: [Reach; 2],
}

impl Default for LegalMoves {
    fn default() -> LegalMoves {
        LegalMoves::new()
    }
}

impl fmt::Debug for LegalMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// What stands where there is no move.
const NONE: Move = Move::Put {
    role: Role::Pawn,
    to: Square::A1,
};

/// Keys compared at once: two vectors of 128 bits.
const LANES: usize = 16;
const COUNTED: usize = 4 * LANES;

impl LegalMoves {
    /// No moves, to be filled by [`Position::legal_moves_into`](crate::Position::legal_moves_into).
    #[inline]
    pub fn new() -> LegalMoves {
        LegalMoves {
            count: 0,
            moves: [NONE; ROOM],
            turn: Color::White,
            check: false,
            reach: [Reach::default(); 2],
        }
    }

    #[inline]
    pub(crate) fn fill_from_chess(&mut self, chess: &Chess) {
        self.turn = chess.turn();
        self.check = false;
        if let Some((count, reach)) = generate::in_order(chess, &mut self.moves) {
            (self.count, self.reach) = (count, reach);
            return;
        }
        self.reach = [chess.turn(), !chess.turn()].map(|side| Reach::of(chess.board(), side));
        self.check = chess.is_check();
        let mut unsorted = chess.legal_moves();
        if unsorted.len() <= COUNTED {
            self.fill_by_counting(&unsorted);
        } else {
            self.fill_by_sorting(&mut unsorted);
        }
    }

    pub(crate) fn fill_from_variant(&mut self, position: &VariantPosition) {
        self.count = 0;
        self.turn = position.turn();
        self.check = position.is_check();
        self.reach = [self.turn, !self.turn].map(|side| Reach::of(position.board(), side));
        if !misses_a_king(position) {
            self.fill_by_sorting(&mut position.legal_moves());
        }
    }

    /// Puts each move where the number of lesser keys says. A sort would
    /// compare less, but the branches of this one cannot be mispredicted. The
    /// moves must be different and at most [`COUNTED`].
    #[inline]
    fn fill_by_counting(&mut self, unsorted: &[Move]) {
        let mut keys = [i16::MAX; COUNTED];
        for (key, &m) in keys.iter_mut().zip(unsorted) {
            // Shifted by half the range, because processors compare signed lanes.
            *key = (order::key(m, self.turn) ^ 1 << 15) as i16;
        }
        let known = &keys[..unsorted.len()];
        let mut sources = [0u8; COUNTED];
        for (chunk, lanes) in keys.as_chunks::<LANES>().0.iter().enumerate() {
            if chunk * LANES >= unsorted.len() {
                break;
            }
            let lesser = lesser(lanes, known);
            let present = LANES.min(unsorted.len() - chunk * LANES);
            for (lane, &place) in lesser[..present].iter().enumerate() {
                sources[place as usize % COUNTED] = (chunk * LANES + lane) as u8;
            }
        }
        self.count = unsorted.len();
        for (place, source) in self.moves[..self.count].iter_mut().zip(sources) {
            *place = unsorted[usize::from(source)];
        }
    }

    /// Drops repetitions: in antichess shakmaty lists en passant captures twice.
    fn fill_by_sorting(&mut self, unsorted: &mut [Move]) {
        unsorted.sort_unstable_by_key(|&m| order::key(m, self.turn));
        self.count = 0;
        for &m in unsorted.iter().take(MOST) {
            if self.as_slice().last() != Some(&m) {
                self.moves[self.count] = m;
                self.count += 1;
            }
        }
    }

    /// The number of legal moves, 0 to 450.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no legal move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The index of a move, or `None` if it is not legal here.
    #[inline]
    pub fn rank(&self, m: Move) -> Option<usize> {
        let key = order::key(m, self.turn);
        let index = self
            .as_slice()
            .binary_search_by_key(&key, |&other| order::key(other, self.turn))
            .ok()?;
        (self.moves[index] == m).then_some(index)
    }

    /// The move at an index, or `None` if the index is not below [`len`](Self::len).
    #[inline]
    pub fn unrank(&self, index: usize) -> Option<Move> {
        self.as_slice().get(index).copied()
    }

    /// The side whose moves these are.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether that side is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.check
    }

    /// What that side attacks in the position, and what the other side does: generating the moves finds it.
    #[inline]
    pub fn reach(&self) -> &[Reach; 2] {
        &self.reach
    }

    /// The moves in canonical order.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.count]
    }

    /// Iterates over the moves in canonical order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.as_slice().iter().copied()
    }
}

/// For each lane the number of keys below it.
#[inline(never)] // among the caller's loops the compiler would transpose the vectors
fn lesser(lanes: &[i16; LANES], keys: &[i16]) -> [i16; LANES] {
    let mut counts = [0; LANES];
    for &key in keys {
        for (count, &lane) in counts.iter_mut().zip(lanes) {
            *count += i16::from(key < lane);
        }
    }
    counts
}

impl Index<usize> for LegalMoves {
    type Output = Move;

    fn index(&self, index: usize) -> &Move {
        &self.as_slice()[index]
    }
}

impl<'a> IntoIterator for &'a LegalMoves {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

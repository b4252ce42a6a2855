//! The legal moves of one position in canonical order.

use std::ops::Index;

use shakmaty::{Color, Move, MoveList};

use crate::order;

/// The legal moves of a position, sorted as [`order`] specifies.
///
/// The list lies in place; positions of more than 128 moves, which only
/// contrived set-ups and variants have, are sorted with a heap allocation.
///
/// ```
/// use legal::Position;
/// let moves = Position::standard().legal_moves();
/// let first = moves.unrank(0).unwrap();
/// assert_eq!(first.to_string(), "Nb1-a3");
/// assert_eq!(moves.rank(first), Some(0));
/// assert_eq!(moves.unrank(20), None);
/// ```
#[derive(Clone, Debug)]
pub struct LegalMoves {
    moves: MoveList,
    turn: Color,
}

/// Keys compared at once: four vectors of 128 bits.
const LANES: usize = 32;
const SORTED_IN_PLACE: usize = 4 * LANES;

impl LegalMoves {
    #[inline]
    pub(crate) fn sorted(unsorted: &MoveList, turn: Color) -> LegalMoves {
        let mut legal = LegalMoves {
            moves: unsorted.clone(),
            turn,
        };
        if unsorted.len() <= SORTED_IN_PLACE {
            legal.place(unsorted);
        } else {
            legal.moves.sort_by_cached_key(|&m| order::key(m, turn));
        }
        legal
    }

    /// Puts each move where the number of lesser keys says. A sort would
    /// compare less, but the branches of this one cannot be mispredicted.
    #[inline]
    fn place(&mut self, unsorted: &MoveList) {
        // Shifted by half the range, because processors compare signed lanes.
        let mut keys = [i16::MAX; SORTED_IN_PLACE];
        for (key, &m) in keys.iter_mut().zip(unsorted) {
            *key = (order::key(m, self.turn) ^ 1 << 15) as i16;
        }
        for (lanes, moves) in keys.chunks_exact(LANES).zip(unsorted.chunks(LANES)) {
            let mut lesser = [0i16; LANES];
            for &key in &keys[..unsorted.len()] {
                for (count, &lane) in lesser.iter_mut().zip(lanes) {
                    *count += i16::from(key < lane);
                }
            }
            for (&m, &place) in moves.iter().zip(&lesser) {
                self.moves[place as usize] = m;
            }
        }
    }

    /// The number of legal moves, 0 to 450.
    #[inline]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no legal move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The index of a move, or `None` if it is not legal here.
    #[inline]
    pub fn rank(&self, m: Move) -> Option<usize> {
        let key = order::key(m, self.turn);
        let index = self
            .moves
            .binary_search_by_key(&key, |&other| order::key(other, self.turn))
            .ok()?;
        (self.moves[index] == m).then_some(index)
    }

    /// The move at an index, or `None` if the index is not below [`len`](Self::len).
    #[inline]
    pub fn unrank(&self, index: usize) -> Option<Move> {
        self.moves.get(index).copied()
    }

    /// The side whose moves these are.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The moves in canonical order.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }

    /// Iterates over the moves in canonical order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.moves.iter().copied()
    }
}

impl Index<usize> for LegalMoves {
    type Output = Move;

    fn index(&self, index: usize) -> &Move {
        &self.moves[index]
    }
}

impl<'a> IntoIterator for &'a LegalMoves {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.iter()
    }
}

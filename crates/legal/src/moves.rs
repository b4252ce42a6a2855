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

const SORTED_IN_PLACE: usize = 128;

impl LegalMoves {
    #[inline]
    pub(crate) fn sorted(unsorted: &MoveList, turn: Color) -> LegalMoves {
        let mut legal = LegalMoves {
            moves: MoveList::new(),
            turn,
        };
        if unsorted.len() <= SORTED_IN_PLACE {
            legal.fill(unsorted, &mut [0; SORTED_IN_PLACE][..unsorted.len()]);
        } else {
            legal.fill(unsorted, &mut vec![0; unsorted.len()]);
        }
        legal
    }

    /// Sorts pairs of key and place as one integer each.
    #[inline]
    fn fill(&mut self, unsorted: &MoveList, pairs: &mut [u32]) {
        for (place, (pair, &m)) in pairs.iter_mut().zip(unsorted).enumerate() {
            *pair = u32::from(order::key(m, self.turn)) << 16 | place as u32;
        }
        pairs.sort_unstable();
        self.moves
            .extend(pairs.iter().map(|&pair| unsorted[(pair & 0xffff) as usize]));
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

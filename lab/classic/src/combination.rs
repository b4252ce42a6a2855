//! The combinatorial number system (Lehmer): sets of squares as numbers.
//!
//! The set whose members, counted among the squares that may be chosen, are `a < b < c < …` has the rank
//! `C(a, 1) + C(b, 2) + C(c, 3) + …`, which runs through `0..C(squares, members)`.

use legal::Bitboard;
use num_bigint::BigUint;

/// Rows of Pascal's triangle that are needed.
const ROWS: usize = 65;

static PASCAL: [[u64; ROWS]; ROWS] = {
    let mut rows = [[0; ROWS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// The number of sets of `members` out of `squares`, which is at most 64.
pub(crate) fn choose(squares: usize, members: usize) -> u64 {
    PASCAL[squares].get(members).copied().unwrap_or(0)
}

/// The rank of `set`, which lies within `free`, among the sets of its size.
pub(crate) fn rank(set: Bitboard, free: Bitboard) -> u64 {
    let members = free.into_iter().enumerate();
    let members = members.filter(|&(_, square)| set.contains(square));
    members
        .zip(1..)
        .map(|((place, _), nth)| choose(place, nth))
        .sum()
}

/// The set of `members` squares of `free` with this rank, which is below [`choose`].
pub(crate) fn unrank(mut rank: u64, members: usize, free: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut wanted = members;
    for (place, square) in free
        .into_iter()
        .enumerate()
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let below = choose(place, wanted);
        if wanted > 0 && rank >= below {
            rank -= below;
            set.add(square);
            wanted -= 1;
        }
    }
    set
}

/// Ranks of several sets as the digits of one number, the first set lowest.
pub(crate) struct Sets {
    pub number: BigUint,
    /// The number is below this.
    pub cases: BigUint,
}

impl Default for Sets {
    fn default() -> Self {
        Self {
            number: BigUint::default(),
            cases: BigUint::from(1u32),
        }
    }
}

impl Sets {
    /// Puts a set within `free` on top.
    pub fn push(&mut self, set: Bitboard, free: Bitboard) {
        self.number += rank(set, free) * &self.cases;
        self.allow(free.count(), set.count());
    }

    /// Makes room for a set on top.
    pub fn allow(&mut self, squares: usize, members: usize) {
        self.cases *= choose(squares, members).max(1);
    }

    /// The bits that a number below [`cases`](Self::cases) may need.
    pub fn width(&self) -> u64 {
        (&self.cases - 1u32).bits()
    }
}

/// Takes the lowest set off a number: `members` squares of `free`. There are fewer only if there is not enough room.
pub(crate) fn pop(number: &mut BigUint, members: usize, free: Bitboard) -> Bitboard {
    let sets = choose(free.count(), members).max(1);
    let digit = u64::try_from(&*number % sets).unwrap_or(0);
    *number /= sets;
    unrank(digit, members, free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_run_through_all_sets() {
        let free = Bitboard(0b1_0110_1101);
        for members in 0..=6 {
            let count = choose(free.count(), members);
            for number in 0..count {
                let set = unrank(number, members, free);
                assert_eq!((set.count(), set & free), (members, set));
                assert_eq!(rank(set, free), number);
            }
        }
        assert_eq!(choose(64, 32), 1_832_624_140_942_590_534);
        assert_eq!(choose(3, 5), 0);
    }
}

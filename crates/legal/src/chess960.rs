//! The 960 start positions of Chess960 and their numbers, after Scharnagl.
//!
//! Format: "Positions and moves".
//!
//! `n = 16 · (6 · knights + queen) + bishops`. `bishops` is four times the file of the dark-squared bishop (a, c, e, g) plus that of the
//! light-squared one (b, d, f, h); `queen` counts the six files left; `knights` is one of the ten pairs of the five files then left, in
//! lexicographic order; rook, king and rook take the last three. 518 is the start position of standard chess.

use shakmaty::Role;

/// The number of start positions.
pub const POSITIONS: u32 = 960;

/// The men of the first rank, from file a to h.
pub type FirstRank = [Role; 8];

/// The pairs of five places, in the order of their numbers.
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

/// The first rank of the start position with a number below [`POSITIONS`]; `None` for others.
///
/// ```
/// use legal::{Role, chess960};
/// let rank = chess960::first_rank(518).unwrap();
/// assert_eq!(rank[4], Role::King);
/// assert_eq!(chess960::number(&rank), Some(518));
/// ```
pub fn first_rank(number: u32) -> Option<FirstRank> {
    let pair = KNIGHTS.get(number as usize / 96)?;
    let number = number as usize;
    let mut line = Line::default();
    line.files[number % 4 * 2 + 1] = Some(Role::Bishop);
    line.files[number / 4 % 4 * 2] = Some(Role::Bishop);
    line.put(number / 16 % 6, Role::Queen);
    let [first, second] = *pair;
    line.put(second, Role::Knight);
    line.put(first, Role::Knight);
    Some(line.fill())
}

/// The number of a first rank; `None` if it is none of the 960.
pub fn number(rank: &FirstRank) -> Option<u32> {
    // There are few enough to try them all, and no second rule that could disagree.
    (0..POSITIONS).find(|&number| first_rank(number).as_ref() == Some(rank))
}

/// A first rank in letters, as `RNBQKBNR`.
pub fn letters(rank: &FirstRank) -> String {
    rank.iter().map(|role| role.upper_char()).collect()
}

/// The FEN of the start position with this first rank.
pub fn fen(rank: &FirstRank) -> String {
    let white = letters(rank);
    let black = white.to_ascii_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// A first rank while it is filled.
#[derive(Default)]
pub struct Line {
    /// What stands on each file so far.
    pub files: [Option<Role>; 8],
}

impl Line {
    /// Puts a man on the free file with this index among the free ones.
    pub fn put(&mut self, index: usize, role: Role) {
        let free = self.files.iter_mut().filter(|file| file.is_none());
        if let Some(file) = free.into_iter().nth(index) {
            *file = Some(role);
        }
    }

    /// Puts rook, king and rook on the last three files.
    pub fn fill(mut self) -> FirstRank {
        for role in [Role::Rook, Role::King, Role::Rook] {
            self.put(0, role);
        }
        self.files.map(|file| file.unwrap_or(Role::Rook))
    }
}

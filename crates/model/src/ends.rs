//! When games end: the chance, before each move, that there is none.
//!
//! What is known of it is counted once and does not learn, so that it serves a single game.

use legal::{Position, Role};

use crate::moves::{Outcome, Setting};

/// Classes of plies by how many were played before.
const PLIES: [u16; 12] = [1, 2, 10, 20, 30, 40, 50, 60, 80, 100, 140, u16::MAX];
/// Classes by the mover's fate: not known, wins, loses, draws.
const FATES: usize = 4;
/// Classes by how much material the mover has more than the opponent, in pawns.
const BALANCES: [i32; 5] = [-5, -2, 1, 4, i32::MAX];
/// Situations told apart.
pub const SITUATIONS: usize = PLIES.len() * FATES * BALANCES.len();

/// The situation of a player to move after `depth` plies, below [`SITUATIONS`].
///
/// ```
/// use legal::Position;
/// use model::{ends, moves::Setting};
/// assert!(ends::situation(&Position::standard(), 0, &Setting::default()) < ends::SITUATIONS);
/// ```
pub fn situation(position: &Position, depth: u16, setting: &Setting) -> usize {
    let white = position.turn().is_white();
    let fate = match (setting.outcome, white) {
        (Outcome::Unknown, _) => 0,
        (Outcome::White, true) | (Outcome::Black, false) => 1,
        (Outcome::White, false) | (Outcome::Black, true) => 2,
        (Outcome::Draw, _) => 3,
    };
    let board = position.board();
    let own = board.by_color(position.turn());
    let worth = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let balance: i32 = worth
        .into_iter()
        .map(|(role, worth)| {
            let all = board.by_role(role);
            worth * (2 * (all & own).count() as i32 - all.count() as i32)
        })
        .sum();
    let ply = PLIES
        .iter()
        .position(|&end| depth < end)
        .unwrap_or(PLIES.len() - 1);
    let balance = BALANCES
        .iter()
        .position(|&most| balance <= most)
        .unwrap_or(BALANCES.len() - 1);
    (ply * FATES + fate) * BALANCES.len() + balance
}

/// The chance that the game ends here, out of [`entropy::TOTAL`]: as often as in the games that levels' models are trained on.
pub fn chance(situation: usize) -> u32 {
    u32::from(CHANCES[situation])
}

/// Counted by `cargo run --release -p train --bin count-ends`.
static CHANCES: [u16; SITUATIONS] = include!("ends.in");

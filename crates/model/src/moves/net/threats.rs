//! The mover's pieces that stand to be taken, and which moves save them.

use super::describe::between;
use super::view::{KING, View, WORTH, squares};

/// Pieces looked at; more are hardly ever attacked at once.
const MOST: usize = 12;

/// Attacked pieces of the mover.
pub(super) struct Threats {
    found: [Threat; MOST],
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Threat {
    square: u64,
    /// What is lost if nothing is done, if one more piece covers the square, and if its only cover goes away.
    now: i32,
    covered: i32,
    uncovered: i32,
    attackers: u64,
    /// The only piece that covers the square.
    cover: u64,
    /// Where a piece can be put in the only attacker's way.
    way: u64,
}

impl Threats {
    #[inline(always)]
    pub(super) fn new(view: &View) -> Self {
        let mut threats = Self {
            found: [Threat::default(); MOST],
            count: 0,
        };
        for square in squares(view.own & view.other.all & !view.planes[KING]) {
            let all = view.attackers(square, view.occupied);
            let (attackers, covers) = (all & view.opponent, all & view.own);
            let worth = WORTH[view.role_at(square)];
            let cheapest = (0..KING)
                .find(|&role| attackers & view.planes[6 + role] != 0)
                .unwrap_or(KING);
            let outnumbered = covers != 0 && attackers.count_ones() > covers.count_ones() + 1;
            let exchanged = (worth - WORTH[cheapest]).max(i32::from(outnumbered));
            let now = if covers == 0 { worth } else { exchanged };
            let single = |set: u64| if set.is_power_of_two() { set } else { 0 };
            let cover = single(covers);
            if (now > 0 || cover != 0) && threats.count < MOST {
                threats.found[threats.count] = Threat {
                    square: 1 << square,
                    now,
                    covered: exchanged,
                    uncovered: worth,
                    attackers,
                    cover,
                    way: match single(attackers) {
                        0 => 0,
                        attacker => between(square, attacker.trailing_zeros()),
                    },
                };
                threats.count += 1;
            }
        }
        threats
    }

    /// The dearest loss that still threatens after a move, in `0..5`: nothing, a pawn, a minor piece, a rook, a queen.
    #[inline(always)]
    pub(super) fn after(&self, origin: u64, target: u64, attacks: u64, castles: bool) -> usize {
        let mut worst = 0;
        for threat in &self.found[..self.count] {
            if threat.square == origin || threat.attackers == target || threat.way & target != 0 {
                continue;
            }
            let loss = if attacks & threat.square != 0 {
                threat.covered
            } else if threat.cover == origin && !castles {
                threat.uncovered
            } else {
                threat.now
            };
            worst = worst.max(loss);
        }
        match worst {
            0 => 0,
            1 => 1,
            2 | 3 => 2,
            4 | 5 => 3,
            _ => 4,
        }
    }
}

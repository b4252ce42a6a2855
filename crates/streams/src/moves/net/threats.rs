//! Finds the mover's pieces that are en prise, and which moves save them.
//!
//! Format: "Exchange and threats".

use super::view::{KING, View, WORTH, squares};

/// Most pieces that are examined; more are hardly ever attacked at once.
pub(super) const MOST: usize = 12;

/// A loss, in `0..5`: nothing, a pawn, a minor piece, a rook, a queen.
pub(super) type Class = u8;

/// Attacked pieces of the mover.
pub(super) struct Threats {
    found: [Threat; MOST],
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Threat {
    square: u64,
    /// The loss if nothing changes, if one more piece covers the square, and if its only cover goes away.
    now: Class,
    covered: Class,
    uncovered: Class,
    /// The only piece that covers the square.
    cover: u64,
    /// The only attacker and where a piece can be put in its way.
    answers: u64,
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
            let (cheapest, _) = view.cheapest(attackers);
            let outnumbered = covers != 0 && attackers.count_ones() > covers.count_ones() + 1;
            let exchanged = (worth - WORTH[cheapest]).max(i32::from(outnumbered));
            let now = if covers == 0 { worth } else { exchanged };
            let single = |set: u64| if set.is_power_of_two() { set } else { 0 };
            let cover = single(covers);
            if (now > 0 || cover != 0) && threats.count < MOST {
                threats.found[threats.count] = Threat {
                    square: 1 << square,
                    now: class(now),
                    covered: class(exchanged),
                    uncovered: class(worth),
                    cover,
                    answers: match single(attackers) {
                        0 => 0,
                        attacker => attacker | between(square, attacker.trailing_zeros()),
                    },
                };
                threats.count += 1;
            }
        }
        threats
    }

    /// The loss from each threat once a piece has left its square.
    #[inline(always)]
    pub(super) fn without(&self, origin: u64) -> [Class; MOST] {
        let mut losses = [0; MOST];
        for (loss, threat) in losses.iter_mut().zip(&self.found[..self.count]) {
            let now = if threat.cover == origin {
                threat.uncovered
            } else {
                threat.now
            };
            *loss = if threat.square == origin { 0 } else { now };
        }
        losses
    }

    /// The largest loss that still threatens after a move to `target`, from where the piece covers the squares `attacks`.
    #[inline(always)]
    pub(super) fn after(&self, losses: &[Class; MOST], target: u64, attacks: u64) -> u32 {
        let mut worst = 0;
        for (&loss, threat) in losses.iter().zip(&self.found[..self.count]) {
            let covers = attacks & threat.square != 0;
            let loss = if covers { threat.covered } else { loss };
            let loss = if threat.answers & target != 0 {
                0
            } else {
                loss
            };
            worst = worst.max(loss);
        }
        u32::from(worst)
    }

    /// As [`after`](Self::after), where the king castles.
    pub(super) fn after_castling(&self, target: u64) -> u32 {
        let nobody_leaves = self.without(!0);
        self.after(&nobody_leaves, target, 0)
    }
}

fn class(loss: i32) -> Class {
    match loss {
        ..=0 => 0,
        1 => 1,
        2 | 3 => 2,
        4 | 5 => 3,
        _ => 4,
    }
}

/// The squares between two squares in line.
#[inline]
pub(super) fn between(a: u32, b: u32) -> u64 {
    legal::attacks::between(legal::Square::new(a), legal::Square::new(b)).0
}

//! Judgements of moves (inaccuracy, mistake, blunder), as servers derive them from the evaluations before and after a move.
//!
//! Format: "Stream evals", "Stream glyphs".

use super::value::Value;

/// Larger scores, in centipawns, count as this one.
const MOST: i32 = 1000;

/// `exp(-0.00368208)` in units of 2^-62.
const DECAY: u128 = 4_594_736_645_196_307_470;

/// `2 / (1 + exp(-0.00368208 * score)) - 1` in units of 2^-20, for scores from 0 up.
static CHANCES: [i32; MOST as usize + 1] = {
    let mut table = [0; MOST as usize + 1];
    let one = 1u128 << 62;
    let (mut power, mut score) = (one, 0);
    while score <= MOST as usize {
        table[score] = (((one - power) << 20) / (one + power)) as i32;
        power = (power * DECAY) >> 62;
        score += 1;
    }
    table
};

/// A fall of the winning chances by 0.1 on the scale from -1 to 1, in the units of the table.
const TENTH: i32 = (1 << 20) / 10;

/// The winning chances of a score: from -2^20, lost, to 2^20, won.
fn chances(score: i32) -> i32 {
    let size = CHANCES[score.unsigned_abs().min(MOST as u32) as usize];
    if score < 0 { -size } else { size }
}

/// A judgement of a move: 0 none, 1 inaccuracy, 2 mistake, 3 blunder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// By the rule that uses winning chances alone.
    pub by_chances: u8,
    /// By the rule in which winning chances decide whether the move is judged, and centipawns decide the grade.
    pub by_score: u8,
    /// By how much the winning chances fell, in thousandths (they range from -1 to 1); `None` where a mate is involved.
    pub fall: Option<i32>,
}

impl Judgement {
    /// Judges a move by the evaluations before and after it, in the view of the player who made it.
    pub fn of(before: Value, after: Value) -> Self {
        let mates = |grade| Self {
            by_chances: grade,
            by_score: grade,
            fall: None,
        };
        // A mate that is lost or allowed counts less where the game is won or lost anyway.
        let grade = |score: i32| match score {
            1000.. => 1,
            701.. => 2,
            _ => 3,
        };
        match (before.mate, after.mate) {
            (false, false) => {
                let fall = chances(before.value) - chances(after.value);
                let dropped = before.value.saturating_sub(after.value);
                let by_chances = (fall.max(0) / TENTH).min(3) as u8;
                let by_score = match dropped {
                    _ if by_chances == 0 => 0,
                    300.. => 3,
                    100.. => 2,
                    _ => 1,
                };
                Self {
                    by_chances,
                    by_score,
                    fall: Some((fall * 125) >> 17),
                }
            }
            (false, true) if after.value < 0 => mates(grade(before.value.saturating_neg())),
            (true, false) if before.value > 0 => mates(grade(after.value)),
            (true, true) if before.value > 0 && after.value < 0 => mates(3),
            _ => mates(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_judged_by_what_it_loses() {
        let score = |value| Value { value, mate: false };
        let judged = Judgement::of(score(50), score(-250));
        assert_eq!((judged.by_chances, judged.by_score), (3, 3));
        assert_eq!(Judgement::of(score(20), score(0)).by_chances, 0);
    }
}

//! The features of a move from which its glyphs are predicted: its place in the text, and its judgement by the evaluations.
//!
//! Format: "Stream glyphs".

use crate::evals::{Judgement, Step, Value};
use crate::moves::Outcome;
use game::parts::{GameParts, Item};
use model::number::hash;

/// The place of a move among the items of the game.
#[derive(Default)]
pub(super) struct Around {
    /// Number of the item after the move.
    pub(super) at: usize,
    pub(super) comments: usize,
    pub(super) lines: u32,
    /// Whether it begins a variation.
    pub(super) begins: bool,
}

impl Around {
    /// Goes to the next move.
    pub(super) fn go_on(&mut self, items: &[Item]) {
        self.begins = false;
        while let Some(item) = items.get(self.at) {
            self.at += 1;
            match item {
                Item::Move => return,
                Item::Open => {
                    self.lines += 1;
                    self.begins = true;
                }
                Item::Close => self.lines = self.lines.saturating_sub(1),
                Item::Comment => self.comments += 1,
                _ => {}
            }
        }
    }

    /// The kinds of the two items after the move, and the template of the comment after it.
    pub(super) fn after(&self, game: &GameParts) -> u32 {
        let kind = |at: usize| game.items.get(at).map_or(7, |&item| item as u32);
        let comment = game.comments.get(self.comments);
        let template = match game.items.get(self.at) {
            Some(Item::Comment) => comment.map_or(0, |comment| 1 + comment.template),
            _ => 0,
        };
        hash(&[kind(self.at), kind(self.at + 1), template])
    }

    /// How deep in variations the move stands, and whether it begins one.
    pub(super) fn place(&self) -> u32 {
        self.lines.min(3) * 2 + u32::from(self.begins)
    }
}

/// Features of a ply from which its glyphs are predicted, as classes.
pub(super) struct Seen {
    /// The two rules' judgements; 99 where evaluations are missing.
    pub(super) judged: u32,
    /// How near the fall of the winning chances is to a limit between judgements.
    pub(super) near: u32,
    pub(super) fall: u32,
    pub(super) dropped: u32,
    pub(super) forced: u32,
    pub(super) cost: u32,
    pub(super) nature: u32,
    pub(super) hanging: u32,
    /// The result for the player: 0 unknown or drawn, 1 won, 2 lost.
    pub(super) won: u32,
}

impl Seen {
    pub(super) fn new(
        steps: &[Step],
        values: &[Option<Value>],
        outcome: Outcome,
        at: usize,
    ) -> Self {
        let step = steps.get(at);
        let white = step.is_none_or(Step::white);
        let seen = |value: Value| value.seen(white);
        let start = Value {
            value: 20,
            mate: false,
        };
        let before = step.map(|step| match step.before() {
            None => Some(start),
            Some(before) => values.get(before as usize).copied().flatten(),
        });
        let judged = before.flatten().zip(values[at]).map(|(before, after)| {
            let (before, after) = (seen(before), seen(after));
            (Judgement::of(before, after), before.value - after.value)
        });
        let mut found = Self {
            judged: 99,
            near: 0,
            fall: 0,
            dropped: 0,
            forced: step.is_some_and(|step| step.choices() == 1).into(),
            cost: step.map_or(0, |step| u32::from(step.cost()) / 8),
            nature: step.map_or(0, |step| step.nature(steps)),
            hanging: step.map_or(0, |step| step.hanging().into()),
            won: match (outcome, white) {
                (Outcome::White, true) | (Outcome::Black, false) => 1,
                (Outcome::White, _) | (Outcome::Black, _) => 2,
                _ => 0,
            },
        };
        if let Some((judgement, dropped)) = judged {
            found.judged = u32::from(judgement.by_chances) << 2 | u32::from(judgement.by_score);
            if let Some(fall) = judgement.fall {
                let tenth = (fall - 100).clamp(-1, 299).rem_euclid(100);
                let off = if tenth > 50 { tenth - 100 } else { tenth };
                found.near = (7 + off.clamp(-6, 6)) as u32;
                found.fall = (2 + (fall / 10).clamp(-1, 50)) as u32;
                found.dropped = (dropped / 10).clamp(0, 40) as u32;
            }
        }
        found
    }
}

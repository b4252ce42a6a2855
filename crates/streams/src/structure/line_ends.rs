//! Predicts where lines (the main line and variations) end.
//!
//! Format: "Stream structure".

use crate::moves::{Outcome, Setting};
use crate::structure::ends::{self, EndContext};
use entropy::{Code, Counter};
use legal::Position;
use model::mix::{dot, squash, stretch, train};
use model::number::{hash, place};

use game::parts::walk::LinePoint;
use legal::Cursor;

/// Number of estimates that are mixed. For main lines: one of the model trained beforehand, and two of counters of the block, in two
/// contexts; the fourth is not used. For variations: four of counters, in four contexts.
const ESTIMATES: usize = 4;
/// Weights at the start, in units of 2^-16: of main lines, and of variations.
const USUAL: [[i32; ESTIMATES]; 2] = [[60_000, 6_000, 6_000, 0], [20_000, 20_000, 20_000, 26_000]];
/// Counters, as a power of two.
const COUNTER_BITS: u32 = 14;
/// How far back counters remember, in decisions.
const MEMORY: u32 = 250;
/// Variations with at most so many plies count as cut short by the engine.
const SHORT: u32 = 4;
/// The log-odds that a line ends where there is no move, in units of 1/256 nat.
const OVER: i32 = 2000;

/// Model of the ends of lines.
#[derive(Clone)]
pub(super) struct LineEnds {
    counters: Vec<Counter>,
    weights: [[i32; ESTIMATES]; 2],
    /// Plies of the last variation that ended.
    last: u32,
    /// And of the last that was not cut short.
    long: u32,
}

impl LineEnds {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            counters: vec![Counter::new(); 1 << COUNTER_BITS],
            weights: USUAL,
            last: 0,
            long: 0,
        }
    }

    /// Codes whether a line ends; `before` is a hash of the last items.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        line: Option<LinePoint>,
        setting: &Setting,
        before: u32,
        ends: bool,
    ) -> bool {
        let contexts = line.map_or([before; ESTIMATES], |line| match line.inside() {
            false => contexts(line.cursor, setting, before),
            true => self.inside(line.cursor, before),
        });
        let known = line.and_then(|line| known(line, setting));
        let places = contexts.map(|context| place(context, COUNTER_BITS));
        let [shown, a, b, c] = places.map(|place| stretch(self.counters[place].one12()));
        let used = ESTIMATES - usize::from(known.is_some());
        let inputs = &[known.unwrap_or(shown), a, b, c][..used];
        let weights = &mut self.weights[usize::from(known.is_none())];
        let probability = squash(dot(weights, inputs));
        let ends = coder.bit(ends, probability);
        train(weights, inputs, probability, ends, 3);
        for &place in &places[..used] {
            self.counters[place].update(ends, MEMORY);
        }
        if let Some(line) = line.filter(|line| ends && line.inside()) {
            self.last = length(line.cursor);
            if self.last > SHORT {
                self.long = self.last;
            }
        }
        ends
    }

    /// Contexts of a variation. Engines mostly end variations after as many plies as the last time, unless they cut them short. The number
    /// of plies grows with the ply of the game at which the variation begins.
    fn inside(&self, cursor: &Cursor, before: u32) -> [u32; ESTIMATES] {
        let over = u32::from(cursor.legal().is_empty());
        let length = length(cursor);
        let begun = u32::from(cursor.history().depth)
            .saturating_sub(length)
            .min(48)
            / 4;
        let position = cursor.position();
        let balance = balance_class(position);
        let check = u32::from(cursor.legal().is_check());
        [
            hash(&[5, over, balance, check, before]),
            hash(&[3, over, length, before]),
            hash(&[4, over, length, self.last, before]),
            hash(&[6, over, length, self.long, begun, before]),
        ]
    }
}

/// The log-odds that a main line ends, by the model trained beforehand; `None` for variations.
fn known(line: LinePoint, setting: &Setting) -> Option<i32> {
    let LinePoint { cursor, main_line } = line;
    if line.inside() {
        return None;
    }
    if cursor.legal().is_empty() {
        return Some(OVER);
    }
    let position = cursor.position();
    let context = EndContext {
        position,
        history: cursor.history(),
        setting,
        met: main_line.repetitions.times(),
        check: cursor.legal().is_check(),
    };
    Some(context.odds().clamp(-OVER, OVER))
}

/// Plies of a variation, at most 64.
fn length(cursor: &Cursor) -> u32 {
    u32::from(cursor.length()).min(64)
}

/// Contexts of a main line. It always ends where there is no legal move, often ends after a move of the winner, and is the likelier to end
/// the later it is.
fn contexts(cursor: &Cursor, setting: &Setting, before: u32) -> [u32; ESTIMATES] {
    let position = cursor.position();
    let over = u32::from(cursor.legal().is_empty());
    let outcome = match (setting.outcome, position.turn().is_white()) {
        (Outcome::Unknown, _) => 0,
        (Outcome::Draw, _) => 3,
        (Outcome::White, true) | (Outcome::Black, false) => 4, // the player to move has won
        _ => 5,
    };
    let depth = u32::from(cursor.history().depth);
    let depth = if depth < 8 {
        depth
    } else {
        8 + depth.min(250) / 10
    };
    let balance = balance_class(position);
    let check = u32::from(cursor.legal().is_check());
    [
        before,
        hash(&[1, over, outcome, depth, before]),
        hash(&[2, over, outcome, balance, check, before]),
        0, // not used
    ]
}

/// The material of the side to move less that of the other, in seven classes.
fn balance_class(position: &Position) -> u32 {
    let balance = ends::balance(position, position.turn());
    (balance.clamp(-10, 10) + 10) as u32 / 3
}

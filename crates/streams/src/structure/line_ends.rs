//! Predicts where lines (the main line and variations) end.
//!
//! Format: "Stream structure".

use crate::moves::{Outcome, Setting};
use crate::structure::ends::{EndContext, lead};
use entropy::{Code, Counter};
use legal::Position;
use model::mix::{dot, squash, stretch, train};
use model::number::{hash, place};
use model::simd::{Task, run};

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
        let (contexts, known) = match line {
            None => ([before; ESTIMATES], None),
            Some(line) => run(Look {
                ends: self,
                line,
                setting,
                before,
            }),
        };
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
    #[inline(always)]
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

/// Looks at a place of a line: its contexts, and of a main line the log-odds that it ends, by the model trained beforehand. A task, so
/// that it uses the processor's instruction to count bits.
struct Look<'a> {
    ends: &'a LineEnds,
    line: LinePoint<'a>,
    setting: &'a Setting,
    before: u32,
}

impl Task for Look<'_> {
    type Output = ([u32; ESTIMATES], Option<i32>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let (cursor, setting) = (self.line.cursor, self.setting);
        if self.line.inside() {
            return (self.ends.inside(cursor, self.before), None);
        }
        let contexts = contexts(cursor, setting, self.before);
        (contexts, Some(known(self.line, setting)))
    }
}

/// The log-odds that a main line ends, by the model trained beforehand.
#[inline(always)]
fn known(line: LinePoint, setting: &Setting) -> i32 {
    let LinePoint { cursor, main_line } = line;
    if cursor.legal().is_empty() {
        return OVER;
    }
    let position = cursor.position();
    let context = EndContext {
        position,
        history: cursor.history(),
        setting,
        met: main_line.repetitions.times(),
        check: cursor.legal().is_check(),
    };
    context.sum().clamp(-OVER, OVER)
}

/// Plies of a variation, at most 64.
fn length(cursor: &Cursor) -> u32 {
    u32::from(cursor.length()).min(64)
}

/// Contexts of a main line. It always ends where there is no legal move, often ends after a move of the winner, and is the likelier to end
/// the later it is.
#[inline(always)]
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
#[inline(always)]
fn balance_class(position: &Position) -> u32 {
    let balance = lead(position, position.turn());
    (balance.clamp(-10, 10) + 10) as u32 / 3
}

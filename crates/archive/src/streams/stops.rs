//! Where lines end.

use entropy::{Code, Counter};
use model::ends::{self, Scene};
use model::mix::{dot, squash, stretch, train};
use model::moves::Setting;
use model::number::hash;

use crate::block::course::Course;
use crate::block::walk::Walk;

/// Estimates: that of what is known beforehand, and of what the block has shown in two contexts.
const ESTIMATES: usize = 3;
/// Weights at the start, in units of 2^-16: of main lines, and of variations.
const USUAL: [[i32; ESTIMATES]; 2] = [[60_000, 6_000, 6_000], [0, 43_000, 43_000]];
/// Counters, a power of two.
const COUNTERS: usize = 1 << 14;
/// How far back counters remember, in decisions.
const MEMORY: u32 = 250;
/// The log-odds that a line ends where there is no move, in units of 1/256 nat.
const OVER: i32 = 2000;

/// Where a game stands.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub walk: &'a Walk,
    pub course: &'a Course,
}

impl Line<'_> {
    /// Whether it is a variation.
    pub fn inside(&self) -> bool {
        self.walk.variations() > 0
    }
}

/// Model of the ends of lines.
pub(super) struct Stops {
    counters: Vec<Counter>,
    weights: [[i32; ESTIMATES]; 2],
}

impl Stops {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            counters: vec![Counter::new(); COUNTERS],
            weights: USUAL,
        }
    }

    /// Codes whether a line ends; `before` names what came last, `outcome` who won (1 White, 2 Black, 3 nobody, 0 not known).
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        line: Option<Line>,
        setting: &Setting,
        outcome: u32,
        before: u32,
        stops: bool,
    ) -> bool {
        let inside = line.is_some_and(|line| line.inside());
        let contexts = line.map_or([before; 2], |line| contexts(line.walk, outcome, before));
        let known = line.map_or(0, |line| known(line, setting));
        let places = contexts.map(|context| {
            context.wrapping_mul(0x9E37_79B1) as usize >> (32 - COUNTERS.ilog2()) & (COUNTERS - 1)
        });
        let [a, b] = places.map(|place| stretch(self.counters[place].one12()));
        let inputs = [known, a, b];
        let weights = &mut self.weights[usize::from(inside || known == 0)];
        let probability = squash(dot(weights, &inputs));
        let stops = coder.bit(stops, probability);
        train(weights, &inputs, probability, stops, 3);
        for place in places {
            self.counters[place].update(stops, MEMORY);
        }
        stops
    }
}

/// The log-odds that a main line ends, by what is known beforehand; 0 for variations.
fn known(line: Line, setting: &Setting) -> i32 {
    let Line { walk, course } = line;
    if line.inside() {
        return 0;
    }
    if walk.legal().is_empty() {
        return OVER;
    }
    let position = walk.position();
    let scene = Scene {
        position,
        history: walk.history(),
        setting,
        met: course.met(position.halfmoves()),
    };
    scene.odds().clamp(-OVER, OVER)
}

/// At mate always, after the loser's opponent has moved often, and the later the likelier.
fn contexts(walk: &Walk, outcome: u32, before: u32) -> [u32; 2] {
    let position = walk.position();
    let over = u32::from(walk.legal().is_empty());
    let outcome = match (outcome, position.turn().is_white()) {
        (1, true) | (2, false) => 4, // the player to move has won
        (1 | 2, _) => 5,
        (other, _) => other,
    };
    let depth = u32::from(walk.depth());
    let depth = if depth < 8 {
        depth
    } else {
        8 + depth.min(250) / 10
    };
    let balance = ends::balance(position, position.turn());
    let balance = (balance.clamp(-10, 10) + 10) as u32 / 3;
    let check = u32::from(walk.legal().is_check());
    [
        hash(&[1, over, outcome, depth, before]),
        hash(&[2, over, outcome, balance, check, before]),
    ]
}

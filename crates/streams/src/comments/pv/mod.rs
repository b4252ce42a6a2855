//! Lines of moves in engines' comments (principal variations).
//!
//! Format: "Lines in comments".
//!
//! Most moves of a line are also in an earlier line, or were played in the game. Such moves are candidates, which are tried one after the
//! other, each by one yes/no decision. Only if all fail is the move coded by [`Moves`].

mod choose;
mod followers;
mod reweight;
mod trail;

use entropy::{Code, Counter};
use legal::Move;

use crate::moves::{Knowledge, MoveContext, Moves};
use followers::{Follower, Followers, Source};
use model::number::Decisions;
use reweight::Reweighting;
use trail::Trail;

/// At most so many moves are tried one by one.
const MOST_CANDIDATES: usize = 4;

/// Longest line; the rest of a longer one is coded as another line.
pub const LONGEST: usize = 512;

/// What is known of a line before its first move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// A hash that stands for the line's place in the comment.
    pub kind: u32,
    /// Whose comment it is: 0 for White, 1 for Black.
    pub side: usize,
    /// A hash of the name of the engine that wrote it.
    pub engine: u32,
    /// The first two numbers of the comment before the line; one of them is often the search depth.
    pub numbers: [i64; 2],
    /// Plies before the line's first move.
    pub ply: u32,
    /// The first move of a variation that begins after the comment, as an alternative to the game's move.
    pub alternative: Option<Move>,
}

/// The lines of a block.
#[derive(Clone)]
pub struct Lines {
    knowledge: Knowledge,
    moves: Option<Box<Moves>>,
    followers: Followers,
    /// The last lines of each kind and side of the game.
    last: Vec<(u32, usize, LastLine)>,
    ends: Decisions<7>,
    hits: Decisions<8>,
    /// How often the candidates of each set of sources were right.
    ranks: [Counter; 64],
    reweight: Reweighting,
    now: Now,
}

/// An earlier line.
#[derive(Clone, Default)]
struct LastLine {
    ply: u32,
    moves: Vec<Move>,
}

/// The line that is being coded.
#[derive(Clone, Default)]
struct Now {
    at: Situation,
    moves: Vec<Move>,
    hashes: Vec<u64>,
    /// The last line of the same side and that of the other.
    trails: [Trail; 2],
    /// Moves in a row that were the first candidate.
    run: u32,
    misses: u32,
}

/// At most so many last lines are remembered; junk may have more.
const MOST_KINDS: usize = 16;

impl Lines {
    /// The state at the start of every block.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            knowledge: knowledge.clone(),
            moves: None,
            followers: Followers::default(),
            last: Vec::new(),
            ends: Decisions::new(16),
            hits: Decisions::new(18),
            ranks: [Counter::new(); 64],
            reweight: Reweighting::default(),
            now: Now::default(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self) {
        self.followers.clear();
        self.last.clear();
    }

    /// Learns that `next` is played in the game in the position of this hash.
    pub fn played(&mut self, hash: u64, next: Move) {
        self.followers.note(Source::GameParts, hash, Some(next), 0);
    }

    /// Begins a line.
    pub fn begin(&mut self, at: Situation) {
        let now = &mut self.now;
        now.moves.clear();
        now.hashes.clear();
        (now.run, now.misses) = (0, 0);
        for (trail, side) in now.trails.iter_mut().zip([at.side, 1 - at.side]) {
            let last = self
                .last
                .iter()
                .find(|last| (last.0, last.1) == (at.kind, side));
            match last {
                Some((_, _, last)) => trail.follow(&last.moves, at.ply.saturating_sub(last.ply)),
                None => trail.follow(&[], 0),
            }
        }
        now.at = at;
    }

    /// Codes the next move of the line as an index among `legal`, or its end. The end costs nothing where there is no legal move.
    pub fn next(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        next: Option<usize>,
    ) -> Option<usize> {
        let MoveContext {
            position, legal, ..
        } = *turn;
        if legal.is_empty() || self.now.moves.len() >= LONGEST {
            self.end(position.hash());
            return None;
        }
        let hash = position.hash();
        let found = self.found(hash);
        if self.ends_here(coder, position, legal, &found, next.is_none()) {
            self.end(hash);
            return None;
        }
        let index = self.choose(coder, turn, &found, next.unwrap_or(0));
        self.tell(hash, legal[index]);
        Some(index)
    }

    /// The moves that followed a position, from each source.
    fn found(&self, hash: u64) -> [Option<Follower>; 3] {
        let side = self.now.at.side;
        [
            Source::GameParts,
            Source::Line(side),
            Source::Line(1 - side),
        ]
        .map(|source| self.followers.find(source, hash))
    }

    fn tell(&mut self, hash: u64, m: Move) {
        self.now.moves.push(m);
        self.now.hashes.push(hash);
        for trail in &mut self.now.trails {
            trail.pass(m);
        }
    }

    /// Remembers the line, unless it has fewer than two moves: single moves do not show how the game might go on.
    fn end(&mut self, hash: u64) {
        let now = &mut self.now;
        if now.moves.len() < 2 {
            return;
        }
        let source = Source::Line(now.at.side);
        let nexts = now
            .moves
            .iter()
            .map(|&m| Some(m))
            .chain(std::iter::once(None));
        let hashes = now.hashes.iter().copied().chain(std::iter::once(hash));
        for (hash, next) in hashes.zip(nexts) {
            self.followers.note(source, hash, next, now.at.ply);
        }
        let key = (now.at.kind, now.at.side);
        let place = self
            .last
            .iter()
            .position(|last| (last.0, last.1) == key)
            .unwrap_or_else(|| {
                self.last.truncate(MOST_KINDS - 1);
                self.last.push((key.0, key.1, LastLine::default()));
                self.last.len() - 1
            });
        let last = &mut self.last[place].2;
        last.ply = now.at.ply;
        last.moves.clone_from(&now.moves);
    }
}

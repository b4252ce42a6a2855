//! From games to shuffled batches of positions.

use legal::{Cursor, Position};
use rayon::prelude::*;
use streams::moves::{MoveContext, Outcome, Pace, Setting, Site};
use streams::training::networks::{Detail, Features};

use crate::games::{GameRef, Games};
use crate::net::batch::Batch;
use crate::random::Random;
use crate::select::Shares;
use crate::teacher::Teacher;

/// Games whose positions are shuffled together.
const TOGETHER: usize = 4096;
/// Games that one task works on.
const TASK: usize = 64;
/// One game in so many is told from some ply on as if it had been set up there.
pub(crate) const STARTS_LATE: usize = 12;

/// An endless stream of batches: every game once in each round, rounds in different orders.
///
/// What comes depends on the games and the seed alone.
pub struct Feed<'a> {
    games: &'a Games,
    order: Vec<u32>,
    shares: Shares,
    teacher: Option<Teacher<'a>>,
    detail: Detail,
    seed: u64,
    round: u64,
    next: usize,
    /// Where in the round the positions at hand begin, and how many they were.
    begin: usize,
    pooled: usize,
    /// Positions at hand, and those of them not used yet.
    pool: Vec<Batch>,
    waiting: Vec<(u32, u32)>,
}

/// Where a [`Feed`] stands, to go on from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The round, from 1.
    pub round: u64,
    /// Where in the round's order the positions at hand begin.
    pub begin: u64,
    /// How many of them are used.
    pub used: u64,
}

impl<'a> Feed<'a> {
    /// Batches from the games at `indices`, looked at as closely as `detail` says, and what a teacher says of some of them.
    ///
    /// # Panics
    ///
    /// If there is no game.
    pub fn new(
        games: &'a Games,
        indices: Vec<u32>,
        teacher: Option<Teacher<'a>>,
        detail: Detail,
        seed: u64,
    ) -> Self {
        assert!(!indices.is_empty(), "there is no game to learn from");
        let shares = Shares::new(games, Shares::CAP);
        Self {
            games,
            next: indices.len(),
            order: indices,
            shares,
            teacher,
            detail,
            seed,
            round: 0,
            begin: 0,
            pooled: 0,
            pool: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// The next `size` positions.
    pub fn batch(&mut self, size: usize) -> Batch {
        let mut batch = Batch::default();
        while batch.len() < size {
            match self.waiting.pop() {
                Some((task, at)) => batch.copy(self.pool[task as usize].position(at as usize)),
                None => self.refill(),
            }
        }
        batch
    }

    /// Where the stream stands.
    pub fn place(&self) -> Place {
        Place {
            round: self.round,
            begin: self.begin as u64,
            used: (self.pooled - self.waiting.len()) as u64,
        }
    }

    /// Goes to where the stream stood when it told so.
    pub fn go_to(&mut self, place: Place) {
        if place == Place::default() {
            return;
        }
        // The next pool is made as it was then: a round begins when the last one is used up.
        self.round = place.round;
        self.shuffle();
        self.next = (place.begin as usize).min(self.order.len() - 1);
        self.refill();
        let left = self.waiting.len().saturating_sub(place.used as usize);
        self.waiting.truncate(left);
    }

    fn shuffle(&mut self) {
        self.order.sort_unstable();
        Random::new(self.seed ^ self.round << 32).shuffle(&mut self.order);
    }

    fn refill(&mut self) {
        if self.next == self.order.len() {
            self.round += 1;
            self.shuffle();
            self.next = 0;
        }
        self.begin = self.next;
        let end = (self.next + TOGETHER).min(self.order.len());
        let chosen = &self.order[self.next..end];
        self.next = end;
        let (games, shares) = (self.games, &self.shares);
        let (teacher, detail) = (self.teacher, self.detail);
        let seed = self.seed ^ self.round << 40;
        self.pool = chosen
            .par_chunks(TASK)
            .map(|task| {
                let mut batch = Batch::default();
                for &index in task {
                    let mut random = Random::new(seed ^ u64::from(index));
                    let game = games.get(index as usize);
                    learn_from(game, shares, teacher, detail, &mut random, &mut batch);
                }
                batch
            })
            .collect();
        self.waiting.clear();
        for (task, batch) in self.pool.iter().enumerate() {
            let entries = 0..batch.len() as u32;
            self.waiting.extend(entries.map(|at| (task as u32, at)));
        }
        self.pooled = self.waiting.len();
        Random::new(seed ^ end as u64).shuffle(&mut self.waiting);
    }
}

/// Adds a game's positions, but for forced moves and a part of those of players with very many games; of a game with labels those that have
/// one.
fn learn_from(
    game: GameRef,
    shares: &Shares,
    teacher: Option<Teacher>,
    detail: Detail,
    random: &mut Random,
    batch: &mut Batch,
) {
    let setting = blurred(game.setting, random);
    let kept = game.players.map(|player| shares.of(player));
    let begin = if random.below(STARTS_LATE) == 0 {
        random.below(game.plies.len().max(1))
    } else {
        0
    };
    let labels = match teacher {
        Some(Teacher::Labels(labels)) => labels.of(game),
        _ => None,
    };
    if let Some(labels) = labels {
        walk_from(begin, game, &setting, detail, |_, features, played, ply| {
            if labels[ply].moves() == features.moves.len() {
                batch.push_soft(features, played, labels[ply].targets(played));
            }
        });
        return;
    }
    let mut lessons = teacher.and_then(Teacher::lessons);
    walk_from(
        begin,
        game,
        &setting,
        detail,
        |turn, features, played, ply| {
            if random.below(Shares::WHOLE as usize) >= kept[ply % 2] as usize {
                return;
            }
            match &mut lessons {
                // The teacher knows all tags.
                Some(lessons) => {
                    let turn = MoveContext {
                        setting: &game.setting,
                        ..*turn
                    };
                    batch.push_soft(features, played, lessons.targets(&turn, played));
                }
                None => batch.push(features, played),
            }
        },
    );
}

/// Now and then a game is shown as if its tags were missing, so that the network knows what to do with such.
pub(crate) fn blurred(mut setting: Setting, random: &mut Random) -> Setting {
    if random.below(10) == 0 {
        setting.ratings = [0; 2];
    }
    if random.below(16) == 0 {
        setting.pace = Pace::Unknown;
    }
    if random.below(16) == 0 {
        setting.site = Site::Other;
    }
    if random.below(10) == 0 {
        setting.outcome = Outcome::Unknown;
    }
    if random.below(16) == 0 {
        setting.year = 0;
    }
    setting
}

/// Calls `visit` with what the network sees of each position with a choice, the index played and the ply.
pub fn walk(
    game: GameRef,
    setting: &Setting,
    detail: Detail,
    mut visit: impl FnMut(&Features, usize, usize),
) {
    walk_from(0, game, setting, detail, |_, features, played, ply| {
        visit(features, played, ply);
    });
}

/// The same, but what was played before ply `begin` is not told, as in a game that is set up there.
fn walk_from(
    begin: usize,
    game: GameRef,
    setting: &Setting,
    detail: Detail,
    mut visit: impl FnMut(&MoveContext, &Features, usize, usize),
) {
    let mut cursor = Cursor::new(Position::standard());
    let mut features = Features::default();
    for (ply, &played) in game.plies.iter().enumerate() {
        if ply == begin {
            cursor = Cursor::new(cursor.position().clone());
        }
        let played = usize::from(played);
        if cursor.legal().len() > 1 {
            let turn = MoveContext::at(&cursor, setting);
            features.extract(detail, &turn);
            visit(&turn, &features, played, ply);
        }
        cursor.play_move(cursor.legal()[played]);
    }
}

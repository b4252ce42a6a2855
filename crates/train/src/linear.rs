//! Training of the weights of standard chess that the log-linear model of variants begins with.
//!
//! The weights see what they will see in an archive: blocks of games of one file, with books that begin empty with each block. Games of a
//! file are dealt to its blocks at random. Many blocks are gone through at once, a game of each in turn, so that no file has the last word.

use archive::streams::moves::linear::{Features, Linear, VIEWS, WEIGHTS};
use archive::streams::moves::{MoveContext, Site};
use entropy::Meter;
use legal::{Cursor, Position};

use crate::games::{GameRef, Games};
use crate::random::Random;
use crate::select::Shares;

/// Games of a block, as in archives.
const BLOCK: usize = 4096;
/// Blocks gone through at once.
const TOGETHER: usize = 24;
/// Units of the file: a byte counts 2^-4 bit.
const UNIT: f32 = 16.0;
/// Errors below this are left: most moves have such.
const SMALL: f32 = 0.001;

/// How weights are trained.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Times that every game is learned from.
    pub rounds: u32,
    /// Learning rate at its highest, in bits.
    pub rate: f32,
    /// Whether plies over the board and plies on servers count the same, however many there are of each.
    pub even: bool,
    /// Decides the order of games.
    pub seed: u64,
}

/// Trains weights on the games at `training`, in ascending order, and gives their file. Now and then it
/// tells how many games are done, and what a ply with a choice cost lately in bits.
///
/// ```
/// use archive::streams::moves::{Setting, linear::WEIGHTS};
/// use train::games::Games;
/// use train::linear::{Plan, train_linear};
///
/// let mut games = Games::default();
/// games.push(Setting::default(), [0, 0], 0, &[12, 5]);
/// let file = train_linear(&games, &[0], Plan { rounds: 1, rate: 0.08, even: false, seed: 1 }, |_, _| ());
/// assert_eq!(file.len(), WEIGHTS);
/// ```
pub fn train_linear(
    games: &Games,
    training: &[u32],
    plan: Plan,
    mut tell: impl FnMut(usize, f64),
) -> Vec<u8> {
    let mut waiting = Vec::new();
    for round in 0..plan.rounds {
        waiting.extend(blocks(games, training, plan.seed + u64::from(round)));
    }
    let all = training.len() * plan.rounds as usize;
    let mut waiting = waiting.into_iter();
    let mut open: Vec<(Features, std::vec::IntoIter<u32>)> = Vec::new();
    let heavy = Shares::new(games, Shares::CAP);
    let shares = |game: GameRef| game.players.map(|player| heavy.of(player));
    let evens = match plan.even {
        true => evens(games, training, shares),
        false => [Shares::WHOLE; 2],
    };
    let mut slopes = Slopes::new();
    let mut done = 0;
    loop {
        while open.len() < TOGETHER
            && let Some(block) = waiting.next()
        {
            open.push((Features::new(), block.into_iter()));
        }
        if open.is_empty() {
            break;
        }
        for (features, block) in &mut open {
            let Some(index) = block.next() else {
                continue;
            };
            let game = games.get(index as usize);
            let rate = plan.rate * (1.0 - 0.97 * done as f32 / all as f32);
            // Plies of players with very many games, and of the kind that is more common, count less; but the books see all.
            let mut random = Random::new(plan.seed ^ u64::from(index) << 8);
            let even = u64::from(evens[kind(game)]);
            let kept = shares(game).map(|share| (u64::from(share) * even) as usize);
            walk(game, features, |moves, played, ply| {
                if random.below(Shares::WHOLE as usize * Shares::WHOLE as usize) < kept[ply % 2] {
                    slopes.learn(moves, played, rate);
                }
            });
            done += 1;
            if done % (all / 20).max(1) == 0 {
                tell(done, slopes.cost / slopes.plies.max(1) as f64);
                (slopes.cost, slopes.plies) = (0.0, 0);
            }
        }
        open.retain(|(_, block)| block.len() > 0);
    }
    let byte = |weight: f32| (weight * UNIT).round().clamp(-127.0, 127.0) as i8 as u8;
    slopes.weights.into_iter().map(byte).collect()
}

/// The mean cost of a ply in bits, coding the games at `indices` as one block that begins with these weights.
pub fn measure_linear(games: &Games, indices: &[u32], weights: &[u8; WEIGHTS]) -> f64 {
    let mut linear = Linear::beginning_with(weights);
    let mut meter = Meter::default();
    let mut plies = 0;
    for &index in indices {
        let game = games.get(index as usize);
        let mut cursor = Cursor::new(Position::standard());
        for &played in game.plies {
            let played = usize::from(played);
            linear.code(&mut meter, &MoveContext::at(&cursor, &game.setting), played);
            cursor.play_move(cursor.legal()[played]);
        }
        plies += game.plies.len();
    }
    meter.cost() as f64 / 65536.0 / plies as f64
}

/// The kind of a game: played over the board (or who knows where), or on a server.
fn kind(game: GameRef) -> usize {
    usize::from(game.setting.site != Site::Other)
}

/// How many out of [`Shares::WHOLE`] plies of each kind are to be learned from, so that no kind outweighs the other.
fn evens(games: &Games, training: &[u32], shares: impl Fn(GameRef) -> [u32; 2]) -> [u32; 2] {
    let mut counts = [1; 2];
    for &index in training {
        let game = games.get(index as usize);
        let share: u32 = shares(game).iter().sum();
        counts[kind(game)] += game.plies.len() as u64 * u64::from(share);
    }
    let least = counts[0].min(counts[1]);
    match least {
        1 => [Shares::WHOLE; 2], // there is only one kind
        _ => counts.map(|count| (least * u64::from(Shares::WHOLE) / count) as u32),
    }
}

/// Games of one file each, in any order: files that are sorted by player would make books look better than they are.
fn blocks(games: &Games, training: &[u32], seed: u64) -> Vec<Vec<u32>> {
    let file = |index: &u32| games.get(*index as usize).file;
    let mut random = Random::new(seed);
    let mut blocks: Vec<Vec<u32>> = Vec::new();
    for of_file in training.chunk_by(|a, b| file(a) == file(b)) {
        let mut of_file = of_file.to_vec();
        random.shuffle(&mut of_file);
        blocks.extend(of_file.chunks(BLOCK).map(<[u32]>::to_vec));
    }
    random.shuffle(&mut blocks);
    blocks
}

/// Calls `visit` with the weights of each legal move, the index played and the ply, wherever there is a choice.
fn walk(
    game: GameRef,
    features: &mut Features,
    mut visit: impl FnMut(&[[u32; VIEWS]], usize, usize),
) {
    let mut cursor = Cursor::new(Position::standard());
    for (ply, &played) in game.plies.iter().enumerate() {
        let played = usize::from(played);
        if features.extract(&MoveContext::at(&cursor, &game.setting)) {
            visit(features.moves(), played, ply);
        }
        let m = cursor.legal()[played];
        features.note(m);
        cursor.play_move(m);
    }
}

/// Weights that go down their slopes, each at its own pace: AdaGrad (Duchi, Hazan, Singer, "Adaptive subgradient methods for online
/// learning and stochastic optimization", 2011).
struct Slopes {
    /// In bits.
    weights: Vec<f32>,
    /// Sums of the squares of errors so far.
    squares: Vec<f32>,
    shares: Vec<f32>,
    /// Of the plies learned from since it was last told, in bits.
    cost: f64,
    plies: usize,
}

impl Slopes {
    fn new() -> Self {
        Self {
            weights: vec![0.0; WEIGHTS],
            squares: vec![1.0; WEIGHTS],
            shares: Vec::new(),
            cost: 0.0,
            plies: 0,
        }
    }

    fn learn(&mut self, moves: &[[u32; VIEWS]], played: usize, rate: f32) {
        let weights = &self.weights;
        let logit = |views: &[u32; VIEWS]| -> f32 {
            views.iter().map(|&view| weights[view as usize]).sum()
        };
        self.shares.clear();
        self.shares.extend(moves.iter().map(logit));
        let top = self.shares.iter().copied().fold(f32::MIN, f32::max);
        for share in &mut self.shares {
            *share = (*share - top).exp2();
        }
        let sum: f32 = self.shares.iter().sum();
        self.cost -= f64::from((self.shares[played] / sum).log2());
        self.plies += 1;
        for (at, (views, share)) in moves.iter().zip(&self.shares).enumerate() {
            let target = if at == played { 1.0 } else { 0.0 };
            let error = target - share / sum;
            if error.abs() < SMALL {
                continue;
            }
            for &view in views {
                let square = &mut self.squares[view as usize];
                *square += error * error;
                self.weights[view as usize] += rate * error / square.sqrt();
            }
        }
    }
}

//! Where the bits of the moves go.

use super::corpus::Corpus;
use super::models::costs;
use super::per;
use archive::Model;
use legal::{Position, Role};
use serde::Serialize;
use std::collections::BTreeMap;

/// Values that fewer plies or games stand after say little.
pub const FEW: u64 = 30;
/// Plies past this are one.
const LAST_PLY: usize = 200;
/// Plies that count as the opening.
const OPENING: usize = 20;
/// The most that men but kings and pawns are worth together in an endgame: a queen or two rooks a side, and a little.
const ENDGAME: u32 = 26;
/// Width of a class of ratings.
const RATINGS: u16 = 200;
/// Plies in a class of lengths.
const LENGTHS: usize = 10;
/// Bits in a class of games.
const GAME_BITS: u64 = 25;

/// What plies of some sort cost by the default model as it learns within a block.
#[derive(Debug, Serialize)]
pub struct Profile {
    /// The model.
    pub model: String,
    pub by_ply: Vec<ByPly>,
    pub by_phase: Vec<Class>,
    pub by_side: Vec<Class>,
    pub by_rating: Vec<Class>,
    pub by_piece: Vec<Class>,
    /// By the square where a man arrives, a1 first, rank by rank.
    pub by_square: Vec<Class>,
    pub lengths: Vec<Games>,
    pub bits_per_game: Vec<Games>,
}

/// The cost of the plies with one number.
#[derive(Debug, Serialize)]
pub struct ByPly {
    pub ply: usize,
    pub plies: u64,
    pub bits_per_ply: f64,
}

/// The cost of the plies of one class.
#[derive(Debug, Serialize)]
pub struct Class {
    pub name: String,
    pub plies: u64,
    pub bits_per_ply: f64,
}

/// Games in a class.
#[derive(Debug, Serialize)]
pub struct Games {
    pub from: u64,
    pub games: u64,
}

/// Plies and their cost in units of 2^-16 bit.
#[derive(Clone, Copy, Default)]
struct Sum {
    plies: u64,
    cost: u64,
}

impl Sum {
    fn add(&mut self, cost: u64) {
        self.plies += 1;
        self.cost += cost;
    }

    fn mean(self) -> f64 {
        per(self.cost as f64 / 65_536.0, self.plies as f64)
    }

    fn class(self, name: impl Into<String>) -> Class {
        Class {
            name: name.into(),
            plies: self.plies,
            bits_per_ply: self.mean(),
        }
    }
}

const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];

impl Profile {
    /// Goes through all games.
    pub fn new(corpus: &Corpus, model: &Model) -> Self {
        let mut by_ply = [Sum::default(); LAST_PLY];
        let mut by_phase = [Sum::default(); PHASES.len()];
        let mut by_side = [Sum::default(); 2];
        let mut by_rating = BTreeMap::<u16, Sum>::new();
        let mut by_piece = [Sum::default(); Role::ALL.len()];
        let mut by_square = [Sum::default(); 64];
        let mut games = vec![0; corpus.games.len()];
        costs(corpus, model, |game, position, setting, ply, m, cost| {
            let side = position.turn().fold_wb(0, 1);
            by_ply[ply.min(LAST_PLY - 1)].add(cost);
            by_phase[phase(position, ply)].add(cost);
            by_side[side].add(cost);
            if setting.ratings[side] > 0 {
                by_rating
                    .entry(setting.ratings[side] / RATINGS)
                    .or_default()
                    .add(cost);
            }
            by_piece[m.role() as usize - 1].add(cost);
            by_square[usize::from(m.to())].add(cost);
            games[game] += cost;
        });
        let squares = legal::Square::ALL.into_iter().zip(by_square);
        Self {
            model: model.name().to_owned(),
            by_ply: (1..)
                .zip(by_ply)
                .filter(|(_, sum)| sum.plies > 0)
                .map(|(ply, sum)| ByPly {
                    ply,
                    plies: sum.plies,
                    bits_per_ply: sum.mean(),
                })
                .collect(),
            by_phase: PHASES
                .into_iter()
                .zip(by_phase)
                .map(|(name, sum)| sum.class(name))
                .collect(),
            by_side: ["white", "black"]
                .into_iter()
                .zip(by_side)
                .map(|(name, sum)| sum.class(name))
                .collect(),
            by_rating: by_rating
                .into_iter()
                .map(|(class, sum)| sum.class((class * RATINGS).to_string()))
                .collect(),
            by_piece: Role::ALL
                .into_iter()
                .zip(by_piece)
                .map(|(role, sum)| sum.class(format!("{role:?}").to_lowercase()))
                .collect(),
            by_square: squares
                .map(|(square, sum)| sum.class(square.to_string()))
                .collect(),
            lengths: classes(
                corpus
                    .games
                    .iter()
                    .map(|(game, _)| (game.moves.len() / LENGTHS * LENGTHS) as u64),
                LENGTHS as u64,
            ),
            bits_per_game: classes(
                games
                    .into_iter()
                    .map(|cost| (cost >> 16) / GAME_BITS * GAME_BITS),
                GAME_BITS,
            ),
        }
    }
}

/// Counts how often each class occurs, those between included.
fn classes(values: impl Iterator<Item = u64>, width: u64) -> Vec<Games> {
    let mut counts = BTreeMap::<u64, u64>::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let last = counts.last_key_value().map_or(0, |(&last, _)| last);
    (0..=last / width)
        .map(|class| Games {
            from: class * width,
            games: counts.get(&(class * width)).copied().unwrap_or(0),
        })
        .collect()
}

fn phase(position: &Position, ply: usize) -> usize {
    let worth = [
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let worth = worth.map(|(role, worth)| position.board().by_role(role).count() as u32 * worth);
    match (worth.iter().sum::<u32>() <= ENDGAME, ply < OPENING) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    }
}

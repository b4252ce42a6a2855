//! The encodings of the literature and the product's own models, one after the other on one thread.

use super::choice::Choice;
use super::corpus::Corpus;
use super::cost::{CodecFigures, Cost};
use super::models::{self, EngineArithmetic};
use super::{general, per};
use anyhow::{Result, ensure};
use classic::{GAMES, GameCodec, POSITIONS};
use legal::Setup;
use serde::Serialize;
use std::time::Instant;

/// The names of all encodings: of games, by our own models, of any bytes, of positions.
pub fn names() -> Vec<&'static str> {
    let games = GAMES.iter().map(|codec| codec.name());
    let positions = POSITIONS.iter().map(|codec| codec.name());
    let own = models::NAMES.into_iter().chain(general::NAMES);
    games.chain(own).chain(positions).collect()
}

/// What an encoding of positions takes.
#[derive(Debug, Serialize)]
pub struct PositionFigures {
    pub name: &'static str,
    /// The mean over the positions it can hold.
    pub bits_per_position: f64,
    pub positions: u64,
    #[serde(skip_serializing_if = "super::cost::is_zero")]
    pub refused: u64,
}

/// Measures every encoding of games that is chosen, and holds what comes back against the games.
pub fn measure(corpus: &Corpus, choice: &Choice) -> Result<Vec<CodecFigures>> {
    let mut found = Vec::new();
    let engine = EngineArithmetic::default();
    let all = GAMES.into_iter().chain([&engine as &dyn GameCodec]);
    for codec in all.filter(|codec| choice.has(codec.name())) {
        found.push(one(corpus, codec)?.figures(codec.name()));
    }
    models::measure(corpus, choice, &mut found)?;
    Ok(found)
}

fn one(corpus: &Corpus, codec: &dyn GameCodec) -> Result<Cost> {
    let mut cost = Cost::default();
    let start = Instant::now();
    let encoded: Vec<_> = corpus
        .games
        .iter()
        .map(|(game, _)| codec.encode(game).ok())
        .collect();
    cost.encoding = start.elapsed();
    let start = Instant::now();
    for (bits, (game, _)) in encoded.iter().zip(&corpus.games) {
        let Some(bits) = bits else {
            cost.refused += 1;
            continue;
        };
        let back = codec.decode(&game.start, game.moves.len(), bits)?;
        ensure!(
            back.moves == game.moves,
            "{}: a game is not decoded correctly",
            codec.name()
        );
        cost.games += 1;
        cost.plies += game.moves.len() as u64;
        cost.bits += bits.len() as u64;
        cost.bytes += bits.len().div_ceil(8) as u64;
    }
    cost.decoding = start.elapsed();
    Ok(cost)
}

/// Positions that are looked at; those of the shortest game take long to search for.
const MOST_POSITIONS: u64 = 2_000;

/// Measures every encoding of positions that is chosen on some positions of the games.
pub fn measure_positions(corpus: &Corpus, choice: &Choice) -> Vec<PositionFigures> {
    let positions = positions(corpus);
    let codecs = POSITIONS
        .into_iter()
        .filter(|codec| choice.has(codec.name()));
    // It gives up on nearly all, and each time only after a second.
    let codecs = codecs.filter(|codec| codec.name() != "shortest-game");
    let measured = codecs.map(|codec| {
        let bits = positions
            .iter()
            .filter_map(|position| codec.encode(position).ok());
        let (mut sum, mut held) = (0, 0_u64);
        for bits in bits {
            sum += bits.len() as u64;
            held += 1;
        }
        PositionFigures {
            name: codec.name(),
            bits_per_position: per(sum as f64, held as f64),
            positions: held,
            refused: positions.len() as u64 - held,
        }
    });
    measured.collect()
}

/// Positions evenly spread over all plies.
fn positions(corpus: &Corpus) -> Vec<Setup> {
    let step = corpus.plies().div_ceil(MOST_POSITIONS).max(1);
    let mut found = Vec::new();
    let mut ply = 0;
    for (game, _) in &corpus.games {
        let mut position = game.start.clone();
        for &m in &game.moves {
            position.play(m);
            ply += 1;
            if ply % step == 0 {
                found.push(position.to_setup());
            }
        }
    }
    found
}

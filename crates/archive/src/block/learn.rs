//! Learning what the models of streams know before their first block.
//!
//! Not part of the format.

use entropy::Meter;

use super::{Game, split, tag_section};
use crate::Model;
use crate::streams::{Clocks, MovetextEncoder, Structure};

/// What the model of clocks learns from texts that it codes one after another, so many times, forgetting between them what it
/// forgets between blocks; and what that cost each time, in bits. The bytes are those of `crate::streams::clocks::Clocks::learned`.
pub fn learn_clocks(texts: &[&[u8]], times: usize, model: &Model) -> (Vec<u8>, Vec<u64>) {
    let games = |text: &&[u8]| {
        let mut structure = Structure::new(model.knowledge());
        let (mut items, mut moves) = (Meter::default(), Meter::default());
        let games = pgn::games(text).map(|source| {
            let mut game = Game::default();
            let tags_end = tag_section::split_tags(source, &mut game);
            let mut coder = MovetextEncoder {
                structure: &mut structure,
                items: &mut items,
                moves: &mut moves,
            };
            split::split_movetext(source, tags_end, &mut game, &mut coder);
            game
        });
        games.collect::<Vec<_>>()
    };
    let mut texts: Vec<Vec<Game>> = texts.iter().map(games).collect();
    let mut clocks = Clocks::untrained();
    let costs = (0..times).map(|_| {
        let mut meter = Meter::default();
        for games in &mut texts {
            clocks.forget();
            for game in games {
                clocks.code(&mut meter, game);
            }
        }
        meter.cost() >> 16
    });
    let costs = costs.collect();
    (clocks.learned(), costs)
}

//! Trains the initial state of the model of clocks.
//!
//! Not part of the format.

use entropy::Meter;

use super::Clocks;
use crate::moves::Knowledge;
use crate::structure::{MovetextEncoder, Structure};
use game::parts::{GameParts, split, tag_section};

/// Trains the model of clocks: codes the texts one after another, `times` times, and resets between texts what is reset between
/// blocks. Returns the learned state as the bytes of `crate::clocks::Clocks::learned`, and the code length of each pass in bits.
pub fn learn_clocks(texts: &[&[u8]], times: usize, knowledge: &Knowledge) -> (Vec<u8>, Vec<u64>) {
    let games = |text: &&[u8]| {
        let mut structure = Structure::new(knowledge);
        let (mut items, mut moves) = (Meter::default(), Meter::default());
        let games = pgn::games(text).map(|source| {
            let mut game = GameParts::default();
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
    let mut texts: Vec<Vec<GameParts>> = texts.iter().map(games).collect();
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

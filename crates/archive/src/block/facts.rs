//! Collects the facts about a block's games for its header.
//!
//! Format: "Summary".

use super::game::Game;
use crate::BlockFacts;
use crate::game::{Date, rating};

/// How many values the movetext of a game has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    plies: u64,
    clocks: u64,
    evals: u64,
    comments: u64,
}

impl Values {
    pub fn of(game: &Game) -> Self {
        Self {
            plies: game.plies.len() as u64,
            clocks: game.clocks.len() as u64,
            evals: game.evals.len() as u64,
            comments: game.comments.len() as u64,
        }
    }
}

/// Adds a game with these tags and values to the facts of its block.
pub(super) fn count(game: &Game, values: Values, facts: &mut BlockFacts) {
    facts.games += 1;
    facts.plies += values.plies;
    facts.clocks += values.clocks;
    facts.evals += values.evals;
    facts.comments += values.comments;
    let date = [&b"Date"[..], b"UTCDate"]
        .into_iter()
        .find_map(|name| Date::parse(game.tag(name)?).filter(|date| date.year.is_some()))
        .map(Date::number);
    let ratings = [&b"WhiteElo"[..], b"BlackElo"]
        .into_iter()
        .filter_map(|name| rating(game.tag(name)?));
    let mut found = BlockFacts {
        dates: date.map(|date| (date, date)),
        ..BlockFacts::default()
    };
    for rating in ratings {
        let (low, high) = found.ratings.unwrap_or((rating, rating));
        found.ratings = Some((low.min(rating), high.max(rating)));
    }
    facts.merge(&found);
}

/// Whether a text's bytes are as evenly spread as those of compressed or encrypted data.
pub(super) fn looks_random(text: &[u8]) -> bool {
    let mut counts = [0u32; 256];
    let sample = &text[..text.len().min(1 << 20)];
    for &byte in sample {
        counts[usize::from(byte)] += 1;
    }
    let even = sample.len() as u32 / 256;
    counts
        .iter()
        .all(|&count| count > even / 2 && count < even * 2)
}

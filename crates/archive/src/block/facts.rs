//! Collects the facts about a block's games for its header.
//!
//! Format: "Summary".

use crate::BlockFacts;
use game::parts::GameParts;
use game::parts::comment::{Gives, commands};
use game::{Date, date_of_tags, rating};

/// How many values the movetext of a game has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    plies: u64,
    clocks: u64,
    evals: u64,
    comments: u64,
}

impl Values {
    pub fn of(game: &GameParts) -> Self {
        let mut values = Self {
            plies: game.plies.len() as u64,
            clocks: game.clocks.len() as u64,
            evals: game.evals.len() as u64,
            comments: game.comments.len() as u64,
        };
        // Commands that no template models have values for readers all the same.
        for command in game.texts.iter().flat_map(|&text| commands(game.get(text))) {
            match Gives::of(command.name) {
                Some(Gives::Clock | Gives::Spent | Gives::Tenths) => values.clocks += 1,
                Some(Gives::Eval) => values.evals += 1,
                None => {}
            }
        }
        values
    }
}

/// Adds a game with these tags and values to the facts of its block.
pub(super) fn count(game: &GameParts, values: Values, facts: &mut BlockFacts) {
    facts.games += 1;
    facts.plies += values.plies;
    facts.clocks += values.clocks;
    facts.evals += values.evals;
    facts.comments += values.comments;
    let date = date_of_tags(|name| game.tag(name.as_bytes()))
        .filter(|date| date.year.is_some())
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

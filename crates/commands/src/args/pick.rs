//! Options that say which games of an archive are wanted by their numbers.

use crate::pick::GameList;
use clap::Args as Arguments;
use std::num::NonZeroU64;
use std::path::PathBuf;

/// Which games of an archive are wanted.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Games by number")]
pub struct Pick {
    /// The game with this number, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "numbers", "every", "random", "first"])]
    pub game: Option<u64>,
    /// The games of these numbers and ranges, in this order: 17, A..B with both included, A.. to the last, ..B from the first, and
    /// several of them with commas between
    #[arg(long, value_name = "LIST", value_parser = GameList::parse, conflicts_with = "numbers")]
    pub games: Option<GameList>,
    /// The games whose numbers stand in this file, one a line, in its order; - for standard input
    #[arg(long, value_name = "FILE")]
    pub numbers: Option<PathBuf>,
    #[command(flatten)]
    pub choice: Choice,
}

/// Which of many games are wanted.
#[derive(Debug, Default, Arguments)]
#[command(next_help_heading = "Games by number")]
pub struct Choice {
    /// Of these games only the first, and every Kth after it
    #[arg(long, value_name = "K")]
    pub every: Option<NonZeroU64>,
    /// Of these games only N that are drawn at random, none twice, in the order in which they would come anyway
    #[arg(long, value_name = "N", conflicts_with = "first")]
    pub random: Option<usize>,
    /// Draw by this number: the same games each time
    #[arg(long, value_name = "S", requires = "random")]
    pub seed: Option<u64>,
    /// Of these games only the first N
    #[arg(long, value_name = "N")]
    pub first: Option<u64>,
}

impl Choice {
    /// Whether any games are asked for.
    pub fn is_given(&self) -> bool {
        self.every.is_some() || self.random.is_some() || self.first.is_some()
    }
}

impl Pick {
    /// Whether games are asked for by their own numbers.
    pub fn names_games(&self) -> bool {
        self.game.is_some() || self.games.is_some() || self.numbers.is_some()
    }

    /// Whether any games are asked for.
    pub fn is_given(&self) -> bool {
        self.names_games() || self.choice.is_given()
    }
}

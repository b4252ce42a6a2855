//! Options that choose games of an archive by their numbers.

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
    #[command(flatten)]
    pub named: Named,
    #[command(flatten)]
    pub choice: Choice,
}

/// Games that are named by their numbers.
#[derive(Debug, Default, Arguments)]
#[command(next_help_heading = "Games by number")]
pub struct Named {
    /// The games with these numbers, in this order: 17, A..B (both included), A.. (to the last game), ..B (from the first game);
    /// several of them with commas between
    #[arg(long, value_name = "LIST", value_parser = GameList::parse, conflicts_with = "numbers")]
    pub games: Option<GameList>,
    /// The games whose numbers are in this file, one per line, in the order of the file; - for standard input
    #[arg(long, value_name = "FILE")]
    pub numbers: Option<PathBuf>,
}

/// Help for commands that leave games in their order.
pub const GAMES: &str = "Only games with these numbers: 17, A..B (both included), A.. (to the last game), ..B (from the first game); several of them with commas between";
pub const NUMBERS: &str =
    "Only games whose numbers are in this file, one per line; - for standard input";

/// Which of many games are wanted.
#[derive(Debug, Default, Arguments)]
#[command(next_help_heading = "Games by number")]
pub struct Choice {
    /// Only the first of these games, and every Kth after it
    #[arg(long, value_name = "K")]
    pub every: Option<NonZeroU64>,
    /// Only N of these games, chosen at random, none twice, in their usual order
    #[arg(long, value_name = "N", conflicts_with = "first")]
    pub random: Option<usize>,
    /// The seed of the random choice: the same seed gives the same games
    #[arg(long, value_name = "S", requires = "random")]
    pub seed: Option<u64>,
    /// Only the first N of these games
    #[arg(long, value_name = "N")]
    pub first: Option<u64>,
}

impl Choice {
    /// Whether any games are asked for.
    pub fn is_given(&self) -> bool {
        self.every.is_some() || self.random.is_some() || self.first.is_some()
    }
}

impl Named {
    /// Whether any games are asked for.
    pub fn is_given(&self) -> bool {
        self.games.is_some() || self.numbers.is_some()
    }
}

impl Pick {
    /// Whether games are asked for by their own numbers.
    pub fn names_games(&self) -> bool {
        self.game.is_some() || self.named.is_given()
    }

    /// Whether any games are asked for.
    pub fn is_given(&self) -> bool {
        self.names_games() || self.choice.is_given()
    }
}

//! Options that choose games by their content.

use crate::games;
use anyhow::{Context, Error, Result, anyhow};
use clap::Args as Arguments;
use pgnz::{Conditions, Filter};
use std::path::{Path, PathBuf};

/// Which games are wanted. All given conditions must hold.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Filters")]
pub struct Filters {
    /// One of the players has this name: Carlsen, magnus carlsen, "Carlsen, M", 'Carl*'; given twice, each name must fit one player
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// White has this name
    #[arg(long, value_name = "NAME")]
    pub white: Option<String>,
    /// Black has this name
    #[arg(long, value_name = "NAME")]
    pub black: Option<String>,
    /// With --player, --white and --black: find near spellings too, such as Andreikin for Andrejkin
    #[arg(long)]
    pub fuzzy: bool,
    /// Both ratings are in this range; A.. and ..B have one end only
    #[arg(long, value_name = "A..B")]
    pub rating: Option<String>,
    /// The game was played in this range of years, months or days, such as 2023-01..2023-06
    #[arg(long, value_name = "A..B")]
    pub date: Option<String>,
    /// The result: 1-0, 0-1, 1/2-1/2, *, white, black, draw; several with commas between
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub result: Option<String>,
    /// The ECO code of the opening: B90, B90..B99, B9; several with commas between
    #[arg(long, value_name = "LIST")]
    pub eco: Option<String>,
    /// The opening's name contains this text, or matches this glob pattern
    #[arg(long, value_name = "TEXT")]
    pub opening: Option<String>,
    /// The class of the time control, or the time control itself: blitz, 600+5; several with commas between
    #[arg(long, value_name = "LIST")]
    pub time_control: Option<String>,
    /// The event contains this text, or matches this glob pattern
    #[arg(long, value_name = "TEXT")]
    pub event: Option<String>,
    /// The site contains this text, or matches this glob pattern
    #[arg(long, value_name = "TEXT")]
    pub site: Option<String>,
    /// The number of plies (moves by one player) is in this range
    #[arg(long, value_name = "A..B")]
    pub plies: Option<String>,
    /// The tag of this name matches this glob pattern; may be given several times
    #[arg(long, value_name = "NAME=GLOB")]
    pub tag: Vec<String>,
    /// How the game ended: mate, stalemate, time, resignation and others; several with commas between
    #[arg(long, value_name = "LIST")]
    pub ending: Option<String>,
    /// The game reaches this position, by any order of moves: a FEN, whose move counters do not matter
    #[arg(long, value_name = "FEN")]
    pub position: Option<String>,
    /// The game begins with these moves: "1. e4 c5 2. Nf3", with or without numbers, SAN or UCI
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// At some point exactly these pieces and pawns are on the board, either side first: KRPvKR
    #[arg(long, value_name = "MEN")]
    pub material: Option<String>,
    /// The game reaches the end of a line of this repertoire (a PGN file or an archive, with its variations), by any order of moves
    #[arg(long, value_name = "FILE")]
    pub matches: Option<PathBuf>,
    /// Do not use the index file beside the archive, which pgnz index writes
    #[arg(long)]
    pub no_index: bool,
    /// This expression is true, such as "white_rating >= 2500 and not bot"; docs/filters.md explains expressions
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub expression: Option<String>,
    /// All games but those for which the given conditions hold
    #[arg(long)]
    pub not: bool,
}

impl Filters {
    /// The filter of all given conditions.
    pub fn filter(&self) -> Result<Filter> {
        Filter::of(&self.conditions()?).map_err(of_filter)
    }

    /// All given conditions.
    pub fn conditions(&self) -> Result<Conditions> {
        Ok(Conditions {
            player: self.player.clone(),
            fuzzy: self.fuzzy,
            white: self.white.clone(),
            black: self.black.clone(),
            rating: self.rating.clone(),
            date: self.date.clone(),
            result: self.result.clone(),
            eco: self.eco.clone(),
            opening: self.opening.clone(),
            time_control: self.time_control.clone(),
            event: self.event.clone(),
            site: self.site.clone(),
            plies: self.plies.clone(),
            tag: self.tag.clone(),
            ending: self.ending.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
            material: self.material.clone(),
            matches: self.matches.as_deref().map(repertoire).transpose()?,
            expression: self.expression.clone(),
            not: self.not,
        })
    }
}

/// The error of a filter, with the option that caused it.
pub fn of_filter(error: pgnz::FilterError) -> Error {
    match error.condition() {
        None | Some("filter") => anyhow!("--where: {error}"),
        Some(_) => anyhow!("--{error}"),
    }
}

/// The games of a repertoire.
fn repertoire(path: &Path) -> Result<String> {
    let mut text = Vec::new();
    games::each(path, &[], &mut |game| {
        text.extend_from_slice(game);
        true
    })
    .with_context(|| format!("--matches: {}", path.display()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

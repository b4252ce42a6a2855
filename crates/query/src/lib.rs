//! Filters of chess games: by player, date, rating, result, opening, time control, by any tag, by positions, and by how the game went.
//!
//! Not part of the format.
//!
//! A [`Filter`] is made from an expression ([`Filter::parse`]) or from [`Conditions`], which are like the options of a program. It knows which
//! parts of a game it needs ([`Filter::columns`]), whether a game passes ([`Filter::matches`]), and from the index whether a block of an
//! archive may contain a game that passes ([`Filter::may_match`]). docs/filters.md describes the language and every field.
//!
//! ```
//! use archive::Game;
//! use query::Filter;
//!
//! let filter = Filter::parse("white_rating >= 2500 and opening like 'Sicilian%' and not bot")?;
//! let game = Game::parse(b"[WhiteElo \"2611\"]\n[Opening \"Sicilian Defense: Najdorf\"]\n\n1. e4 c5 *\n");
//! assert!(filter.matches(&game));
//! # Ok::<(), query::Error>(())
//! ```
#![deny(missing_docs)]

mod board;
mod check;
mod conditions;
mod date;
mod ending;
mod error;
mod expr;
mod fields;
mod filter;
mod fold;
mod frequent;
mod ids;
mod listed;
mod name;
mod natural;
mod near;
mod outline;
mod parse;
mod pattern;
mod person;
mod question;
mod quoted;
mod range;
mod stats;
mod summary;
mod table;
mod time;
mod token;
mod tree;
mod truth;

pub use board::{Line, Step, Steps, signature};
pub use conditions::Conditions;
pub use date::Days;
pub use error::Error;
pub use expr::{Comparison, Expr, Literal, Op, Test};
pub use fields::{
    Day, Field, Item, Kind, Known, Moment, NULL_MOVE, OneGame, Type, Value, spelled_date,
};
pub use filter::Filter;
pub use fold::{fold, text};
pub use frequent::{FrequentPosition, FrequentPositions, Plies};
pub use ids::{GameId, Site, tournament};
pub use natural::Natural;
pub use outline::Outline;
pub use person::{Person, Understood};
pub use stats::{
    Elo, Engine, EngineRecord, Engines, Match, PairScore, Player, Record, Results, Score, Standing,
    Standings, Stats, Work,
};
pub use summary::{Summary, Within};
pub use table::{Lines, More, Table, Texts, Verdict};
pub use time::SPEEDS;
pub use tree::{Branch, Facts, Root, Tree, Visit};
pub use truth::Truth;

//! Games that are played on by a program that knows how likely each move is: positions without end to learn from.
//!
//! [`Pack`] holds the games that are played on, in few bytes, for they are carried to a machine with a graphics processor. [`Played`] is
//! one of them as far as it has been played, [`Step`] what is written of one position of each of many games (lab/selfplay reads it).

mod pack;
mod played;
mod step;

pub use pack::{Game, Pack};
pub use played::Played;
pub use step::{Files, Step};

//! The three widths of networks, each with the detail in which it describes moves: in full or in brief.
//!
//! Format: "The network".

use super::rows::{PURPOSE, ROWS};

/// Hidden columns of a network that describes moves in full; its first layer has twice as many sums.
pub const BEST: usize = 256;
/// Hidden columns of the network of level middle, which describes moves in brief.
pub const DEFAULT: usize = 192;
/// Hidden columns of the network of level fast, which describes moves in brief.
pub const FAST: usize = 128;

/// In how much detail a network describes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// With exchanges worked out, and with what a move attacks, uncovers and leaves en prise.
    Full,
    /// By the squares that each side attacks, without working out exchanges.
    Brief,
}

impl Detail {
    /// The detail of networks with so many hidden columns.
    pub const fn of_columns(columns: usize) -> Option<Self> {
        match columns {
            BEST => Some(Self::Full),
            DEFAULT | FAST => Some(Self::Brief),
            _ => None,
        }
    }

    /// Rows of the last layer. Moves in brief have none of the last aspect.
    pub const fn rows(self) -> usize {
        match self {
            Self::Full => ROWS,
            Self::Brief => PURPOSE,
        }
    }
}

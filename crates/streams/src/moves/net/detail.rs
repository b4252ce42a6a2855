//! The two sizes of networks: how they describe moves (in full or in brief), and how many hidden columns they have.
//!
//! Format: "The network".

/// Hidden columns of a network that describes moves in full; its first layer has twice as many sums.
pub const HIDDEN: usize = 256;
/// Hidden columns of a network that describes moves in brief.
pub const BRIEF: usize = 64;

/// In how much detail a network describes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// With exchanges worked out, and with what a move attacks, uncovers and leaves en prise.
    Full,
    /// By the squares that each side attacks, without working out exchanges.
    Brief,
}

impl Detail {
    /// Hidden columns of networks with this detail; their first layers have twice as many sums.
    pub const fn columns(self) -> usize {
        match self {
            Self::Full => HIDDEN,
            Self::Brief => BRIEF,
        }
    }

    /// The detail of networks with so many hidden columns.
    pub const fn of_columns(columns: usize) -> Option<Self> {
        match columns {
            HIDDEN => Some(Self::Full),
            BRIEF => Some(Self::Brief),
            _ => None,
        }
    }
}

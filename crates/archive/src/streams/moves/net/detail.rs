//! How closely networks look at moves, and how wide they are.
//!
//! Format: "The network".

/// Hidden columns of a network that looks at moves in full; its first layer has twice as many sums.
pub const HIDDEN: usize = 256;
/// Hidden columns of a network that looks at moves in brief.
pub const BRIEF: usize = 64;

/// How closely a network looks at moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// With exchanges worked out, and what a move threatens, uncovers and leaves to be taken.
    Full,
    /// As far as the squares tell that each side attacks.
    Brief,
}

impl Detail {
    /// Hidden columns of networks that look so closely; their first layers have twice as many sums.
    pub const fn columns(self) -> usize {
        match self {
            Self::Full => HIDDEN,
            Self::Brief => BRIEF,
        }
    }

    /// How closely a network of so many hidden columns looks.
    pub const fn of_columns(columns: usize) -> Option<Self> {
        match columns {
            HIDDEN => Some(Self::Full),
            BRIEF => Some(Self::Brief),
            _ => None,
        }
    }
}

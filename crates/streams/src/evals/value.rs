//! The value of an evaluation.
//!
//! Format: "Stream evals".

/// An evaluation: centipawns or moves to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Centipawns, or moves to mate, within ±2^24; whose side is positive depends on the view.
    pub value: i32,
    /// Whether it is moves to mate.
    pub mate: bool,
}

impl Value {
    /// The value with the other sign, if `white` is not true: from White's view to that of a player, or back.
    pub fn seen(self, white: bool) -> Self {
        Self {
            value: if white { self.value } else { -self.value },
            mate: self.mate,
        }
    }
}

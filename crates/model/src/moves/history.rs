//! The moves that led to a position.
//!
//! Format: "Setting and history".

use legal::Move;

/// The moves that led to a position, as far as the model looks back.
#[derive(Clone, Copy, Debug, Default)]
pub struct History {
    /// The opponent's last move.
    pub last: Option<Move>,
    /// The mover's own last move.
    pub own: Option<Move>,
    /// The opponent's move before that.
    pub before: Option<Move>,
    /// Plies played before.
    pub depth: u16,
}

impl History {
    /// After `m` was played.
    #[must_use]
    pub fn then(self, m: Move) -> Self {
        Self {
            last: Some(m),
            own: self.last,
            before: self.own,
            depth: self.depth.saturating_add(1),
        }
    }

    /// Whether the opponent's last move put a piece back to where it stood.
    pub(super) fn last_took_back(&self) -> bool {
        match (self.last, self.before) {
            (Some(last), Some(before)) => {
                last.from() == Some(before.to()) && before.from() == Some(last.to())
            }
            _ => false,
        }
    }
}

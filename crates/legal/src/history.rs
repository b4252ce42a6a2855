//! The moves that led to a position.
//!
//! Format: "Setting and history".

use shakmaty::Move;

/// The moves that led to a position, as far as models look back.
///
/// ```
/// use legal::{History, Position};
/// let m = Position::standard().legal_moves()[0];
/// let history = History::default().then(m);
/// assert_eq!((history.last, history.depth), (Some(m), 1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct History {
    /// The opponent's last move.
    pub last: Option<Move>,
    /// The mover's own last move.
    pub own: Option<Move>,
    /// The opponent's move before that.
    pub before: Option<Move>,
    /// Plies played before, at most 65,535.
    pub depth: u16,
}

impl History {
    /// After `m` was played.
    #[must_use]
    pub fn then(self, m: Move) -> Self {
        self.after(Some(m))
    }

    /// After a null move.
    #[must_use]
    pub fn then_null(self) -> Self {
        self.after(None)
    }

    fn after(self, played: Option<Move>) -> Self {
        Self {
            last: played,
            own: self.last,
            before: self.own,
            depth: self.depth.saturating_add(1),
        }
    }

    /// Whether the opponent's last move put a piece back to where it stood.
    #[must_use]
    pub fn last_took_back(&self) -> bool {
        match (self.last, self.before) {
            (Some(last), Some(before)) => {
                last.from() == Some(before.to()) && before.from() == Some(last.to())
            }
            _ => false,
        }
    }
}

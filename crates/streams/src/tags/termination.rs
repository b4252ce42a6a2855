//! The termination of a game whose tag `Result` does not tell the result: a search by results reads no more than tags.
//!
//! Format: "Stream tags".

use entropy::Code;
use game::Stated;
use game::parts::GameParts;
use model::number::Decisions;
use pgn::Termination;

/// The numbers of terminations in the format; 0 is none.
const NUMBERED: [Termination; 4] = [
    Termination::White,
    Termination::Black,
    Termination::Draw,
    Termination::Open,
];

/// Model of terminations.
pub(super) struct Terminations(Decisions<1>);

impl Terminations {
    pub fn new() -> Self {
        Self(Decisions::new(8))
    }

    /// Codes the termination of a game whose tags are known, if it counts.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut GameParts) {
        let stated = Stated::of(game.tag(b"Result"));
        if !stated.asks_termination() {
            return;
        }
        let context = match stated {
            Stated::Open(None) => 0,
            Stated::Open(Some(_)) => 1,
            _ => 2,
        };
        let number = NUMBERED
            .iter()
            .position(|&known| Some(known) == game.termination);
        let number = number.map_or(0, |at| at as u32 + 1);
        let number = self.0.symbol(coder, [context], 3, number) as usize;
        game.termination = number
            .checked_sub(1)
            .and_then(|at| NUMBERED.get(at).copied());
    }
}

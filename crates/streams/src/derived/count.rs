//! Codes the tag `PlyCount`, from the number of plies.
//!
//! Format: "Stream derived".

use entropy::Code;
use model::number::{Decisions, hash};

use super::plain::Plain;
use game::parts::GameParts;

/// Model of these values.
#[derive(Clone)]
pub(super) struct Count {
    differences: Decisions<2>,
    last: i64,
}

impl Count {
    pub fn new() -> Self {
        Self {
            differences: Decisions::new(10),
            last: 0,
        }
    }

    /// Codes a value. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &GameParts,
        plain: &mut Plain,
        column: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let expected = game.main_line.plies() as i64;
        let number = number(value);
        let contexts = [column, hash(&[column, self.last as u32])];
        if !self
            .differences
            .bit(coder, contexts, 0xFF, number.is_some())
        {
            let found = plain.code_alone(coder, column, value, limit)?;
            plain.learn(&found);
            return Some(found);
        }
        let difference = number.map_or(0, |number| number - expected);
        self.last = self.differences.signed(coder, contexts, difference);
        let number = expected.saturating_add(self.last).max(0);
        Some(number.to_string().into_bytes())
    }
}

/// A number of at most nine digits without needless zeros.
pub(super) fn number(value: &[u8]) -> Option<i64> {
    let digits = std::str::from_utf8(value).ok()?;
    let number: i64 = digits.parse().ok().filter(|_| digits.len() <= 9)?;
    (number >= 0 && number.to_string() == digits).then_some(number)
}

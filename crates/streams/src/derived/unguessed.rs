//! Codes names of openings that were not guessed: as another name with the same ECO code in the catalogue, or as any text.
//!
//! Format: "Stream derived".

use entropy::Code;
use model::number::hash;

use super::columns::CODE;
use super::openings::Openings;
use super::plain::{Place, Plain};

impl Openings {
    /// Codes a value that is none of the guesses. `None` if it is longer than `limit`.
    pub(super) fn unguessed(
        &mut self,
        coder: &mut impl Code,
        plain: &mut Plain,
        column: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let name = column as u32;
        let mut listed = self.listed(plain, column);
        if !listed.is_empty() {
            let contexts = [6, 7, 8, 9, 10].map(|place| hash(&[place, name]));
            let known = listed.iter().position(|listed| listed == value);
            if self.choices.bit(coder, contexts, 3, known.is_some()) {
                let at = coder.uniform(known.unwrap_or(0) as u64, listed.len() as u64);
                return Some(listed.swap_remove(at as usize));
            }
        }
        let best = self.guesses.first();
        let reference = best.map_or(Vec::new(), |best| plain.get(best.value).to_vec());
        let place = Place {
            column: name,
            context: self.before,
            reference: &reference,
        };
        plain.code(coder, place, value, limit)
    }

    /// The names in the catalogue for the game's ECO code, without the guesses.
    fn listed(&self, plain: &Plain, column: usize) -> Vec<Vec<u8>> {
        let code = self.row[CODE].map_or(&[][..], |code| plain.get(code));
        let mut listed = self.aliases.all(column, code);
        let guesses = &self.guesses;
        listed.retain(|listed| {
            let mut guesses = guesses.iter();
            guesses.all(|guess| plain.get(guess.value) != listed)
        });
        listed
    }
}

//! Names of openings that neither the block nor the catalogue's label led to: longer ones, others of the same code, or anything.
//!
//! Format: "Stream derived".

use entropy::Code;
use legal::san::Spelling;
use model::number::hash;
use model::openings::School;

use super::openings::{CATALOGUE, CODE, Openings, URL};
use super::plain::{Place, Plain};
use crate::block::game::Game;

/// Most moves that a name is longer by.
const MOST_MOVES: usize = 8;

impl Openings {
    /// Codes a value that is none of the guesses. `None` if it is longer than `limit`.
    pub(super) fn unguessed(
        &mut self,
        coder: &mut impl Code,
        plain: &mut Plain,
        game: &Game,
        column: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let name = column as u32;
        let lists = [self.longer(plain, game, column), self.listed(plain, column)];
        for (node, mut list) in (2..).zip(lists) {
            if list.is_empty() {
                continue;
            }
            let contexts = [6, 7, 8, 9, 10].map(|place| hash(&[place, name]));
            let known = list.iter().position(|listed| listed == value);
            if self.choices.bit(coder, contexts, node, known.is_some()) {
                let at = coder.uniform(known.unwrap_or(0) as u64, list.len() as u64);
                return Some(list.swap_remove(at as usize));
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

    /// What the catalogue has for the game's ECO code beside the guesses.
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

    /// Chess.com's names with the moves that follow the position they belong to.
    fn longer(&self, plain: &Plain, game: &Game, column: usize) -> Vec<Vec<u8>> {
        let source = CATALOGUE + School::ChessCom as u32;
        let guess = self.guesses.iter().find(|guess| guess.source == source);
        let depth = self.aliases.depth(School::ChessCom);
        let (Some(guess), Some(depth)) = (guess, depth) else {
            return Vec::new();
        };
        // With variations, moves are not plies of the main line by number.
        if column != URL || game.plies.len() != game.course.plies() {
            return Vec::new();
        }
        let mut name = plain.get(guess.value).to_vec();
        let mut found = Vec::new();
        for (ply, played) in game.plies.iter().enumerate().skip(depth).take(MOST_MOVES) {
            let number = ply / 2 + 1;
            let lead = match ply % 2 {
                0 => format!("-{number}."),
                _ if memchr::memmem::find(&name, format!("-{number}.").as_bytes()).is_some() => {
                    "-".to_owned()
                }
                _ => format!("-{number}..."),
            };
            name.extend_from_slice(lead.as_bytes());
            played.facts.write(Spelling::default(), &mut name);
            while matches!(name.last(), Some(b'+' | b'#')) {
                name.pop();
            }
            found.push(name.clone());
        }
        found
    }
}

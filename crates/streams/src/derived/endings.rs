//! Predicts the reason why a game ended, a text that may begin with a player's name, from the last position, the result and the clocks.
//!
//! Format: "Stream derived".

use crate::moves::Outcome;
use crate::structure::ends;
use entropy::Code;
use legal::{Color, Position, Role};
use model::number::{Decisions, hash};

use super::plain::Plain;
use crate::blanks::Blanks;
use game::parts::GameParts;

/// Templates have numbers below this one, which stands for all others.
const OTHER: u32 = 31;

/// Model of these values.
#[derive(Clone)]
pub(super) struct Endings {
    templates: Vec<Vec<u8>>,
    choices: Decisions<4>,
    last: u32,
}

impl Endings {
    pub fn new() -> Self {
        Self {
            templates: Vec::new(),
            choices: Decisions::new(14),
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
        let names = names(game);
        let template = template(value, names);
        let known = self.templates.iter().position(|known| *known == template);
        let symbol = known.map_or(OTHER, |at| at as u32);
        let contexts = contexts(game, column, self.last);
        let symbol = self.choices.symbol(coder, contexts, 5, symbol);
        self.last = symbol;
        if let Some(template) = self.templates.get(symbol as usize) {
            return Some(written(template, names));
        }
        let template = plain.code_alone(coder, column, &template, limit)?;
        plain.learn(&template);
        let found = written(&template, names);
        if self.templates.len() < OTHER as usize {
            self.templates.push(template);
        }
        Some(found)
    }
}

/// The names of winner and loser; those of White and Black if nobody won.
fn names(game: &GameParts) -> [&[u8]; 2] {
    let [white, black] = [&b"White"[..], b"Black"].map(|name| game.tag(name).unwrap_or_default());
    match game.outcome() {
        Outcome::Black => [black, white],
        _ => [white, black],
    }
}

/// The template of a value: a name at its beginning is replaced by a blank.
fn template(value: &[u8], names: [&[u8]; 2]) -> Vec<u8> {
    let begins = |name: &&[u8]| {
        let after = value.strip_prefix(*name);
        !name.is_empty() && after.is_some_and(|after| matches!(after, [] | [b' ', ..]))
    };
    let first = names.iter().position(begins);
    Blanks(names).blank(value, |at| first.filter(|_| at == 0))
}

/// The inverse of [`template`].
fn written(template: &[u8], names: [&[u8]; 2]) -> Vec<u8> {
    let mut value = Vec::with_capacity(template.len() + names[0].len());
    // Without a limit a template is always filled.
    let _ = Blanks(names).fill(template, usize::MAX, &mut value);
    value
}

/// Contexts of the reason.
fn contexts(game: &GameParts, column: u32, last: u32) -> [u32; 4] {
    // 1 for White, 2 for Black, 3 for a draw.
    let result = game.outcome() as u32;
    let control = game.tag(b"TimeControl").unwrap_or_default();
    let control = control
        .iter()
        .fold(0, |sum, &byte| hash(&[sum, byte.into()]));
    let main_line = &game.main_line;
    let Some(position) = &main_line.last else {
        return [1, 2, 3, 4].map(|place| hash(&[place, column, result, last, control]));
    };
    let white = position.turn().is_white();
    // Whether the player to move won, lost or neither.
    let fate = match (result, white) {
        (1, true) | (2, false) => 1,
        (1, false) | (2, true) => 2,
        (other, _) => other,
    };
    let rule = if main_line.over {
        1 + u32::from(position.is_check())
    } else if main_line.occurrences() >= 3 {
        3
    } else if position.halfmoves() >= 100 {
        4
    } else {
        5 + bare(position)
    };
    let clocks = last_clocks(game).map(|clock| clock.map_or(0, |time| 1 + level(time)));
    let loser = match result {
        1 => 1,
        2 => 0,
        _ => usize::from(!white),
    };
    let [losers, others] = [clocks[loser], clocks[1 - loser]];
    let other = if loser == 1 {
        Color::White
    } else {
        Color::Black
    };
    let balance = ends::balance(position, other);
    let balance = (balance.clamp(-10, 10) + 10) as u32 / 4;
    let plies = match main_line.plies() {
        few @ 0..4 => few as u32,
        4..20 => 4,
        20..40 => 5,
        _ => 6,
    };
    [
        hash(&[1, column, rule, fate, losers]),
        hash(&[2, column, rule, fate, losers, others, control]),
        hash(&[3, column, rule, fate, plies, balance]),
        hash(&[4, column, rule, fate, last, losers / 4, balance]),
    ]
}

/// The last time left of White and Black, in milliseconds.
pub(super) fn last_clocks(game: &GameParts) -> [Option<u64>; 2] {
    let mut found = [None; 2];
    for clock in game.clocks.iter().rev().filter(|clock| !clock.spent) {
        let ply = clock.after.checked_sub(1);
        let ply = ply.and_then(|ply| game.plies.get(ply as usize));
        let side = usize::from(ply.is_some_and(|ply| !ply.facts.white()));
        found[side].get_or_insert(clock.time);
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found
}

/// The class of a time; classes are finer where less time is left.
fn level(time: u64) -> u32 {
    let time = time / 100 + 1;
    let high = time.ilog2();
    let half = if high == 0 {
        0
    } else {
        (time >> (high - 1) & 1) as u32
    };
    (2 * high + half).min(30)
}

/// Which sides cannot mate: 1 for White and 2 for Black, added.
fn bare(position: &Position) -> u32 {
    let board = position.board();
    let heavy = [Role::Pawn, Role::Rook, Role::Queen].map(|role| board.by_role(role));
    let heavy = heavy[0] | heavy[1] | heavy[2];
    [(board.white(), 1), (board.black(), 2)]
        .into_iter()
        .filter(|&(side, _)| side.count() <= 2 && (side & heavy).is_empty())
        .map(|(_, place)| place)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_places_in_templates() {
        let names = [&b"Anna"[..], b"Emil"];
        assert_eq!(template(b"Emil won on time", names), b"\x02 won on time");
        assert_eq!(template(b"Annabel won", names), b"Annabel won");
    }

    proptest! {
        #[test]
        fn templates_are_written_back(value in "[\x01-\x05A ]{0,9}", winner in "A?", loser in "A{0,2}") {
            let names = [winner.as_bytes(), loser.as_bytes()];
            let found = template(value.as_bytes(), names);
            prop_assert_eq!(written(&found, names), value.as_bytes());
        }
    }
}

//! Predicts the reason why a game ended, a text that may begin with a player's name, from the last position and the result.
//!
//! Format: "Stream derived".

use crate::moves::Outcome;
use legal::{Position, Role};
use model::number::hash;

use crate::blanks::Blanks;
use crate::values::Known;
use game::parts::GameParts;

/// The names of winner and loser; those of White and Black if nobody won.
pub(super) fn names(game: &GameParts) -> [&[u8]; 2] {
    let [white, black] = [&b"White"[..], b"Black"].map(|name| game.tag(name).unwrap_or_default());
    match game.outcome() {
        Outcome::Black => [black, white],
        _ => [white, black],
    }
}

/// The template of a value: a name at its beginning is replaced by a blank.
pub(super) fn template(value: &[u8], names: [&[u8]; 2]) -> Vec<u8> {
    let begins = |name: &&[u8]| {
        let after = value.strip_prefix(*name);
        !name.is_empty() && after.is_some_and(|after| matches!(after, [] | [b' ', ..]))
    };
    let first = names.iter().position(begins);
    Blanks(names).blank(value, |at| first.filter(|_| at == 0))
}

/// The inverse of [`template`]; `None` if the value is longer than `limit`.
pub(super) fn written(template: &[u8], names: [&[u8]; 2], limit: u64) -> Option<Vec<u8>> {
    let mut value = Vec::with_capacity(template.len() + names[0].len());
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Blanks(names).fill(template, limit, &mut value)?;
    Some(value)
}

/// What the reason depends on.
pub(super) fn known(game: &GameParts) -> Known {
    // 1 for White, 2 for Black, 3 for a draw.
    let result = game.outcome() as u32;
    let main_line = &game.main_line;
    let ending = main_line.last.as_ref().map_or([0, result], |position| {
        // Whether the player to move won, lost or neither.
        let fate = match (result, position.turn().is_white()) {
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
        [rule, fate]
    });
    Known {
        situation: [hash(&ending), ending[0]],
        ..Known::default()
    }
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
            prop_assert_eq!(written(&found, names, 99).unwrap(), value.as_bytes());
        }
    }
}

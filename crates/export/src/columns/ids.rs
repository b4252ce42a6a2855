//! Games and tournaments of lichess.org, by the links in tags.
//!
//! Not part of the format.

use crate::Value;
use archive::Game;

/// Letters of a game's name; more of them say also whose view it is.
const ID: usize = 8;

/// The name of the game, as `Site` has it.
pub(super) fn lichess(game: &Game) -> Value {
    named(game, "Site", "lichess.org/", |id| {
        (id.len() >= ID).then(|| id[..ID].to_owned())
    })
}

/// The name of the tournament, as `Event` has it.
pub(super) fn tournament(game: &Game) -> Value {
    named(game, "Event", "lichess.org/tournament/", |id| {
        (!id.is_empty()).then(|| id.to_owned())
    })
}

/// What of the letters and digits after a link's beginning is a name.
fn named(game: &Game, tag: &str, link: &str, id: impl Fn(&str) -> Option<String>) -> Value {
    let found = || {
        let value = std::str::from_utf8(game.tags().get(tag)?).ok()?;
        let (_, rest) = value.split_once(link)?;
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        id(&rest[..end.unwrap_or(rest.len())])
    };
    found().map_or(Value::Null, Value::Text)
}

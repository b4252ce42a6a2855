//! Identifiers of games and tournaments of lichess.org, from the links in tags.
//!
//! Not part of the format.

use crate::Value;
use archive::Game;

/// The letters of a game's identifier; further letters show from whose side it is seen.
const ID: usize = 8;

/// The identifier of the game, from `Site`.
pub(super) fn lichess(game: &Game) -> Value {
    named(game, "Site", "lichess.org/", |id| {
        (id.len() >= ID).then(|| id[..ID].to_owned())
    })
}

/// The identifier of the tournament, from `Event`.
pub(super) fn tournament(game: &Game) -> Value {
    named(game, "Event", "lichess.org/tournament/", |id| {
        (!id.is_empty()).then(|| id.to_owned())
    })
}

/// The identifier in a tag: the letters and digits after the beginning of a link.
fn named(game: &Game, tag: &str, link: &str, id: impl Fn(&str) -> Option<String>) -> Value {
    let found = || {
        let value = std::str::from_utf8(game.tags().get(tag)?).ok()?;
        let (_, rest) = value.split_once(link)?;
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        id(&rest[..end.unwrap_or(rest.len())])
    };
    found().map_or(Value::Null, Value::Text)
}

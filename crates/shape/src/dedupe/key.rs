//! The key that duplicate games share, as a number.
//!
//! Not part of the format.

use archive::Game;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Hashes that are different in each run, so that nobody can construct two games that are wrongly taken for duplicates.
#[derive(Clone, Copy)]
pub struct Seeded(u64);

impl Seeded {
    pub fn new() -> Self {
        Self(fastrand::u64(..))
    }

    pub fn of(self, bytes: &[u8]) -> u128 {
        xxh3_128_with_seed(bytes, self.0)
    }

    /// Players, date and start position; `None` if both players are unknown.
    pub fn occasion(self, game: &Game) -> Option<u128> {
        let players = players(game);
        if players.iter().all(Option::is_none) {
            return None;
        }
        let mut parts = Vec::new();
        for player in players {
            put(&mut parts, &player.unwrap_or_default());
        }
        let date = game.tags().date();
        let date = date.map(|date| (date.year, date.month, date.day));
        put(&mut parts, format!("{date:?}").as_bytes());
        put_start(&mut parts, game);
        Some(self.of(&parts))
    }

    /// The start position and the moves; `None` if there are none.
    pub fn moves(self, game: &Game) -> Option<u128> {
        let mut parts = played(game);
        if parts.is_empty() {
            return None;
        }
        put_start(&mut parts, game);
        Some(self.of(&parts))
    }
}

/// The names of White and Black, if they are known.
pub fn players(game: &Game) -> [Option<Vec<u8>>; 2] {
    game.tags().players().map(|player| {
        let name = words(player?);
        (!name.is_empty() && name != b"?").then_some(name)
    })
}

/// The moves of a game, each with a line end after it, and the text that could not be read.
pub fn played(game: &Game) -> Vec<u8> {
    let line = game.main_line();
    let mut moves = Vec::new();
    for ply in &line.plies {
        moves.extend_from_slice(ply.san.as_bytes());
        moves.push(b'\n');
    }
    moves.extend_from_slice(line.unread.trim_ascii());
    moves
}

/// The identifier of a game: the tag `GameId` or `FICSGamesDBGameNo`, or a link to the game on Lichess or chess.com.
pub fn id(game: &Game) -> Option<Vec<u8>> {
    let tags = game.tags();
    for name in ["GameId", "GameID", "FICSGamesDBGameNo"] {
        let is_known = |id: &&[u8]| id.iter().any(u8::is_ascii_alphanumeric);
        if let Some(id) = tags.get(name).filter(is_known) {
            return Some([name.to_ascii_lowercase().as_bytes(), b" ", id].concat());
        }
    }
    let links = ["Link", "Site", "GameURL"].into_iter();
    let links = links.filter_map(|name| tags.get(name));
    links.filter_map(game_of_link).next()
}

/// The game to which a link leads.
fn game_of_link(link: &[u8]) -> Option<Vec<u8>> {
    let link = std::str::from_utf8(link).ok()?.trim();
    let link = link
        .strip_prefix("https://")
        .or_else(|| link.strip_prefix("http://"))?;
    let link = link.strip_prefix("www.").unwrap_or(link);
    let mut parts = link.split(['/', '?', '#']);
    let (host, path): (&str, Vec<&str>) = (
        parts.next()?,
        parts.filter(|part| !part.is_empty()).collect(),
    );
    let id = match (host, &path[..]) {
        // Of twelve letters, the last four tell the player.
        ("lichess.org", [id, ..]) if [8, 12].contains(&id.len()) && is_id(id) => id.get(..8)?,
        // The tournament, the round, its id, and that of the game.
        ("lichess.org", ["broadcast", _, _, _, id]) => id,
        // Live and daily games are numbered apart.
        ("chess.com", ["game", id]) => id,
        ("chess.com", ["game", kind, id] | [kind @ ("live" | "daily"), "game", id]) => {
            &format!("{kind} {id}")
        }
        _ => return None,
    };
    Some(format!("{host} {id}").into_bytes())
}

/// Whether this is the identifier of a game on Lichess and not the name of a page such as `analysis`. One identifier in a thousand looks
/// like a name; such a game is not compared with others.
fn is_id(text: &str) -> bool {
    let is_name = text.bytes().all(|byte| byte.is_ascii_lowercase());
    !is_name && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Appends the start position, if it is not the usual one.
fn put_start(parts: &mut Vec<u8>, game: &Game) {
    for name in ["FEN", "Variant"] {
        put(parts, game.tags().get(name).unwrap_or_default());
    }
}

/// Appends a part so that its end is unambiguous.
fn put(parts: &mut Vec<u8>, part: &[u8]) {
    parts.extend_from_slice(&(part.len() as u64).to_le_bytes());
    parts.extend_from_slice(part);
}

/// The words of a name with one space between.
fn words(name: &[u8]) -> Vec<u8> {
    let words = name
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(&b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_identified_by_its_number_or_its_link() {
        let of = |tag: &str| id(&Game::parse(format!("[{tag}]\n\n*").as_bytes()));
        let said = |tag: &str| of(tag).map(|id| String::from_utf8(id).unwrap());
        for (tag, id) in [
            ("GameId \"x7\"", Some("gameid x7")),
            (
                "Site \"https://lichess.org/AbCd1234\"",
                Some("lichess.org AbCd1234"),
            ),
            (
                "Site \"https://lichess.org/AbCd1234wxyz\"",
                Some("lichess.org AbCd1234"),
            ),
            (
                "Link \"https://www.chess.com/game/live/123\"",
                Some("chess.com live 123"),
            ),
            ("Site \"https://lichess.org\"", None),
            ("Site \"https://lichess.org/analysis\"", None),
            (
                "Site \"https://lichess.org/broadcast/a-b/round-1/AbCd1234\"",
                None,
            ),
            (
                "Site \"https://lichess.org/broadcast/a-b/round-1/AbCd1234/EfGh5678\"",
                Some("lichess.org EfGh5678"),
            ),
            ("GameId \"?\"", None),
            (
                "Link \"https://www.chess.com/daily/game/123\"",
                Some("chess.com daily 123"),
            ),
            ("Site \"https://www.chess.com/events/2024\"", None),
            ("Site \"Wijk aan Zee NED\"", None),
        ] {
            assert_eq!(said(tag).as_deref(), id, "{tag}");
        }
    }
}

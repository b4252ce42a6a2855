//! The identifiers of games and tournaments on websites. What export, `dedupe` and others call the id of a game is read here.
//!
//! Not part of the format.

use archive::{Game, Tags};

/// Who gives identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// lichess.org.
    Lichess,
    /// chess.com.
    ChessCom,
    /// The games database of the Free Internet Chess Server.
    Fics,
    /// Somebody else who writes the tag `GameId`.
    Other,
}

/// The identifier of a game, which differs from those of all other games of the same site.
///
/// ```
/// use archive::Game;
/// use query::GameId;
///
/// let game = Game::parse(b"[Link \"https://www.chess.com/game/live/123\"]\n\n*");
/// assert_eq!(GameId::of(&game).unwrap().to_string(), "chess.com live 123");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// Who gave it.
    pub site: Site,
    /// The identifier.
    pub id: String,
    /// What chess.com counts apart, if the link says it: `live` or `daily`.
    pub kind: Option<String>,
}

/// Tags with a link to the game, the most specific first.
const LINKS: [&str; 3] = ["Link", "GameURL", "Site"];

/// Parts of the addresses of lichess.org that have eight letters, as an identifier has, and lead to other pages than games.
const PAGES: [&str; 16] = [
    "analysis", "bookmark", "calendar", "checkout", "coaching", "database", "explorer", "features",
    "gameplay", "insights", "password", "practice", "settings", "streamer", "timeline", "training",
];

/// The letters of an identifier on lichess.org. Four more tell from whose side the game is seen.
const LETTERS: usize = 8;

impl GameId {
    /// The identifiers of a game, those of websites first; at most one of each site.
    #[must_use]
    pub fn all(game: &Game) -> Vec<Self> {
        let tags = game.tags();
        let mut found: Vec<Self> = Vec::new();
        let links = LINKS
            .into_iter()
            .filter_map(|name| Self::of_link(tags.get(name)?));
        let number = text(tags, "FICSGamesDBGameNo").and_then(|id| Self::new(Site::Fics, &id));
        let given = || {
            let id = ["GameId", "GameID"]
                .into_iter()
                .find_map(|name| text(tags, name))?;
            Self::new(Site::Other, &id)
        };
        for id in links.chain(number) {
            if found.iter().all(|other| other.site != id.site) {
                found.push(id);
            }
        }
        // lichess.org repeats the end of the link in the tag.
        let given = given().filter(|given| found.iter().all(|other| other.id != given.id));
        found.extend(given);
        found
    }

    /// The identifier of a game; that of a website if it has several. `None` for a link to another page than that of a game, such as
    /// an analysis, a study or a tournament.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        Self::all(game).into_iter().next()
    }

    /// The identifier of a game on lichess.org, or of a game that was broadcast there.
    ///
    /// ```
    /// use query::GameId;
    ///
    /// let id = |text: &str| GameId::lichess(&archive::Game::parse(text.as_bytes()));
    /// assert_eq!(id("[Site \"https://lichess.org/AbCd1234/black\"]\n\n*").as_deref(), Some("AbCd1234"));
    /// assert_eq!(id("[Site \"https://lichess.org/training/12345678\"]\n\n*"), None);
    /// ```
    #[must_use]
    pub fn lichess(game: &Game) -> Option<String> {
        let all = Self::all(game).into_iter();
        let mut of_site = all.filter(|id| id.site == Site::Lichess);
        of_site.next().map(|id| id.id)
    }

    fn new(site: Site, id: &str) -> Option<Self> {
        let is_known = id.bytes().any(|byte| byte.is_ascii_alphanumeric());
        is_known.then(|| Self {
            site,
            id: id.to_owned(),
            kind: None,
        })
    }

    /// The game to which a link leads.
    fn of_link(value: &[u8]) -> Option<Self> {
        let link = std::str::from_utf8(value).ok()?.trim();
        let link = link.split_once("://").map_or(link, |(_, rest)| rest);
        let (place, query) = link.split_once(['?', '#']).unwrap_or((link, ""));
        let mut parts = place.split('/').filter(|part| !part.is_empty());
        let host = parts.next()?.to_ascii_lowercase();
        let path: Vec<&str> = parts.collect();
        let is_host = |name: &str| {
            let before = host.strip_suffix(name);
            // `www.`, or the language of the page.
            before.is_some_and(|before| {
                before.is_empty() || before.ends_with('.') && (3..5).contains(&before.len())
            })
        };
        if is_host("lichess.org") {
            return Self::new(Site::Lichess, on_lichess(&path)?);
        }
        if !is_host("chess.com") {
            return None;
        }
        let (kind, id) = on_chess_com(&path, query)?;
        let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
        let id = Self::new(Site::ChessCom, id).filter(|_| is_number)?;
        let kind = kind.map(str::to_owned);
        Some(Self { kind, ..id })
    }
}

/// As in `lichess.org AbCd1234` and `chess.com live 123`. No two games have the same.
impl std::fmt::Display for GameId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let site = match self.site {
            Site::Lichess => "lichess.org",
            Site::ChessCom => "chess.com",
            Site::Fics => "ficsgames.org",
            Site::Other => "GameId",
        };
        write!(f, "{site} ")?;
        if let Some(kind) = &self.kind {
            write!(f, "{kind} ")?;
        }
        f.write_str(&self.id)
    }
}

/// The identifier in a path of lichess.org.
fn on_lichess<'a>(path: &[&'a str]) -> Option<&'a str> {
    let is_plain = |id: &&str| id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match path {
        // The tournament, the round, its identifier, and that of the game.
        ["broadcast", _, _, round, id] => {
            let is_game = [round, id]
                .into_iter()
                .all(|id| is_plain(id) && id.len() == LETTERS);
            is_game.then_some(*id)
        }
        [id]
        | [id, "white" | "black"]
        | ["embed", id]
        | ["embed" | "game", "game" | "export", id] => {
            let is_game = match id.len() {
                LETTERS => !PAGES.contains(id),
                // A name of so many small letters is that of a page.
                12 => id.bytes().any(|byte| !byte.is_ascii_lowercase()),
                _ => false,
            };
            Some(*id)
                .filter(|id| is_game && is_plain(id))?
                .get(..LETTERS)
        }
        _ => None,
    }
}

/// The kind and the number of a game in a path of chess.com, or after it.
fn on_chess_com<'a>(path: &[&'a str], query: &'a str) -> Option<(Option<&'a str>, &'a str)> {
    let path = match path {
        ["analysis", rest @ ..] => rest,
        path => path,
    };
    let numbered = |name: &str| {
        let mut pairs = query
            .split(['&', '#'])
            .filter_map(|pair| pair.split_once('='));
        pairs.find(|(found, _)| *found == name).map(|(_, id)| id)
    };
    match path {
        ["game", id] => Some((None, id)),
        ["game", kind, id] | [kind @ ("live" | "daily"), "game", id] => Some((Some(kind), id)),
        ["livechess", "game"] => Some((Some("live"), numbered("id")?)),
        ["echess", "game"] => Some((Some("daily"), numbered("id")?)),
        ["live"] => Some((Some("live"), numbered("g")?)),
        _ => None,
    }
}

/// The identifier of the tournament on lichess.org, from the link in the tag `Event`.
#[must_use]
pub fn tournament(game: &Game) -> Option<String> {
    let event = text(game.tags(), "Event")?;
    let (_, rest) = event.split_once("lichess.org/tournament/")?;
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
    let id = &rest[..end.unwrap_or(rest.len())];
    (!id.is_empty()).then(|| id.to_owned())
}

fn text(tags: &Tags, name: &str) -> Option<String> {
    let value = std::str::from_utf8(tags.get(name)?).ok()?;
    Some(value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tags: &[(&str, &str)]) -> Vec<String> {
        let tags: String = tags
            .iter()
            .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
            .collect();
        let all = GameId::all(&Game::parse(format!("{tags}\n*").as_bytes()));
        all.iter().map(GameId::to_string).collect()
    }

    #[test]
    fn links_to_games_give_their_identifiers() {
        for (link, id) in [
            ("https://lichess.org/AbCd1234", "lichess.org AbCd1234"),
            ("https://lichess.org/abcdefgh", "lichess.org abcdefgh"),
            ("http://en.lichess.org/AbCd1234", "lichess.org AbCd1234"),
            ("lichess.org/AbCd1234", "lichess.org AbCd1234"),
            ("https://lichess.org/AbCd1234wxyz", "lichess.org AbCd1234"),
            (
                "https://lichess.org/AbCd1234/black#30",
                "lichess.org AbCd1234",
            ),
            ("https://lichess.org/AbCd1234?pov=x", "lichess.org AbCd1234"),
            (
                "https://lichess.org/embed/game/AbCd1234",
                "lichess.org AbCd1234",
            ),
            (
                "https://lichess.org/game/export/AbCd1234",
                "lichess.org AbCd1234",
            ),
            (
                "https://lichess.org/broadcast/a-b/round-1/AbCd1234/EfGh5678",
                "lichess.org EfGh5678",
            ),
            ("https://www.chess.com/game/live/123", "chess.com live 123"),
            ("https://www.chess.com/live/game/123", "chess.com live 123"),
            (
                "https://www.chess.com/daily/game/123",
                "chess.com daily 123",
            ),
            (
                "https://www.chess.com/analysis/game/live/123?tab=review",
                "chess.com live 123",
            ),
            ("https://www.chess.com/live#g=123", "chess.com live 123"),
            (
                "http://www.chess.com/livechess/game?id=123",
                "chess.com live 123",
            ),
        ] {
            for tag in LINKS {
                assert_eq!(of(&[(tag, link)]), [id], "{link}");
            }
        }
        assert_eq!(of(&[("GameId", "x7")]), ["GameId x7"]);
        assert_eq!(of(&[("FICSGamesDBGameNo", "77")]), ["ficsgames.org 77"]);
    }

    #[test]
    fn links_to_other_pages_give_none() {
        for link in [
            "https://lichess.org",
            "https://lichess.org/",
            "https://lichess.org/analysis",
            "https://lichess.org/analysis/standard/8/8/8/8/8/8/8/8",
            "https://lichess.org/training",
            "https://lichess.org/training/AbCd1",
            "https://lichess.org/practice",
            "https://lichess.org/broadcast/a-b/round-1/AbCd1234",
            "https://lichess.org/broadcast/a-b/AbCd1234",
            "https://lichess.org/study/AbCd1234/EfGh5678",
            "https://lichess.org/study/AbCd1234",
            "https://lichess.org/@/Somebody",
            "https://lichess.org/editor/8/8",
            "https://lichess.org/tournament/AbCd1234",
            "https://lichess.org/swiss/AbCd1234",
            "https://lichess.org/simul/AbCd1234",
            "https://lichess.org/tv",
            "https://lichess.org/AbCd-234",
            "https://notlichess.org/AbCd1234",
            "https://lichess.org.example/AbCd1234",
            "https://www.chess.com/events/2024",
            "https://www.chess.com/member/alder",
            "https://www.chess.com/game/live/alder",
            "https://www.chess.com",
            "Chess.com",
            "Wijk aan Zee NED",
            "?",
            "",
        ] {
            assert_eq!(of(&[("Site", link)]), [""; 0], "{link}");
        }
        assert_eq!(of(&[("GameId", "?")]), [""; 0]);
    }

    #[test]
    fn a_game_may_have_identifiers_of_several_sites() {
        let site = ("Site", "https://lichess.org/AbCd1234");
        assert_eq!(
            of(&[("GameId", "AbCd1234"), site]),
            ["lichess.org AbCd1234"]
        );
        let link = ("Link", "https://www.chess.com/game/daily/5");
        assert_eq!(
            of(&[("GameId", "9"), site, link]),
            ["chess.com daily 5", "lichess.org AbCd1234", "GameId 9"]
        );
    }

    #[test]
    fn a_tournament_is_named_by_the_event() {
        let id =
            |event: &str| tournament(&Game::parse(format!("[Event \"{event}\"]\n\n*").as_bytes()));
        assert_eq!(
            id("Rated Blitz https://lichess.org/tournament/AbCd12 x").as_deref(),
            Some("AbCd12")
        );
        assert_eq!(id("Rated Blitz game"), None);
    }
}

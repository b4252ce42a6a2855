//! How a game ended.
//!
//! Not part of the format.

use archive::{Game, Outcome};

/// The ways in which games end.
pub(crate) const ENDINGS: [&str; 11] = [
    "mate",
    "stalemate",
    "resignation",
    "time",
    "agreement",
    "repetition",
    "material",
    "fifty",
    "abandoned",
    "adjudication",
    "infraction",
];

/// Parts of the tag `Termination` as servers and programs write it, in lower case, the most specific first.
const WORDS: [(&str, &str); 19] = [
    ("insufficient", "material"),
    ("checkmate", "mate"),
    ("mates", "mate"),
    ("stalemate", "stalemate"),
    ("resign", "resignation"),
    ("repetition", "repetition"),
    ("3-fold", "repetition"),
    ("agreement", "agreement"),
    ("agreed", "agreement"),
    ("50-move", "fifty"),
    ("50 move", "fifty"),
    ("fifty", "fifty"),
    ("abandon", "abandoned"),
    ("disconnect", "abandoned"),
    ("adjudicat", "adjudication"),
    ("infraction", "infraction"),
    ("illegal", "infraction"),
    ("forfeits on time", "time"),
    ("time", "time"),
];

/// How the game ended, from its last position or else from its tag `Termination`; `None` if neither shows it.
pub(crate) fn ending(game: &Game) -> Option<&'static str> {
    on_the_board(game).or_else(|| {
        let text = crate::fold::text(game.tags().get("Termination")?).to_lowercase();
        // A name before it may have such a word in it.
        let (_, text) = text.rsplit_once(" won ").unwrap_or(("", &text));
        WORDS
            .iter()
            .find(|(part, _)| text.contains(part))
            .map(|(_, ending)| *ending)
    })
}

fn on_the_board(game: &Game) -> Option<&'static str> {
    let line = game.main_line();
    let last = line.plies.last()?;
    if last.san.ends_with('#') {
        return Some("mate");
    }
    // Who has lost was not stalemated, and replaying the moves takes time.
    if matches!(game.tags().result(), Outcome::White | Outcome::Black) {
        return None;
    }
    let position = game.position(line.plies.len())?;
    (!position.is_check() && position.legal_moves().is_empty()).then_some("stalemate")
}

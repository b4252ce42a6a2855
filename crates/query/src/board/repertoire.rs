//! The lines of a repertoire: games with variations.
//!
//! Not part of the format.

use archive::{Game, Line, Position};
use std::collections::HashSet;

/// The last positions of all lines in the games of a PGN text, main lines and variations, as FENs. An error if there is none, or
/// if a line cannot be read.
pub(crate) fn ends(pgn: &str) -> Result<Vec<String>, String> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for (number, text) in pgn::games(pgn.as_bytes()).enumerate() {
        let game = Game::parse(text);
        let wrong = |line: &Line| {
            let unread = String::from_utf8_lossy(&line.unread);
            let shown: String = unread.chars().take(30).collect();
            format!(
                "game {}: cannot read '{}'",
                number + 1,
                shown.escape_debug()
            )
        };
        let Some(start) = game.start() else {
            return Err(format!("game {} has an invalid start position", number + 1));
        };
        let mut lines = vec![(game.main_line(), start.clone())];
        while let Some((line, start)) = lines.pop() {
            if !line.unread.is_empty() {
                return Err(wrong(line));
            }
            lines.extend(line.variations.iter().map(|line| (line, start.clone())));
            let mut position = start;
            for ply in &line.plies {
                lines.extend(ply.variations.iter().map(|line| (line, position.clone())));
                position = after(&position, ply.played).ok_or_else(|| wrong(line))?;
            }
            if !line.plies.is_empty() && known.insert(position.rules().hash()) {
                found.push(position.to_fen());
            }
        }
    }
    match found.is_empty() {
        true => Err("it contains no moves".to_owned()),
        false => Ok(found),
    }
}

fn after(position: &Position, played: Option<archive::Move>) -> Option<Position> {
    let mut position = position.clone();
    match played {
        Some(m) => position.play(m).ok().map(|()| position),
        None => position.pass(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_end() {
        let found =
            ends("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *\n\n1. Nf3 e5 2. e4 *\n").unwrap();
        // Both games end alike.
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(ends("").unwrap_err().contains("no moves"));
        assert!(ends("1. e4 e5 2. Nf4 *").unwrap_err().contains("Nf4"));
    }
}

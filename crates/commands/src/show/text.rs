//! A position as text.

use super::seen::{Choice, Players, Shown};
use crate::board;
use std::fmt::Write as _;

/// All of it: the game, the board, the facts, the legal moves.
pub fn text(shown: &Shown, pictures: bool) -> String {
    let mut out = headline(&shown.players);
    out.push_str(&board::text(&shown.position, pictures));
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(out, "{key:<16}{value}");
    };
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let castling = shown.castling.join(", ");
    let times = if shown.occurred == 1 { "time" } else { "times" };
    line("ply", &format!("{} of {}", shown.ply, shown.plies));
    line("move number", &shown.move_number.to_string());
    line("last move", &or_none(&shown.last_move));
    line("FEN", &shown.fen);
    line("to move", shown.to_move);
    line(
        "castling",
        if castling.is_empty() { "-" } else { &castling },
    );
    line("en passant", &or_none(&shown.en_passant));
    line("halfmove clock", &shown.halfmove_clock.to_string());
    line("occurred", &format!("{} {times}", shown.occurred));
    if let Some(end) = shown.end {
        line("legal moves", &format!("none: {} is {end}", shown.to_move));
        return out;
    }
    if shown.check {
        line("check", "yes");
    }
    line("legal moves", &shown.moves.len().to_string());
    let _ = writeln!(
        out,
        "\n{:>5}  {:<8}{:>8}{:>7}",
        "index", "move", "chance", "bits"
    );
    for choice in &shown.moves {
        let Choice {
            index,
            san,
            probability,
            bits,
            ..
        } = choice;
        let mark = if choice.played { "  played" } else { "" };
        let percent = 100.0 * probability;
        let _ = writeln!(out, "{index:>5}  {san:<8}{percent:>7.2}%{bits:>7.2}{mark}");
    }
    out
}

/// Who plays and how it ended, then where and when; nothing for a game that does not say.
fn headline(players: &Players) -> String {
    let Players {
        white,
        black,
        event,
        site,
        date,
        result,
    } = players;
    let mut out = String::new();
    if let (Some(white), Some(black)) = (white, black) {
        let result = result
            .as_deref()
            .map_or_else(String::new, |result| format!("  {result}"));
        let _ = writeln!(out, "{white} - {black}{result}");
    }
    let place: Vec<&str> = [event, site, date]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    if !place.is_empty() {
        let _ = writeln!(out, "{}", place.join(", "));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

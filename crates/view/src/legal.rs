//! The legal moves of a position, for a board on which moves are made.

use crate::answer::Wrong;
use crate::asked::Asked;
use pgnz::{Position, Variant};
use serde_json::{Value, json};

/// The legal moves of the position `fen`, by the rules of `variant`, each with the position after it.
pub(crate) fn json(asked: &Asked) -> Result<Value, Wrong> {
    let variant = match asked.text("variant") {
        None => Variant::Standard,
        Some(name) => Variant::from_tag(name.as_bytes())
            .ok_or_else(|| Wrong::asked(format!("{name:?} is not a variant that is known")))?,
    };
    let fen = asked.text("fen").unwrap_or_default();
    let wrong = |error: pgnz::Error| Wrong::asked(error.to_string());
    let position = Position::from_fen(fen, variant).map_err(wrong)?;
    let mut moves = Vec::new();
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play(m).map_err(wrong)?;
        moves.push(json!({
            "san": position.san(m).map_err(wrong)?,
            "uci": m.to_string(),
            "fen": after.to_fen(),
        }));
    }
    Ok(json!({"moves": moves}))
}

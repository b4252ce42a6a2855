//! How likely each move of a game was.

use pgnz::{Chance, Game, GameInfo, Model, Predictor};
use serde_json::{Value, json};

/// Plies that are judged.
const MOST_PLIES: usize = 2_000;
/// Moves that are named for each position.
const NAMED: usize = 6;

/// For each position of the main line the likeliest moves, and the move that was played.
pub(crate) fn json(game: &Game, model: &Model) -> Value {
    let mut positions = Vec::new();
    if let Some(start) = game.start() {
        let predictor = Predictor::of(model.clone());
        let mut predicted = predictor.game(start, &GameInfo::from_tags(game.tags()));
        for played in game.moves().map(Some).chain([None]).take(MOST_PLIES) {
            let chances = predicted.chances();
            let at = chances
                .iter()
                .position(|chance| Some(chance.candidate) == played);
            let likely: Vec<Value> = chances.iter().take(NAMED).map(named).collect();
            positions.push(json!({
                "played": at.map(|at| named(&chances[at])),
                "rank": at.map(|at| at + 1),
                "legal": chances.len(),
                "likely": likely,
            }));
            match played {
                Some(played) if predicted.play_move(played).is_ok() => {}
                _ => break,
            }
        }
    }
    json!({"positions": positions})
}

fn named(chance: &Chance) -> Value {
    json!({
        "san": chance.san,
        "uci": chance.candidate.to_string(),
        "probability": chance.probability(),
        "bits": (chance.bits() * 1e4).round() / 1e4,
    })
}

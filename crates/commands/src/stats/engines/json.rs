//! Matches between engines as JSON.

use super::Seen;
use crate::figures::SCHEMA;
use crate::json;
use anyhow::Result;
use pgnz::{Elo, Match, Standing};
use serde_json::{Value, json};

/// One object; docs/json.md explains the fields.
pub fn text(seen: &Seen<'_>) -> Result<String> {
    let files = seen.args.files.iter();
    let paths: Vec<_> = files.map(|path| path.to_string_lossy()).collect();
    let engines: Vec<Value> = seen.engines().iter().map(engine).collect();
    let matches: Vec<Value> = seen.matches().map(|one| meeting(seen, one)).collect();
    json::line(&json!({
        "schema": SCHEMA,
        "paths": paths,
        "games": seen.engines.games,
        "nameless": seen.engines.nameless,
        "engines": engines,
        "matches": matches,
    }))
}

fn engine(one: &Standing) -> Value {
    let of = &one.engine;
    json!({
        "name": one.name,
        "elo": one.elo,
        "error": one.error,
        "los_to_next": one.los_to_next,
        "games": of.score.games(),
        "wins": of.score.wins,
        "draws": of.score.draws,
        "losses": of.score.losses,
        "score": of.score.mean(),
        "unfinished": of.unfinished,
        "lost_on_time": of.lost_on_time,
        "lost_by_leaving": of.lost_by_leaving,
        "lost_by_infraction": of.lost_by_infraction,
        "depth": of.work.depth(),
        "seconds": of.work.seconds(),
        "speed": of.work.speed(),
    })
}

fn meeting(seen: &Seen<'_>, one: &Match) -> Value {
    let (score, pairs) = (&one.score, &one.pairs);
    json!({
        "players": one.engines.map(|engine| seen.name(engine)),
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "unfinished": one.unfinished,
        "score": score.mean(),
        "elo": elo(score.elo()),
        "los": score.los(),
        "pairs": pairs.0,
        "pairs_elo": elo(pairs.elo()),
        "pairs_los": pairs.los(),
        "normalized_elo": pairs.normalized_elo(),
    })
}

fn elo(elo: Option<Elo>) -> Value {
    elo.map_or(
        Value::Null,
        |elo| json!({"elo": elo.elo, "low": elo.low, "high": elo.high}),
    )
}

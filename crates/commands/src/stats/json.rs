//! The glance as JSON.

use super::Glance;
use crate::figures::SCHEMA;
use crate::json;
use anyhow::Result;
use pgnz::{Player, Results};
use serde_json::{Map, Value, json};

/// One object; docs/json.md explains the fields.
pub fn text(glance: &Glance) -> Result<String> {
    let (stats, top) = (&glance.stats, glance.args.rows());
    let paths: Vec<_> = glance
        .args
        .files
        .iter()
        .map(|path| path.to_string_lossy())
        .collect();
    let player = |(name, player): (&str, &Player)| json!({"name": name, "games": player.games, "score": rounded(player.score(), 1e4), "rating": rounded(player.rating(), 10.0)});
    let players: Vec<Value> = stats.most_active(top).into_iter().map(player).collect();
    let named = |(name, games)| json!({"name": name, "games": games});
    let (unit, dates) = stats.dates();
    let mut found = json!({
        "schema": SCHEMA,
        "paths": paths,
        "games": stats.games,
        "results": results(&stats.results),
        "ratings": counts(stats.ratings.iter().map(|(from, sides)| (from.to_string(), *sides))),
        "results_by_rating": Map::from_iter(stats.results_by_rating.iter().map(|(from, of)| (from.to_string(), results(of)))),
        "players": stats.players(),
        "most_active": players,
        "speeds": counts(stats.speeds.iter().map(|(name, games)| ((*name).to_owned(), *games))),
        "time_controls": Vec::from_iter(stats.time_controls(top).into_iter().map(named)),
        "events": Vec::from_iter(stats.events(top).into_iter().map(named)),
        "date_unit": unit,
        "dates": counts(dates.iter().map(|(date, games)| (date.clone(), *games))),
    });
    if let (Value::Object(found), false) = (&mut found, glance.args.quick) {
        found.insert("plies".to_owned(), stats.plies.into());
        let lengths = stats
            .lengths
            .iter()
            .map(|(from, games)| (from.to_string(), *games));
        found.insert("lengths".to_owned(), counts(lengths));
        let longest = glance.longest.as_ref();
        let longest = longest
            .map(|(path, number, plies)| json!({"path": path, "number": number, "plies": plies}));
        found.insert("longest".to_owned(), longest.into());
        let endings = stats
            .endings
            .iter()
            .map(|(name, games)| ((*name).to_owned(), *games));
        found.insert("endings".to_owned(), counts(endings));
        let opening = |(eco, name, of): (&str, Option<&str>, Results)| json!({"eco": eco, "name": name, "results": results(&of)});
        let openings: Vec<Value> = stats.openings(top).into_iter().map(opening).collect();
        found.insert("openings".to_owned(), openings.into());
    }
    json::line(&found)
}

fn results(results: &Results) -> Value {
    let Results {
        white,
        draws,
        black,
        unknown,
    } = results;
    json!({"white": white, "draws": draws, "black": black, "unknown": unknown, "score": rounded(results.score(), 1e4)})
}

fn counts(rows: impl Iterator<Item = (String, u64)>) -> Value {
    Value::Object(Map::from_iter(
        rows.map(|(name, games)| (name, games.into())),
    ))
}

fn rounded(number: Option<f64>, parts: f64) -> Option<f64> {
    number.map(|number| (number * parts).round() / parts)
}

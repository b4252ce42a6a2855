//! Frequent positions as tables and as JSON.

use crate::args::Positions as Args;
use crate::figures::{SCHEMA, grouped};
use crate::tree::shown::{figures, head, row};
use pgnz::{FrequentPositions, Variant};
use serde_json::{Value, json};

/// A table for each ply.
pub fn table(args: &Args, counts: &FrequentPositions) -> String {
    let tables = counts.plies().map(|ply| of_ply(args, counts, ply));
    let mut parts: Vec<String> = tables.collect();
    if parts.is_empty() {
        return "no such game has so many plies".to_owned();
    }
    if counts.missed() > 0 {
        parts.push(format!(
            "There were more than {} positions, so the counts may be too small by up to {}. A position that is\n\
             absent was reached by no more games than that. Fewer plies or a filter give exact counts.",
            grouped(FrequentPositions::KEPT as u64),
            grouped(counts.missed()),
        ));
    }
    parts.join("\n\n")
}

fn of_ply(args: &Args, counts: &FrequentPositions, ply: usize) -> String {
    let games = counts.games(ply);
    let found = counts.most_frequent(ply, args.top, args.min_count);
    let mut lines = vec![(head("Rank"), "Position".to_owned())];
    for (rank, one) in (1_u64..).zip(found) {
        let line = row(&rank.to_string(), one.branch, games, &args.files);
        let fen = match one.variant {
            Variant::Standard => one.fen.to_owned(),
            variant => format!("{} ({})", one.fen, variant.name()),
        };
        lines.push((line, fen));
    }
    let length = |(line, _): &(String, String)| line.chars().count();
    let width = lines.iter().map(length).max().unwrap_or(0);
    let rows = lines
        .iter()
        .map(|(line, fen)| format!("\n{line:<width$}  {fen}"));
    let rows: String = rows.collect();
    format!("Ply {ply}: {} games\n{rows}", grouped(games))
}

/// One object.
pub fn json(args: &Args, counts: &FrequentPositions) -> String {
    let plies = counts.plies().map(|ply| {
        let games = counts.games(ply);
        let found = counts.most_frequent(ply, args.top, args.min_count);
        let positions = found.iter().map(|one| {
            let mut found = figures(one.branch, games, &args.files);
            found.insert("fen".to_owned(), one.fen.into());
            found.insert("variant".to_owned(), one.variant.name().into());
            found.insert("missed".to_owned(), one.missed.into());
            Value::from(found)
        });
        let positions: Vec<Value> = positions.collect();
        json!({"ply": ply, "games": games, "positions": positions})
    });
    let plies: Vec<Value> = plies.collect();
    json!({"schema": SCHEMA, "missed": counts.missed(), "plies": plies}).to_string()
}

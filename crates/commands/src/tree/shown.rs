//! A tree as a table and as JSON.

use crate::figures::{SCHEMA, grouped};
use crate::names::{harmless, short};
use pgnz::{Branch, Root, Tree};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Letters of the name of an archive in a table.
const NAME: usize = 24;

/// A table as opening explorers have it.
pub fn table(tree: &Tree, root: &Root, files: &[PathBuf]) -> String {
    let mut lines = vec![root.position().to_fen(), String::new(), head("Move")];
    let total = tree.total();
    if total.games == 0 {
        return format!("{}\n\nno such game reaches this position", lines[0]);
    }
    for (_, san, branch) in tree.branches() {
        lines.push(row(&san, branch, total.games, files));
    }
    if tree.ended() > 0 {
        let share = percent(tree.ended(), total.games);
        lines.push(format!(
            "{:<8}{:>11}{share:>8}",
            "(end)",
            grouped(tree.ended())
        ));
    }
    lines.push(row("Total", total, total.games, files));
    lines.join("\n")
}

/// The names of the columns of [`row`].
pub fn head(name: &str) -> String {
    format!(
        "{name:<8}{:>11}{:>8}{:>8}{:>7}{:>7}{:>8}{:>8}{:>7}  {:<11}Game",
        "Games", "Share", "White", "Draw", "Black", "Score", "Rating", "Perf.", "Years"
    )
}

/// What is known of some of the games.
pub fn row(name: &str, branch: &Branch, total: u64, files: &[PathBuf]) -> String {
    let known = branch.white + branch.draws + branch.black;
    let whole = |of: Option<f64>| of.map_or_else(|| "-".to_owned(), |of| format!("{of:.0}"));
    let of_known = |part: u64| match known {
        0 => "-".to_owned(),
        _ => format!("{:.0}%", 100.0 * part as f64 / known as f64),
    };
    let score = branch.score();
    let score = score.map_or_else(|| "-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
    let years = match branch.years {
        None => "-".to_owned(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    };
    let game = branch.example.map_or_else(String::new, |(file, game)| {
        match files.get(file).filter(|_| files.len() > 1) {
            Some(path) => format!("{} {}", short(path, NAME), game + 1),
            None => (game + 1).to_string(),
        }
    });
    let line = format!(
        "{name:<8}{:>11}{:>8}{:>8}{:>7}{:>7}{score:>8}{:>8}{:>7}  {years:<11}{}",
        grouped(branch.games),
        percent(branch.games, total),
        of_known(branch.white),
        of_known(branch.draws),
        of_known(branch.black),
        whole(branch.rating()),
        whole(branch.performance()),
        harmless(&game, &[]),
    );
    line.trim_end().to_owned()
}

fn percent(part: u64, all: u64) -> String {
    match all {
        0 => "-".to_owned(),
        _ => format!("{:.1}%", 100.0 * part as f64 / all as f64),
    }
}

/// One object.
pub fn json(tree: &Tree, root: &Root, files: &[PathBuf]) -> String {
    let total = tree.total();
    let branches: Vec<Value> = tree
        .branches()
        .iter()
        .map(|(m, san, branch)| {
            let mut found = figures(branch, total.games, files);
            found.insert("uci".to_owned(), m.to_string().into());
            found.insert("san".to_owned(), (*san).clone().into());
            found.into()
        })
        .collect();
    let mut found = figures(total, total.games, files);
    found.remove("share");
    found.insert("schema".to_owned(), SCHEMA.into());
    found.insert("position".to_owned(), root.position().to_fen().into());
    found.insert("ended".to_owned(), tree.ended().into());
    found.insert("branches".to_owned(), branches.into());
    Value::from(found).to_string()
}

/// The same for JSON.
pub fn figures(branch: &Branch, total: u64, files: &[PathBuf]) -> Map<String, Value> {
    let mut found = view::figures(branch, total);
    let example = branch.example.map(|(file, game)| {
        let path = files.get(file).map(|path| path.to_string_lossy());
        json!({"path": path, "number": game + 1})
    });
    found.insert("example".to_owned(), example.into());
    found
}

//! The glance as text.

use super::Glance;
use crate::figures::grouped;
use crate::names::harmless;
use pgnz::{Results, SPEEDS};
use std::fmt::Write as _;

/// Letters of a name.
const NAME: usize = 40;

/// What there is to say, a line for each thing, then the lists.
pub fn text(glance: &Glance) -> String {
    let (stats, top) = (&glance.stats, glance.args.rows());
    let mut out = String::new();
    let mut line = |key: &str, value: String| {
        let _ = writeln!(out, "{key:<14}{value}");
    };
    line("games", grouped(stats.games));
    if let Some((path, number, plies)) = &glance.longest {
        let mean = stats.plies as f64 / stats.games.max(1) as f64;
        let place = match glance.args.files.len() {
            1 => format!("game {number}"),
            _ => format!("game {number} of {}", harmless(path, &[])),
        };
        line(
            "plies",
            format!(
                "{}; {mean:.1} a game, {plies} the longest ({place})",
                grouped(stats.plies)
            ),
        );
    }
    line("results", results(&stats.results));
    let sides: u64 = stats.ratings.values().sum();
    let sum: u64 = stats
        .ratings
        .iter()
        .map(|(from, sides)| (u64::from(*from) + 50) * sides)
        .sum();
    if let (Some(mean), Some((first, _)), Some((last, _))) = (
        sum.checked_div(sides),
        stats.ratings.first_key_value(),
        stats.ratings.last_key_value(),
    ) {
        line(
            "ratings",
            format!("{first} to {}, {mean} on average", last + 99),
        );
    }
    let (unit, dates) = stats.dates();
    if let (Some(first), Some(last)) = (dates.keys().next(), dates.keys().next_back()) {
        line("dates", format!("{first} to {last}"));
    }
    line("players", grouped(stats.players() as u64));
    let share = |part: u64| percent(part, stats.games);

    let mut list = |title: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            let _ = write!(out, "\n{title}\n{}\n", rows.join("\n"));
        }
    };
    let players = stats.most_active(top).into_iter().map(|(name, player)| {
        let score = player
            .score()
            .map_or_else(String::new, |score| format!("{:.1}%", 100.0 * score));
        let rating = player
            .rating()
            .map_or_else(String::new, |rating| format!("{rating:.0}"));
        row(name, player.games, &format!("{score:>8}{rating:>8}"))
    });
    list(
        &heading(
            "players with the most games",
            &format!("{:>8}{:>8}", "score", "rating"),
        ),
        players.collect(),
    );
    let openings = stats.openings(top).into_iter().map(|(eco, name, of)| {
        row(
            &format!("{eco} {}", name.unwrap_or("")),
            of.games(),
            &format!("{:>8}  {}", share(of.games()), results(&of)),
        )
    });
    list(
        &heading("openings", &format!("{:>8}  results", "share")),
        openings.collect(),
    );
    let counted = |rows: Vec<(&str, u64)>| -> Vec<String> {
        let rows = rows.into_iter().filter(|(_, games)| *games > 0);
        rows.map(|(name, games)| row(name, games, &format!("{:>8}", share(games))))
            .collect()
    };
    let heading = |title| heading(title, &format!("{:>8}", "share"));
    let speeds = SPEEDS.map(|name| (name, stats.speeds.get(name).copied().unwrap_or(0)));
    list(&heading("speeds"), counted(speeds.to_vec()));
    list(&heading("time controls"), counted(stats.time_controls(top)));
    list(&heading("events"), counted(stats.events(top)));
    let mut endings: Vec<(&str, u64)> = stats
        .endings
        .iter()
        .map(|(name, games)| (*name, *games))
        .collect();
    endings.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    list(&heading("endings"), counted(endings));
    let lengths: Vec<(String, u64)> = lengths(glance);
    list(
        &heading("plies"),
        counted(
            lengths
                .iter()
                .map(|(name, games)| (&**name, *games))
                .collect(),
        ),
    );
    let dates: Vec<(&str, u64)> = dates
        .iter()
        .map(|(date, games)| (&**date, *games))
        .collect();
    if dates.len() <= 40 {
        list(&heading(unit), counted(dates));
    }
    out
}

/// Lengths in classes of 20 plies, from 200 on in one.
fn lengths(glance: &Glance) -> Vec<(String, u64)> {
    let mut classes = [0; 11];
    for (from, games) in &glance.stats.lengths {
        classes[(*from as usize / 20).min(10)] += games;
    }
    let name = |at: usize| match at {
        10 => "200 or more".to_owned(),
        at => format!("{} to {}", 20 * at, 20 * at + 19),
    };
    classes
        .into_iter()
        .enumerate()
        .map(|(at, games)| (name(at), games))
        .collect()
}

fn heading(title: &str, more: &str) -> String {
    format!("{title:<width$}{:>11}{more}", "games", width = NAME + 2)
}

fn row(name: &str, games: u64, more: &str) -> String {
    let name = harmless(name, &[]);
    let name = match name.chars().count() > NAME {
        true => name.chars().take(NAME - 1).chain(['…']).collect(),
        false => name,
    };
    let line = format!("  {name:<NAME$}{:>11}{more}", grouped(games));
    line.trim_end().to_owned()
}

fn results(of: &Results) -> String {
    let part = |part| percent(part, of.games());
    let unknown = match of.unknown {
        0 => String::new(),
        unknown => format!(", {} unknown", part(unknown)),
    };
    format!(
        "White {}, drawn {}, Black {}{unknown}",
        part(of.white),
        part(of.draws),
        part(of.black)
    )
}

fn percent(part: u64, all: u64) -> String {
    match all {
        0 => "-".to_owned(),
        _ => format!("{:.1}%", 100.0 * part as f64 / all as f64),
    }
}

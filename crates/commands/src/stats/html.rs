//! The glance as a page with plots.

use super::Glance;
use crate::figures::grouped;
use crate::plot::{self, Axes, Bars, lines};
use crate::style::{escaped, head, made_by};
use anyhow::Result;
use query::{Results, SPEEDS};
use std::fmt::Write as _;

/// The page: one file with everything in it, light and dark.
pub fn page(glance: &Glance) -> Result<String> {
    let (stats, top) = (&glance.stats, glance.args.rows().max(1));
    let mut out = head("Chess games at a glance");
    let files: Vec<String> = glance
        .args
        .files
        .iter()
        .map(|path| escaped(&path.to_string_lossy()))
        .collect();
    let score = stats.results.score().map_or_else(String::new, |score| {
        format!(", White scores {:.1} %", 100.0 * score)
    });
    let _ = writeln!(
        out,
        "<section class=\"wide\"><p>{}: {} games, {} players{score}. A ply is a move by one player.</p></section>",
        files.join(", "),
        grouped(stats.games),
        grouped(stats.players() as u64)
    );
    let mut section = |title: &str, text: &str, inside: String| {
        if !inside.is_empty() {
            let _ = write!(
                out,
                "<section><h2>{title}</h2>\n<p>{text}</p>\n{inside}</section>\n"
            );
        }
    };
    let Results {
        white,
        draws,
        black,
        unknown,
    } = stats.results;
    let ends = [
        ("White won", white),
        ("drawn", draws),
        ("Black won", black),
        ("unknown", unknown),
    ];
    section("Results", "Games.", bars(&ends)?);
    let (unit, dates) = stats.dates();
    section(
        "Dates",
        &format!("Games by {unit}."),
        by_date(
            &dates
                .iter()
                .map(|(date, games)| (&**date, *games))
                .collect::<Vec<_>>(),
        )?,
    );
    let ratings: Vec<(f64, f64)> = stats
        .ratings
        .iter()
        .map(|(from, sides)| (f64::from(*from), *sides as f64))
        .collect();
    section(
        "Ratings",
        "How often a player had a rating, in classes of 100.",
        steps("rating", 100.0, ratings)?,
    );
    let lengths: Vec<(f64, f64)> = stats
        .lengths
        .iter()
        .map(|(from, games)| (f64::from(*from), *games as f64))
        .collect();
    section(
        "Lengths",
        "Games by plies, in classes of 10.",
        steps("plies", 10.0, lengths)?,
    );
    let speeds: Vec<(&str, u64)> = SPEEDS
        .iter()
        .filter_map(|name| Some((*name, *stats.speeds.get(name)?)))
        .collect();
    section(
        "Speeds",
        "Games by the time of the start and 40 increments: bullet below 3 minutes, blitz below 8, rapid below 25.",
        bars(&speeds)?,
    );
    section(
        "Time controls",
        "Seconds at the start and for each move.",
        bars(&stats.time_controls(top))?,
    );
    let endings: Vec<(&str, u64)> = stats
        .endings
        .iter()
        .map(|(name, games)| (*name, *games))
        .collect();
    section(
        "Endings",
        "Mate, stalemate and ends by the rules of a variant by the last position, the others where the game says so.",
        bars(&endings)?,
    );
    section(
        "Openings",
        "By the code of the Encyclopaedia of Chess Openings, with White's score in percent.",
        openings(glance, top),
    );
    section("Players with the most games", "", players(glance, top));
    section("Events", "Games.", bars(&stats.events(top))?);
    out.push_str(&made_by());
    out.push_str("</body></html>\n");
    Ok(out)
}

fn bars(rows: &[(&str, u64)]) -> Result<String> {
    let rows: Vec<_> = rows.iter().filter(|(_, games)| *games > 0).collect();
    let names: Vec<String> = rows
        .iter()
        .map(|(name, _)| name.chars().take(34).collect())
        .collect();
    let rows: Vec<(&str, Vec<Option<f64>>)> = names
        .iter()
        .zip(&rows)
        .map(|(name, (_, games))| (&**name, vec![Some(*games as f64)]))
        .collect();
    match rows.is_empty() {
        true => Ok(String::new()),
        false => plot::bars(&Bars { rows, decimals: 0 }),
    }
}

fn steps(x: &'static str, step: f64, points: Vec<(f64, f64)>) -> Result<String> {
    if points.is_empty() {
        return Ok(String::new());
    }
    let axes = Axes {
        x,
        y: "games",
        from_zero: true,
        step: Some(step),
    };
    lines(&axes, &[points])
}

/// Bars for a few dates, a line for many years or months.
fn by_date(dates: &[(&str, u64)]) -> Result<String> {
    if dates.len() <= 40 {
        return bars(dates);
    }
    let at = |date: &str| {
        let mut parts = date
            .split('.')
            .map(|part| part.parse::<f64>().unwrap_or(0.0));
        let year = parts.next().unwrap_or(0.0);
        year + parts.next().map_or(0.0, |month| (month - 1.0) / 12.0)
            + parts.next().map_or(0.0, |day| (day - 1.0) / 372.0)
    };
    let points = dates
        .iter()
        .map(|(date, games)| (at(date), *games as f64))
        .collect();
    let step = if dates[0].0.len() == 4 {
        1.0
    } else {
        1.0 / 12.0
    };
    steps("year", step, points)
}

fn openings(glance: &Glance, top: usize) -> String {
    let rows = glance.stats.openings(top);
    if rows.is_empty() {
        return String::new();
    }
    let mut out =
        String::from("<table><tr><th>opening<th>games<th>White<th>drawn<th>Black<th>score</tr>\n");
    for (eco, name, of) in rows {
        let part = |games: u64| 100.0 * games as f64 / of.games().max(1) as f64;
        let _ = writeln!(
            out,
            "<tr><td>{eco} {}<td>{}<td>{:.1}<td>{:.1}<td>{:.1}<td>{}</tr>",
            escaped(name.unwrap_or("")),
            grouped(of.games()),
            part(of.white),
            part(of.draws),
            part(of.black),
            of.score()
                .map_or_else(|| "–".to_owned(), |score| format!("{:.1}", 100.0 * score))
        );
    }
    out + "</table>\n"
}

fn players(glance: &Glance, top: usize) -> String {
    let rows = glance.stats.most_active(top);
    if rows.is_empty() {
        return String::new();
    }
    let mut out = String::from("<table><tr><th>player<th>games<th>score, %<th>mean rating</tr>\n");
    for (name, player) in rows {
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}</tr>",
            escaped(name),
            grouped(player.games),
            or_dash(player.score().map(|score| format!("{:.1}", 100.0 * score))),
            or_dash(player.rating().map(|rating| format!("{rating:.0}")))
        );
    }
    out + "</table>\n"
}

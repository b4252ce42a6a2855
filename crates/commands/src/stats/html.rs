//! The glance as a page with pictures.

use super::Glance;
use crate::figures::grouped;
use crate::plot::{Axes, lines};
use crate::style::{escaped, head, made_by};
use anyhow::Result;
use pgnz::{Date, Day, Results, SPEEDS};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Dates that are shown as bars; more of them become a curve.
const MOST_BARS: usize = 36;
/// The part of all games that may lie beyond the end of a curve, so that one long game does not press all others together.
const BEYOND: f64 = 0.005;

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
    const SHARES: &str =
        "Won by White, drawn and won by Black, in percent of the games with a result.";
    let all = (stats.results.games() > 0).then(|| ("all games".to_owned(), stats.results));
    section("Results", SHARES, results(&Vec::from_iter(all)));
    let by_rating = stats.results_by_rating.iter();
    let by_rating: Vec<(String, Results)> = by_rating
        .map(|(from, of)| (format!("{from} to {}", from + 99), *of))
        .collect();
    section(
        "Results by rating",
        &format!("By the mean rating of the two players, in classes of 100. {SHARES}"),
        results(&by_rating),
    );
    let openings: Vec<(String, Results)> = stats
        .openings(top)
        .into_iter()
        .map(|(eco, name, of)| (format!("{eco} {}", name.unwrap_or("")), of))
        .collect();
    section(
        "Results by opening",
        &format!("The most frequent codes of the Encyclopaedia of Chess Openings. {SHARES}"),
        results(&openings),
    );
    section(
        "Ratings",
        "How often a player had a rating, in classes of 100.",
        classes("rating", 100, &stats.ratings)?,
    );
    section(
        "Lengths",
        "Games by plies, in classes of 10.",
        classes("plies", 10, &stats.lengths)?,
    );
    let (unit, dates) = stats.dates();
    section("Dates", &format!("Games by {unit}."), by_date(dates)?);
    let speeds: Vec<(&str, u64)> = SPEEDS
        .iter()
        .filter_map(|name| Some((*name, *stats.speeds.get(name)?)))
        .collect();
    section(
        "Speeds",
        "Games by the time of the start and 40 increments: bullet below 3 minutes, blitz below 8, rapid below 25.",
        bars(&speeds),
    );
    section(
        "Time controls",
        "Seconds at the start and for each move.",
        bars(&stats.time_controls(top)),
    );
    let mut endings: Vec<(&str, u64)> = stats
        .endings
        .iter()
        .map(|(name, games)| (*name, *games))
        .collect();
    endings.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    section(
        "Endings",
        "Mate, stalemate and ends by the rules of a variant by the last position, the others where the game says so.",
        bars(&endings),
    );
    section("Players with the most games", "", players(glance, top));
    section("Events", "Games.", bars(&stats.events(top)));
    out.push_str(&made_by());
    out.push_str("</body></html>\n");
    Ok(out)
}

/// A bar of three parts for each row, with the number of games.
fn results(rows: &[(String, Results)]) -> String {
    let mut out = String::new();
    for (name, of) in rows {
        let known = of.white + of.draws + of.black;
        let percent = |games: u64| 100.0 * games as f64 / known.max(1) as f64;
        let parts = [("won", of.white), ("drawn", of.draws), ("lost", of.black)];
        let mut bar = String::new();
        for (kind, games) in parts.into_iter().filter(|(_, games)| *games > 0) {
            let share = percent(games);
            // A number that has no room says nothing.
            let text = if share < 9.0 {
                String::new()
            } else {
                format!("{share:.0}")
            };
            let _ = write!(
                bar,
                "<i class=\"{kind}\" style=\"width:{share:.2}%\">{text}</i>"
            );
        }
        let told = parts.map(|(_, games)| format!("{:.1}", percent(games)));
        let [white, drawn, black] = told;
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}<td class=\"bar\" title=\"White {white} %, drawn {drawn} %, Black {black} %\"><span>{bar}</span><td>{}</tr>",
            escaped(name.trim()),
            grouped(of.games())
        );
    }
    rows_of("results", out)
}

/// A bar for each row, as long as its part of all.
fn bars(rows: &[(&str, u64)]) -> String {
    let most = rows.iter().map(|(_, games)| *games).max().unwrap_or(0);
    let mut out = String::new();
    for (name, games) in rows.iter().filter(|(_, games)| *games > 0) {
        let length = 100.0 * *games as f64 / most as f64;
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}<td class=\"bar\"><span><i class=\"one\" style=\"width:{length:.2}%\"></i></span><td>{}</tr>",
            escaped(name),
            grouped(*games)
        );
    }
    rows_of("bars", out)
}

fn rows_of(kind: &str, rows: String) -> String {
    match rows.is_empty() {
        true => rows,
        false => format!("<table class=\"rows {kind}\">\n{rows}</table>\n"),
    }
}

/// How many there are in each class of this width, as steps; classes between that have none count, too. Where next to nothing comes before a
/// class, or after one, the curve begins or ends there.
fn classes<N: Copy + Into<u32>>(x: &str, width: u32, counts: &BTreeMap<N, u64>) -> Result<String> {
    let counts: BTreeMap<u32, u64> = counts
        .iter()
        .map(|(from, count)| ((*from).into(), *count))
        .collect();
    let all: u64 = counts.values().sum();
    let is_little = |part: u64| part as f64 <= BEYOND * all as f64;
    let sum = |part: &mut dyn Iterator<Item = (&u32, &u64)>| part.map(|(_, count)| count).sum();
    let mut names = counts.keys().copied();
    let first = names.find(|&from| !is_little(sum(&mut counts.range(..=from))));
    let mut names = counts.keys().copied();
    let last = names.rfind(|&from| !is_little(sum(&mut counts.range(from..))));
    let (Some(first), Some(last)) = (first, last) else {
        return Ok(String::new());
    };
    let points = (first..=last).step_by(width as usize).map(|from| {
        let count = counts.get(&from).copied().unwrap_or(0);
        (f64::from(from), count as f64)
    });
    let axes = Axes {
        x,
        y: "games",
        from_zero: true,
        step: Some(f64::from(width)),
    };
    let mut out = lines(&axes, &[points.collect()])?;
    let before: u64 = sum(&mut counts.range(..first));
    let after: u64 = sum(&mut counts.range(last + 1..));
    let ends = [
        (before, format!("before {first}")),
        (after, format!("from {} on", last + width)),
    ];
    let ends: Vec<String> = ends
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, place)| format!("{} {place}", grouped(count)))
        .collect();
    if !ends.is_empty() {
        let _ = writeln!(out, "<p>Not drawn: {}.</p>", ends.join(", "));
    }
    Ok(out)
}

/// Bars for a few dates, a curve for many years, months or days.
fn by_date(dates: &BTreeMap<String, u64>) -> Result<String> {
    if dates.len() <= MOST_BARS {
        let rows: Vec<(&str, u64)> = dates
            .iter()
            .map(|(date, games)| (&**date, *games))
            .collect();
        return Ok(bars(&rows));
    }
    let unit = dates.keys().map(String::len).max().unwrap_or(0);
    let Some((first, _)) = dates.first_key_value() else {
        return Ok(String::new());
    };
    // Years are numbers as they are; months and days are counted from the first.
    let place = |date: &str| {
        let mut parts = date.split('.').map(|part| part.parse::<u16>().unwrap_or(0));
        let mut next = || parts.next().unwrap_or(0);
        let (year, month, day) = (next(), next(), next());
        match unit {
            4 => i64::from(year),
            7 => 12 * i64::from(year) + i64::from(month),
            _ => {
                let small = |part| u8::try_from(part).ok();
                let (year, month, day) = (Some(year), small(month), small(day));
                let day = Day::of(Date { year, month, day });
                day.map_or(0, |Day(day)| day)
            }
        }
    };
    let start = if unit == 4 { 0 } else { place(first) };
    // Days that no calendar has are in no class.
    let counts = dates.iter().filter_map(|(date, games)| {
        let class = u32::try_from(place(date) - start).ok()?;
        Some((class, *games))
    });
    let counts: BTreeMap<u32, u64> = counts.collect();
    let x = match unit {
        4 => "year".to_owned(),
        7 => format!("months after {first}"),
        _ => format!("days after {first}"),
    };
    classes(&x, 1, &counts)
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

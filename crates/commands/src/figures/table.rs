//! The figures of one archive for people.

use super::costs::costs;
use super::{date, grouped, per, ratio};
use crate::console::Console;
use crate::names::harmless;
use pgnz::{FileInfo, Provenance, Report, TagCost};
use std::fmt::Write;

/// What each tag costs, for people: to be put below [`table`].
pub fn tag_table(tags: &[TagCost]) -> String {
    let mut out = format!("\n\n  {:<20}{:>15}", "tag", "bytes");
    for tag in tags {
        let name = harmless(&String::from_utf8_lossy(&tag.name), &[]);
        let _ = write!(out, "\n  {name:<20}{:>15.1}", tag.bytes);
    }
    out
}

/// The files whose names an archive keeps, for people: to be put below [`table`].
pub fn file_table(files: &[FileInfo]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let mut out = format!("\n\n  {:>10}{:>15}  file", "games", "bytes");
    for file in files {
        let name = harmless(&file.name, &[]);
        let (games, bytes) = (grouped(file.games), grouped(file.text_bytes));
        let _ = write!(out, "\n  {games:>10}{bytes:>15}  {name}");
    }
    out
}

/// Where the texts of an archive come from, for people: to be put below [`table`].
pub fn provenance_table(provenance: &[Provenance]) -> String {
    let mut out = String::new();
    for of in provenance {
        let name = of.file_name.as_deref();
        let name = name.map(|name| format!(" of {}", harmless(name, &[])));
        let program = harmless(&of.program, &[]);
        let name = name.unwrap_or_default();
        let _ = write!(out, "\n\n  written{name} by {program}");
        if let Some(text) = &of.text {
            let _ = write!(out, "\n  SHA-256 of the text         {text}");
        }
        if let Some(source) = &of.source {
            let _ = write!(out, "\n  SHA-256 of the packed file  {source}");
        }
        for line in of.manifest.lines() {
            let _ = write!(out, "\n    {}", harmless(line, &[]));
        }
    }
    out
}

/// After the work on an input: a line where someone watches, the table where it is asked for.
pub fn tell(name: &str, report: &Report, console: &Console) {
    if console.is_verbose() {
        let provenance = provenance_table(&report.provenance);
        console.note(table(name, report) + &provenance);
    } else if console.is_watched() {
        console.note(format_args!("{name}: {}", sizes(report)));
    }
}

fn sizes(report: &Report) -> String {
    format!(
        "{} games, {} bytes of text, {} in the archive, {}",
        grouped(report.games),
        grouped(report.text_bytes),
        grouped(report.archive_bytes),
        ratio(report.text_bytes, report.archive_bytes)
    )
}

/// The figures of one archive for people.
pub fn table(name: &str, report: &Report) -> String {
    let mut out = format!("{name}\n");
    let mut line = |key: &str, value: String| {
        let _ = writeln!(out, "  {key:<10}{value}");
    };
    if report.unfinished {
        let what = "unfinished: it is being written, or the run was stopped; so far:";
        line("state", what.to_owned());
    }
    line("games", grouped(report.games));
    line("plies", grouped(report.plies));
    line(
        "text",
        format!(
            "{} bytes ({})",
            grouped(report.text_bytes),
            report.source.name()
        ),
    );
    line(
        "archive",
        format!(
            "{} bytes, blocks: {}",
            grouped(report.archive_bytes),
            grouped(report.blocks)
        ),
    );
    line(
        "model",
        report
            .model
            .map_or_else(|| "mixed".to_owned(), |model| model.to_string()),
    );
    line(
        "edition",
        report
            .edition()
            .map_or_else(|| "none".to_owned(), |edition| edition.to_string()),
    );
    line("ratio", ratio(report.text_bytes, report.archive_bytes));
    if report.games > 0 {
        line(
            "a game",
            format!("{:.1} bytes", per(report.archive_bytes, report.games)),
        );
    }
    if let Some((first, last)) = report.dates {
        line("dates", format!("{} to {}", date(first), date(last)));
    }
    if let Some((lowest, highest)) = report.ratings {
        line("ratings", format!("{lowest} to {highest}"));
    }
    let _ = write!(out, "\n  {:<10}{:>15}{:>9}", "stream", "bytes", "share");
    for (stream, cost) in costs(report).filter(|(_, cost)| cost.bytes > 0) {
        let share = 100.0 * per(cost.bytes, report.archive_bytes);
        let row = format!(
            "  {stream:<10}{:>15}{share:>7.1} %  {}",
            grouped(cost.bytes),
            cost.unit()
        );
        let _ = write!(out, "\n{}", row.trim_end());
    }
    out
}

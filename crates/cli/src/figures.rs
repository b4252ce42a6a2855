//! The figures about an archive: for people as a table, for programs as JSON.

use crate::console::Console;
use archive::{ModelId, Report, Stream, TagCost};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// What `list --json` says about one archive.
#[derive(Debug, Serialize)]
pub struct Figures<'a> {
    path: &'a str,
    games: u64,
    plies: u64,
    text_bytes: u64,
    archive_bytes: u64,
    /// Text over archive.
    ratio: f64,
    bytes_per_game: f64,
    blocks: u64,
    model: ModelFigures,
    /// How the text was wrapped.
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dates: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<[u16; 2]>,
    #[serde(serialize_with = "streams")]
    streams: &'a Report,
    /// What each tag costs, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "tags")]
    pub tags: Option<&'a [TagCost]>,
}

impl<'a> Figures<'a> {
    /// The figures of the archive of this name.
    pub fn new(path: &'a str, report: &'a Report) -> Self {
        Self {
            path,
            games: report.games,
            plies: report.plies,
            text_bytes: report.text_bytes,
            archive_bytes: report.archive_bytes,
            ratio: per(report.text_bytes, report.archive_bytes),
            bytes_per_game: per(report.archive_bytes, report.games),
            blocks: report.blocks,
            model: ModelFigures::new(report.model),
            source: report.source.name(),
            dates: report.dates.map(|(first, last)| [date(first), date(last)]),
            ratings: report.ratings.map(|(lowest, highest)| [lowest, highest]),
            streams: report,
            tags: None,
        }
    }
}

/// Which model is needed for expanding.
#[derive(Debug, Serialize)]
struct ModelFigures {
    /// `mixed` where archives that follow one another need different ones.
    name: &'static str,
    /// 16 hexadecimal digits; null where the model is mixed.
    digest: Option<String>,
}

impl ModelFigures {
    fn new(model: Option<ModelId>) -> Self {
        Self {
            name: model.map_or("mixed", ModelId::name),
            digest: model.map(|model| format!("{:016x}", model.digest())),
        }
    }
}

/// The cost of a stream.
#[derive(Debug, Serialize)]
struct Cost {
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits_per_ply: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits_each: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_per_game: Option<f64>,
}

impl Cost {
    fn new(stream: Option<Stream>, bytes: u64, count: u64) -> Self {
        let is = |wanted: &[Stream]| stream.is_some_and(|stream| wanted.contains(&stream));
        let each = is(&[Stream::Clocks, Stream::Evals]);
        Self {
            bytes,
            count: each.then_some(count),
            bits_per_ply: is(&[Stream::Moves]).then(|| per(bytes * 8, count)),
            bits_each: each.then(|| per(bytes * 8, count)),
            bytes_per_game: is(&[Stream::Tags]).then(|| per(bytes, count)),
        }
    }

    /// The cost of one of what the stream holds, in words.
    fn unit(&self) -> String {
        let Self {
            count,
            bits_per_ply,
            bits_each,
            bytes_per_game,
            ..
        } = self;
        match (bits_per_ply, bits_each, bytes_per_game) {
            (Some(bits), _, _) => format!("{bits:.2} bits a ply"),
            (_, Some(bits), _) => format!("{bits:.2} bits each, {}", grouped(count.unwrap_or(0))),
            (_, _, Some(bytes)) => format!("{bytes:.1} bytes a game"),
            _ => String::new(),
        }
    }
}

/// Every part of an archive by its name, in a fixed order; their bytes add up to the archive's.
fn costs(report: &Report) -> impl Iterator<Item = (&'static str, Cost)> + '_ {
    const FIRST: [Stream; 8] = [
        Stream::Moves,
        Stream::Tags,
        Stream::Clocks,
        Stream::Evals,
        Stream::Comments,
        Stream::Numbers,
        Stream::Lines,
        Stream::Layout,
    ];
    let others = Stream::ALL
        .into_iter()
        .filter(|stream| !FIRST.contains(stream));
    let streams = FIRST.into_iter().chain(others).map(|stream| {
        let found = report.streams.iter().find(|found| found.stream == stream);
        let (bytes, count) = found.map_or((0, 0), |found| (found.bytes, found.count));
        (stream.name(), Cost::new(Some(stream), bytes, count))
    });
    streams.chain([("container", Cost::new(None, report.container_bytes, 0))])
}

/// The bytes of every part by its name.
pub fn stream_bytes(report: &Report) -> impl Iterator<Item = (&'static str, u64)> + '_ {
    costs(report)
        .map(|(name, cost)| (name, cost.bytes))
        .filter(|&(_, bytes)| bytes > 0)
}

/// The costs of all parts as a map of their names.
pub fn streams<S: Serializer>(report: &Report, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, cost) in costs(report) {
        map.serialize_entry(name, &cost)?;
    }
    map.end()
}

fn tags<S: Serializer>(tags: &Option<&[TagCost]>, serializer: S) -> Result<S::Ok, S::Error> {
    let tags = tags.unwrap_or_default();
    serializer.collect_map(tags.iter().map(|tag| {
        let name = String::from_utf8_lossy(&tag.name);
        (name, (tag.bytes * 10.0).round() / 10.0)
    }))
}

/// What each tag costs, for people: to be put below [`table`].
pub fn tag_table(tags: &[TagCost]) -> String {
    let mut out = format!("\n\n  {:<20}{:>15}", "tag", "bytes");
    for tag in tags {
        let name: String = String::from_utf8_lossy(&tag.name)
            .chars()
            .map(|letter| {
                if letter.is_control() {
                    '\u{fffd}'
                } else {
                    letter
                }
            })
            .collect();
        let _ = write!(out, "\n  {name:<20}{:>15.1}", tag.bytes);
    }
    out
}

/// After the work on an input: a line where someone watches, the table where it is asked for.
pub fn tell(name: &str, report: &Report, console: &Console) {
    if console.is_verbose() {
        console.note(table(name, report));
    } else if console.is_watched() {
        console.note(format_args!("{name}: {}", sizes(report)));
    }
}

fn sizes(report: &Report) -> String {
    format!(
        "{} games, {} bytes of text, {} in the archive, {:.2}x",
        grouped(report.games),
        grouped(report.text_bytes),
        grouped(report.archive_bytes),
        per(report.text_bytes, report.archive_bytes)
    )
}

/// The figures of one archive for people.
pub fn table(name: &str, report: &Report) -> String {
    let mut out = format!("{name}\n");
    let mut line = |key: &str, value: String| {
        let _ = writeln!(out, "  {key:<10}{value}");
    };
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
        "ratio",
        format!("{:.2}x", per(report.text_bytes, report.archive_bytes)),
    );
    line(
        "a game",
        format!("{:.1} bytes", per(report.archive_bytes, report.games)),
    );
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

/// The heads of the columns of [`row`].
pub const ROW_HEAD: &str =
    "     games              text           archive    ratio  bytes/game  name";

/// The figures of one archive on a line.
pub fn row(name: &str, report: &Report) -> String {
    format!(
        "{:>10}{:>18}{:>18}{:>8.2}x{:>12.1}  {name}",
        grouped(report.games),
        grouped(report.text_bytes),
        grouped(report.archive_bytes),
        per(report.text_bytes, report.archive_bytes),
        per(report.archive_bytes, report.games)
    )
}

/// A quotient to four digits, and 0 where there is nothing to divide by.
fn per(amount: u64, count: u64) -> f64 {
    if count == 0 {
        return 0.0;
    }
    (amount as f64 / count as f64 * 1e4).round() / 1e4
}

/// A date as PGN writes it.
fn date(yyyymmdd: u32) -> String {
    let part = |value: u32, width: usize| match value {
        0 => "?".repeat(width),
        value => format!("{value:0width$}"),
    };
    format!(
        "{}.{}.{}",
        part(yyyymmdd / 10_000, 4),
        part(yyyymmdd / 100 % 100, 2),
        part(yyyymmdd % 100, 2)
    )
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn unknown_parts_of_a_date_are_question_marks() {
        assert_eq!(date(20_250_503), "2025.05.03");
        assert_eq!(date(19_270_000), "1927.??.??");
    }
}

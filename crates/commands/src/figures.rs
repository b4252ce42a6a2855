//! The figures about an archive: for people as a table, for programs as JSON.

mod costs;
mod json;
mod rows;
mod table;

pub use costs::stream_bytes;
pub use json::{Figures, SCHEMA, streams};
pub use rows::{ROW_HEAD, Totals, row};
pub use table::{file_table, provenance_table, table, tag_table, tell};

/// Text over archive, for people; a dash where there is no text to be made smaller.
fn ratio(text_bytes: u64, archive_bytes: u64) -> String {
    match text_bytes {
        0 => "-".to_owned(),
        text_bytes => format!("{:.2}x", per(text_bytes, archive_bytes)),
    }
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

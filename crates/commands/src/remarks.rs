//! Remarks on an input, apart from the sizes.

use crate::console::Console;
use crate::figures::grouped;
use crate::names;
use pgnz::Report;
use wrapping::Remarks;

/// So many names are printed; the rest is counted.
const NAMES: usize = 5;

/// Prints what is unusual about an input that was read. Returns whether all that it holds is in the result.
pub fn tell(name: &str, report: &Report, found: &Remarks, console: &mut Console) -> bool {
    let members = found.skipped_members();
    if !members.is_empty() {
        let what = match members.len() {
            1 => "a member of the zip is not PGN and was skipped",
            _ => "members of the zip are not PGN and were skipped",
        };
        console.warn(name, format_args!("{what}: {}", listed(&members)));
    }
    if found.line_ends_added() > 0 {
        let what = "a line end was added after the last game of a member, so that it stays separate from the first game of the next";
        console.note(format_args!("{name}: {what}"));
    }
    if let Some(cut_off) = &report.cut_off {
        let left_out = match cut_off.left_out_bytes {
            0 => "nothing after them could be read".to_owned(),
            bytes => format!(
                "{} bytes of text after them, part of a game, are left out",
                grouped(bytes)
            ),
        };
        console.warn(
            name,
            format_args!(
                "the file is cut short or damaged; the {} complete games before that place are in the archive, {left_out}",
                grouped(report.games)
            ),
        );
    }
    if !report.holds_chess {
        let what = "no chess found (no tag pair and no move); the file is compressed anyway and can be restored exactly";
        console.warn(name, what);
    }
    members.is_empty() && report.cut_off.is_none()
}

fn listed(members: &[String]) -> String {
    let shown: Vec<String> = members
        .iter()
        .take(NAMES)
        .map(|name| names::harmless(name, &[]))
        .collect();
    let mut text = shown.join(", ");
    if members.len() > NAMES {
        text += &format!(" and {} more", members.len() - NAMES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_without_control_characters() {
        let names: Vec<String> = ["a", "b\u{1B}[2J", "é", "d", "e", "f", "g"]
            .map(String::from)
            .into();
        assert_eq!(listed(&names), "a, b\\u{1b}[2J, é, d, e and 2 more");
    }
}

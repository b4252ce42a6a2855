//! Arguments that people who know gzip, zstd, xz or tar may type and that this program does not understand.
//!
//! Other names of the commands (`-d`, `x`, `info` and more) stand beside the commands; here are hints only.

use std::ffi::OsString;
use std::path::Path;

/// What was probably meant by arguments (without the program's name) that are not understood.
pub fn hint(args: &[OsString]) -> Option<String> {
    let first = args.first()?.to_string_lossy().into_owned();
    let options = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    let mut options = options.take_while(|arg| arg != "--");
    match &*first {
        "compress" | "c" => options.find_map(|option| level(&option)),
        "measure" | "number" | "position" | "chess960" => Some(format!(
            "{first} is a command of the program pgnz-lab: pgnz-lab {first}"
        )),
        _ if first.starts_with('-') => level(&first).or_else(|| {
            let letters = first.trim_start_matches('-');
            // These are the program's own, or say nothing without a command.
            let is_loudness = letters.bytes().all(|letter| b"vq".contains(&letter));
            let is_short = !is_loudness && !first.starts_with("--");
            let is_known = [
                "--rm", "--force", "--keep", "--stdout", "--output", "--level",
            ]
            .iter()
            .any(|known| first == *known);
            (is_short || is_known).then(|| {
                format!(
                    "a command is missing: pgnz compress {first} FILE, or pgnz expand {first} FILE"
                )
            })
        }),
        _ if Path::new(&args[0]).exists() => {
            let command = match first.ends_with(".pgnz") {
                true => "expand",
                false => "compress",
            };
            Some(format!(
                "a command is missing: pgnz {command} {}",
                first.escape_default()
            ))
        }
        _ => None,
    }
}

/// Levels of other programs.
fn level(option: &str) -> Option<String> {
    let digits = option.strip_prefix('-').unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_level = is_number && !matches!(digits, "1" | "5" | "9");
    (is_level || matches!(option, "--best" | "--ultra" | "--fast")).then(|| {
        format!("there is no level {option}: -1 (fast) takes the least time, -9 (best) makes the smallest archives, -5 (default) is between them")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint_for(args: &str) -> Option<String> {
        hint(&args.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn levels_of_other_programs_are_answered_with_those_there_are() {
        for args in [
            "compress -19 a.pgn",
            "compress a.pgn --best",
            "-8 a.pgn",
            "c -22",
        ] {
            let said = hint_for(args).unwrap();
            assert!(said.contains("-9") && said.contains("-1"), "{said}");
        }
        for args in [
            "compress -9 a.pgn",
            "compress -1",
            "compress -- -19",
            "list -19",
            "expnd a",
        ] {
            assert_eq!(hint_for(args), None, "{args}");
        }
    }

    #[test]
    fn files_and_options_without_a_command_are_answered_with_one() {
        let said = hint_for("Cargo.toml").unwrap();
        assert!(said.ends_with("pgnz compress Cargo.toml"), "{said}");
        assert_eq!(hint_for("-v"), None);
        assert!(hint_for("-k a.pgn").unwrap().contains("pgnz compress -k"));
        assert!(
            hint_for("--rm a.pgn")
                .unwrap()
                .contains("pgnz compress --rm")
        );
    }
}

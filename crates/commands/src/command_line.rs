//! The command of this run, as what it makes records it.

use crate::names::harmless;

/// The words after the name of the program. What is no text is replaced by U+FFFD.
pub fn words() -> impl Iterator<Item = String> {
    let words = std::env::args_os().skip(1);
    words.map(|word| word.to_string_lossy().into_owned())
}

/// The command with these words, as one gives it to a shell.
pub fn command(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.map(|word| quoted(&word)).collect();
    format!("pgnz {}", words.join(" "))
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    let word = harmless(word, &[]);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_shell_would_take_apart_are_quoted() {
        let words = ["count", "it's.pgnz", "--where", "eco = 'C20'", ""];
        let shown = command(words.into_iter().map(str::to_owned));
        assert_eq!(
            shown,
            r"pgnz count 'it'\''s.pgnz' --where 'eco = '\''C20'\''' ''"
        );
    }
}

//! JSON as it is printed: without letters that a terminal takes as orders.

use crate::names::is_harmful;
use anyhow::{Context, Result};
use serde::Serialize;

/// The value as JSON on one line.
///
/// # Errors
///
/// A value that JSON does not have; tests exclude this.
pub fn line(value: &impl Serialize) -> Result<String> {
    let json = serde_json::to_string(value).context("cannot make JSON")?;
    Ok(harmless(&json))
}

/// JSON with harmful letters spelled as `\u009b`. JSON itself has none outside of texts.
pub fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match is_harmful(letter) {
            false => out.push(letter),
            true => {
                let mut units = [0; 2];
                let units = letter.encode_utf16(&mut units).iter();
                out.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_gives_a_terminal_orders_and_all_texts_come_back() {
        let texts = [
            "a\u{9b}31mb",
            "\u{7f}\u{85}",
            "\u{202E}ngp.\u{2069}",
            "\x1b[2J\n",
            "Ü\u{1F600}",
        ];
        let json = line(&texts).unwrap();
        assert!(!json.contains(is_harmful), "{json}");
        let back: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(back, texts);
    }
}

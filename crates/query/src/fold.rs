//! Text without regard to case and accents.
//!
//! Not part of the format.

use std::borrow::Cow;

/// Letters with diacritics, and the letters without them.
const PLAIN: [(&str, &str); 32] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧạảấầẩẫậắằẳẵặ"),
    ("ae", "æǣǽ"),
    ("b", "ḃḅḇɓ"),
    ("c", "çćĉċč"),
    ("d", "ďđḋḍḏḑḓð"),
    ("e", "èéêëēĕėęěȅȇȩẹẻẽếềểễệə"),
    ("f", "ḟƒ"),
    ("g", "ĝğġģǧǥǵḡ"),
    ("h", "ĥħȟḣḥḧḩḫẖ"),
    ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"),
    ("ij", "ĳ"),
    ("j", "ĵǰ"),
    ("k", "ķǩḱḳḵĸ"),
    ("l", "ĺļľŀłḷḹḻḽ"),
    ("m", "ḿṁṃ"),
    ("n", "ñńņňŉŋǹṅṇṉṋ"),
    ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("p", "ṕṗ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšșṡṣṥṧṩſ"),
    ("ss", "ß"),
    ("t", "ţťŧțṫṭṯṱẗ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗụủứừửữự"),
    ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"),
    ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("z", "źżžƶẑẓẕ"),
    ("'", "’‘ʼ´"),
    ("-", "‐‑‒–—"),
];
/// Letters that are often written as two letters.
const TWO: [(char, &str); 5] = [
    ('ä', "ae"),
    ('ö', "oe"),
    ('ü', "ue"),
    ('ø', "oe"),
    ('å', "aa"),
];

/// The value of a tag as text: UTF-8, otherwise Latin-1; without spaces around it and with `\"` and `\\` resolved.
///
/// ```
/// assert_eq!(query::text(b" M\xfcller "), "Müller");
/// ```
#[must_use]
pub fn text(value: &[u8]) -> Cow<'_, str> {
    let text = match std::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text.trim()),
        Err(_) => {
            let text: String = value.iter().copied().map(char::from).collect();
            Cow::Owned(text.trim().to_owned())
        }
    };
    match text.contains('\\') {
        true => Cow::Owned(text.replace("\\\"", "\"").replace("\\\\", "\\")),
        false => text,
    }
}

/// Lower-case letters without diacritics, as filters compare texts.
///
/// ```
/// assert_eq!(query::fold("Ágnes Müller"), "agnes muller");
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    fold_with(text, |_| None)
}

/// The same, but with two letters for `ä`, `ö`, `ü`, `ø` and `å`, as in "Mueller"; `None` if the text has none of them.
pub(crate) fn fold_long(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let long = |letter| {
        TWO.iter()
            .find(|(short, _)| *short == letter)
            .map(|(_, long)| *long)
    };
    let composed = compose(text);
    let is_there = composed
        .chars()
        .flat_map(char::to_lowercase)
        .any(|letter| long(letter).is_some());
    is_there.then(|| fold_with(&composed, long))
}

fn fold_with(text: &str, instead: impl Fn(char) -> Option<&'static str>) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            letter if letter.is_ascii() => out.push(letter),
            // Marks that stand after the letter that they belong to.
            '\u{300}'..='\u{36f}' => {}
            letter => match instead(letter).or_else(|| plain(letter)) {
                Some(plain) => out.push_str(plain),
                None => out.push(letter),
            },
        }
    }
    out
}

fn plain(letter: char) -> Option<&'static str> {
    let found = PLAIN.iter().find(|(_, marked)| marked.contains(letter));
    found.map(|(plain, _)| *plain)
}

/// A letter and a following combining mark as one letter, for the letters of [`TWO`].
fn compose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let joined = match (out.chars().next_back(), letter) {
            (Some('a'), '\u{308}') => 'ä',
            (Some('o'), '\u{308}') => 'ö',
            (Some('u'), '\u{308}') => 'ü',
            (Some('A'), '\u{308}') => 'Ä',
            (Some('O'), '\u{308}') => 'Ö',
            (Some('U'), '\u{308}') => 'Ü',
            (Some('a'), '\u{30a}') => 'å',
            (Some('A'), '\u{30a}') => 'Å',
            _ => {
                out.push(letter);
                continue;
            }
        };
        out.pop();
        out.push(joined);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_are_left_out() {
        for (written, plain) in [
            ("Müller", "muller"),
            ("Mu\u{308}ller", "muller"),
            ("ŁUKASZ Wójcik", "lukasz wojcik"),
            ("Nguyễn Đức", "nguyen duc"),
            ("İvan", "ivan"),
            ("Großmeister", "grossmeister"),
            ("Каспаров", "каспаров"),
        ] {
            assert_eq!(fold(written), plain);
        }
        assert_eq!(fold_long("Müller"), Some("mueller".to_owned()));
        assert_eq!(fold_long("MU\u{308}LLER"), Some("mueller".to_owned()));
        assert_eq!(fold_long("Åsa Sørensen"), Some("aasa soerensen".to_owned()));
        assert_eq!(fold_long("Mueller"), None);
        assert_eq!(fold_long("José"), None);
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for (plain, marked) in PLAIN {
            assert_eq!(fold(plain), plain);
            for letter in marked.chars() {
                assert_eq!(fold(&letter.to_string()), plain, "{letter}");
            }
        }
    }

    #[test]
    fn what_is_no_utf8_is_latin1() {
        assert_eq!(text(b" M\xfcller "), "Müller");
        assert_eq!(text(br#"a \"b\" \\"#), r#"a "b" \"#);
    }
}

//! Tags of a game, changed in its text.
//!
//! Not part of the format.

use crate::Error;
use pgn::TokenKind;
use query::Field;

/// Names and values of tags, as they stand in the text.
pub type Pairs<'a> = &'a [(&'a [u8], &'a [u8])];

/// The tags of the roster, in the order of the standard.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// Other tags that have a usual spelling.
const USUAL: [&str; 30] = [
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "ECO",
    "NIC",
    "Opening",
    "Variation",
    "SubVariation",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "UTCDate",
    "UTCTime",
    "TimeControl",
    "Termination",
    "Annotator",
    "PlyCount",
];

/// A tag that changes: its name as it stands in the text or will stand there, and its value; `None` if it is removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    pub value: Option<String>,
}

/// The usual spelling of a tag's name, if there is one.
///
/// # Errors
///
/// This cannot be the name of a tag, or means something that is no tag.
pub fn name(asked: &str) -> Result<String, Error> {
    let usual = ROSTER
        .iter()
        .chain(&USUAL)
        .find(|name| is_alike(name, asked));
    if let Some(usual) = usual {
        return Ok((*usual).to_owned());
    }
    let is_name = asked.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && asked
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_lower = !asked.contains(|letter: char| letter.is_ascii_uppercase());
    if is_name && is_lower && Field::named(asked).is_ok() {
        let what = format!(
            "{asked} is not a tag, but follows from others: name a tag, such as White or WhiteElo"
        );
        return Err(Error::Asked(what));
    }
    match is_name {
        true => Ok(asked.to_owned()),
        false => {
            let what = format!(
                "'{}' cannot be the name of a tag: it has letters, digits and _",
                asked.escape_debug()
            );
            Err(Error::Asked(what))
        }
    }
}

/// Whether names are the same but for case and `_`.
fn is_alike(one: &str, two: &str) -> bool {
    let bare = |name: &str| name.replace('_', "").to_ascii_lowercase();
    bare(one) == bare(two)
}

/// The tags in the tag section of a game.
pub fn pairs(text: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut pairs = Vec::new();
    for token in pgn::lex(text) {
        match token.kind {
            TokenKind::TagPair => {
                pairs.extend(token.tag_pair().map(|pair| (pair.name, pair.value)))
            }
            kind if !is_between(kind) => break,
            _ => {}
        }
    }
    pairs
}

/// Whether such a token does not end the tag section.
fn is_between(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Whitespace | TokenKind::Other | TokenKind::LineComment | TokenKind::PercentLine
    )
}

/// What changes in a game with these tags, if tags get these values.
pub fn changes(pairs: Pairs<'_>, wanted: &[(String, Option<String>)]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for (asked, value) in wanted {
        let found = pairs.iter().map(|(name, _)| String::from_utf8_lossy(name));
        let alike: Vec<_> = found.filter(|name| is_alike(name, asked)).collect();
        let exact = alike.iter().find(|name| *name == asked);
        let name = exact.or(alike.first()).map_or(asked.as_str(), |name| name);
        let mut now = pairs
            .iter()
            .filter(|(found, _)| *found == name.as_bytes())
            .peekable();
        changes.retain(|change| change.name != name);
        let changes_it = match value {
            None => now.peek().is_some(),
            Some(value) => now.peek().is_none() || now.any(|(_, now)| !is_value(now, value)),
        };
        if changes_it {
            let (name, value) = (name.to_owned(), value.clone());
            changes.push(Change { name, value });
        }
    }
    changes
}

/// Whether a value stands in a text like this.
pub fn is_value(raw: &[u8], value: &str) -> bool {
    let escaped = escaped(value);
    match std::str::from_utf8(raw) {
        Ok(raw) => raw == escaped,
        Err(_) => latin1(&escaped).as_deref() == Some(raw),
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

fn latin1(text: &str) -> Option<Vec<u8>> {
    text.chars()
        .map(|letter| u8::try_from(u32::from(letter)).ok())
        .collect()
}

/// A place of the text, what is taken out there, and what comes in.
type Patch = (std::ops::Range<usize>, Vec<u8>);

/// The text of a game with changed tags; nothing else differs. `None` if they would not be read as asked for.
pub fn changed(text: &[u8], changes: &[Change]) -> Option<Vec<u8>> {
    let (spans, mut patches) = (spans(text), Vec::<Patch>::new());
    let is_utf8 = std::str::from_utf8(text).is_ok();
    let spelled = |value: &str| {
        let escaped = escaped(value);
        let latin1 = (!is_utf8).then(|| latin1(&escaped)).flatten();
        latin1.unwrap_or_else(|| escaped.into_bytes())
    };
    let mut expected: Vec<(Vec<u8>, Vec<u8>)> = spans
        .iter()
        .map(|span| (span.name.to_vec(), span.value.to_vec()))
        .collect();
    for Change { name, value } in changes {
        let of_name = spans.iter().filter(|span| span.name == name.as_bytes());
        match value {
            None => {
                patches.extend(of_name.map(|span| (line_of(text, &span.place), Vec::new())));
                expected.retain(|(found, _)| found != name.as_bytes());
            }
            Some(value) => {
                let value = spelled(value);
                let before = patches.len();
                patches.extend(of_name.map(|span| (span.value_place.clone(), value.clone())));
                for (_, now) in expected
                    .iter_mut()
                    .filter(|(found, _)| found == name.as_bytes())
                {
                    now.clone_from(&value);
                }
                if patches.len() == before {
                    patches.push(added(text, &spans, name, &value));
                    expected.push((name.clone().into_bytes(), value));
                }
            }
        }
    }
    // Of several that come in at one place, the first comes first.
    patches.sort_by_key(|(place, _)| (place.start, place.end));
    let (mut new, mut at) = (Vec::with_capacity(text.len() + 64), 0);
    for (place, put) in patches {
        new.extend_from_slice(text.get(at..place.start)?);
        new.extend(put);
        at = place.end;
    }
    new.extend_from_slice(text.get(at..)?);
    let mut found: Vec<_> = pairs(&new)
        .into_iter()
        .map(|(name, value)| (name.to_vec(), value.to_vec()))
        .collect();
    found.sort();
    expected.sort();
    let is_one = pgn::games(&new).count() == pgn::games(text).count();
    (found == expected && is_one).then_some(new)
}

/// A tag in the text.
struct Span<'a> {
    name: &'a [u8],
    value: &'a [u8],
    place: std::ops::Range<usize>,
    /// Of what stands between the quotes.
    value_place: std::ops::Range<usize>,
}

fn spans(text: &[u8]) -> Vec<Span<'_>> {
    let (mut spans, mut at) = (Vec::new(), 0);
    for token in pgn::lex(text) {
        let place = at..at + token.text.len();
        at = place.end;
        if let Some(pair) = token.tag_pair() {
            // `[`, blanks, the name, blanks, a quote.
            let value =
                place.start + 2 + pair.blanks[0].len() + pair.name.len() + pair.blanks[1].len();
            spans.push(Span {
                name: pair.name,
                value: pair.value,
                value_place: value..value + pair.value.len(),
                place,
            });
        } else if !is_between(token.kind) {
            break;
        }
    }
    spans
}

/// The line of a tag with its end, if the tag is alone in it; otherwise the tag.
fn line_of(text: &[u8], place: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let rest = &text[place.end..];
    let end = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    };
    let begins = place.start == 0 || matches!(text[place.start - 1], b'\r' | b'\n');
    match begins {
        true => place.start..place.end + end,
        false => place.clone(),
    }
}

/// Where a tag comes in that is not there: one of the roster after those of the roster before it, any other after the last.
fn added(text: &[u8], spans: &[Span<'_>], name: &str, value: &[u8]) -> Patch {
    let tag = [b"[", name.as_bytes(), b" \"", value, b"\"]"].concat();
    let line_end: &[u8] = match text.windows(2).any(|pair| pair == b"\r\n") {
        true => b"\r\n",
        false => b"\n",
    };
    let rank = |name: &[u8]| ROSTER.iter().position(|tag| tag.as_bytes() == name);
    let before = match rank(name.as_bytes()) {
        Some(own) => {
            let is_before = |span: &&Span<'_>| rank(span.name).is_some_and(|other| other < own);
            spans.iter().rfind(is_before)
        }
        None => spans.last(),
    };
    match (before, spans.first()) {
        (Some(before), _) => (
            before.place.end..before.place.end,
            [line_end, &tag].concat(),
        ),
        (None, Some(first)) => (
            first.place.start..first.place.start,
            [&tag, line_end].concat(),
        ),
        (None, None) => {
            let start = pgn::lex(text)
                .next()
                .filter(|token| token.kind == TokenKind::Whitespace);
            let start = start.map_or(0, |token| token.text.len());
            (start..start, [&tag, line_end, line_end].concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, wanted: &[(&str, Option<&str>)]) -> Option<String> {
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(name, value)| (super::name(name).unwrap(), value.map(str::to_owned)))
            .collect();
        let changes = changes(&pairs(text.as_bytes()), &wanted);
        changed(text.as_bytes(), &changes).map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn only_the_lines_of_changed_tags_differ() {
        let text = "[Event \"a\"]\r\n[ White  \"b\" ]\r\n[Black \"c\"] [WhiteElo \"1\"]\r\n\r\n1. e4 *\r\n\r\n";
        for (wanted, new) in [
            (
                &[("white", Some("Carl \"the\" \\"))][..],
                text.replace("\"b\"", "\"Carl \\\"the\\\" \\\\\""),
            ),
            (
                &[("Site", Some("x"))],
                text.replace("\"a\"]", "\"a\"]\r\n[Site \"x\"]"),
            ),
            (
                &[("ECO", Some("B90"))],
                text.replace("\"1\"]", "\"1\"]\r\n[ECO \"B90\"]"),
            ),
            (&[("Event", None)], text.replace("[Event \"a\"]\r\n", "")),
            (&[("white_elo", None)], text.replace("[WhiteElo \"1\"]", "")),
            (
                &[("Date", Some("2024.01.01")), ("Round", Some("1"))],
                text.replace("\"a\"]", "\"a\"]\r\n[Date \"2024.01.01\"]\r\n[Round \"1\"]"),
            ),
            (
                &[("White", Some("x")), ("white", Some("b"))],
                text.to_owned(),
            ),
            (&[("Nothing", None)], text.to_owned()),
        ] {
            assert_eq!(
                edited(text, wanted).as_deref(),
                Some(&new[..]),
                "{wanted:?}"
            );
        }
        assert_eq!(
            edited("\n1. e4 *\n", &[("White", Some("x"))]).unwrap(),
            "\n[White \"x\"]\n\n1. e4 *\n"
        );
        assert_eq!(
            edited("[Black \"x\"]\n\n*", &[("White", Some("y"))]).unwrap(),
            "[White \"y\"]\n[Black \"x\"]\n\n*"
        );
    }

    #[test]
    fn values_are_written_in_the_encoding_of_the_game() {
        let change = |value: &str| {
            [Change {
                name: "White".to_owned(),
                value: Some(value.to_owned()),
            }]
        };
        let new = changed(
            b"[White \"M\xfcller\"]\n[Black \"x\"]\n\n*",
            &change("J\u{f6}rg"),
        );
        assert_eq!(new.unwrap(), b"[White \"J\xf6rg\"]\n[Black \"x\"]\n\n*");
        assert!(is_value(b"J\xf6rg", "J\u{f6}rg") && !is_value("Jörg".as_bytes(), "Jorg"));
    }

    #[test]
    fn names_of_tags_are_found_in_any_case() {
        for (asked, found) in [
            ("white", "White"),
            ("WHITEELO", "WhiteElo"),
            ("white_elo", "WhiteElo"),
            ("eco", "ECO"),
            ("MyTag", "MyTag"),
        ] {
            assert_eq!(name(asked).unwrap(), found);
        }
        for wrong in ["", "a b", "1a", "[x", "player", "white_rating", "year"] {
            assert!(name(wrong).is_err(), "{wrong}");
        }
    }
}

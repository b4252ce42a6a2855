//! Templates of texts, with places for numbers, times, lines of moves, and values of tags such as the opening.
//!
//! Format: "Streams comments, numbers and lines".

use std::collections::HashMap;

use legal::Place;
use model::number::hash;

use super::line::{self, Line};
use super::number::{Number, Time, digits};
use game::parts::GameParts;

/// Special bytes of a template; all others stand for themselves.
const NUMBER: u8 = 1;
const TIME: u8 = 2;
const LINE: u8 = 3;
/// The value of the first of [`TAGS`]; the next bytes stand for the others.
const TAG: u8 = 4;
/// The highest byte that stands for a value.
const LAST: u8 = TAG + TAGS.len() as u8 - 1;
/// The byte after this one stands for itself.
const LITERAL: u8 = LAST + 1;

/// Tags that texts repeat: servers write the opening where it is reached, and who resigns.
const TAGS: [&[u8]; 4] = [b"ECO", b"Opening", b"White", b"Black"];
/// Their values in a game; empty where there is none.
pub(super) type TagValues<'a> = [&'a [u8]; TAGS.len()];

/// Longer templates are spelled each time.
pub(super) const LONGEST_KNOWN: usize = 512;

/// Longer values are not repeated, so that a text stays in proportion to its template.
const LONGEST_TAG: usize = 100;

/// The values of these tags in a game.
pub(super) fn tag_values(game: &GameParts) -> TagValues<'_> {
    TAGS.map(|name| {
        let value = game.tag(name).unwrap_or_default();
        if value.len() <= LONGEST_TAG {
            value
        } else {
            &[]
        }
    })
}

/// The value in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(Number),
    Time(Time),
    Line(Line),
}

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A byte of the text.
    Byte(u8),
    /// The value of one of the tags.
    Tag(usize),
    /// Places with their names.
    Number(u32),
    Time(u32),
    Line(u32),
}

/// A text as a template and its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parsed {
    pub template: Vec<u8>,
    pub values: Vec<Value>,
}

impl Parsed {
    /// A text without places.
    pub fn plain(text: &[u8]) -> Self {
        let mut parsed = Self::default();
        parsed.literal(text);
        parsed
    }

    /// Appends a piece of the text to the template.
    fn literal(&mut self, text: &[u8]) {
        for &byte in text {
            if byte <= LITERAL {
                self.template.push(LITERAL);
            }
            self.template.push(byte);
        }
    }
}

/// Names of which habits are remembered.
const MOST_NAMES: usize = 1 << 16;

/// The start and the spelling of the last line of each name.
#[derive(Clone, Default)]
pub(super) struct Habits {
    known: HashMap<u32, (u8, u16)>,
}

impl Habits {
    pub fn of(&self, name: u32) -> (u8, u16) {
        self.known.get(&name).copied().unwrap_or((1, 0))
    }

    pub fn learn(&mut self, name: u32, line: &Line) {
        if self.known.len() < MOST_NAMES || self.known.contains_key(&name) {
            self.known.insert(name, (line.start, line.spelling));
        }
    }
}

/// Splits a text into a template and its values.
pub(super) fn parse(
    text: &[u8],
    places: &[Option<Place>; 3],
    habits: &Habits,
    tags: &TagValues<'_>,
) -> Parsed {
    let mut parsed = Parsed::default();
    let mut names = Names::default();
    let mut at = 0;
    while at < text.len() {
        let before = at.checked_sub(1).map_or(b' ', |at| text[at]);
        if let Some(tag) = tag(text, at, before, tags) {
            parsed.template.push(TAG + tag as u8);
            at += tags[tag].len();
            continue;
        }
        let name = names.next(&parsed.template);
        let Some((value, length)) = value(text, at, before, places, habits.of(name)) else {
            // Words, and digits that are not read as a value, are copied as a whole.
            let solid = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 128;
            let run = text[at..]
                .iter()
                .position(|byte| !solid(byte))
                .unwrap_or(text.len() - at);
            let run = if text[at].is_ascii_digit() {
                digits(&text[at..])
            } else if solid(&text[at]) {
                text[at..at + run]
                    .iter()
                    .position(u8::is_ascii_digit)
                    .unwrap_or(run)
            } else {
                1
            };
            parsed.literal(&text[at..at + run]);
            at += run;
            continue;
        };
        names.note(name);
        parsed.template.push(match value {
            Value::Number(_) => NUMBER,
            Value::Time(_) => TIME,
            Value::Line(_) => LINE,
        });
        parsed.values.push(value);
        at += length;
    }
    parsed
}

/// The number of the tag whose value stands at a place of a text, as whole words.
fn tag(text: &[u8], at: usize, before: u8, tags: &TagValues<'_>) -> Option<usize> {
    let solid = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 128;
    let rest = &text[at..];
    let stands = |value: &&[u8]| {
        let after = rest.get(value.len()).copied().unwrap_or(b' ');
        value.len() > 2 && rest.starts_with(value) && !solid(after)
    };
    tags.iter().position(stands).filter(|_| !solid(before))
}

/// Whether a template repeats the value of a tag.
pub(super) fn repeats(template: &[u8]) -> bool {
    template.iter().any(|byte| (TAG..=LAST).contains(byte))
}

/// The value at a place of a text, and its length.
fn value(
    text: &[u8],
    at: usize,
    before: u8,
    places: &[Option<Place>; 3],
    usual: (u8, u16),
) -> Option<(Value, usize)> {
    let rest = &text[at..];
    match rest[0] {
        b'0'..=b'9' | b'+' | b'-' => {
            if let Some((time, length)) = Time::read(rest) {
                return Some((Value::Time(time), length));
            }
            let solid = before.is_ascii_alphanumeric() || before >= 128;
            if !solid
                && line::numbered(rest).is_some()
                && let Some(line) = Line::read(rest, places, usual)
            {
                let length = line.text.len();
                return Some((Value::Line(line), length));
            }
            let (number, length) = Number::read(rest)?;
            // `R50=` is a name.
            let after = rest.get(length).copied().unwrap_or(b' ');
            let named =
                before.is_ascii_alphabetic() && (after == b'=' || after.is_ascii_alphabetic());
            (!named).then_some((Value::Number(number), length))
        }
        _ if before.is_ascii_alphanumeric() || before >= 128 => None,
        _ => {
            let line = Line::read(rest, places, usual)?;
            let length = line.text.len();
            Some((Value::Line(line), length))
        }
    }
}

/// Writes the text of a template and its values.
pub(super) fn write(template: &[u8], values: &[Value], tags: &TagValues<'_>, out: &mut Vec<u8>) {
    let mut values = values.iter();
    for part in parts(template) {
        match part {
            Part::Byte(byte) => out.push(byte),
            Part::Tag(tag) => out.extend_from_slice(tags[tag]),
            _ => match values.next() {
                Some(Value::Number(number)) => number.write(out),
                Some(Value::Time(time)) => time.write(out),
                Some(Value::Line(line)) => out.extend_from_slice(&line.text),
                None => {}
            },
        }
    }
}

/// The parts of a template.
pub(super) fn parts(template: &[u8]) -> impl Iterator<Item = Part> {
    let mut names = Names::default();
    let mut at = 0;
    std::iter::from_fn(move || {
        let byte = *template.get(at)?;
        let before = &template[..at];
        at += 1;
        let part = match byte {
            NUMBER => Part::Number,
            TIME => Part::Time,
            LINE => Part::Line,
            TAG..=LAST => return Some(Part::Tag(usize::from(byte - TAG))),
            LITERAL => {
                // Only junk ends with it.
                at += 1;
                return Some(Part::Byte(template.get(at - 1).copied().unwrap_or(LITERAL)));
            }
            _ => return Some(Part::Byte(byte)),
        };
        let name = names.next(before);
        names.note(name);
        Some(part(name))
    })
}

/// How many values of a template are not its own bytes.
pub(super) fn count(template: &[u8]) -> usize {
    let own = |part: &Part| matches!(part, Part::Byte(_));
    parts(template).filter(|part| !own(part)).count()
}

/// Names places by the text before them.
#[derive(Default)]
struct Names {
    last: u32,
}

/// Number of bytes before a place from which its name is derived.
const TELLING: usize = 8;

impl Names {
    /// The name of a place after this much of a template.
    fn next(&self, template: &[u8]) -> u32 {
        let from = template.len().saturating_sub(TELLING);
        let near = &template[from..];
        let own = near
            .iter()
            .rposition(|&byte| byte <= LAST)
            .map_or(near, |at| &near[at + 1..]);
        let letters = own
            .iter()
            .any(|byte| !matches!(byte, b'+' | b'-' | b' ' | b'.'));
        let state = own
            .iter()
            .fold(7, |state, &byte| hash(&[state, byte.into()]));
        if letters || from > 0 && own.len() == near.len() {
            state
        } else {
            // A value that follows another directly: its name is derived from that of the other.
            hash(&[state, self.last])
        }
    }

    fn note(&mut self, name: u32) {
        self.last = name;
    }
}

#[cfg(test)]
mod tests;

//! What a game states beside its moves, in fields that can be compared.
//!
//! Not part of the format.
//!
//! A value with parts is a field for each part, so that `5` and `5.1` do not differ as rounds, nor `2020.05.??` and `2020.05.06` as dates.

use super::key::Seeded;
use archive::{Date, Game, Outcome};
use query::{GameId, Site, Understood};
use std::ops::Range;

/// The number of a field.
pub type Field = u8;

/// Given names that are compared, with two fields for each: its first letter, and its first two.
const GIVEN: usize = 3;
/// The given names of White and of Black.
const NAMES: Field = 0;
const DATE: Field = NAMES + 4 * GIVEN as Field;
const RESULT: Field = DATE + 3;
/// Three numbers of the round, and its name if it has no number.
const ROUND: Field = RESULT + 1;
const STAGE: Field = ROUND + 3;
const BOARD: Field = STAGE + 1;
/// Lichess, chess.com and the kind of game there, FICS, others.
const IDS: Field = BOARD + 1;
/// For each tag the minute and the second, first in Universal Time and then as the clock showed it.
const TIMES: Field = IDS + 5;
const END: Field = TIMES + 4 * TAGS.len() as Field;

/// Tags with a time of day.
const TAGS: [&str; 4] = ["UTCTime", "Time", "StartTime", "EndTime"];

/// The players and the date.
pub const OCCASION: Range<Field> = NAMES..RESULT;
/// The other fields.
pub const EVIDENCE: Range<Field> = RESULT..END;
/// All fields.
pub const ALL: Range<Field> = NAMES..END;

/// The fields that a game states, in ascending order, with a number for each value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts(Vec<(Field, u64)>);

/// Whether games with few moves must state a field alike, so that they do not agree by chance.
pub fn is_essential(field: Field) -> bool {
    OCCASION.contains(&field) && (field >= DATE || (field - NAMES).is_multiple_of(2))
}

impl Facts {
    /// What the tags state, without the names.
    pub fn of(game: &Game, seeded: Seeded) -> Self {
        let mut facts = Self::default();
        let tags = game.tags();
        facts.date(tags.date().unwrap_or_default());
        if tags.result() != Outcome::Unknown {
            facts.put(RESULT, seeded.short(tags.result().tag().as_bytes()));
        }
        let text = |name: &str| tags.get(name).map(query::text);
        if let Some(round) = text("Round") {
            facts.round(&round, seeded);
        }
        if let Some(board) =
            text("Board").and_then(|board| numbers(&board).first().copied().map(str::to_owned))
        {
            facts.put(BOARD, seeded.short(board.as_bytes()));
        }
        for id in GameId::all(game) {
            let field = IDS
                + match id.site {
                    Site::Lichess => 0,
                    Site::ChessCom => 1,
                    Site::Fics => 3,
                    Site::Other => 4,
                };
            facts.put(field, seeded.short(id.id.as_bytes()));
            if let Some(kind) = id.kind {
                facts.put(field + 1, seeded.short(kind.as_bytes()));
            }
        }
        for (at, name) in (0..).zip(TAGS) {
            let Some(time) = text(name).and_then(|text| Time::read(&text, name == "UTCTime"))
            else {
                continue;
            };
            let field = TIMES + 4 * at + if time.is_universal { 0 } else { 2 };
            facts.put(field, u64::from(time.minute));
            if let Some(second) = time.second {
                facts.put(field + 1, u64::from(second));
            }
        }
        facts.0.sort_unstable();
        facts
    }

    fn put(&mut self, field: Field, value: u64) {
        self.0.push((field, value));
    }

    fn date(&mut self, date: Date) {
        let parts = [
            date.year.map(u64::from),
            date.month.map(u64::from),
            date.day.map(u64::from),
        ];
        for (at, part) in (0..).zip(parts) {
            // Some programs write 00 for an unknown month or day.
            match part.filter(|&part| part > 0) {
                Some(part) => self.put(DATE + at, part),
                None => break,
            }
        }
    }

    fn round(&mut self, round: &str, seeded: Seeded) {
        let numbers = numbers(round);
        let is_stage = round.chars().any(char::is_alphabetic);
        if numbers.is_empty() && is_stage {
            self.put(STAGE, seeded.short(query::fold(round).as_bytes()));
        }
        let known = numbers.into_iter().take_while(|number| !number.is_empty());
        for (at, number) in (0..3).zip(known) {
            self.put(ROUND + at, seeded.short(number.as_bytes()));
        }
    }

    /// The same with the names of the players.
    pub fn with_names(&self, players: [Option<&Understood>; 2]) -> Self {
        let mut facts = Self::default();
        for (side, player) in (0..).zip(players) {
            let given = player.into_iter().flat_map(|player| &player.given);
            for (at, name) in (0..GIVEN as Field).zip(given) {
                let field = NAMES + 2 * (side * GIVEN as Field + at);
                let mut letters = name.chars().map(u64::from);
                let Some(first) = letters.next() else {
                    continue;
                };
                facts.put(field, first);
                // Some write a number to tell players with the same initial apart.
                if let Some(second) = letters
                    .next()
                    .filter(|_| name.chars().all(char::is_alphabetic))
                {
                    facts.put(field + 1, first << 32 | second);
                }
            }
        }
        facts.0.extend_from_slice(&self.0);
        facts
    }

    /// What one of these games states, which state nothing that differs.
    pub fn of_all<'a>(games: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all: Vec<(Field, u64)> = games
            .into_iter()
            .flat_map(|facts| &facts.0)
            .copied()
            .collect();
        all.sort_unstable();
        all.dedup();
        Self(all)
    }

    pub fn get(&self, field: Field) -> Option<u64> {
        let at = self
            .0
            .binary_search_by_key(&field, |(field, _)| *field)
            .ok()?;
        Some(self.0[at].1)
    }

    /// A bit for each field of [`EVIDENCE`] that is stated.
    pub fn evidence(&self) -> u64 {
        let fields = self.0.iter().filter(|(field, _)| EVIDENCE.contains(field));
        fields.fold(0, |bits, (field, _)| bits | bit(*field))
    }

    /// A hash of the values of these fields.
    pub fn hash_of(&self, fields: u64, seeded: Seeded) -> u128 {
        let wanted = self
            .0
            .iter()
            .filter(|(field, _)| EVIDENCE.contains(field) && fields & bit(*field) != 0);
        let bytes: Vec<u8> = wanted
            .flat_map(|(field, value)| std::iter::once(*field).chain(value.to_le_bytes()))
            .collect();
        seeded.of(&bytes)
    }
}

fn bit(field: Field) -> u64 {
    1 << (field - EVIDENCE.start)
}

/// The numbers in a text, without zeros before them; none if all are zero, as programs write what they do not know.
fn numbers(text: &str) -> Vec<&str> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit());
    let numbers = parts
        .filter(|part| !part.is_empty())
        .map(|part| part.trim_start_matches('0'));
    let numbers: Vec<&str> = numbers.collect();
    match numbers.iter().all(|number| number.is_empty()) {
        true => Vec::new(),
        false => numbers,
    }
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Time {
    /// Of the day.
    minute: u32,
    second: Option<u32>,
    /// Whether it is Universal Time; otherwise nothing is known of the time zone.
    is_universal: bool,
}

/// Time zones that chess.com has written, in hours from Universal Time.
const ZONES: [(&str, i32); 8] = [
    ("PST", -8),
    ("PDT", -7),
    ("MST", -7),
    ("MDT", -6),
    ("CST", -6),
    ("CDT", -5),
    ("EST", -5),
    ("EDT", -4),
];

impl Time {
    /// Reads `19:47:08`, `19:47`, `7:47:08 PM` and `19:47:08 GMT+0200`. `None` for other texts, for other names of time zones, and for
    /// midnight, which programs write if they know no time.
    fn read(text: &str, is_universal: bool) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let mut parts = words.next()?.split(':');
        let mut number = |most: u32| -> Option<u32> {
            let part = parts.next()?;
            let part = part.split_once('.').map_or(part, |(whole, _)| whole);
            let is_number =
                (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse()
                .ok()
                .filter(|&number| is_number && number < most)
        };
        let (mut hour, minute) = (number(24)?, number(60)?);
        let second = number(60);
        let mut offset = is_universal.then_some(0);
        for word in words {
            let word = word.to_ascii_uppercase();
            match &word[..] {
                "AM" | "PM" if (1..=12).contains(&hour) => {
                    hour = hour % 12 + if word == "PM" { 12 } else { 0 };
                }
                zone => offset = Some(minutes_of(zone)?),
            }
        }
        if (hour, minute, second.unwrap_or(0)) == (0, 0, 0) {
            return None;
        }
        let minute = (hour * 60 + minute) as i32 - offset.unwrap_or(0);
        Some(Self {
            minute: minute.rem_euclid(24 * 60) as u32,
            second,
            is_universal: offset.is_some(),
        })
    }
}

/// The minutes of a time zone from Universal Time: `UTC`, `GMT+0530`, `+02:00`, `PST`.
fn minutes_of(zone: &str) -> Option<i32> {
    if let Some((_, hours)) = ZONES.iter().find(|(name, _)| *name == zone) {
        return Some(hours * 60);
    }
    let known = ["UTC", "GMT", "Z"]
        .iter()
        .find_map(|name| zone.strip_prefix(name));
    if known == Some("") {
        return Some(0);
    }
    let offset = known.unwrap_or(zone);
    let (sign, digits) = match offset.split_at_checked(1)? {
        ("+", digits) => (1, digits.replace(':', "")),
        ("-", digits) => (-1, digits.replace(':', "")),
        _ => return None,
    };
    let number: i32 = digits.parse().ok()?;
    match digits.len() {
        4 => Some(sign * (number / 100 * 60 + number % 100)),
        1 | 2 => Some(sign * number * 60),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_servers_write_them() {
        let local = |minute, second| Some((minute, second, false));
        let universal = |minute, second| Some((minute, second, true));
        for (text, expected) in [
            ("19:47:08", local(1187, Some(8))),
            ("9:05", local(545, None)),
            ("9:05:01.250", local(545, Some(1))),
            ("7:47:08 PM", local(1187, Some(8))),
            ("12:01:00 AM", local(1, Some(0))),
            ("19:47:08 GMT+0000", universal(1187, Some(8))),
            ("19:47:08 UTC", universal(1187, Some(8))),
            ("21:47:08 GMT+0200", universal(1187, Some(8))),
            ("11:47:08 PST", universal(1187, Some(8))),
            ("01:17:08 +05:30", universal(1187, Some(8))),
            ("19:47:08 AEST", None),
            ("00:00:00", None),
            ("??:??:??", None),
            ("24:00", None),
            ("19", None),
            ("", None),
        ] {
            let time = Time::read(text, false);
            let time = time.map(|time| (time.minute, time.second, time.is_universal));
            assert_eq!(time, expected, "{text}");
        }
    }

    #[test]
    fn rounds_are_compared_by_their_numbers() {
        assert_eq!(numbers("5.1"), ["5", "1"]);
        assert_eq!(numbers("Round 05 (2)"), ["5", "2"]);
        assert_eq!(numbers("10.0"), ["10", ""]);
        for unknown in ["?", "-", "", "0", "00.0", "Final"] {
            assert!(numbers(unknown).is_empty());
        }
    }
}

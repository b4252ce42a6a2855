//! Codes the values in the places of a template: numbers, times and lines of moves.
//!
//! Format: "Streams comments, numbers and lines".

use super::line::{Line, Numbers};
use super::number::{MOST_DECIMALS, Number, Sign, Time};
use super::template::{Part, Value};
use super::{Coders, Comments, Here, template};
use crate::comments::pv::Situation;
use crate::moves::MoveContext;
use entropy::Code;
use legal::Cursor;
use legal::san::Spelling;
use model::number::hash;

impl Comments {
    /// Codes the values in the places of a template, and appends the text. When encoding, `values` are those. Returns `false` once the text
    /// is longer than `limit`.
    pub(super) fn filled<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        template: &[u8],
        here: &Here<'_>,
        values: &[Value],
        limit: u64,
        out: &mut Vec<u8>,
    ) -> bool {
        self.fields.begin(here.situation.side);
        let mut values = values.iter();
        for part in template::parts(template) {
            match part {
                Part::Byte(byte) => out.push(byte),
                Part::Tag(tag) => out.extend_from_slice(here.tags[tag]),
                Part::Number(name) => {
                    let number = match values.next() {
                        Some(&Value::Number(number)) => number,
                        _ => Number::default(),
                    };
                    self.number(&mut coders.numbers, name, here, number)
                        .write(out);
                }
                Part::Time(name) => {
                    let time = match values.next() {
                        Some(&Value::Time(time)) => time,
                        _ => Time::default(),
                    };
                    self.time(&mut coders.numbers, name, here, time).write(out);
                }
                Part::Line(name) => {
                    let none = Line::default();
                    let line = match values.next() {
                        Some(Value::Line(line)) => line,
                        _ => &none,
                    };
                    let line = self.line(&mut coders.lines, name, here, line);
                    out.extend_from_slice(&line.text);
                }
            }
            if out.len() as u64 > limit || coders.failed() {
                return false;
            }
        }
        true
    }

    fn number(
        &mut self,
        coder: &mut impl Code,
        name: u32,
        here: &Here<'_>,
        number: Number,
    ) -> Number {
        let side = here.situation.side;
        let decimals = self.forms.symbol(
            coder,
            hash(&[name, side as u32]),
            number.decimals.into(),
            MOST_DECIMALS as u32 + 1,
        );
        let decimals = decimals.min(MOST_DECIMALS as u32);
        let value = self
            .fields
            .number(coder, name, decimals, &here.outside, number.value);
        let sign = if value < 0 {
            Sign::Plain
        } else {
            let zero = u32::from(value == 0);
            let sign = self
                .signs
                .symbol(coder, hash(&[name, zero]), number.sign as u32, 3);
            match sign {
                1 => Sign::Plus,
                2 if value == 0 => Sign::MinusZero,
                _ => Sign::Plain,
            }
        };
        Number {
            value,
            sign,
            decimals: decimals as u8,
        }
    }

    fn time(&mut self, coder: &mut impl Code, name: u32, here: &Here<'_>, time: Time) -> Time {
        let hours = self
            .forms
            .symbol(coder, hash(&[name, 9]), time.hours.into(), 5);
        let seconds = self
            .fields
            .number(coder, name, 0, &here.outside, time.seconds);
        Time {
            seconds: seconds.max(0),
            hours: hours.min(4) as u8,
        }
    }

    fn line(&mut self, coder: &mut impl Code, name: u32, here: &Here<'_>, line: &Line) -> Line {
        let start = self
            .styles
            .symbol(coder, hash(&[name, 1]), line.start.into(), 3)
            .min(2);
        let spelling = self
            .styles
            .symbol(coder, hash(&[name, 2]), line.spelling.into(), 1 << 16);
        let numbers = self
            .styles
            .symbol(coder, hash(&[name, 3]), line.numbers as u32, 3);
        let mut found = Line {
            start: start as u8,
            spelling: spelling as u16,
            numbers: Numbers::ALL[numbers as usize % 3],
            ..Line::default()
        };
        // Only junk has a line where there is no position.
        let Some(place) = &here.places[start as usize] else {
            return found;
        };
        let spelling = Spelling::from_code(found.spelling).unwrap_or_default();
        let numbers = self.fields.firsts();
        let lines = self.lines(here.game);
        lines.begin(Situation {
            kind: name,
            numbers,
            ply: here.situation.ply.saturating_sub(start),
            alternative: here.situation.alternative.filter(|_| start == 1),
            ..here.situation
        });
        let mut cursor = Cursor::at(place.clone());
        loop {
            let next = line
                .moves
                .get(found.moves.len())
                .map(|&index| usize::from(index));
            let turn = MoveContext::at(&cursor, here.setting);
            let Some(index) = lines.next(coder, &turn, next) else {
                break;
            };
            let first = found.moves.is_empty();
            found
                .numbers
                .write(cursor.position(), first, &mut found.text);
            cursor.play(index).write(spelling, &mut found.text);
            found.moves.push(index as u16);
        }
        if start == 2 && found.moves.len() == 1 {
            self.expect(here, &found);
        }
        self.habits.learn(name, &found);
        found
    }

    /// Counts whether the other side played the move that a side's comment expected.
    fn expect(&mut self, here: &Here<'_>, line: &Line) {
        let [_, Some(after), Some(before)] = here.places else {
            return;
        };
        let played = after.history.last;
        let expected = before
            .position
            .legal_moves()
            .unrank(usize::from(line.moves[0]));
        let count = &mut self.expected[here.situation.side];
        count[0] += 1;
        count[1] += i64::from(played.is_some() && played == expected);
    }
}

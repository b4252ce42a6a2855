//! Splits comments into a template and values: `{[%eval 0.17] [%clk 0:05:00]}` has the template `{[%eval <eval>] [%clk <clock>]}`.
//!
//! Format: "Stream structure".
//!
//! This is for storage alone. What the values mean is read from the text of the comment, by `value::comments`.

pub(super) mod clock;
mod command;
mod digits;
pub(super) mod eval;

use super::GameParts;
pub use clock::ClockForm;
use clock::{WrittenClock, parse_clock, write_clock};
pub use command::{Command, Gives, commands};
use digits::plain_number;
pub use digits::write_digits;
pub use eval::EvalForm;
use eval::{parse_eval, write_eval};

// Bytes of a template that are placeholders; all others are text.

/// A time left on a clock.
pub const CLOCK: u8 = 1;
/// A time spent on a move.
pub const SPENT: u8 = 2;
/// An evaluation.
pub const EVAL: u8 = 3;
/// Free text.
pub const TEXT: u8 = 4;
/// A time spent in tenths of a second.
pub const TENTHS: u8 = 5;

/// Longer comments are not split, so that templates stay short.
pub const LONGEST: usize = 1 << 16;

/// Splits a comment: appends its values to the game and its template to `template`.
///
/// `comment` is a whole token: `{…}` or `;…`. For a comment without an end, returns `false` and changes nothing.
pub fn split(comment: &[u8], after: u32, game: &mut GameParts, template: &mut Vec<u8>) -> bool {
    template.clear();
    let inside = match comment {
        [b'{', inside @ .., b'}'] | [b';', inside @ ..] => inside,
        _ => return false,
    };
    template.push(comment[0]);
    if inside.len() > LONGEST {
        split_text(inside, game, template);
        return true;
    }
    let mut pending = 0; // start of the bytes that are in no command
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'[', &inside[at..]) {
        let start = at + found;
        at = start + 1;
        if inside.get(at) != Some(&b'%') {
            continue;
        }
        let Some(length) = memchr::memchr(b']', &inside[start..]) else {
            break;
        };
        let command = &inside[start..start + length];
        if memchr::memchr(b'[', &command[1..]).is_some() {
            continue;
        }
        let Some(space) = memchr::memchr(b' ', command) else {
            continue;
        };
        let value = &command[space + 1..];
        let kind = match Gives::of(&command[2..space]) {
            Some(Gives::Clock) => take_clock(value, CLOCK, after, game),
            Some(Gives::Spent) => take_clock(value, SPENT, after, game),
            Some(Gives::Tenths) => take_clock(value, TENTHS, after, game),
            Some(Gives::Eval) => take_eval(value, after, game),
            None => None,
        };
        if let Some((kind, taken)) = kind {
            split_text(&inside[pending..start], game, template);
            template.extend_from_slice(&command[..=space]);
            template.push(kind);
            if let Some(more) = value.get(taken + 1..) {
                template.push(value[taken]);
                split_text(more, game, template);
            }
            template.push(b']');
            at = start + length + 1;
            pending = at;
        }
    }
    split_text(&inside[pending..], game, template);
    true
}

/// Bytes outside commands: whitespace goes to the template, the rest is free text.
fn split_text(bytes: &[u8], game: &mut GameParts, template: &mut Vec<u8>) {
    let short = |length: &usize| *length <= 3;
    let solid = |byte: &u8| !matches!(byte, b' ' | b'\n' | b'\r');
    let Some(first) = bytes.iter().position(solid) else {
        if short(&bytes.len()) {
            template.extend_from_slice(bytes);
        } else {
            template.push(TEXT);
            let span = game.put(bytes);
            game.texts.push(span);
        }
        return;
    };
    let last = bytes.iter().rposition(solid).unwrap_or(first) + 1;
    let first = Some(first).filter(short).unwrap_or(0);
    let last = if short(&(bytes.len() - last)) {
        last
    } else {
        bytes.len()
    };
    template.extend_from_slice(&bytes[..first]);
    template.push(TEXT);
    let span = game.put(&bytes[first..last]);
    game.texts.push(span);
    template.extend_from_slice(&bytes[last..]);
}

/// Parses a time, which must be the whole value. Returns its placeholder and its length.
fn take_clock(value: &[u8], place: u8, after: u32, game: &mut GameParts) -> Option<(u8, usize)> {
    let tenths = place == TENTHS;
    let (time, form) = match tenths {
        true => (100 * plain_number(value)?, ClockForm::default()),
        false => parse_clock(value)?,
    };
    game.clocks.push(WrittenClock {
        time,
        form,
        spent: place != CLOCK,
        tenths,
        after,
    });
    Some((place, value.len()))
}

/// Parses an evaluation, which ends at the end of the value or before a comma.
fn take_eval(value: &[u8], after: u32, game: &mut GameParts) -> Option<(u8, usize)> {
    let length = memchr::memchr(b',', value).unwrap_or(value.len());
    game.evals.push(parse_eval(&value[..length], after)?);
    Some((EVAL, length))
}

/// Assembles comments from templates and from the values in a game, which it uses in order. It starts with
/// those of the first comment.
#[derive(Default)]
pub struct Join {
    clock: usize,
    eval: usize,
    text: usize,
}

impl Join {
    /// Appends the next comment of `game` to `out`.
    pub fn comment(&mut self, template: &[u8], game: &GameParts, out: &mut Vec<u8>) {
        for &byte in template {
            match byte {
                CLOCK | SPENT | TENTHS => {
                    write_clock(game.clocks[self.clock], out);
                    self.clock += 1;
                }
                EVAL => {
                    write_eval(game.evals[self.eval], out);
                    self.eval += 1;
                }
                TEXT => {
                    out.extend_from_slice(game.get(game.texts[self.text]));
                    self.text += 1;
                }
                byte => out.push(byte),
            }
        }
        if template.first() == Some(&b'{') {
            out.push(b'}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(comment: &[u8]) -> Option<Vec<u8>> {
        let (mut game, mut template) = (GameParts::default(), Vec::new());
        split(comment, 0, &mut game, &mut template).then(|| {
            let mut out = Vec::new();
            Join::default().comment(&template, &game, &mut out);
            assert_eq!(out, comment);
            template
        })
    }

    #[test]
    fn commands_leave_templates() {
        let template = round_trip(b"{ [%eval -0.4] [%clk 0:05:09] }").unwrap();
        assert_eq!(template, b"{ [%eval \x03] [%clk \x01] ");
        let template = round_trip(b"{[%clk 0:02:59.9]}").unwrap();
        assert_eq!(template, b"{[%clk \x01]");
        assert_eq!(
            round_trip(b"{ [%emt 1.748] good }").unwrap(),
            b"{ [%emt \x02] \x04 "
        );
        assert_eq!(round_trip(b"; to the line end").unwrap(), b"; \x04");
        let template = round_trip(b"{[%clk 0:15:06.4][%timestamp 36]}").unwrap();
        assert_eq!(template, b"{[%clk \x01][%timestamp \x05]");
        let template = round_trip(b"{ [%eval +0.20,18] [%clkc 0:05:00.07] }").unwrap();
        assert_eq!(template, b"{ [%eval \x03,\x04] [%clkc \x01] ");
    }

    #[test]
    fn values_that_no_form_writes_stay_text() {
        for form in ["5:00", "05:00.25", "120:07", "0:05", "00:05"] {
            let template = round_trip(format!("{{[%clk {form}]}}").as_bytes());
            assert_eq!(template.unwrap(), b"{[%clk \x01]", "{form}");
        }
        for odd in [
            "{[%clk 0120:07]}",
            "{[%clk 5:7]}",
            "{[%clk 0:5:00]}",
            "{[%eval 0.123]}",
            "{[%eval #M3]}",
            "{[%eval M-3]}",
            "{[%timestamp 3.6]}",
            "{[%timestamp 036]}",
            "{[%eval -0.00]}",
            "{[%clk 1.]}",
            "{[%clk ]}",
        ] {
            assert_eq!(round_trip(odd.as_bytes()).unwrap(), b"{\x04", "{odd}");
        }
        assert_eq!(round_trip(b"{ no end"), None);
    }

    #[test]
    fn a_clock_of_one_digit_comes_back() {
        // The property below found this one.
        for comment in ["{[%clk 0]}", "{[%clk 0][%clk 0]}", "{[%emt 0]}"] {
            assert!(round_trip(comment.as_bytes()).is_some());
        }
    }

    proptest! {
        #[test]
        fn every_comment_comes_back(inside in "[ -z\n]{0,40}", command in "(\\[%(clk|emt|eval|timestamp) [-+#M0-9:.,]{0,9}\\]){0,3}") {
            for order in [format!("{{{inside}{command}}}"), format!("{{{command}{inside}}}")] {
                round_trip(order.as_bytes());
            }
        }
    }
}

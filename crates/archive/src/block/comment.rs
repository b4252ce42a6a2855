//! Comments as templates with places: `{[%eval 0.17] [%clk 0:05:00]}` is `{[%eval <eval>] [%clk <clock>]}`.

use super::game::{Clock, ClockForm, Decimals, Eval, EvalForm, Game, Plus};

/// Bytes of a template that stand for something; all others stand for themselves.
pub(crate) const CLOCK: u8 = 1;
pub(crate) const SPENT: u8 = 2;
pub(crate) const EVAL: u8 = 3;
pub(crate) const TEXT: u8 = 4;
pub(crate) const TENTHS: u8 = 5;

/// Longer comments are not looked into, so that templates stay shorter.
pub(crate) const LONGEST: usize = 1 << 16;

/// Takes a comment apart: appends its values to the game and its template to `template`.
///
/// `comment` is a whole token: `{…}` or `;…`. Returns `false`, leaving everything as it was, for a comment without an end.
pub(crate) fn split(comment: &[u8], after: u32, game: &mut Game, template: &mut Vec<u8>) -> bool {
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
        let Some(space) = memchr::memchr(b' ', command) else {
            continue;
        };
        let value = &command[space + 1..];
        let kind = match &command[2..space] {
            b"clk" | b"clkc" => take_clock(value, CLOCK, after, game),
            b"emt" => take_clock(value, SPENT, after, game),
            b"timestamp" => take_clock(value, TENTHS, after, game),
            b"eval" => take_eval(value, after, game),
            _ => None,
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
fn split_text(bytes: &[u8], game: &mut Game, template: &mut Vec<u8>) {
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

/// Takes a time; returns the place for it and its length, which is all of the value.
fn take_clock(value: &[u8], place: u8, after: u32, game: &mut Game) -> Option<(u8, usize)> {
    let tenths = place == TENTHS;
    let (time, form) = match tenths {
        true => (100 * plain_number(value)?, ClockForm::default()),
        false => parse_clock(value)?,
    };
    game.clocks.push(Clock {
        time,
        form,
        spent: place != CLOCK,
        tenths,
        after,
    });
    Some((place, value.len()))
}

/// Takes an evaluation, which ends at the end of the value or before a comma.
fn take_eval(value: &[u8], after: u32, game: &mut Game) -> Option<(u8, usize)> {
    let length = memchr::memchr(b',', value).unwrap_or(value.len());
    game.evals.push(parse_eval(&value[..length], after)?);
    Some((EVAL, length))
}

/// Puts a comment together again, taking its values from the game in order.
pub(crate) struct Join {
    clock: usize,
    eval: usize,
    text: usize,
}

impl Join {
    /// At the start of a game.
    pub fn new() -> Self {
        Self {
            clock: 0,
            eval: 0,
            text: 0,
        }
    }

    /// Appends the next comment of `game` to `out`.
    pub fn comment(&mut self, template: &[u8], game: &Game, out: &mut Vec<u8>) {
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

/// Reads `h:mm:ss`, `hh:mm:ss`, `m:ss`, `mm:ss` or seconds, each with up to three decimals.
fn parse_clock(text: &[u8]) -> Option<(u64, ClockForm)> {
    // Nearly all are like this.
    if let &[h, b':', m, n, b':', s, t] = text {
        let [h, m, n, s, t] = [h, m, n, s, t].map(|digit| u64::from(digit.wrapping_sub(b'0')));
        let fits = h.max(n).max(t) < 10 && m.max(s) < 6;
        let seconds = h * 3600 + (10 * m + n) * 60 + 10 * s + t;
        let form = ClockForm {
            hours: 1,
            decimals: 0,
        };
        return fits.then_some((1000 * seconds, form));
    }
    let point = text.iter().position(|&byte| byte == b'.');
    let (whole, fraction) = match point {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &b""[..]),
    };
    if whole.len() > 12 || fraction.len() > 3 || (point.is_some() && fraction.is_empty()) {
        return None;
    }
    let mut parts = whole.split(|&byte| byte == b':');
    let (first, second, third) = (parts.next()?, parts.next(), parts.next());
    let decimals = fraction.len() as u8;
    let scale = 10u64.pow(3 - u32::from(decimals));
    let thousandths = if decimals == 0 {
        0
    } else {
        number(fraction)? * scale
    };
    let below = |digits| number(digits).filter(|&value| value < 60);
    let (seconds, hours) = match (second, third, parts.next()) {
        (None, None, None) => (plain_number(first)?, 0),
        (Some(seconds), None, None) if seconds.len() == 2 => {
            let two = first.len() == 2;
            let minutes = if two { number } else { plain_number };
            let seconds = minutes(first)? * 60 + below(seconds)?;
            (seconds, ClockForm::MINUTES + u8::from(two))
        }
        (Some(minutes), Some(seconds), None) if minutes.len() == 2 && seconds.len() == 2 => {
            let seconds = number(first)? * 3600 + below(minutes)? * 60 + below(seconds)?;
            (seconds, first.len() as u8)
        }
        _ => return None,
    };
    Some((seconds * 1000 + thousandths, ClockForm { hours, decimals }))
}

/// A number without needless zeros before it.
fn plain_number(digits: &[u8]) -> Option<u64> {
    number(digits).filter(|_| digits.len() == 1 || digits[0] != b'0')
}

fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    digits.iter().try_fold(0, |value, byte| match byte {
        b'0'..=b'9' => Some(value * 10 + u64::from(byte - b'0')),
        _ => None,
    })
}

fn write_clock(clock: Clock, out: &mut Vec<u8>) {
    if clock.tenths {
        return write_digits(clock.time / 100, 1, out);
    }
    let (seconds, thousandths) = (clock.time / 1000, clock.time % 1000);
    if clock.form.hours == 0 {
        write_digits(seconds, 1, out);
    } else if let Some(two) = clock.form.hours.checked_sub(ClockForm::MINUTES) {
        write_digits(seconds / 60, 1 + usize::from(two), out);
        out.push(b':');
        write_digits(seconds % 60, 2, out);
    } else {
        write_digits(seconds / 3600, usize::from(clock.form.hours), out);
        out.push(b':');
        write_digits(seconds / 60 % 60, 2, out);
        out.push(b':');
        write_digits(seconds % 60, 2, out);
    }
    if clock.form.decimals > 0 {
        out.push(b'.');
        let places = u32::from(clock.form.decimals.min(3));
        write_digits(thousandths / 10u64.pow(3 - places), places as usize, out);
    }
}

/// Appends a number with at least `width` digits.
pub(crate) fn write_digits(mut value: u64, width: usize, out: &mut Vec<u8>) {
    if value < 10 && width <= 1 {
        return out.push(b'0' + value as u8);
    }
    if value < 100 && width == 2 {
        return out.extend([value / 10, value % 10].map(|digit| b'0' + digit as u8));
    }
    let mut digits = [b'0'; 24];
    let mut at = digits.len();
    while value > 0 || digits.len() - at < width.clamp(1, 20) {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

/// Reads an evaluation as [`write_eval`] writes it.
fn parse_eval(text: &[u8], after: u32) -> Option<Eval> {
    let (hash, rest) = match text {
        [b'#', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (sign, rest) = match rest {
        [sign @ (b'-' | b'+'), rest @ ..] => (Some(sign), rest),
        _ => (None, rest),
    };
    let (letter, digits) = match rest {
        [b'M', digits @ ..] if !hash => (true, digits),
        _ => (false, rest),
    };
    let mate = hash || letter;
    let point = digits
        .iter()
        .position(|&byte| byte == b'.')
        .filter(|_| !mate);
    let (magnitude, decimals) = match point {
        None if digits == b"0" => (0, Decimals::Fewest),
        None => (plain_number(digits)?, Decimals::None),
        Some(point) => {
            let (whole, fraction) = (plain_number(&digits[..point])?, &digits[point + 1..]);
            match *fraction {
                [_] => (whole * 100 + number(fraction)? * 10, Decimals::Needed),
                [_, b'0'] => (whole * 100 + number(fraction)?, Decimals::Two),
                [_, _] => (whole * 100 + number(fraction)?, Decimals::Needed),
                _ => return None,
            }
        }
    };
    let magnitude = i32::try_from(magnitude).ok();
    let magnitude = magnitude.filter(|&magnitude| magnitude < 1 << 24)?;
    let (value, plus) = match (sign, magnitude) {
        (Some(b'-'), 0) => return None,
        (Some(b'-'), _) => (-magnitude, Plus::Never),
        (Some(_), 0) => (0, Plus::Always),
        (Some(_), _) => (magnitude, Plus::Positive),
        (None, _) => (magnitude, Plus::Never),
    };
    let form = EvalForm {
        decimals,
        plus,
        letter,
    };
    Some(Eval {
        value,
        mate,
        form,
        after,
    })
}

fn write_eval(eval: Eval, out: &mut Vec<u8>) {
    if eval.mate && !eval.form.letter {
        out.push(b'#');
    }
    if eval.value < 0 {
        out.push(b'-');
    } else if eval.has_plus() {
        out.push(b'+');
    }
    let magnitude = u64::from(eval.value.unsigned_abs());
    if eval.mate {
        if eval.form.letter {
            out.push(b'M');
        }
        return write_digits(magnitude, 1, out);
    }
    match eval.decimals() {
        0 => write_digits(magnitude, 1, out),
        decimals => {
            write_digits(magnitude / 100, 1, out);
            out.push(b'.');
            let fraction = magnitude % 100;
            let shown = if decimals == 1 {
                fraction / 10
            } else {
                fraction
            };
            write_digits(shown, decimals, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(comment: &[u8]) -> Option<Vec<u8>> {
        let (mut game, mut template) = (Game::default(), Vec::new());
        split(comment, 0, &mut game, &mut template).then(|| {
            let mut out = Vec::new();
            Join::new().comment(&template, &game, &mut out);
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

    proptest! {
        #[test]
        fn an_evaluation_looks_the_same_in_the_nearest_form(text in "#?[-+]?M?[0-9]{1,2}([.][0-9]{1,2})?", code in 0..EvalForm::COUNT) {
            if let Some(eval) = parse_eval(text.as_bytes(), 0) {
                let near = eval.form_near(EvalForm::from_code(code));
                for form in [eval.form, near, EvalForm::from_code(near.to_code())] {
                    let mut out = Vec::new();
                    write_eval(Eval { form, ..eval }, &mut out);
                    prop_assert_eq!(out, text.as_bytes());
                }
                let same = Eval { form: near, ..eval };
                prop_assert_eq!(same.form_near(near), near);
            }
        }

        #[test]
        fn every_comment_comes_back(inside in "[ -z\n]{0,40}", command in "(\\[%(clk|emt|eval|timestamp) [-+#M0-9:.,]{0,9}\\]){0,3}") {
            for order in [format!("{{{inside}{command}}}"), format!("{{{command}{inside}}}")] {
                round_trip(order.as_bytes());
            }
        }
    }
}

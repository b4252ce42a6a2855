//! Parses and writes clock times in comments.
//!
//! Format: "Stream clocks".

use super::digits::{number, plain_number, write_digits};

/// A clock time, or a time spent, in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenClock {
    /// Milliseconds, below 2^52.
    pub time: u64,
    /// How it is written.
    pub form: ClockForm,
    /// Whether it is the time spent rather than the time left.
    pub spent: bool,
    /// Whether its placeholder is for a number of tenths of a second, which has no other form.
    pub tenths: bool,
    /// Plies played before it in the order of the text.
    pub after: u32,
}

/// How a clock time is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockForm {
    /// Digits of the hours; 0 where the time is in seconds alone, [`ClockForm::MINUTES`] and more where it is in minutes and seconds.
    pub hours: u8,
    /// Digits after the point, 0 to 3.
    pub decimals: u8,
}

impl ClockForm {
    /// Minutes with at least one digit, and seconds. The next number means minutes with at least two digits.
    pub const MINUTES: u8 = 14;
}

/// Reads `h:mm:ss`, `hh:mm:ss`, `m:ss`, `mm:ss` or seconds, each with up to three decimals.
pub(super) fn parse_clock(text: &[u8]) -> Option<(u64, ClockForm)> {
    // Nearly all times have this form.
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

pub(super) fn write_clock(clock: WrittenClock, out: &mut Vec<u8>) {
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

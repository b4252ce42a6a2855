//! Reads the tag `TimeControl`.
//!
//! Format: "Stream clocks", "Setting and history".

/// A time control, in milliseconds; all zero where it is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TimeControl {
    /// At the start.
    pub start: u64,
    /// Added with each move.
    pub increment: u64,
    /// Whether the time at the start is given anew for each move.
    pub each: bool,
}

impl TimeControl {
    /// Reads `600`, `300+3`, `10+0.1` and, for days a move, `1/86400`; for anything else it returns `None`.
    pub fn from_tag(value: &[u8]) -> Option<Self> {
        let value = std::str::from_utf8(value).ok()?;
        if let Some(start) = value.strip_prefix("1/") {
            return Some(Self {
                start: seconds(start)?,
                increment: 0,
                each: true,
            });
        }
        let (start, increment) = value.split_once('+').unwrap_or((value, "0"));
        Some(Self {
            start: seconds(start)?,
            increment: seconds(increment)?,
            each: false,
        })
    }
}

/// Reads seconds below 2^24 with up to three decimals; the result is in milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let whole = whole.parse::<u64>().ok().filter(|&whole| whole < 1 << 24)?;
    let decimals = format!("{decimals:0<3}").parse::<u64>().ok()?;
    Some(1000 * whole + decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let read = |text: &str| {
            let control = TimeControl::from_tag(text.as_bytes()).unwrap_or_default();
            (control.start, control.increment, control.each)
        };
        assert_eq!(read("300+3"), (300_000, 3000, false));
        assert_eq!(read("10+0.1"), (10_000, 100, false));
        assert_eq!(read("1/86400"), (86_400_000, 0, true));
        for odd in [
            "",
            "-",
            "?",
            "+3",
            "40/7200:3600",
            "90+30 ",
            "1e3",
            "99999999",
        ] {
            assert_eq!(read(odd), (0, 0, false), "{odd}");
        }
    }
}

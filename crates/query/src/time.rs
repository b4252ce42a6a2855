//! Classes of time controls.
//!
//! Not part of the format.

use archive::TimeControl;

/// The classes of time controls, the shortest first; the field `speed` has one of these names.
///
/// # Examples
///
/// ```
/// assert_eq!(query::SPEEDS[1], "bullet");
/// ```
pub const SPEEDS: [&str; 6] = [
    "ultrabullet",
    "bullet",
    "blitz",
    "rapid",
    "classical",
    "correspondence",
];

/// The number of moves for which the increment is counted, as on Lichess.
const MOVES: u64 = 40;
/// The smallest number of seconds of the second and later classes.
const LIMITS: [u64; 4] = [30, 180, 480, 1500];

/// The class of a tag `TimeControl`: by the initial time plus 40 increments. `-` and days per move are correspondence; a time control
/// with several stages has no class.
pub(crate) fn speed(value: &[u8]) -> Option<&'static str> {
    if value == b"-" {
        return Some("correspondence");
    }
    let control = known(value)?;
    if control.each {
        return Some("correspondence");
    }
    let millis = control.start + MOVES * control.increment;
    let class = LIMITS
        .iter()
        .filter(|&&limit| millis >= 1000 * limit)
        .count();
    Some(SPEEDS[class])
}

/// The time control in a tag `TimeControl` with a single stage.
pub(crate) fn known(value: &[u8]) -> Option<TimeControl> {
    TimeControl::from_tag(value).filter(|control| *control != TimeControl::default())
}

/// A time control in a standard spelling, `600+0` for `600`, for comparisons.
pub(crate) fn spelled(value: &str) -> String {
    let Some(control) = known(value.as_bytes()) else {
        return value.to_owned();
    };
    let seconds = |millis: u64| {
        let text = format!("{}.{:03}", millis / 1000, millis % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match control.each {
        true => format!("1/{}", seconds(control.start)),
        false => format!("{}+{}", seconds(control.start), seconds(control.increment)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_lichess() {
        for (value, class) in [
            ("15+0", "ultrabullet"),
            ("30", "bullet"),
            ("60+1", "bullet"),
            ("180+0", "blitz"),
            ("300+3", "blitz"),
            ("600+5", "rapid"),
            ("1800", "classical"),
            ("1/86400", "correspondence"),
            ("-", "correspondence"),
        ] {
            assert_eq!(speed(value.as_bytes()), Some(class), "{value}");
        }
        for value in ["?", "", "40/7200:3600", "*60"] {
            assert_eq!(speed(value.as_bytes()), None, "{value}");
        }
    }

    #[test]
    fn spellings_of_a_time_control_are_one() {
        for (value, one) in [
            ("600", "600+0"),
            ("600+0", "600+0"),
            ("10+0.10", "10+0.1"),
            ("1/86400", "1/86400"),
            ("odd", "odd"),
        ] {
            assert_eq!(spelled(value), one);
        }
    }
}

//! Days of the proleptic Gregorian calendar.
//!
//! Format: "Values".

/// The days from 1 March of year 0 (proleptic Gregorian calendar) to the day, from 0, of the month, from 0 for that March.
pub(super) fn days(months: i64, day: i64) -> i64 {
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (153 * month + 2) / 5 + day
}

/// Year, month and day, both from 1, so many days after 1 March of year 0.
pub(super) fn date(days: u64) -> [u64; 3] {
    let (cycles, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (year * 365 + year / 4 - year / 100);
    let month = (day * 5 + 2) / 153;
    [
        cycles * 400 + year + u64::from(month > 9),
        if month > 9 { month - 9 } else { month + 3 },
        day - (month * 153 + 2) / 5 + 1,
    ]
}

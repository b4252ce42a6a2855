//! The contexts whose experience is mixed.

use super::Situation;
use crate::number::{hash, log2};

/// Number of contexts.
pub(super) const CONTEXTS: usize = 12;

/// The contexts of a time.
pub(super) fn contexts(now: &Situation) -> [u32; CONTEXTS] {
    let [own, other] = &now.players;
    let [_, last, this, next, _] = &now.moves;
    let [t1, t2, _] = own.spent.map(|time| class(time, now.second));
    let o1 = class(other.spent[0], now.second);
    let control = hash(&[now.start as u32, now.increment as u32]);
    // What a game of forty moves would take is what people call a time control.
    let seconds = now.start.saturating_add(40 * now.increment) / now.second;
    let speed = (log2(seconds + 1) >> 8) as u32 * 2 + u32::from(now.increment > 0);
    let left = if now.second == 1 && own.left < 12 {
        100 + own.left as u32
    } else {
        (log2(own.left + 1) >> 7) as u32
    };
    let pace = ((own.average[0] * 3) >> 8) as u32;
    let share = (own.left * 16 / now.start.max(1)).min(20) as u32;
    let depth = (log2(u64::from(now.depth / 2) + 1) >> 7) as u32;
    let first = u32::from(own.moves == 0);
    let flags = bits(&now.nature());
    let nature = flags & 31 | this.role() << 8;
    let sequel = bits(&now.sequel()) | u32::from(next.played.is_none()) << 5;
    let choices = (log2(u64::from(this.choices) + 1) >> 7) as u32;
    let end = u32::from(now.after.min(2));
    let surprise = u32::from(this.outlook.cost.min(63) / 8);
    let shock = u32::from(last.outlook.cost.min(63) / 8);
    let doubt = u32::from(this.outlook.doubt.min(63) / 4);
    [
        hash(&[1, control, first]),
        hash(&[2, t1, t2, speed]),
        hash(&[3, doubt, left, shock]),
        hash(&[4, share, depth, control]),
        hash(&[5, o1, t1, speed, flags >> 1 & 1]),
        hash(&[6, surprise, doubt / 2, flags, speed]),
        hash(&[7, flags, control, first]),
        hash(&[8, nature, sequel, end]),
        hash(&[9, choices, pace, speed, u32::from(last.check)]),
        hash(&[10, own.name, depth]),
        hash(&[11, o1, nature, pace / 2]),
        hash(&[12, surprise, shock, doubt, pace / 2]),
    ]
}

/// Flags as a number, the first one lowest.
fn bits(flags: &[bool]) -> u32 {
    let places = flags.iter().enumerate();
    places.fold(0, |sum, (at, &flag)| sum | u32::from(flag) << at)
}

/// Classes of times spent: where seconds are counted, each of the first eight, then two to the doubling; else three.
fn class(time: i64, second: u64) -> u32 {
    let Ok(time) = u64::try_from(time) else {
        return 99;
    };
    match second {
        1 if time < 8 => time as u32,
        1 => 5 + (log2(time + 1) >> 7) as u32,
        _ => ((log2(time + 1) * 3) >> 8) as u32,
    }
}

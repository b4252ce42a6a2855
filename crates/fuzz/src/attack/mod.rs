//! Every reader of damaged archives: right, or an error.

mod harm;
mod make;
mod pool;
mod read;
mod sound;
mod truth;

use crate::{Broken, Random};
use harm::harm;
use pool::{VICTIMS, WITH_MODEL, reading};
use truth::Truth;

/// A small archive of whatever kind is damaged in whatever way, and every reader is asked for what is left: what it gives is what was
/// compressed, or it says that something is wrong. What is made of the archive is that, too.
///
/// - Front to back: what is given are games of the text in their order, none twice. If nothing is said to be wrong, it is all of them; if
///   all that is missing is known, given and missing games are all games.
/// - By the index, or by a scan: the same texts. Values, by columns, are those of their games. Tags are there whatever happened to groups.
/// - Tables and trees have the values of the games that are left.
/// - What is repaired, merged, split, sorted or sifted is sound and has no game twice; with a sound copy the sound archive comes out.
///
/// # Errors
///
/// What does not hold, with the archive and what was done to it.
pub fn every_reader_is_right_or_says_so(bytes: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices ^ u64::from(crc32fast::hash(bytes)) << 20);
    let victim = match random.below(600) {
        0 => &*WITH_MODEL,
        _ => &VICTIMS[random.below(VICTIMS.len())],
    };
    let harmed = harm(victim, &mut random);
    let truth = Truth::of(victim, &harmed);
    let mut check = || {
        let texts = read::texts(&harmed, &truth)?;
        if random.once_in(2) {
            let exact = read::games(&harmed, &truth, &texts, &mut random)?;
            if exact && random.once_in(4) {
                make::tables(&harmed, &truth, &mut random)?;
            }
        }
        match random.below(8) {
            0 => make::shapes(&harmed, &truth, &mut random),
            1 => make::repaired_alone(victim, &harmed, &truth),
            2 => make::repaired_with_sound(victim, &harmed, &truth, &mut random),
            3 => make::repaired_with_damaged(victim, &harmed, &mut random),
            _ => Ok(()),
        }
    };
    check().map_err(|broken| {
        let (name, how) = (&victim.name, harmed.how.join(", "));
        Broken(format!("{broken} (\"{name}\", {how})"))
    })
}

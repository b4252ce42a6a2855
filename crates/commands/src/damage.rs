//! The messages about a damaged archive, the same for all commands.

use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use anyhow::anyhow;
use pgnz::{Damage, ErrorKind, Report};
use std::fs::{File, TryLockError};
use std::path::Path;

/// Says that an archive is unfinished, if it is. That is a warning unless a run is writing it.
pub fn warn_unfinished(path: &Path, report: &Report, console: &mut Console) {
    if !report.unfinished || report.damage.iter().any(Damage::is_unfinished) {
        return;
    }
    let name = shown(path);
    let games = grouped(report.games);
    if is_being_written(path) {
        let what = format!("the archive is being written; it has {games} games so far");
        return console.note(format_args!("pgnz: {name}: {what}"));
    }
    let what = format!(
        "the archive is unfinished: the run that wrote it was stopped after {games} games (pgnz compress --resume goes on with it, pgnz merge makes a complete archive of it)"
    );
    console.warn(name, what);
}

/// Whether a run holds the lock of a file that it writes.
fn is_being_written(path: &Path) -> bool {
    let lock = File::open(path).map(|file| file.try_lock_shared());
    matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

/// Warns of every damaged place of an archive, and says what that comes to.
pub fn warn(name: &str, report: &Report, console: &mut Console) {
    for damage in &report.damage {
        console.warn(name, damage);
    }
    tell_sum(name, report, console);
}

/// Reports every damaged place of an archive as an error, even if no game is missing because of it. Only if adding to the archive was
/// interrupted, that is a warning: what was there before is all there.
pub fn fail(name: &str, report: &Report, console: &mut Console) {
    for damage in &report.damage {
        if damage.is_interrupted_append() || damage.is_unfinished() {
            console.warn(name, damage);
        } else {
            console.fail_on(name, &anyhow!("{damage}"));
        }
    }
    tell_sum(name, report, console);
}

/// How much is there and how much is missing.
fn tell_sum(name: &str, report: &Report, console: &Console) {
    if report.damage.is_empty() {
        return;
    }
    let more = match report.more_damage {
        0 => String::new(),
        more => format!("{} more damaged places; ", grouped(more)),
    };
    if report.damage.iter().all(Damage::is_unfinished) {
        let games = grouped(report.games);
        return console.note(format_args!("pgnz: {name}: {games} games are complete"));
    }
    let sound = format!("{} games are undamaged", grouped(report.games));
    let missing = || report.damage.iter().filter_map(Damage::missing);
    let games: Option<u64> = missing().map(|missing| missing.games).sum();
    let text: Option<u64> = missing().map(|missing| missing.text_bytes).sum();
    let rest = match (games, text) {
        _ if missing().next().is_none() => ", none is known to be missing".to_owned(),
        (Some(games), Some(text)) => {
            let (games, text) = (grouped(games), grouped(text));
            // Nobody knows how far an archive went that is cut short.
            let is_cut = |damage: &Damage| damage.kind() == ErrorKind::InsufficientData;
            let least = match report.damage.iter().any(is_cut) {
                true => "at least ",
                false => "",
            };
            format!(", {least}{games} are missing ({text} bytes of text)")
        }
        _ => "; it is not known how many are missing".to_owned(),
    };
    console.note(format_args!("pgnz: {name}: {more}{sound}{rest}"));
}

//! Damage that a reader passes over.
//!
//! Not part of the format.

use super::Reader;
use super::damaged::missing;
use crate::{Damage, Missing};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What tells damaged places apart: the first missing game, the byte, and the number of missing games.
type Key = (Option<u64>, Option<u64>, Option<u64>);

/// The damage that a reader and its forks have passed over, each place once.
#[derive(Debug, Clone, Default)]
pub(super) struct Skipped(Arc<Mutex<BTreeMap<Key, Damage>>>);

impl Skipped {
    pub fn add(&self, damage: Damage) {
        let missing = damage.missing().copied().unwrap_or_default();
        let key = (missing.first_game, damage.offset(), missing.games);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert(damage);
    }

    /// All of it, in the order of the games. Games of a block that follow one another are lost together, however many reads met the damage.
    pub fn all(&self) -> Vec<Damage> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<Damage> = Vec::new();
        for damage in known.values() {
            match all.last_mut().and_then(|before| joined(before, damage)) {
                Some(both) => {
                    if let Some(before) = all.last_mut() {
                        before.missing = Some(both);
                    }
                }
                None => all.push(damage.clone()),
            }
        }
        all
    }
}

/// What is missing because of both, if these are games of one block without others between.
fn joined(before: &Damage, damage: &Damage) -> Option<Missing> {
    let games = |damage: &Damage| {
        let missing = damage.missing?;
        let first = missing.first_game?;
        Some(first..first.saturating_add(missing.games?))
    };
    let (here, next) = (games(before)?, games(damage)?);
    let is_next = before.place.block.is_some()
        && before.place.block == damage.place.block
        && next.start <= here.end;
    is_next.then(|| missing(here.start - 1..here.end.max(next.end) - 1))
}

impl<R> Reader<R> {
    /// The damage that was passed over so far, by this reader and by its forks: each place once, in the order of the games.
    ///
    /// ```
    /// use archive::{Columns, CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let mut packed = Vec::new();
    /// let text = b"[White \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(300);
    /// let options = CompressOptions::new().group_games(50).provenance(false);
    /// compress(&text[..], &mut packed, &options)?;
    /// // The last byte before the footer is one of a group.
    /// let last = packed.len() - 25;
    /// packed[last] ^= 1;
    /// let options = ExpandOptions::new().keep_going(true);
    /// let mut reader = Reader::open(std::io::Cursor::new(packed), &options)?;
    /// let games = reader.games(0..300, Columns::MOVES)?.count() as u64;
    /// let damage = reader.skipped_damage();
    /// let missing: u64 = damage.iter().filter_map(|damage| damage.missing()?.games).sum();
    /// assert_eq!(games + missing, 300);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn skipped_damage(&self) -> Vec<Damage> {
        self.skipped.as_ref().map_or_else(Vec::new, Skipped::all)
    }
}

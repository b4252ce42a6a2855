//! What may come out of a damaged archive.

use super::harm::Harmed;
use super::pool::{VICTIMS, Victim};
use super::sound::{Sound, is_same};
use crate::Broken;
use archive::Game;
use archive::fuzzing::{Kind, sections};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What may come out of a damaged archive.
pub struct Truth {
    /// The archives whose games come out in this order, or not at all.
    pub parts: Vec<Arc<Sound>>,
    /// Other archives whose games may come out, too.
    pub others: Vec<Arc<Sound>>,
    /// Whether nothing is wrong: it is these archives in a row.
    pub is_sound: bool,
    /// Whether games keep their order.
    pub in_order: bool,
    /// Whether the values of games are those that were compressed: else only texts are protected.
    pub has_values: bool,
}

impl Truth {
    /// Of this victim after this harm.
    pub fn of(victim: &Victim, harmed: &Harmed) -> Self {
        let mut others: Vec<Arc<Sound>> = victim.inner.clone();
        for other in &harmed.others {
            let other = &VICTIMS[*other];
            others.extend(other.parts.iter().chain(&other.inner).cloned());
        }
        let known = [&victim.parts[..], &others].concat();
        let sound = in_a_row(&harmed.bytes, &known);
        let is_sound = sound.is_some();
        Self {
            parts: sound.unwrap_or_else(|| victim.parts.clone()),
            in_order: is_sound || !harmed.is_moved && victim.inner.is_empty(),
            others,
            is_sound,
            has_values: !harmed.is_mended,
        }
    }

    /// The whole text.
    pub fn text(&self) -> Vec<u8> {
        self.parts
            .iter()
            .flat_map(|part| part.text.clone())
            .collect()
    }

    /// Whether an archive remembers the name of a file. Blocks do not say of which file they are.
    pub fn has_names(&self) -> bool {
        let sections = self.parts.iter().flat_map(|part| sections(&part.bytes));
        sections
            .into_iter()
            .any(|section| section.kind == Kind::Chunk)
    }

    /// Whether these bytes are some of the archives, in their order.
    pub fn is_some_row(&self, bytes: &[u8]) -> bool {
        let archives = self.parts.iter().map(|part| &part.bytes[..]);
        is_subsequence(bytes, archives)
    }

    /// Whether this text of a damaged archive is all that some of the archives had, in their order, of which some have names. Of archives
    /// that are gone as a whole nobody can know, nor that the name of one of them, if it is as long, stands on another.
    pub fn may_pass_for_sound(&self, text: &[u8]) -> bool {
        let texts = self.parts.iter().map(|part| &part.text[..]);
        self.has_names() && !self.is_sound && is_subsequence(text, texts)
    }

    /// Units of text in their order.
    fn units(&self) -> impl Iterator<Item = &[u8]> {
        self.parts
            .iter()
            .flat_map(|part| part.units.iter().map(|unit| &unit[..]))
    }

    /// All units that may come out.
    fn any_units(&self) -> impl Iterator<Item = &[u8]> {
        let others = self.others.iter().flat_map(|part| part.units.iter());
        self.units().chain(others.map(|unit| &unit[..]))
    }

    /// Games in their order.
    pub fn games(&self) -> impl Iterator<Item = &[Game; super::sound::COLUMNS.len()]> {
        self.parts.iter().flat_map(|part| &part.games)
    }

    /// How many games there are.
    pub fn count(&self) -> u64 {
        self.parts.iter().map(|part| part.games.len() as u64).sum()
    }

    /// That some bytes are texts of games, in their order if that is kept.
    pub fn has_text(&self, part: &[u8], what: &str) -> Result<(), Broken> {
        let found = match self.in_order {
            true => is_subsequence(part, self.units()),
            false => is_made_of(part, &self.any_units().collect::<Vec<_>>()),
        };
        Broken::unless(found, || format!("other text is {what}"))
    }

    /// That some games, read with the columns of this number, are games that are known, in their order if that is kept.
    pub fn has_games(
        &self,
        games: &[(u64, Game)],
        columns: usize,
        exact: bool,
    ) -> Result<(), Broken> {
        let wrong = |number: u64| {
            Broken(format!(
                "game {number} has other values (columns {columns})"
            ))
        };
        let others = self.others.iter().flat_map(|part| &part.games);
        let all: Vec<_> = self.games().collect();
        let mut next = 0;
        for (number, game) in games {
            if exact {
                let known = all.get(*number as usize).ok_or_else(|| wrong(*number))?;
                Broken::unless(is_same(&known[columns], game), || wrong(*number).0)?;
                continue;
            }
            let from = if self.in_order { next } else { 0 };
            let found = all[from..]
                .iter()
                .position(|known| is_same(&known[columns], game));
            match found {
                Some(found) => next = from + found + 1,
                None if self.in_order => return Err(wrong(*number)),
                None if others.clone().any(|known| is_same(&known[columns], game)) => {}
                None => return Err(wrong(*number)),
            }
        }
        Ok(())
    }

    /// How often each text of a game is there.
    pub fn times(&self) -> BTreeMap<&[u8], usize> {
        let mut times = BTreeMap::new();
        for unit in self.any_units() {
            *times.entry(unit).or_default() += 1;
        }
        times
    }
}

/// The archives in a row that some bytes are.
fn in_a_row(mut bytes: &[u8], known: &[Arc<Sound>]) -> Option<Vec<Arc<Sound>>> {
    let mut row = Vec::new();
    while !bytes.is_empty() {
        let next = known.iter().find(|part| bytes.starts_with(&part.bytes))?;
        bytes = &bytes[next.bytes.len()..];
        row.push(next.clone());
    }
    (!row.is_empty()).then_some(row)
}

/// Whether some bytes are some of the units one after the other, in their order.
fn is_subsequence<'a>(part: &[u8], units: impl Iterator<Item = &'a [u8]>) -> bool {
    // Where units may end: several places, because a unit may be how another begins.
    let mut ends = std::collections::BTreeSet::from([0]);
    for unit in units {
        let here = |&end: &usize| part[end..].starts_with(unit).then_some(end + unit.len());
        let more: Vec<usize> = ends.iter().filter_map(here).collect();
        ends.extend(more);
    }
    ends.contains(&part.len())
}

/// Whether some bytes are units in whatever order and however often.
fn is_made_of(part: &[u8], units: &[&[u8]]) -> bool {
    let mut reached = vec![false; part.len() + 1];
    reached[0] = true;
    for at in 0..part.len() {
        if reached[at] {
            for unit in units.iter().filter(|unit| part[at..].starts_with(unit)) {
                reached[at + unit.len()] = true;
            }
        }
    }
    reached[part.len()]
}

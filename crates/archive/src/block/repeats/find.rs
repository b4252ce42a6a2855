//! Looks for the games of a block that repeat earlier ones.
//!
//! Format: "What a writer chooses".

use std::collections::HashMap;

use super::source::{join_tags, starts_as};
use super::{Kind, LEAST_TEXT, Repeats, Run};
use game::parts::GameParts;
use game::parts::tag_section::split_tags;
use streams::is_derived;

/// Runs of repeats with less movetext are coded as other games are: that costs about as much as to refer to them.
const LEAST_MOVETEXT: usize = 128;
/// How many earlier games with the same movetext are compared.
const MOST_COMPARED: usize = 8;
/// Repeated text takes about this many bytes for one that it saves.
const TEXT_PER_BYTE: u64 = 20;
/// Bytes that a table takes in the header of a block.
const HEADER_BYTES: u64 = 8;

/// The repeats among these games; none if a table of them would take more than it saves.
pub(in super::super) fn find(games: &[&[u8]]) -> Repeats {
    let mut finder = Finder {
        games,
        sources: HashMap::new(),
        seen: HashMap::new(),
        distance: 0,
        game: GameParts::default(),
    };
    let mut runs: Vec<(Run, u64)> = Vec::new();
    for at in 0..games.len() {
        let Some((distance, kind, bytes)) = finder.next(at) else {
            continue;
        };
        let (game, bytes) = (at as u64, bytes as u64);
        match runs.last_mut() {
            Some((run, saved))
                if run.start + run.games == game
                    && (run.distance, run.kind) == (distance, kind) =>
            {
                run.games += 1;
                *saved += bytes;
            }
            _ => {
                let run = Run {
                    start: game,
                    games: 1,
                    distance,
                    kind,
                };
                runs.push((run, bytes));
            }
        }
    }
    runs.retain(|(_, saved)| *saved >= LEAST_MOVETEXT as u64);
    let saved: u64 = runs.iter().map(|(_, saved)| saved).sum();
    let repeats = Repeats::new(runs.into_iter().map(|(run, _)| run).collect());
    if saved < TEXT_PER_BYTE * (HEADER_BYTES + repeats.write(&[]).len() as u64) {
        return Repeats::default();
    }
    repeats
}

struct Finder<'t> {
    games: &'t [&'t [u8]],
    /// The games that repeat others, and those that have their movetext and repeat none.
    sources: HashMap<usize, usize>,
    /// The games of each movetext.
    seen: HashMap<&'t [u8], Vec<usize>>,
    /// The distance of the last repeat.
    distance: usize,
    /// The tags of the current game.
    game: GameParts,
}

impl Finder<'_> {
    /// The distance of the game that this one repeats, how it does so, and the bytes of movetext that this saves.
    fn next(&mut self, at: usize) -> Option<(u64, Kind, usize)> {
        let text = self.games[at];
        if (text.len() as u64) < LEAST_TEXT {
            return None;
        }
        self.game.clear();
        let tags_end = split_tags(text, &mut self.game);
        let earlier = self.seen.entry(&text[tags_end..]).or_default();
        let usual = at
            .checked_sub(self.distance)
            .filter(|usual| earlier.binary_search(usual).is_ok());
        let latest = earlier.iter().rev().copied().take(MOST_COMPARED);
        let mut candidates = usual.into_iter().chain(latest);
        let same_text = candidates.find(|&other| self.games[other] == text);
        let source_of = |other: usize| *self.sources.get(&other).unwrap_or(&other);
        let found = match same_text {
            Some(other) => Some((other, Kind::Text, text.len() - tags_end)),
            None => usual.or(earlier.last().copied()).and_then(|other| {
                let source = self.games[source_of(other)];
                let kind = kind(text, tags_end, &self.game, source)?;
                Some((other, kind, text.len() - tags_end))
            }),
        };
        let source = found.map(|(other, ..)| source_of(other));
        earlier.push(at);
        self.sources.extend(source.map(|source| (at, source)));
        let (other, kind, saved) = found?;
        self.distance = at - other;
        Some((self.distance as u64, kind, saved))
    }
}

/// How a game repeats another that has the same movetext after other tags; `None` if it cannot.
fn kind(text: &[u8], tags_end: usize, game: &GameParts, source: &[u8]) -> Option<Kind> {
    if text.len() - tags_end < LEAST_MOVETEXT || game.cut {
        return None;
    }
    let mut of_source = GameParts::default();
    split_tags(source, &mut of_source);
    let mut joined = Vec::new();
    join_tags(game, &text[tags_end..], &mut joined);
    if of_source.cut || joined != text[..tags_end] || !starts_as(game, &of_source) {
        return None;
    }
    let mut derived = game
        .tags
        .iter()
        .filter(|tag| is_derived(game.get(tag.name)));
    let follow = derived.all(|tag| of_source.tag(game.get(tag.name)) == Some(game.get(tag.value)));
    Some(if follow {
        Kind::Derived
    } else {
        Kind::Movetext
    })
}

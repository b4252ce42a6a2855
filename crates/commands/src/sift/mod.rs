//! The games that pass a filter, with as little decoded as the filter allows.

mod ask_index;
mod sieve;

use crate::console::Console;
use crate::figures::grouped;
use crate::games::{FAR, GoOn};
use anyhow::{Result, anyhow};
use archive::{Columns, Damage, Error, Game, Reader};
pub use ask_index::ask_index;
use query::{Filter, Summary, Verdict};
pub use sieve::{Noted, Sieve};
use std::collections::HashSet;
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Looks for games that pass a filter, window by window.
pub struct Sift<'a> {
    filter: &'a Filter,
    /// What an index says of all games.
    verdicts: Option<&'a [Verdict]>,
    /// Whether enough has been found.
    enough: &'a AtomicBool,
    /// Blocks that were decoded, as far as was needed, and blocks that were skipped.
    decoded: HashSet<usize>,
    pruned: HashSet<usize>,
    /// Games whose moves were read, and games that match.
    with_moves: u64,
    hits: u64,
    failures: Failures,
}

/// What is done with games that pass.
pub struct Hits<'a> {
    /// Takes a game and its number.
    pub note: &'a mut dyn FnMut(u64, &Game),
    /// Takes the number of a game that passes by an index; `false` where the game itself is needed.
    pub note_unread: &'a mut dyn FnMut(u64) -> bool,
}

/// The damaged places because of which games could not be read, each once.
#[derive(Default)]
pub struct Failures {
    damage: Vec<Damage>,
    /// What is among it: the place, the first game and the number of games.
    known: HashSet<(Option<u64>, Option<u64>, Option<u64>)>,
}

impl<'a> Sift<'a> {
    /// Before the first window.
    pub fn new(
        filter: &'a Filter,
        verdicts: Option<&'a [Verdict]>,
        enough: &'a AtomicBool,
    ) -> Self {
        Self {
            filter,
            verdicts,
            enough,
            decoded: HashSet::new(),
            pruned: HashSet::new(),
            with_moves: 0,
            hits: 0,
            failures: Failures::default(),
        }
    }

    /// The games of a window that pass, in its order. Each is shown to `note`, if there is such: with these columns where an index is sure
    /// of it, with those of the filter, too, where it is not.
    pub fn window<R: Read + Seek>(
        &mut self,
        reader: &mut Reader<R>,
        mut window: Vec<u64>,
        columns: Columns,
        mut note: Option<Hits<'_>>,
    ) -> Result<Vec<u64>> {
        let mut hits = HashSet::new();
        let mut sorted = window.clone();
        sorted.sort_unstable();
        sorted.dedup();
        each_block(reader, &sorted, &mut |reader, number, games| {
            let (mut known, asked) = self.by_index(games);
            if let Some(Hits { note, note_unread }) = &mut note {
                known.retain(|&number| {
                    let is_done = note_unread(number);
                    if is_done {
                        hits.insert(number);
                    }
                    !is_done
                });
                let mut visit = |number, game: &Game| {
                    hits.insert(number);
                    note(number, game);
                    !self.enough.load(Ordering::Relaxed)
                };
                visit_games(reader, &known, columns, &mut visit, &mut self.failures)?;
            } else {
                hits.extend(known);
            }
            if asked.is_empty() {
                return Ok(());
            }
            let summary = Summary::of_block(&reader.blocks()[number]);
            if !self.filter.may_match(&summary) {
                self.pruned.insert(number);
                return Ok(());
            }
            self.decoded.insert(number);
            self.block(reader, &asked, columns, &mut |number, game| {
                hits.insert(number);
                if let Some(Hits { note, .. }) = &mut note {
                    note(number, game);
                }
            })?;
            Ok(())
        })?;
        self.hits += hits.len() as u64;
        window.retain(|game| hits.contains(game));
        Ok(window)
    }

    /// Those of some games that pass by the index, and those that have to be asked.
    fn by_index(&self, games: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let Some(verdicts) = self.verdicts else {
            return (Vec::new(), games.to_vec());
        };
        let verdict = |game: u64| usize::try_from(game).ok().and_then(|at| verdicts.get(at));
        let of = |wanted| {
            let games = games.iter().copied();
            games
                .filter(|&game| verdict(game).copied().unwrap_or_default() == wanted)
                .collect()
        };
        (of(Verdict::Yes), of(Verdict::Ask))
    }

    /// Looks at games of one block: at their tags, and then at more of those that may pass.
    fn block<R: Read + Seek>(
        &mut self,
        reader: &mut Reader<R>,
        games: &[u64],
        columns: Columns,
        hit: &mut dyn FnMut(u64, &Game),
    ) -> Result<(), Error> {
        let Self {
            filter,
            with_moves,
            enough,
            failures,
            ..
        } = self;
        let all = filter.columns() | columns;
        let mut candidates = Vec::new();
        if Columns::TAGS.contains(all) || filter.is_empty() {
            candidates.extend_from_slice(games);
        } else {
            let mut visit = |number, game: &Game| {
                if filter.may_match_with(game, Columns::TAGS) {
                    candidates.push(number);
                }
                !enough.load(Ordering::Relaxed)
            };
            visit_games(reader, games, Columns::TAGS, &mut visit, failures)?;
        }
        let mut visit = |number, game: &Game| {
            *with_moves += u64::from(!Columns::TAGS.contains(all));
            if filter.matches(game) {
                hit(number, game);
            }
            !enough.load(Ordering::Relaxed)
        };
        visit_games(reader, &candidates, all, &mut visit, failures)
    }

    /// Takes in what another has found with the same filter in other games.
    pub fn absorb(&mut self, other: Self) {
        self.decoded.extend(other.decoded);
        self.pruned.extend(other.pruned);
        self.with_moves += other.with_moves;
        self.hits += other.hits;
        self.failures.absorb(other.failures);
    }

    /// Says how much work it was, where that is asked for, and what could not be read.
    pub fn finish(self, name: &str, games: u64, console: &mut Console) {
        let [pruned, decoded] = [&self.pruned, &self.decoded].map(|blocks| blocks.len() as u64);
        if console.is_verbose() && !self.filter.is_empty() {
            console.note(format_args!(
                "{name}: {} of {} games match; {} of {} blocks were skipped, and the moves of {} games were read",
                grouped(self.hits),
                grouped(games),
                grouped(pruned),
                grouped(pruned + decoded),
                grouped(self.with_moves)
            ));
        }
        self.failures.tell(name, console);
    }
}

impl Failures {
    /// Takes in a damaged place.
    pub fn lose(&mut self, damage: Damage) {
        let missing = damage.missing().copied().unwrap_or_default();
        let what = (damage.offset(), missing.first_game, missing.games);
        if self.known.insert(what) {
            self.damage.push(damage);
        }
    }

    /// Takes in what others have found.
    pub fn absorb(&mut self, other: Self) {
        other
            .damage
            .into_iter()
            .for_each(|damage| self.lose(damage));
    }

    /// Tells of each, in the order of the games.
    pub fn tell(mut self, name: &str, console: &mut Console) {
        let first_game = |damage: &Damage| damage.missing().and_then(|missing| missing.first_game);
        self.damage.sort_by_key(first_game);
        for damage in self.damage {
            console.fail_on(name, &anyhow!("{damage}"));
        }
    }
}

/// What is done with games of a block, whose number comes before them.
type OfBlock<'a, R> = dyn FnMut(&mut Reader<R>, usize, &[u64]) -> Result<()> + 'a;

/// Parts numbers of games, in order, by the blocks that hold them. Those that no block holds are left out: that they are missing has been
/// said where the archive was opened.
pub fn each_block<R: Read + Seek>(
    reader: &mut Reader<R>,
    mut games: &[u64],
    of_block: &mut OfBlock<'_, R>,
) -> Result<()> {
    while let Some(&first) = games.first() {
        let blocks = reader.blocks();
        let number = blocks.partition_point(|block| {
            block.first_game().saturating_add(block.facts().games) <= first
        });
        let Some(block) = blocks.get(number) else {
            return Ok(());
        };
        let (start, end) = (
            block.first_game(),
            block.first_game().saturating_add(block.facts().games),
        );
        let (here, later) = games.split_at(games.partition_point(|&game| game < end));
        let here = &here[here.partition_point(|&game| game < start)..];
        if !here.is_empty() {
            of_block(reader, number, here)?;
        }
        games = later;
    }
    Ok(())
}

/// Shows games of one block, in order, with these columns, until `visit` has had enough. Goes on after damage.
pub fn visit_games<R: Read + Seek>(
    reader: &mut Reader<R>,
    games: &[u64],
    columns: Columns,
    visit: &mut dyn FnMut(u64, &Game) -> GoOn,
    failures: &mut Failures,
) -> Result<(), Error> {
    let mut goes_on = true;
    for near in games.chunk_by(|before, game| game - before < FAR) {
        let (Some(&first), Some(&last)) = (near.first(), near.last()) else {
            continue;
        };
        let mut wanted = near.iter().copied().peekable();
        let mut show = |number, game: Game| {
            while wanted.next_if(|&wanted| wanted < number).is_some() {}
            goes_on = wanted.next_if_eq(&number).is_none() || visit(number, &game);
            match goes_on {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        reader.visit(first..last + 1, columns, &mut show, &mut |damage| {
            failures.lose(damage);
            Ok(())
        })?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

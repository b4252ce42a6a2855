//! Which games of a window pass a filter, with as little decoded as the filter allows.

use crate::search::Search;
use crate::windows::{by_block, near};
use archive::{Columns, Error, Game, Reader};
use query::{Summary, Verdict};
use std::collections::HashSet;
use std::io::{Read, Seek};
use std::ops::ControlFlow;

/// What a visitor says of a game that passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Go on.
    Next,
    /// The game itself is needed: the answer to a game that was shown without being read.
    Read,
    /// Enough has been seen.
    Enough,
}

/// How much work a search was.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Games that pass.
    pub hits: u64,
    /// Games whose moves were read to find that out.
    pub with_moves: u64,
    /// Blocks that were skipped, and blocks of which something was decoded.
    pruned: HashSet<usize>,
    decoded: HashSet<usize>,
}

impl Tally {
    /// Blocks that cannot contain a game that passes.
    #[must_use]
    pub fn skipped_blocks(&self) -> u64 {
        self.pruned.len() as u64
    }

    /// Blocks in which games had to be examined.
    #[must_use]
    pub fn read_blocks(&self) -> u64 {
        self.decoded.len() as u64
    }

    /// Takes in that of other games.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.hits += other.hits;
        self.with_moves += other.with_moves;
        self.pruned.extend(other.pruned);
        self.decoded.extend(other.decoded);
    }
}

/// Is shown the games that pass, with their numbers from 0: without the game where an index is sure of it.
type Visit<'a> = dyn FnMut(u64, Option<Game>) -> Seen + 'a;

impl Search {
    /// Shows those of some games that pass to `visit`: of each block first those that an index has found and that `visit` does not want to
    /// read, and then the others in their order. Numbers are in ascending order; those that no block holds are left out. `is_over` says that
    /// nobody wants more.
    ///
    /// # Errors
    ///
    /// Any error of the archive; damage only if the reader does not pass over it.
    pub fn visit<R: Read + Seek>(
        &self,
        reader: &mut Reader<R>,
        games: &[u64],
        visit: &mut Visit<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        let is_over = &|| self.is_stopped() || is_over();
        for (number, games) in by_block(reader, games) {
            let Some(block) = reader.blocks().get(number) else {
                break;
            };
            let start = games.partition_point(|&game| game < block.first_game());
            let here = games.get(start..).unwrap_or_default();
            if self
                .visit_block(reader, number, here, visit, is_over, &mut tally)?
                .is_break()
            {
                break;
            }
        }
        self.tell(games.len());
        match self.is_stopped() {
            true => Err(Error::cancelled()),
            false => Ok(tally),
        }
    }

    /// As [`Search::visit`], for games of one block.
    fn visit_block<R: Read + Seek>(
        &self,
        reader: &mut Reader<R>,
        number: usize,
        games: &[u64],
        visit: &mut Visit<'_>,
        is_over: &dyn Fn() -> bool,
        tally: &mut Tally,
    ) -> Result<ControlFlow<()>, Error> {
        let (mut sure, mut asked) = (Vec::new(), Vec::new());
        for &game in games {
            match self.verdict(game) {
                Verdict::No => {}
                Verdict::Ask => asked.push(game),
                Verdict::Yes => match visit(game, None) {
                    Seen::Read => sure.push(game),
                    Seen::Next => tally.hits += 1,
                    Seen::Enough => return Ok(ControlFlow::Break(())),
                },
            }
        }
        let filter = self.filter.as_deref();
        if !asked.is_empty()
            && let Some(filter) = filter
        {
            if filter.may_match(&Summary::of_block(&reader.blocks()[number])) {
                tally.decoded.insert(number);
            } else {
                tally.pruned.insert(number);
                asked.clear();
            }
        }
        let mut columns = self.columns;
        if !asked.is_empty()
            && let Some(filter) = filter
        {
            columns |= filter.columns();
            if !Columns::TAGS.contains(columns) && filter.has_tests_of(Columns::TAGS) {
                asked = may_pass(reader, &asked, filter, is_over)?;
            }
        }
        let reads_moves = !Columns::TAGS.contains(columns);
        let mut wanted = sure.clone();
        wanted.extend(asked);
        wanted.sort_unstable();
        let mut flow = ControlFlow::Continue(());
        let mut show = |number, game: Game| {
            if sure.binary_search(&number).is_err()
                && let Some(filter) = filter
            {
                tally.with_moves += u64::from(reads_moves);
                if !filter.matches(&game) {
                    return !is_over();
                }
            }
            tally.hits += 1;
            if visit(number, Some(game)) == Seen::Enough || is_over() {
                flow = ControlFlow::Break(());
            }
            flow.is_continue()
        };
        read(reader, &wanted, columns, &mut show)?;
        Ok(flow)
    }
}

/// Those of some games of a block that pass by their tags alone, or may pass by more.
fn may_pass<R: Read + Seek>(
    reader: &mut Reader<R>,
    games: &[u64],
    filter: &query::Filter,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u64>, Error> {
    let mut candidates = Vec::new();
    read(reader, games, Columns::TAGS, &mut |number, game| {
        if filter.may_match_with(&game, Columns::TAGS) {
            candidates.push(number);
        }
        !is_over()
    })?;
    Ok(candidates)
}

/// Shows games of one block, in order, until `visit` has had enough.
fn read<R: Read + Seek>(
    reader: &mut Reader<R>,
    games: &[u64],
    columns: Columns,
    visit: &mut dyn FnMut(u64, Game) -> bool,
) -> Result<(), Error> {
    for near in near(games) {
        let (Some(&first), Some(&last)) = (near.first(), near.last()) else {
            continue;
        };
        let mut wanted = near.iter().copied().peekable();
        let mut goes_on = true;
        let mut show = |number, game| {
            while wanted.next_if(|&wanted| wanted < number).is_some() {}
            goes_on = wanted.next_if_eq(&number).is_none() || visit(number, game);
            match goes_on {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        reader.each(first..last + 1, columns, &mut show)?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

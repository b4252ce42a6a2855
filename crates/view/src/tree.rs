//! The opening tree of the games that pass a filter.
//!
//! Where an index lies beside the archive it knows the first moves of all games, and a tree is made of it each time. Elsewhere the archive
//! is read once for each filter, and the first moves of its games are kept, so that going from move to move takes no time.

use crate::answer::{View, Wrong, name_of};
use crate::asked::Asked;
use crate::beside::Index;
use crate::jobs::Job;
use crate::way::{Way, look};
use explorer::first_moves;
use pgnz::{Archive, Columns, Error, ErrorKind, Game, Move, Search, Window};
use query::{Branch, Facts, Filter, Lines, Root, Tree, Visit};
use serde_json::{Map, Value, json};
use std::io::{Read, Seek};
use std::iter;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Plies of each game that are kept.
const KEPT_PLIES: usize = 40;
/// Games whose first moves are kept: they take about 70 bytes each.
const MOST_GAMES: u64 = 1 << 21;
/// How long a request waits for the first games.
const WAIT: Duration = Duration::from_millis(250);

/// The first moves of some games.
#[derive(Default)]
pub(crate) struct Opening {
    numbers: Vec<u64>,
    lines: Lines,
    facts: Vec<Facts>,
}

/// A tree that is being made of an index.
#[derive(Default)]
pub(crate) struct Counted(Option<Tree>);

/// What is kept of a game: the ranks of its first moves, its number of plies, and what a tree counts.
type First = (Vec<u8>, u32, Facts);

impl<R: Read + Seek + Clone + Send + 'static, E: Read + Seek> View<R, E> {
    /// The moves played after some moves.
    pub(crate) fn tree(&self, asked: &Asked) -> Result<Value, Wrong> {
        let filter = asked.filter()?;
        let moves = asked.text("moves").unwrap_or_default();
        let root = match moves {
            "" => Root::start(),
            moves => Root::of_moves(moves)?,
        };
        let all = self.held().len();
        let explored = match self.explored(&filter, &root) {
            // Whoever works in turns may have to load a part of it first.
            Err(error) if matches!(self.way(), Way::Turns(_)) && error.kind() == ErrorKind::Io => {
                return Err(error.into());
            }
            explored => explored.ok().flatten(),
        };
        let mut found = match (explored, &self.index, self.way()) {
            (Some(found), ..) => found,
            (None, Some(index), Way::Threads(threads)) => {
                self.counted(index, &filter, &root, moves, threads)
            }
            (None, ..) => self.of_openings(&filter, &root)?,
        };
        found["of"] = all.into();
        Ok(found)
    }

    /// A tree by the opening tree beside the archive, and by the few games that it does not know enough of; `None` if there is none, or if it
    /// does not know the answer.
    fn explored(&self, filter: &Filter, root: &Root) -> Result<Option<Value>, Error> {
        let Some(explorer) = &self.explorer else {
            return Ok(None);
        };
        let mut explorer = explorer.lock().unwrap_or_else(PoisonError::into_inner);
        let mut archive = self.archive();
        let Some(tree) = archive.tree_by(&mut explorer, root, filter)? else {
            return Ok(None);
        };
        let mut found = json(&tree, root);
        found["examined"] = archive.len().into();
        found["done"] = true.into();
        found["error"] = Value::Null;
        Ok(Some(found))
    }

    /// A tree by the index, and by those games that it does not know enough of.
    fn counted(
        &self,
        index: &Arc<Index>,
        filter: &Filter,
        root: &Root,
        moves: &str,
        threads: usize,
    ) -> Value {
        let (archive, index) = (self.archive(), index.clone());
        let (wanted, at) = (filter.clone(), root.clone());
        let work = move |job: &Job<Counted>, stop| {
            count(&archive, &index, wanted, &at, threads, job, stop)
        };
        let job = self
            .trees
            .ask(&format!("{moves}\n{}", name_of(filter)), work);
        job.wait(WAIT, |_| false);
        job.look(|state| {
            let none = Tree::new(root);
            let tree = state.made.0.as_ref().unwrap_or(&none);
            let mut found = json(tree, root);
            found["examined"] = state.next.into();
            found["done"] = state.is_done.into();
            found["error"] = state.error.clone().into();
            found
        })
    }

    /// A tree of the first moves that are kept.
    fn of_openings(&self, filter: &Filter, root: &Root) -> Result<Value, Error> {
        let (name, wanted) = (name_of(filter), filter.clone());
        let job = match self.way() {
            Way::Threads(threads) => {
                let archive = self.archive();
                let work =
                    move |job: &Job<Vec<Opening>>, stop| keep(&archive, wanted, threads, job, stop);
                let job = self.openings.ask(&name, work);
                job.wait(WAIT, |_| false);
                job
            }
            Way::Turns(games) => self.with_tree_reader(|archive| {
                let turn = |job: &Job<_>| keep_some(archive, wanted, games, job);
                self.openings.turn(&name, turn)
            })?,
        };
        Ok(job.look(|state| {
            let mut tree = Tree::new(root);
            let mut unknown = 0_u64;
            for opening in &state.made {
                for (at, (number, facts)) in opening.numbers.iter().zip(&opening.facts).enumerate()
                {
                    match opening.lines.visit(root, at) {
                        Visit::Here(next) => tree.add((0, *number), next, facts),
                        Visit::Elsewhere => {}
                        Visit::Unknown => unknown += 1,
                    }
                }
            }
            let mut found = json(&tree, root);
            found["examined"] = state.next.into();
            found["done"] = state.is_done.into();
            found["error"] = state.error.clone().into();
            // Games that go on beyond what is kept of them.
            found["unknown"] = unknown.into();
            found
        }))
    }
}

/// Counts the games that an index knows, then those that it does not.
fn count<R: Read + Seek + Clone + Send + 'static>(
    archive: &Archive<R>,
    index: &Index,
    filter: Filter,
    root: &Root,
    threads: usize,
    job: &Job<Counted>,
    stop: Arc<AtomicBool>,
) -> Result<(), Error> {
    let search = Search::new().columns(Columns::TAGS | Columns::MOVES);
    let mut search = search.threads(threads).stop(stop);
    let mut tree = Tree::new(root);
    // An index that cannot be read after all is as good as none.
    if let Ok((verdicts, additions)) = index.tree(&filter, root) {
        search = search.verdicts(verdicts);
        for (game, next, facts) in additions {
            tree.add((0, game), next, &facts);
        }
    }
    let mut windows = archive.windows(iter::once(0..archive.len()), threads);
    let mut examined = 0;
    let note = |_, game: Option<&Game>| match root.visit(game?) {
        Visit::Here(next) => Some((next, Facts::of(game?))),
        _ => None,
    };
    let mut take = |window: Window<(Option<Move>, Facts)>| {
        for (game, (next, facts)) in window.found {
            tree.add((0, game), next, &facts);
        }
        examined += window.games as u64;
        Ok(job.put(examined, Counted(Some(tree.clone()))))
    };
    let next = &mut || Ok(windows.next());
    archive.each_window::<_, Error>(&search.filter(filter), next, &note, &mut take)?;
    Ok(())
}

/// Keeps the first moves of games, from where the job is.
fn keep<R: Read + Seek + Clone + Send + 'static>(
    archive: &Archive<R>,
    filter: Filter,
    threads: usize,
    job: &Job<Vec<Opening>>,
    stop: Arc<AtomicBool>,
) -> Result<(), Error> {
    let search = Search::new().columns(Columns::TAGS | Columns::MOVES);
    let search = search.threads(threads).filter(filter).stop(stop);
    let rest = job.look(|state| state.next)..archive.len();
    let mut windows = archive.windows(iter::once(rest), threads);
    let mut kept = job.look(|state| games_of(&state.made));
    let mut take = |window: Window<First>| {
        let opening = Opening::of(window.found);
        kept += opening.numbers.len() as u64;
        let flow = job.add(window.games as u64, |made| made.push(opening));
        Ok(match kept >= MOST_GAMES {
            true => ControlFlow::Break(()),
            false => flow,
        })
    };
    let next = &mut || Ok(windows.next());
    archive.each_window::<_, Error>(&search, next, &|_, game| first(game?), &mut take)?;
    Ok(())
}

/// Keeps the first moves of the next games, from where the job is; whether that were all.
fn keep_some<R: Read + Seek>(
    archive: &mut Archive<R>,
    filter: Filter,
    games: u64,
    job: &Job<Vec<Opening>>,
) -> Result<bool, Error> {
    let (from, all) = (job.look(|state| state.next), archive.len());
    let end = from.saturating_add(games).min(all);
    let search = Search::new()
        .columns(Columns::TAGS | Columns::MOVES)
        .filter(filter);
    let opening = Opening::of(look(archive, from..end, &search, first)?);
    let mut kept = 0;
    let _ = job.add(end - from, |made| {
        made.push(opening);
        kept = games_of(made);
    });
    Ok(kept >= MOST_GAMES || end == all)
}

/// Games whose first moves are kept.
fn games_of(made: &[Opening]) -> u64 {
    made.iter()
        .map(|opening| opening.numbers.len() as u64)
        .sum()
}

/// The first moves of a game; none of one that no tree of first moves counts.
fn first(game: &Game) -> Option<First> {
    let ranks = first_moves(game, KEPT_PLIES)?;
    // Nothing is known of what follows a null move: the game ends there for a tree.
    let plies = u32::try_from(game.moves().count()).ok()?;
    Some((ranks, plies, Facts::of(game)))
}

impl Opening {
    fn of(games: Vec<(u64, First)>) -> Self {
        let mut opening = Self::default();
        for (number, (ranks, plies, facts)) in games {
            opening.numbers.push(number);
            opening.facts.push(facts);
            opening.lines.ranks.extend(ranks);
            opening.lines.ends.push(opening.lines.ranks.len());
            opening.lines.plies.push(Some(plies));
        }
        opening
    }
}

fn json(tree: &Tree, root: &Root) -> Value {
    let total = tree.total();
    let with_example = |branch: &Branch| {
        let mut found = figures(branch, total.games);
        let example = branch.example.map(|(_, game)| game + 1);
        found.insert("example".to_owned(), example.into());
        found
    };
    let branches = tree.branches().into_iter().map(|(m, san, branch)| {
        let mut found = with_example(branch);
        found.insert("uci".to_owned(), m.to_string().into());
        found.insert("san".to_owned(), san.into());
        Value::from(found)
    });
    let branches: Vec<Value> = branches.collect();
    json!({
        "position": root.position().to_fen(),
        "total": with_example(total),
        "branches": branches,
        "ended": tree.ended(),
    })
}

/// The figures of the games with one move, among all that reach the position; docs/json.md explains them.
#[must_use]
pub fn figures(branch: &Branch, total: u64) -> Map<String, Value> {
    let round =
        |number: Option<f64>, parts: f64| number.map(|number| (number * parts).round() / parts);
    let share = (total > 0).then(|| branch.games as f64 / total as f64);
    let figures = json!({
        "games": branch.games,
        "share": round(share, 10_000.0),
        "white": branch.white,
        "draws": branch.draws,
        "black": branch.black,
        "score": round(branch.score(), 10_000.0),
        "rating": round(branch.rating(), 10.0),
        "performance": round(branch.performance(), 10.0),
        "years": branch.years.map(|(first, last)| [first, last]),
    });
    match figures {
        Value::Object(figures) => figures,
        _ => Map::new(),
    }
}

//! The list of games.

use crate::answer::{View, Wrong, name_of};
use crate::asked::Asked;
use crate::beside::Index;
use crate::jobs::Job;
use crate::way::{Way, look};
use pgnz::{Archive, Columns, Error, Filter, Game, Record, Search, Window};
use query::spelled_date;
use serde_json::{Value, json};
use std::io::{Read, Seek};
use std::iter;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Numbers of games that pass a filter, from 0.
pub(crate) type Hits = Vec<u64>;

/// Games of a page where nothing is said of it, and at most.
const USUAL: u64 = 50;
const MOST: u64 = 500;
/// A search ends with so many hits: their numbers take 64 MB.
const MOST_HITS: usize = 1 << 23;
/// How long a request waits for the first hits.
const WAIT: Duration = Duration::from_millis(250);
/// Rows that are kept.
const MOST_ROWS: usize = 1 << 12;
/// Letters of a text in the list.
const LETTERS: usize = 200;

impl<R: Read + Seek + Clone + Send + 'static, E: Read + Seek> View<R, E> {
    /// A page of the list.
    pub(crate) fn games(&self, asked: &Asked) -> Result<Value, Wrong> {
        let filter = asked.filter()?;
        let from = asked.number("from")?.unwrap_or(0);
        let count = asked.number("count")?.unwrap_or(USUAL).min(MOST);
        let all = self.held().len();
        let end = from.saturating_add(count);
        if filter.is_empty() {
            let numbers: Vec<u64> = (from.min(all)..end.min(all)).collect();
            return Ok(json!({
                "from": from, "found": all, "examined": all, "of": all, "done": true, "games": self.rows(&numbers)?,
            }));
        }
        let job = self.search(&filter)?;
        let is_enough = |hits: &Hits| hits.len() as u64 >= end;
        if matches!(self.way(), Way::Threads(_)) {
            job.wait(WAIT, |state| is_enough(&state.made));
        }
        let (numbers, mut found) = job.look(|state| {
            let hits = &state.made;
            let place = |game: u64| usize::try_from(game).map_or(hits.len(), |at| at.min(hits.len()));
            let found = json!({
                "from": from, "found": hits.len(), "examined": state.next, "of": all, "done": state.is_done,
                "more": hits.len() >= MOST_HITS, "error": state.error,
            });
            (hits[place(from)..place(end)].to_vec(), found)
        });
        found["games"] = self.rows(&numbers)?.into();
        Ok(found)
    }

    /// The exact texts of a page of the list, as far as its search has come.
    pub(crate) fn texts(&self, asked: &Asked) -> Result<Vec<u8>, Wrong> {
        let filter = asked.filter()?;
        let from = asked.number("from")?.unwrap_or(0);
        let count = asked.number("count")?.unwrap_or(USUAL).min(MOST);
        let (all, end) = (self.held().len(), from.saturating_add(count));
        let numbers: Vec<u64> = match filter.is_empty() {
            true => (from.min(all)..end.min(all)).collect(),
            false => self.search(&filter)?.look(|state| {
                let hits = state.made.iter().copied();
                let skipped = usize::try_from(from).unwrap_or(usize::MAX);
                hits.skip(skipped).take(count as usize).collect()
            }),
        };
        let mut texts = Vec::new();
        self.with_archive(|archive| {
            for run in runs(&numbers) {
                texts.extend(archive.text(run)?);
            }
            Ok(texts)
        })
    }

    /// The search for games that pass a filter, which goes on from now.
    fn search(&self, filter: &Filter) -> Result<Arc<Job<Hits>>, Error> {
        let (name, wanted) = (name_of(filter), filter.clone());
        let threads = match self.way() {
            Way::Threads(threads) => threads,
            Way::Turns(games) => {
                let turn = |job: &Job<Hits>| find_some(&mut self.held(), wanted, games, job);
                return self.searches.turn(&name, turn);
            }
        };
        let (archive, index) = (self.archive(), self.index.clone());
        let work = move |job: &Job<Hits>, stop| {
            find(&archive, index.as_deref(), wanted, threads, job, stop)
        };
        Ok(self.searches.ask(&name, work))
    }

    /// Games with these numbers, as the list shows them. Those that are damaged are not there. A page that waits for a search asks for the
    /// same again and again, so some are kept.
    fn rows(&self, numbers: &[u64]) -> Result<Vec<Value>, Error> {
        let known = || self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |number: &u64| !known().contains_key(number);
        let new: Vec<u64> = numbers.iter().copied().filter(is_new).collect();
        let read = self.read_rows(&new)?;
        let mut known = known();
        if known.len() > MOST_ROWS {
            known.retain(|number, _| numbers.binary_search(number).is_ok());
        }
        known.extend(read);
        Ok(numbers
            .iter()
            .filter_map(|number| known.get(number).cloned())
            .collect())
    }

    /// Rows of the list by the index beside the archive, else by the tags.
    fn read_rows(&self, numbers: &[u64]) -> Result<Vec<(u64, Value)>, Error> {
        if let Some(index) = &self.index
            && let Ok(indexed) = index.records_among(numbers)
        {
            let row = |&number: &u64| Some((number, row(number, &indexed.record(number)?)));
            return Ok(numbers.iter().filter_map(row).collect());
        }
        let search = Search::new().columns(Columns::TAGS);
        let threads = match self.way() {
            Way::Threads(threads) => threads,
            Way::Turns(_) => {
                let mut rows = Vec::new();
                for run in runs(numbers) {
                    let record = |game: &Game| Some(Record::of_tags(game));
                    let read = look(&mut self.held(), run, &search, record)?;
                    rows.extend(
                        read.into_iter()
                            .map(|(number, record)| (number, row(number, &record))),
                    );
                }
                return Ok(rows);
            }
        };
        let archive = self.archive();
        let mut windows = archive.windows(runs(numbers), threads).by_block();
        let search = search.threads(threads);
        let note = |number, game: Option<&Game>| Some(row(number, &Record::of_tags(game?)));
        let mut rows = Vec::new();
        archive.each_window::<_, Error>(
            &search,
            &mut || Ok(windows.next()),
            &note,
            &mut |window| {
                rows.extend(window.found);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(rows)
    }
}

/// Looks for games that pass, from where the job is.
fn find<R: Read + Seek + Clone + Send + 'static>(
    archive: &Archive<R>,
    index: Option<&Index>,
    filter: Filter,
    threads: usize,
    job: &Job<Hits>,
    stop: Arc<AtomicBool>,
) -> Result<(), Error> {
    let search = Search::new().columns(Columns::TAGS).threads(threads);
    // An index that cannot be read after all is as good as none.
    let search = match index.and_then(|index| index.judge(&filter).ok()) {
        Some(verdicts) => search.verdicts(verdicts),
        None => search,
    };
    let search = search.filter(filter).stop(stop);
    let rest = job.look(|state| state.next)..archive.len();
    let mut windows = archive.windows(iter::once(rest), threads);
    let mut take = |window: Window<()>| {
        let numbers = window.found.into_iter().map(|(number, ())| number);
        let mut is_full = false;
        let flow = job.add(window.games as u64, |hits| {
            hits.extend(numbers);
            is_full = hits.len() >= MOST_HITS;
        });
        Ok(match is_full {
            true => ControlFlow::Break(()),
            false => flow,
        })
    };
    let next = &mut || Ok(windows.next());
    archive.each_window::<_, Error>(&search, next, &|_, _| Some(()), &mut take)?;
    Ok(())
}

/// Looks for the next games that pass, from where the job is; whether that were all.
fn find_some<R: Read + Seek>(
    archive: &mut Archive<R>,
    filter: Filter,
    games: u64,
    job: &Job<Hits>,
) -> Result<bool, Error> {
    let (from, all) = (job.look(|state| state.next), archive.len());
    let end = from.saturating_add(games).min(all);
    let search = Search::new().columns(Columns::TAGS).filter(filter);
    let found = look(archive, from..end, &search, |_| Some(()))?;
    let mut is_full = false;
    let _ = job.add(end - from, |hits| {
        hits.extend(found.into_iter().map(|(number, ())| number));
        is_full = hits.len() >= MOST_HITS;
    });
    Ok(is_full || end == all)
}

/// Ascending numbers as ranges.
fn runs(numbers: &[u64]) -> Vec<Range<u64>> {
    let runs = numbers.chunk_by(|before, game| before + 1 == *game);
    let range = |run: &[u64]| Some(*run.first()?..run.last()? + 1);
    runs.filter_map(range).collect()
}

fn row(number: u64, record: &Record) -> Value {
    let text = |text: &Option<String>| text.as_deref().map(short);
    let [white, black] = &record.players;
    json!({
        "n": number + 1,
        "white": text(white),
        "black": text(black),
        "white_rating": record.ratings[0],
        "black_rating": record.ratings[1],
        "result": record.result.tag(),
        "date": record.date.map(spelled_date),
        "event": text(&record.event),
        "time_control": text(&record.time_control),
        "eco": text(&record.eco),
        "opening": text(&record.opening),
        "plies": record.plies,
    })
}

/// The beginning of a text that may be of any length.
fn short(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

//! Which games of an archive are wanted: their numbers, window by window.
//!
//! Memory does not grow with what is asked for, nor is a block decoded for each of its games.

mod draw;
mod list;
mod numbers;

use crate::args::{Choice, Named, Pick};
use crate::console::Console;
use crate::opened::Take;
use crate::progress::Bar;
use anyhow::{Result, ensure};
use draw::Draw;
pub use list::GameList;
use numbers::Numbers;
use pgnz::{Archive, Columns, Note, Search, SharedFile, Tally, Window, Windows};
use std::iter;
use std::num::NonZeroU64;
use std::ops::{ControlFlow, Range};

/// A window of numbers that are drawn or read has so many at most: they take half a megabyte.
const MANY: usize = 1 << 16;

/// The games that are wanted.
pub struct Wanted {
    source: Source,
    /// The number of games of the archive.
    games: u64,
    every: u64,
    draw: Option<Draw<u64>>,
    first: u64,
    beyond: Beyond,
}

enum Source {
    Windows(Windows),
    Numbers(Numbers),
}

impl Wanted {
    /// The games that are asked for in an archive, which this number of threads will read. Warns where it has fewer.
    pub fn new(
        pick: &Pick,
        archive: &Archive<SharedFile>,
        threads: usize,
        name: &str,
        console: &mut Console,
    ) -> Result<Self> {
        let games = archive.len();
        let choice = &pick.choice;
        let list = match (pick.game, &pick.named.games) {
            (Some(number), _) => {
                ensure!(number > 0, "games are numbered from 1");
                Some(GameList::only(number))
            }
            (None, list) => list.clone(),
        };
        let source = match (&pick.named.numbers, list) {
            (Some(path), _) => Source::Numbers(Numbers::open(path)?),
            (None, None) => return Ok(Self::among_all(choice, archive, threads)),
            (None, Some(list)) => {
                let ranges = ranges(&list, games, name, console)?;
                Source::Windows(archive.windows(ranges, threads))
            }
        };
        Ok(Self::of(source, choice, archive))
    }

    /// Whether the games lie in one range, so that no block comes twice.
    pub fn is_one_range(&self) -> bool {
        matches!(&self.source, Source::Windows(windows) if windows.is_one_range())
    }

    /// The games that are chosen among all of an archive.
    pub fn among_all(choice: &Choice, archive: &Archive<SharedFile>, threads: usize) -> Self {
        let windows = archive.windows(iter::once(0..archive.len()), threads);
        Self::of(Source::Windows(windows), choice, archive)
    }

    fn of(source: Source, choice: &Choice, archive: &Archive<SharedFile>) -> Self {
        let seed = || choice.seed.unwrap_or_else(|| fastrand::u64(..));
        Self {
            source,
            games: archive.len(),
            every: choice.every.map_or(1, NonZeroU64::get),
            draw: choice.random.map(|size| Draw::new(size, seed())),
            first: choice.first.unwrap_or(u64::MAX),
            beyond: Beyond::default(),
        }
    }

    /// The number of games among which is chosen, if it is known.
    pub fn games(&self) -> Option<u64> {
        match &self.source {
            Source::Windows(windows) => Some(windows.games()),
            Source::Numbers(_) => None,
        }
    }

    /// Whether all games that pass are wanted, or the first of them: then whoever finds them can note something of them at once.
    pub fn takes_what_is_found(&self) -> bool {
        self.draw.is_none() && self.every == 1
    }

    /// Passes the games that pass to `take`, with what `note` says of them, until there are enough.
    pub fn each_found<T: Clone + Send>(
        mut self,
        archive: &Archive<SharedFile>,
        search: &Search,
        note: &Note<'_, T>,
        take: &mut Take<'_, T>,
        (name, bar): (&str, &Bar),
        console: &mut Console,
    ) -> Result<Tally> {
        let mut left = self.first;
        let mut pass = |window: Window<T>| {
            bar.pass(window.games as u64);
            for (number, noted) in window.found {
                if left == 0 {
                    break;
                }
                left -= 1;
                take(number, noted)?;
            }
            Ok(go_on(left > 0))
        };
        let tally = match self.first {
            0 => Tally::default(),
            _ => archive.each_window(search, &mut || self.next_window(), note, &mut pass)?,
        };
        self.beyond.warn(self.games, name, console);
        Ok(tally)
    }

    /// Passes the numbers of the games that are chosen among those that pass to `give`, window by window.
    pub fn choose(
        mut self,
        archive: &Archive<SharedFile>,
        search: &Search,
        give: &mut dyn FnMut(Vec<u64>) -> Result<()>,
        (name, bar): (&str, &Bar),
        console: &mut Console,
    ) -> Result<Tally> {
        let mut draw = self.draw.take();
        let (mut before, mut left) = (0u64, self.first);
        let every = self.every;
        let mut pass = |mut window: Vec<u64>| {
            window.retain(|_| {
                before += 1;
                (before - 1).is_multiple_of(every)
            });
            if let Some(draw) = &mut draw {
                window.drain(..).for_each(|game| draw.show(game));
            }
            window.truncate(usize::try_from(left).unwrap_or(usize::MAX));
            left -= window.len() as u64;
            if !window.is_empty() {
                give(window)?;
            }
            Ok(go_on(left > 0))
        };
        let mut tally = Tally::default();
        if self.first == 0 {
        } else if search.is_selective() {
            let bare = search.clone().columns(Columns::TAGS);
            let mut pass_found = |window: Window<()>| {
                bar.pass(window.games as u64);
                pass(
                    window
                        .found
                        .into_iter()
                        .map(|(number, ())| number)
                        .collect(),
                )
            };
            let next = &mut || self.next_window();
            tally = archive.each_window(&bare, next, &|_, _| Some(()), &mut pass_found)?;
        } else {
            while let Some(window) = self.next_window()? {
                bar.pass(window.len() as u64);
                if pass(window)?.is_break() {
                    break;
                }
            }
        }
        let drawn = draw.map(Draw::finish).unwrap_or_default();
        for window in drawn.chunks(MANY) {
            give(window.to_vec())?;
        }
        self.beyond.warn(self.games, name, console);
        Ok(tally)
    }

    fn next_window(&mut self) -> Result<Option<Vec<u64>>> {
        match &mut self.source {
            Source::Windows(windows) => Ok(windows.next()),
            Source::Numbers(numbers) => {
                let mut window = Vec::new();
                while window.len() < MANY
                    && let Some(number) = numbers.next()?
                {
                    if number <= self.games {
                        window.push(number - 1);
                        continue;
                    }
                    self.beyond.note(number);
                }
                Ok((!window.is_empty()).then_some(window))
            }
        }
    }
}

/// The games of a list, from 0, in an archive of so many games. Warns where it has fewer.
pub fn ranges(
    list: &GameList,
    games: u64,
    name: &str,
    console: &mut Console,
) -> Result<Vec<Range<u64>>> {
    let (ranges, cut) = list.among(games)?;
    if let Some(cut) = cut {
        let what = format!("{cut} goes past the last game: the archive has {games}");
        console.warn(name, what);
    }
    Ok(ranges)
}

/// The numbers, from 0, of the games that are named in an archive of so many games, if any are. Warns where it has fewer.
pub fn named(
    named: &Named,
    games: u64,
    name: &str,
    console: &mut Console,
) -> Result<Option<Vec<u64>>> {
    if let Some(list) = &named.games {
        let ranges = ranges(list, games, name, console)?;
        return Ok(Some(ranges.into_iter().flatten().collect()));
    }
    let Some(path) = &named.numbers else {
        return Ok(None);
    };
    let (mut numbers, mut found) = (Numbers::open(path)?, Vec::new());
    let mut beyond = Beyond::default();
    while let Some(number) = numbers.next()? {
        match number <= games {
            true => found.push(number - 1),
            false => beyond.note(number),
        }
    }
    beyond.warn(games, name, console);
    Ok(Some(found))
}

/// Numbers that were read and are not there: how many, and the first.
#[derive(Default)]
struct Beyond(u64, u64);

impl Beyond {
    fn note(&mut self, number: u64) {
        if self.0 == 0 {
            self.1 = number;
        }
        self.0 += 1;
    }

    fn warn(&self, games: u64, name: &str, console: &mut Console) {
        if let Self(count @ 1.., first) = self {
            let what = match count {
                1 => format!("there is no game {first}: the archive has {games}"),
                _ => format!(
                    "{count} of the numbers, first {first}, go past the last game: the archive has {games}"
                ),
            };
            console.warn(name, what);
        }
    }
}

fn go_on(goes_on: bool) -> ControlFlow<()> {
    match goes_on {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

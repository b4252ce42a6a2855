//! The progress line: only where someone watches.

use crate::batch::{Tally, Turn};
use crate::console::Console;
use crate::figures::grouped;
use crate::input::{Input, Position};
use crate::names::short;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pgnz::{Meter, Progress, Step};
use std::fs;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

const MEASURED: &str = "{prefix}  {percent:>3} %  {wide_bar}  {msg}";
const ENDLESS: &str = "{spinner} {prefix}  {msg}  {elapsed}";
/// Steps of the bar.
const STEPS: f64 = 10_000.0;
/// A name takes no more columns than this.
const NAME_WIDTH: usize = 24;
/// How often the line is drawn anew.
const EVERY: Duration = Duration::from_millis(200);

/// Shows how far the work on one input or archive has come, until it is dropped.
pub struct Bar {
    shown: Option<Shown>,
}

/// A line that is drawn by a thread of its own, so that it moves while blocks are worked on.
struct Shown {
    line: Arc<Line>,
    stop: Option<Sender<()>>,
    painter: Option<JoinHandle<()>>,
}

/// What the line is made from.
struct Line {
    bar: ProgressBar,
    work: Work,
    turn: Turn,
    tally: Arc<Mutex<Tally>>,
}

/// What is worked on, and how far it has come.
enum Work {
    /// The text of an input.
    Text {
        position: Position,
        length: Option<u64>,
        meter: OnceLock<Meter>,
    },
    /// Games of an archive: those that are done, and all.
    Games { done: AtomicU64, all: Option<u64> },
}

impl Bar {
    /// A bar for an input, which is drawn only if someone watches the console.
    pub fn new(input: &Input, console: &Console) -> Self {
        let path = input.origin.as_ref().map(|origin| origin.path.as_path());
        let work = || Work::Text {
            position: input.position(),
            length: input.length(),
            meter: OnceLock::new(),
        };
        Self::of(path, input.length(), work, console)
    }

    /// A bar for so many games of an archive, if their number is known. If they are printed meanwhile, it is shown only where they go
    /// elsewhere.
    pub fn of_games(path: &Path, all: Option<u64>, are_printed: bool, console: &Console) -> Self {
        if are_printed && io::stdout().is_terminal() {
            return Self { shown: None };
        }
        let length = fs::metadata(path).ok().map(|metadata| metadata.len());
        let work = || Work::Games {
            done: AtomicU64::new(0),
            all,
        };
        Self::of(Some(path), length, work, console)
    }

    /// A bar for a step of work on so many games, for which someone waits.
    fn of_step(step: Step, games: u64) -> Self {
        let name = match step {
            Step::Write => "writing",
            _ => "reading",
        };
        let turn = Turn::alone(games);
        let work = Work::Games {
            done: AtomicU64::new(0),
            all: Some(games),
        };
        Self {
            shown: Some(Shown::new(Arc::new(Line {
                bar: visible(name, turn),
                work,
                turn,
                tally: Arc::default(),
            }))),
        }
    }

    fn of(
        path: Option<&Path>,
        length: Option<u64>,
        work: impl FnOnce() -> Work,
        console: &Console,
    ) -> Self {
        let shown = console.is_watched().then(|| {
            let (turn, tally) = console.turn(path, length);
            let name = path.map_or("standard input".to_owned(), |path| short(path, NAME_WIDTH));
            Shown::new(Arc::new(Line {
                bar: visible(&name, turn),
                work: work(),
                turn,
                tally,
            }))
        });
        Self { shown }
    }

    /// Takes in how far the work on a text has come. The first call is enough: what it is given goes on counting. The run goes on in any case.
    pub fn show(&self, done: &Progress) -> ControlFlow<()> {
        if let Some(shown) = &self.shown {
            if let Work::Text { meter, .. } = &shown.line.work {
                let _ = meter.set(done.meter.clone());
            }
            shown.draw_without_painter();
        }
        ControlFlow::Continue(())
    }

    /// So many more games are done.
    pub fn pass(&self, games: u64) {
        if let Some(shown) = &self.shown {
            if let Work::Games { done, .. } = &shown.line.work {
                done.fetch_add(games, Ordering::Relaxed);
            }
            shown.draw_without_painter();
        }
    }
}

/// Shows how far the work on archives has come, step by step.
pub struct Steps {
    is_watched: bool,
    /// The bar of the step that is being done, with the step and the games that are done.
    open: Option<(Step, u64, Bar)>,
}

impl Steps {
    /// Nothing is done yet.
    pub fn new(console: &Console) -> Self {
        Self {
            is_watched: console.is_watched(),
            open: None,
        }
    }

    /// So many games of a step are done, of so many.
    pub fn show(&mut self, step: Step, done: u64, all: u64) {
        if !self.is_watched {
            return;
        }
        let is_this = |(open, before, _): &(Step, u64, Bar)| *open == step && *before <= done;
        let open = self.open.take().filter(is_this);
        if done < all {
            let (_, before, bar) = open.unwrap_or_else(|| (step, 0, Bar::of_step(step, all)));
            bar.pass(done - before);
            self.open = Some((step, done, bar));
        }
    }
}

impl Shown {
    fn new(line: Arc<Line>) -> Self {
        line.draw();
        let (stop, stopped) = bounded(0);
        let painted = line.clone();
        let painter = Builder::new().spawn(move || {
            while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                painted.draw();
            }
        });
        Self {
            line,
            stop: Some(stop),
            painter: painter.ok(),
        }
    }

    /// Without a thread the line moves with the work.
    fn draw_without_painter(&self) {
        if self.painter.is_none() {
            self.line.draw();
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(painter) = self.painter.take() {
            let _ = painter.join();
        }
        self.line.bar.finish_and_clear();
        let (games, text) = self.line.work.done();
        let mut tally = self.line.tally();
        tally.text += text;
        tally.games += games;
    }
}

impl Work {
    /// Games that are done, and bytes of text.
    fn done(&self) -> (u64, u64) {
        match self {
            Self::Text { meter, .. } => meter
                .get()
                .map_or((0, 0), |meter| (meter.games_done(), meter.text_done())),
            Self::Games { done, .. } => (done.load(Ordering::Relaxed), 0),
        }
    }

    /// The part that is done, from 0 to 1, if it is known.
    fn part(&self) -> Option<f64> {
        match self {
            Self::Text {
                position,
                length,
                meter,
            } => {
                let found = meter.get().map_or(0, Meter::text_found);
                let (_, done) = self.done();
                length.map(|length| part(position.get(), length, found, done))
            }
            Self::Games { done, all } => {
                let done = done.load(Ordering::Relaxed);
                all.map(|all| (done as f64 / all.max(1) as f64).min(1.0))
            }
        }
    }
}

impl Line {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the line as it is now.
    fn draw(&self) {
        let mut tally = self.tally();
        let (games, text) = self.work.done();
        let elapsed = tally.started.elapsed().as_secs_f64();
        let mut message = format!("{} games", grouped(tally.games + games));
        if let Work::Text { .. } = self.work {
            message += &format!("  {}", speed(tally.text + text, elapsed));
        }
        let part = self.work.part();
        if let Some(overall) = part.and_then(|part| self.turn.overall(part)) {
            tally.pace.see(elapsed, overall);
            message += &format!("  {} left", tally.pace.left());
            self.bar.set_position((overall * STEPS) as u64);
        }
        drop(tally);
        self.bar.set_message(message);
        self.bar.tick();
    }
}

/// The part of an input that is done, from 0 to 1. Of its text, `done` bytes of the `found` ones are; how much text is still to be
/// found follows from how far the input has been read.
fn part(read: u64, length: u64, found: u64, done: u64) -> f64 {
    if found == 0 || length == 0 {
        return 0.0;
    }
    let taken_up = (read as f64 / length as f64).min(1.0);
    (taken_up * done as f64 / found as f64).min(1.0)
}

/// Megabytes of text a second.
fn speed(text: u64, seconds: f64) -> String {
    format!("{:.1} MB/s", text as f64 / seconds.max(0.001) / 1e6)
}

fn visible(name: &str, turn: Turn) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let is_measured = turn.overall(0.0).is_some();
    let bar = ProgressBar::with_draw_target(is_measured.then_some(STEPS as u64), target);
    let template = if is_measured { MEASURED } else { ENDLESS };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_prefix(match turn.number {
        Some((number, count)) => format!("{name} ({number} of {count})"),
        None => name.to_owned(),
    });
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_but_not_coded_does_not_count_as_done() {
        assert_eq!(part(1000, 1000, 0, 0), 0.0);
        assert_eq!(part(1000, 1000, 1000, 0), 0.0);
        assert_eq!(part(1000, 1000, 1000, 250), 0.25);
        // A quarter of a packed input was read, and half of the text that was in it is coded.
        assert_eq!(part(250, 1000, 4000, 2000), 0.125);
        assert_eq!(part(1000, 1000, 4000, 4000), 1.0);
    }

    #[test]
    fn the_speed_is_in_megabytes_a_second() {
        assert_eq!(speed(30_000_000, 2.0), "15.0 MB/s");
        assert_eq!(speed(0, 0.0), "0.0 MB/s");
    }

    #[test]
    fn the_templates_are_sound() {
        for template in [MEASURED, ENDLESS] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}

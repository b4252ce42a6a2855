//! The progress line: only where someone watches.

use crate::batch::{Tally, Turn};
use crate::console::Console;
use crate::figures::grouped;
use crate::input::{Input, Position};
use crate::names::short;
use archive::{Meter, Progress};
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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

/// Shows how far the work on one input has come, until it is dropped.
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
    position: Position,
    length: Option<u64>,
    turn: Turn,
    tally: Arc<Mutex<Tally>>,
    meter: OnceLock<Meter>,
}

impl Bar {
    /// A bar for an input, which is drawn only if someone watches the console.
    pub fn new(input: &Input, console: &Console) -> Self {
        let shown = console.is_watched().then(|| {
            let path = input.origin.as_ref().map(|origin| origin.path.as_path());
            let (turn, tally) = console.turn(path, input.length());
            let name = path.map_or("standard input".to_owned(), |path| short(path, NAME_WIDTH));
            let line = Line {
                bar: visible(&name, turn),
                position: input.position(),
                length: input.length(),
                turn,
                tally,
                meter: OnceLock::new(),
            };
            Shown::new(Arc::new(line))
        });
        Self { shown }
    }

    /// Takes in how far the work has come. The first call is enough: what it is given goes on counting.
    pub fn show(&self, done: &Progress) {
        if let Some(shown) = &self.shown {
            let _ = shown.line.meter.set(done.meter.clone());
            if shown.painter.is_none() {
                shown.line.draw();
            }
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
            // Without a thread the line moves with the blocks.
            painter: painter.ok(),
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
        let mut tally = self.line.tally();
        if let Some(meter) = self.line.meter.get() {
            tally.text += meter.text_done();
            tally.games += meter.games_done();
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
        let meter = self.meter.get();
        let (found, done) = meter.map_or((0, 0), |meter| (meter.text_found(), meter.text_done()));
        let games = tally.games + meter.map_or(0, Meter::games_done);
        let text = tally.text + done;
        let elapsed = tally.started.elapsed().as_secs_f64();
        let mut message = format!("{} games  {}", grouped(games), speed(text, elapsed));
        let part = self
            .length
            .map(|length| part(self.position.get(), length, found, done));
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

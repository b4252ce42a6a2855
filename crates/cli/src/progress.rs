//! The progress bar: only where someone watches.

use crate::console::Console;
use crate::figures::grouped;
use crate::input::{Input, Position};
use archive::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

const MEASURED: &str = "{bar:24} {percent:>3} %  {msg}  {eta} left";
const ENDLESS: &str = "{spinner} {msg}  {elapsed}";

/// Shows how far the work on one input has come, until it is dropped.
pub struct Bar {
    bar: ProgressBar,
    position: Position,
    started: Instant,
}

impl Bar {
    /// A bar for an input, which nobody sees unless someone watches the console.
    pub fn new(input: &Input, console: &Console) -> Self {
        let bar = if console.is_watched() {
            visible(input.length())
        } else {
            ProgressBar::hidden()
        };
        Self {
            bar,
            position: input.position(),
            started: Instant::now(),
        }
    }

    /// Shows the progress.
    pub fn show(&self, done: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(self.position.get());
        self.bar.set_message(message(done, self.started.elapsed()));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn visible(length: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(5));
    let template = if length.is_some() { MEASURED } else { ENDLESS };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    // Blocks may take a second each; the clock goes on meanwhile.
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Games, speed and ratio.
fn message(done: &Progress, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(0.001);
    format!(
        "{} games  {} games/s  {:.1} MB/s  {:.2}x",
        grouped(done.games),
        grouped((done.games as f64 / seconds) as u64),
        done.text_bytes as f64 / seconds / 1e6,
        done.text_bytes as f64 / done.archive_bytes.max(1) as f64,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_speed_and_ratio() {
        let done = Progress {
            games: 12_000,
            text_bytes: 30_000_000,
            archive_bytes: 3_000_000,
        };
        assert_eq!(
            message(&done, Duration::from_secs(2)),
            "12,000 games  6,000 games/s  15.0 MB/s  10.00x"
        );
    }

    #[test]
    fn the_templates_are_sound() {
        for template in [MEASURED, ENDLESS] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}

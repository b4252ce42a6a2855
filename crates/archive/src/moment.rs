//! The clock, on machines that have one.
//!
//! Not part of the format.

use std::time::{Duration, Instant};

/// A moment, if there is a clock: WebAssembly without a system has none, and asking for the time would end the program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment(Option<Instant>);

impl Moment {
    pub fn now() -> Self {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Self(has_clock.then(Instant::now))
    }

    /// The time since then; without a clock none has passed.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

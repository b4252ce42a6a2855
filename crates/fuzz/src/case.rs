//! One case of a property, watched: a panic, too much memory and too much time are failures like any other.

use fuzz::Property;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// No case should need a second; a machine may be busy.
const MOST_TIME: Duration = Duration::from_secs(60);
/// Memory of the whole program, seeds included, in KiB. Inputs have less than 0.1 MB, models of a block some tens of MB.
const MOST_MEMORY: u64 = 600 << 10;

/// An input and what settles the rest.
#[derive(Clone)]
pub struct Case {
    pub input: Vec<u8>,
    pub choices: u64,
}

pub enum Verdict {
    Holds,
    Fails { case: Case, why: String },
}

/// A thread that checks one case after the other.
pub struct Worker {
    cases: Sender<Case>,
    verdicts: Receiver<Verdict>,
}

impl Worker {
    pub fn new(property: Property) -> Self {
        let (cases, todo) = channel::<Case>();
        let (done, verdicts) = channel();
        thread::spawn(move || {
            let panics = quiet_panics();
            for case in todo {
                if done.send(check(property, case, &panics)).is_err() {
                    break;
                }
            }
        });
        Self { cases, verdicts }
    }

    /// Waits for the verdict. A case that never ends leaves its thread behind, so no other may follow a failure.
    pub fn check(&self, case: Case) -> Verdict {
        let copy = case.clone();
        let fails = |why: String| Verdict::Fails { case: copy, why };
        if self.cases.send(case).is_err() {
            return fails("the thread is gone".into());
        }
        match self.verdicts.recv_timeout(MOST_TIME) {
            Ok(verdict) => verdict,
            Err(RecvTimeoutError::Timeout) => fails(format!("runs for more than {MOST_TIME:?}")),
            Err(RecvTimeoutError::Disconnected) => fails("the thread is gone".into()),
        }
    }
}

fn check(property: Property, case: Case, panics: &Mutex<String>) -> Verdict {
    let result = catch_unwind(AssertUnwindSafe(|| {
        property.check(&case.input, case.choices)
    }));
    let last_panic = || panics.lock().map(|text| text.clone()).unwrap_or_default();
    let why = match result {
        Err(_) => format!("panic: {}", last_panic()),
        Ok(Err(broken)) => {
            let panic = last_panic();
            if panic.is_empty() {
                broken.to_string()
            } else {
                format!("{broken}; the last panic was: {panic}")
            }
        }
        Ok(Ok(())) => match peak_memory() {
            Some(peak) if peak > MOST_MEMORY => format!("took {} MiB of memory", peak >> 10),
            _ => return Verdict::Holds,
        },
    };
    Verdict::Fails { case, why }
}

/// Keeps the text of the last panic instead of printing each: the archive catches those of its codec.
fn quiet_panics() -> Arc<Mutex<String>> {
    let last = Arc::new(Mutex::new(String::new()));
    let kept = Arc::clone(&last);
    std::panic::set_hook(Box::new(move |info| {
        if let Ok(mut text) = kept.lock() {
            *text = info.to_string().replace('\n', " ");
        }
    }));
    last
}

/// The most memory that this program has held, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

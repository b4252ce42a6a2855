//! What happens when the program is stopped: files and folders that must not stay behind are removed, and a live input is ended.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What the next signal sets, instead of ending the program.
static STOP: Mutex<Option<Stop>> = Mutex::new(None);
/// What is said when a signal ends the program.
static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

/// Says that the user wants a live input to end here.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<OnceLock<&'static str>>);

impl Stop {
    /// From now on, the first of the signals SIGINT, SIGTERM and SIGHUP is taken down here, and does not end the program.
    pub fn on_signal() -> Self {
        let stop = Self::default();
        *locked(&STOP) = Some(stop.clone());
        stop
    }

    /// The signal that has come.
    pub fn signal(&self) -> Option<&'static str> {
        self.0.get().copied()
    }

    /// From now on, every signal ends the program.
    pub fn release(&self) {
        *locked(&STOP) = None;
    }
}

/// What to say if a signal ends the program, or nothing.
pub fn say_when_stopped(words: Option<String>) {
    *locked(&LAST_WORDS) = words;
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    locked(&PENDING)
}

/// Makes a file or a folder that is removed if the program is stopped. No signal is acted on between the two.
pub fn watch<T, E>(path: &Path, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut pending = pending();
    let made = make()?;
    pending.push(path.to_path_buf());
    Ok(made)
}

/// Does something during which no signal is acted on.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _pending = pending();
    work()
}

/// Takes back [`watch`].
pub fn forget(path: &Path) {
    pending().retain(|watched| watched != path);
}

/// Removes what is pending, if that can be done at once: for a program that has no memory left.
pub fn remove_pending_files_at_once() {
    if let Ok(pending) = PENDING.try_lock() {
        remove(&pending);
    }
}

fn remove(pending: &[PathBuf]) {
    for path in pending {
        let _ = match path.is_dir() {
            true => std::fs::remove_dir_all(path),
            false => std::fs::remove_file(path),
        };
    }
}

/// Catches the signals that stop a program, removes what is pending, and lets the program end as the signal would have it.
///
/// This takes a thread. Where none can be had, signals do what they always do; then a file that has a temporary name stays
/// behind, and the next run in its folder removes it.
#[cfg(unix)]
pub fn remove_pending_files_when_stopped() {
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
        SIGXCPU, SIGXFSZ,
    };
    use signal_hook::{iterator::Signals, low_level::emulate_default_handler};
    use std::sync::mpsc;

    /// The thread does next to nothing.
    const STACK_BYTES: usize = 1 << 17;

    // Once the signal is caught, writing beyond a limit is an error like any other, which can be reported.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    let mut stopping = vec![
        SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
        SIGXCPU,
    ];
    let ignored = ignored();
    stopping.retain(|signal| !ignored(*signal));
    let (ready, started) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let spawned = thread.spawn(move || {
        // Not before there is a thread: a signal that is caught and not attended to would be lost.
        let mut signals = Signals::new(stopping);
        let _ = ready.send(());
        for signal in signals.iter_mut().flat_map(Signals::forever) {
            let name = match signal {
                SIGINT => Some("SIGINT"),
                SIGTERM => Some("SIGTERM"),
                SIGHUP => Some("SIGHUP"),
                _ => None,
            };
            let stop = name.and_then(|name| Some((name, locked(&STOP).take()?)));
            if let Some((name, stop)) = stop {
                let _ = stop.0.set(name);
                continue;
            }
            if let Some(words) = locked(&LAST_WORDS).take() {
                eprintln!("{words}");
            }
            // The lock stays held, so that no more files appear.
            let pending = pending();
            remove(&pending);
            let _ = emulate_default_handler(signal);
        }
    });
    if spawned.is_ok() {
        let _ = started.recv();
    }
}

/// Other systems have no such signals.
#[cfg(not(unix))]
pub fn remove_pending_files_when_stopped() {}

/// Which signals the program was started to ignore, as `nohup` has it: they stay ignored. Without a way to tell, only the
/// signal that `nohup` is for counts as ignored.
#[cfg(unix)]
fn ignored() -> impl Fn(i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let mask = status.and_then(|status| {
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    move |signal| match mask {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}

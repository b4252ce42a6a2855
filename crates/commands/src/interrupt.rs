//! Files that must not stay behind when the program is stopped.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a file that is removed if the program is stopped. No signal is acted on between the two.
pub fn watch<T, E>(path: &Path, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut pending = pending();
    let made = make()?;
    pending.push(path.to_path_buf());
    Ok(made)
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
        let _ = std::fs::remove_file(path);
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
    use std::sync::{Arc, mpsc};

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

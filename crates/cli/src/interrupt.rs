//! Files that must not stay behind when the program is stopped.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the file removed if the program is stopped.
pub fn watch(path: &Path) {
    pending().push(path.to_path_buf());
}

/// Takes back [`watch`].
pub fn forget(path: &Path) {
    pending().retain(|watched| watched != path);
}

/// Catches the signals that stop a program, removes what is pending, and lets the program end as the signal would have it.
#[cfg(unix)]
pub fn remove_pending_files_when_stopped() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{iterator::Signals, low_level::emulate_default_handler};

    let stopping = [SIGINT, SIGTERM, SIGHUP];
    let Ok(mut signals) = Signals::new(stopping.into_iter().filter(|&signal| !is_ignored(signal)))
    else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // The lock stays held, so that no more files appear.
            let pending = pending();
            for path in pending.iter() {
                let _ = std::fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    });
}

/// Other systems have no such signals.
#[cfg(not(unix))]
pub fn remove_pending_files_when_stopped() {}

/// Whether the program was started with the signal ignored, as `nohup` does: then it stays ignored. Without a way to tell,
/// only the signal that `nohup` is for counts as ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mask = std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(line.trim(), 16).ok()
        });
    match mask {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}

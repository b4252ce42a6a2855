//! The end of the interpreter.
//!
//! When Python 3.13 or older ends, it ends every other thread that waits for the interpreter, in the middle of what the thread is doing. Where
//! that is a call from Rust, the process is aborted. So calls that have begun are waited for, and no others begin.

use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The number of calls that are going on, on all threads.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Whether the interpreter is about to end.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// How long the end waits for calls: a file object may wait for a network.
const PATIENCE: Duration = Duration::from_secs(5);

thread_local! {
    /// Whether the interpreter ends on this thread, which may call it until then.
    static ENDS_HERE: Cell<bool> = const { Cell::new(false) };
}

/// Counts a call while it exists.
struct Going;

impl Going {
    fn begin() -> Self {
        CALLS.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        // Where a call has forked, the child counts from 0.
        let less = |calls: usize| Some(calls.saturating_sub(1));
        let _ = CALLS.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
    }
}

/// Calls Python code from any thread; `None` if the interpreter is ending or has ended.
pub fn attached<T>(act: impl FnOnce(Python<'_>) -> T) -> Option<T> {
    let _going = Going::begin();
    if IS_ENDING.load(Ordering::SeqCst) && !ENDS_HERE.get() {
        return None;
    }
    Python::try_attach(act)
}

/// Waits for the calls of other threads before the interpreter ends.
#[pyfunction]
pub fn wait_for_calls(py: Python<'_>) -> PyResult<()> {
    ENDS_HERE.set(true);
    IS_ENDING.store(true, Ordering::SeqCst);
    let until = Instant::now() + PATIENCE;
    while CALLS.load(Ordering::SeqCst) > 0 && Instant::now() < until {
        // They need the interpreter.
        py.detach(|| thread::sleep(Duration::from_millis(5)));
        py.check_signals()?;
    }
    Ok(())
}

/// Forgets the calls of threads that a child process does not have.
#[pyfunction]
pub fn forget_calls() {
    CALLS.store(0, Ordering::SeqCst);
}

/// Registers what has to happen at the end, and in child processes.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let wait = wrap_pyfunction!(wait_for_calls, module)?;
    py.import("atexit")?.call_method1("register", (wait,))?;
    // Windows has no forks.
    if let Ok(at_fork) = py.import("os")?.getattr("register_at_fork") {
        let options = pyo3::types::PyDict::new(py);
        options.set_item("after_in_child", wrap_pyfunction!(forget_calls, module)?)?;
        at_fork.call((), Some(&options))?;
    }
    Ok(())
}

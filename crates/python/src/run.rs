//! Work on a thread of its own: Ctrl-C ends the wait for it at once, and the work as soon as it can be ended.

use crate::error;
use crate::games::PATIENCE;
use pgnz::{Error, Progress};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::CString;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Whether nobody waits for the work any more. Sources and destinations look at it, so that no more is read and written then.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// An error if nobody waits any more.
    pub fn check(&self) -> io::Result<()> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(io::Error::other(Error::cancelled())),
            false => Ok(()),
        }
    }

    /// Breaks off if nobody waits any more.
    pub fn flow(&self) -> ControlFlow<()> {
        match self.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The flag, for a search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// Sets the flag when the wait ends, however it ends.
struct Wait(Stop);

impl Drop for Wait {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

enum Event<T> {
    Progress(Progress),
    Warning(String),
    Done(T),
}

/// Tells the waiting thread of progress and warnings; without a callback for progress it only says whether anybody waits.
pub struct Teller {
    stop: Stop,
    ask: Option<Box<dyn Fn(Progress) -> ControlFlow<()> + Send>>,
    warn: Box<dyn Fn(String) + Send>,
}

impl Teller {
    pub fn tell(&self, progress: &Progress) -> ControlFlow<()> {
        match &self.ask {
            _ if self.stop.flow().is_break() => ControlFlow::Break(()),
            Some(ask) => ask(progress.clone()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Makes a `UserWarning`.
    pub fn warn(&self, what: String) {
        (self.warn)(what);
    }
}

/// Does the work, and calls `callback` on this thread. An exception of the callback or of Ctrl-C is raised at once.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: Stop,
    callback: Option<&Py<PyAny>>,
    work: impl FnOnce(&Teller) -> T + Send + 'static,
) -> PyResult<T> {
    let wait = Wait(stop);
    let (sender, events) = mpsc::channel();
    let (answer, answers) = mpsc::channel();
    let teller = Teller {
        stop: wait.0.clone(),
        ask: callback.map(|_| asking(sender.clone(), answers)),
        warn: warning(sender.clone()),
    };
    let work = move || {
        let done = work(&teller);
        drop(teller);
        // Nobody may wait.
        let _ = sender.send(Event::Done(done));
    };
    let thread = thread::Builder::new().name("pgnz".to_owned()).spawn(work);
    thread.map_err(|error| error::of(Error::system("a thread cannot be started", error)))?;
    let events = Mutex::new(events);
    loop {
        let event = py.detach(|| {
            let events = events.lock().unwrap_or_else(PoisonError::into_inner);
            events.recv_timeout(PATIENCE)
        });
        match event {
            Ok(Event::Done(done)) => return Ok(done),
            Ok(Event::Progress(progress)) => {
                py.check_signals()?;
                if let Some(callback) = callback {
                    callback.call1(py, (facts(py, &progress)?,))?;
                }
                let _ = answer.send(ControlFlow::Continue(()));
            }
            Ok(Event::Warning(what)) => {
                let what = CString::new(what.replace('\0', "?")).unwrap_or_default();
                PyErr::warn(py, &py.get_type::<PyUserWarning>(), &what, 1)?;
            }
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                let what = io::Error::other("it has panicked");
                let what = Error::system("a thread ended before its work was done", what);
                return Err(error::of(what));
            }
        }
    }
}

/// Sends progress to the thread that waits, and waits for its answer.
fn asking<T: Send + 'static>(
    sender: Sender<Event<T>>,
    answers: Receiver<ControlFlow<()>>,
) -> Box<dyn Fn(Progress) -> ControlFlow<()> + Send> {
    Box::new(
        move |progress| match sender.send(Event::Progress(progress)) {
            Ok(()) => answers.recv().unwrap_or(ControlFlow::Break(())),
            Err(_) => ControlFlow::Break(()),
        },
    )
}

/// Sends warnings to the thread that waits.
fn warning<T: Send + 'static>(sender: Sender<Event<T>>) -> Box<dyn Fn(String) + Send> {
    Box::new(move |what| {
        // Nobody may wait.
        let _ = sender.send(Event::Warning(what));
    })
}

fn facts<'py>(py: Python<'py>, progress: &Progress) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("games", progress.games)?;
    facts.set_item("text_bytes", progress.text_bytes)?;
    facts.set_item("archive_bytes", progress.archive_bytes)?;
    Ok(facts)
}

/// A source that is read no further when nobody waits any more.
#[derive(Clone)]
pub struct Stopping<R> {
    pub source: R,
    pub stop: Stop,
}

impl<R: Read> Read for Stopping<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.stop.check()?;
        self.source.read(out)
    }
}

impl<R: Seek> Seek for Stopping<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.source.seek(to)
    }
}

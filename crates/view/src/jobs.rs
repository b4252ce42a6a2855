//! Work that takes longer than a request: it goes on while somebody asks, and stops when nobody does.
//!
//! A job looks at the games of the archive one after the other and makes something of them. Whoever asks gets what there is so far. Of the
//! jobs of one kind only the one that was asked for last works; another that is asked for again goes on where it was stopped.
//!
//! It works on a thread of its own, or, where there are none, takes a turn each time that somebody asks.

use pgnz::{Error, ErrorKind};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// So many jobs of one kind are remembered.
const KEPT: usize = 6;
/// A job stops if nobody has asked for so long. Pages ask several times a second.
const PATIENCE: Duration = Duration::from_secs(10);

/// Jobs of one kind, those asked for last at the end.
pub(crate) struct Jobs<T>(Mutex<Vec<(String, Arc<Job<T>>)>>);

/// A job and what it has made so far.
pub(crate) struct Job<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

/// How far a job is.
pub(crate) struct State<T> {
    /// What was made of the games before `next`.
    pub made: T,
    /// The number of games that were looked at.
    pub next: u64,
    /// Whether there is nothing more to do.
    pub is_done: bool,
    /// Why it cannot go on.
    pub error: Option<String>,
    is_working: bool,
    stop: Arc<AtomicBool>,
    /// When it was asked for last. A job that works in turns has no clock.
    asked: Option<Instant>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Default for Jobs<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Default + Send + 'static> Jobs<T> {
    /// The job of this name, which works from now on. `work` starts where the job is; it gets a flag that tells it to stop.
    pub fn ask(
        &self,
        name: &str,
        work: impl FnOnce(&Job<T>, Arc<AtomicBool>) -> Result<(), Error> + Send + 'static,
    ) -> Arc<Job<T>> {
        let job = self.latest(name);
        start(&job, work);
        job
    }

    /// The same where there are no threads: `turn` does a part of the work and says whether that was all. What it adds stays even if it fails
    /// afterwards; an error ends this turn only.
    pub fn turn(
        &self,
        name: &str,
        turn: impl FnOnce(&Job<T>) -> Result<bool, Error>,
    ) -> Result<Arc<Job<T>>, Error> {
        let job = self.latest(name);
        if !job.look(|state| state.is_done) {
            locked(&job.state).stop = Arc::default();
            let is_done = turn(&job)?;
            locked(&job.state).is_done = is_done;
        }
        Ok(job)
    }

    /// The job of this name, which is the latest from now on: the others are stopped.
    fn latest(&self, name: &str) -> Arc<Job<T>> {
        let mut jobs = locked(&self.0);
        let known = jobs.iter().position(|(other, _)| other == name);
        let job = match known {
            Some(at) => jobs.remove(at).1,
            None => Arc::new(Job::new()),
        };
        for (_, other) in jobs.iter() {
            other.stop();
        }
        jobs.push((name.to_owned(), job.clone()));
        if jobs.len() > KEPT {
            jobs.remove(0);
        }
        job
    }
}

/// Has a thread work on a job, unless one does or there is nothing more to do.
fn start<T: Send + 'static>(
    job: &Arc<Job<T>>,
    work: impl FnOnce(&Job<T>, Arc<AtomicBool>) -> Result<(), Error> + Send + 'static,
) {
    let mut state = locked(&job.state);
    state.asked = Some(Instant::now());
    if state.is_working || state.is_done || state.error.is_some() {
        return;
    }
    state.is_working = true;
    state.stop = Arc::default();
    let stop = state.stop.clone();
    drop(state);
    let mine = job.clone();
    let spawned = thread::Builder::new().spawn(move || {
        let done = work(&mine, stop);
        mine.end(done);
    });
    if let Err(error) = spawned {
        job.end(Err(Error::system("no thread can be started", error)));
    }
}

impl<T: Default> Job<T> {
    fn new() -> Self {
        let state = State {
            made: T::default(),
            next: 0,
            is_done: false,
            error: None,
            is_working: false,
            stop: Arc::default(),
            asked: None,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }
}

impl<T> Job<T> {
    /// Adds what was made of the next games, and says whether to go on.
    pub fn add(&self, games: u64, add: impl FnOnce(&mut T)) -> ControlFlow<()> {
        let mut state = locked(&self.state);
        // Another thread may work on it by now.
        if state.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        add(&mut state.made);
        state.next += games;
        self.changed.notify_all();
        if state.asked.is_some_and(|asked| asked.elapsed() > PATIENCE) {
            state.stop.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Replaces what was made, and says whether to go on: for work that starts from the beginning each time.
    pub fn put(&self, next: u64, made: T) -> ControlFlow<()> {
        locked(&self.state).next = 0;
        self.add(next, |old| *old = made)
    }

    /// Looks at it.
    pub fn look<O>(&self, look: impl FnOnce(&State<T>) -> O) -> O {
        look(&locked(&self.state))
    }

    /// Waits until there is enough, nothing more comes, or the time is up.
    pub fn wait(&self, time: Duration, is_enough: impl Fn(&State<T>) -> bool) {
        let state = locked(&self.state);
        let waits = |state: &mut State<T>| state.is_working && !is_enough(state);
        drop(self.changed.wait_timeout_while(state, time, waits));
    }

    fn stop(&self) {
        locked(&self.state).stop.store(true, Ordering::Relaxed);
    }

    fn end(&self, done: Result<(), Error>) {
        let mut state = locked(&self.state);
        state.is_working = false;
        match done {
            Ok(()) => state.is_done = !state.stop.load(Ordering::Relaxed),
            Err(error) if error.kind() == ErrorKind::Cancelled => {}
            Err(error) => state.error = Some(error.to_string()),
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts to 100, and waits for a while at each number.
    fn count(job: &Job<Vec<u64>>, _: Arc<AtomicBool>) -> Result<(), Error> {
        let from = job.look(|state| state.next);
        for number in from..100 {
            if job.add(1, |made| made.push(number)).is_break() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    #[test]
    fn a_job_that_another_one_stopped_goes_on_where_it_was() {
        let jobs = Jobs::<Vec<u64>>::default();
        let long = Duration::from_secs(60);
        let first = jobs.ask("first", count);
        first.wait(long, |state| state.next > 3);
        let second = jobs.ask("second", count);
        second.wait(long, |_| false);
        assert!(second.look(|state| state.is_done));
        first.wait(long, |_| false);
        assert!(!first.look(|state| state.is_done));
        while !first.look(|state| state.is_done) {
            jobs.ask("first", count).wait(long, |_| false);
        }
        let all: Vec<u64> = (0..100).collect();
        assert!(first.look(|state| state.made == all));
    }

    #[test]
    fn work_in_turns_goes_on_after_an_error() {
        let jobs = Jobs::<Vec<u64>>::default();
        let turn = |job: &Job<Vec<u64>>| {
            let next = job.look(|state| state.next);
            let _ = job.add(1, |made| made.push(next));
            match next {
                1 => Err(Error::argument("not yet")),
                next => Ok(next == 3),
            }
        };
        assert!(jobs.turn("other", turn).is_ok());
        for is_ok in [true, false, true, true] {
            assert_eq!(jobs.turn("first", turn).is_ok(), is_ok);
        }
        let job = jobs.turn("first", |_| panic!("all is done")).unwrap();
        assert!(job.look(|state| state.is_done && state.made == [0, 1, 2, 3]));
    }

    #[test]
    fn an_error_is_kept_and_only_so_many_jobs_are() {
        let jobs = Jobs::<Vec<u64>>::default();
        let fail = |_: &Job<Vec<u64>>, _| Err(Error::argument("gone"));
        let job = jobs.ask("bad", fail);
        job.wait(Duration::from_secs(60), |_| false);
        assert!(job.look(|state| state.error.as_ref().unwrap().contains("gone")));
        for name in 0..20 {
            jobs.ask(&name.to_string(), |_, _| Ok(()));
        }
        assert_eq!(locked(&jobs.0).len(), KEPT);
    }
}

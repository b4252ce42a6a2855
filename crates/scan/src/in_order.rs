//! Work that several threads share, and whose results come back in the order in which it was given out.
//!
//! This is the only place that starts threads to read games. Where the system permits fewer of them than were asked for, those that started
//! do the work; where it permits none, the calling thread does. No more pieces are under way than twice the threads: one for each to
//! work on, and one to be ready. A thread waits while too many results of its piece are not taken. So memory does not grow with the work.

use archive::Error;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};
use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

/// The largest number of threads for one run.
const MOST_THREADS: usize = 1024;

/// How long a caller waits at a time who has nothing else to do.
const LONG: Duration = Duration::from_secs(3600);

/// How many threads are meant: 0 stands for one for each core, and there are at most 1024.
#[must_use]
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, usize::from),
        asked => asked.min(MOST_THREADS),
    }
}

/// What the calling thread hears of a piece.
enum Message<R> {
    Result(R),
    End,
    Failed(Error),
}

/// A piece of work, and where its results go.
struct Piece<W, R> {
    work: W,
    results: Sender<Message<R>>,
}

/// Where the results of a piece of work go.
pub struct Outlet<'a, R> {
    results: &'a Sender<Message<R>>,
    stop: &'a AtomicBool,
}

impl<R> Outlet<'_, R> {
    /// Gives a result, and waits while too many are not taken. Returns whether more are wanted.
    pub fn give(&self, result: R) -> bool {
        self.results.send(Message::Result(result)).is_ok()
    }

    /// Whether no more results are wanted. Work that may take long without a result asks this from time to time.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What is done with a piece; returns false if the thread must not go on.
type Worker<'a, W, R> = Box<dyn FnMut(Piece<W, R>) -> bool + Send + 'a>;
/// All that a thread does.
type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Starts a thread for a task, if the system permits it.
type Spawn<'a> = Box<dyn FnMut(Task<'a>) -> io::Result<()> + Send + 'a>;
/// Starts one more thread that takes pieces; the worker for the calling thread where that is not possible.
type Start<'a, W, R> = Box<dyn FnMut() -> Result<(), Worker<'a, W, R>> + Send + 'a>;

/// Gives out pieces of work, and takes their results back in order.
pub struct InOrder<'a, W, R> {
    start: Start<'a, W, R>,
    /// The calling thread's own worker, if no thread could be started.
    own: Option<Worker<'a, W, R>>,
    pieces: Sender<Piece<W, R>>,
    /// The results of the pieces that are under way.
    waiting: VecDeque<Receiver<Message<R>>>,
    threads: usize,
    started: usize,
    /// Results of a piece that may wait.
    held: usize,
    stop: Arc<AtomicBool>,
}

/// What comes next of the work that was given out.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<R> {
    /// A result.
    Result(R),
    /// The oldest piece is done.
    EndOfPiece,
    /// Nothing has come within the time.
    NotYet,
    /// Nothing is under way.
    Nothing,
}

/// Runs `main`, which gives out work and takes results, beside threads that do the work: at most `count` of them, each with a state of its
/// own, which `begin` makes. Of each piece, `held` results may wait to be taken.
///
/// # Errors
///
/// That of `main`.
///
/// ```
/// use std::ops::ControlFlow;
///
/// let mut found = Vec::new();
/// let work = |(): &mut (), number: u32, outlet: &scan::Outlet<'_, u32>| {
///     outlet.give(2 * number);
///     Ok(())
/// };
/// scan::share(2, 1, || (), &work, |order| {
///     let mut numbers = 0..4;
///     order.drive::<archive::Error>(&mut || Ok(numbers.next()), &mut |result| {
///         found.push(result);
///         Ok(ControlFlow::Continue(()))
///     })
/// })?;
/// assert_eq!(found, [0, 2, 4, 6]);
/// # Ok::<(), archive::Error>(())
/// ```
pub fn share<'env, W: Send + 'env, R: Send + 'env, S: Send + 'env, T, E>(
    count: usize,
    held: usize,
    begin: impl FnMut() -> S + Send + 'env,
    work: &'env (impl Fn(&mut S, W, &Outlet<'_, R>) -> Result<(), Error> + Sync),
    main: impl FnOnce(&mut InOrder<'_, W, R>) -> Result<T, E>,
) -> Result<T, E> {
    thread::scope(|scope| {
        let mut order = InOrder::new(count, held, begin, work, in_scope(scope));
        main(&mut order)
    })
}

fn in_scope<'scope>(scope: &'scope Scope<'scope, '_>) -> Spawn<'scope> {
    Box::new(move |task| named().spawn_scoped(scope, task).map(drop))
}

fn named() -> Builder {
    Builder::new().name("pgnz".to_owned())
}

impl<W: Send + 'static, R: Send + 'static> InOrder<'static, W, R> {
    /// Like [`share`], for callers that take results as it suits them. The threads end when this is dropped.
    pub(crate) fn detached<S: Send + 'static>(
        count: usize,
        held: usize,
        begin: impl FnMut() -> S + Send + 'static,
        work: impl Fn(&mut S, W, &Outlet<'_, R>) -> Result<(), Error> + Send + Sync + 'static,
    ) -> Self {
        let spawn = |task: Task<'static>| named().spawn(task).map(drop);
        Self::new(count, held, begin, work, Box::new(spawn))
    }
}

impl<'a, W: Send + 'a, R: Send + 'a> InOrder<'a, W, R> {
    fn new<S: Send + 'a>(
        threads: usize,
        held: usize,
        mut begin: impl FnMut() -> S + Send + 'a,
        work: impl Fn(&mut S, W, &Outlet<'_, R>) -> Result<(), Error> + Send + Sync + 'a,
        mut spawn: Spawn<'a>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (work, is_over) = (Arc::new(work), stop.clone());
        let mut hire = move || -> Worker<'a, W, R> {
            let (mut state, work, stop) = (begin(), work.clone(), is_over.clone());
            Box::new(move |piece| {
                let (results, stop) = (&piece.results, &*stop);
                let outlet = Outlet { results, stop };
                let done = AssertUnwindSafe(|| work(&mut state, piece.work, &outlet));
                let done = catch_unwind(done).unwrap_or_else(|_| Err(panicked()));
                let goes_on = done.is_ok();
                // Nobody waits for it after an error, or when enough has been found.
                let _ = piece.results.send(match done {
                    Ok(()) => Message::End,
                    Err(error) => Message::Failed(error),
                });
                goes_on
            })
        };
        let (pieces, todo) = unbounded::<Piece<W, R>>();
        let is_over = stop.clone();
        let start = move || {
            let (mut worker, todo, stop) = (hire(), todo.clone(), is_over.clone());
            let task = move || {
                for piece in todo {
                    if stop.load(Ordering::Relaxed) || !worker(piece) {
                        return;
                    }
                }
            };
            spawn(Box::new(task)).map_err(|_| hire())
        };
        Self {
            start: Box::new(start),
            own: None,
            pieces,
            waiting: VecDeque::new(),
            threads: threads.max(1),
            started: 0,
            held,
            stop,
        }
    }
}

impl<W, R> InOrder<'_, W, R> {
    /// Whether as much is under way as may be: results are to be taken before more work is given out.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= 2 * self.threads
    }

    /// Gives out a piece of work.
    pub fn give(&mut self, work: W) {
        if self.own.is_none() && self.started < self.threads.min(self.waiting.len() + 1) {
            match (self.start)() {
                Ok(()) => self.started += 1,
                // Those that started do the work; without any, this one does.
                Err(own) => {
                    self.threads = self.started.max(1);
                    self.own = Some(own).filter(|_| self.started == 0);
                }
            }
        }
        // There is room for all results of the calling thread, which cannot wait for itself.
        let (results, taken) = match self.own {
            Some(_) => unbounded(),
            None => bounded(self.held),
        };
        let piece = Piece { work, results };
        match &mut self.own {
            Some(own) => _ = own(piece),
            // This has a receiver itself.
            None => _ = self.pieces.send(piece),
        }
        self.waiting.push_back(taken);
    }

    /// What comes next, if it comes within this time.
    ///
    /// # Errors
    ///
    /// That of the work, or that it has panicked. Nothing comes after an error.
    pub fn next_within(&mut self, wait: Duration) -> Result<Next<R>, Error> {
        let Some(oldest) = self.waiting.front() else {
            return Ok(Next::Nothing);
        };
        // First what is there already: where there are no threads, everything is, and there may be no clock to wait by.
        let next = match oldest.try_recv() {
            Err(TryRecvError::Empty) => oldest.recv_timeout(wait),
            Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
            Ok(message) => Ok(message),
        };
        match next {
            Ok(Message::Result(result)) => Ok(Next::Result(result)),
            Ok(Message::End) => {
                self.waiting.pop_front();
                Ok(Next::EndOfPiece)
            }
            Err(RecvTimeoutError::Timeout) => Ok(Next::NotYet),
            Ok(Message::Failed(error)) => Err(self.fail(error)),
            Err(RecvTimeoutError::Disconnected) => Err(self.fail(panicked())),
        }
    }

    fn fail(&mut self, error: Error) -> Error {
        self.stop.store(true, Ordering::Relaxed);
        self.waiting.clear();
        error
    }

    /// Passes the results of the oldest piece to `take`. Does nothing if nothing is under way.
    fn take_piece<E: From<Error>>(&mut self, take: &mut Take<'_, R, E>) -> Result<GoOn, E> {
        loop {
            match self.next_within(LONG)? {
                Next::Result(result) => {
                    if take(result)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Next::EndOfPiece | Next::Nothing => return Ok(ControlFlow::Continue(())),
                Next::NotYet => {}
            }
        }
    }

    /// Gives out a piece of work, after passing as many results to `take` as there must be room for.
    ///
    /// # Errors
    ///
    /// That of the work or of `take`.
    pub fn pass<E: From<Error>>(&mut self, work: W, take: &mut Take<'_, R, E>) -> Result<GoOn, E> {
        while self.is_full() {
            if self.take_piece(take)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.give(work);
        Ok(ControlFlow::Continue(()))
    }

    /// Passes all results that are still to come to `take`.
    ///
    /// # Errors
    ///
    /// That of the work or of `take`.
    pub fn finish<E: From<Error>>(&mut self, take: &mut Take<'_, R, E>) -> Result<(), E> {
        while !self.waiting.is_empty() && self.take_piece(take)?.is_continue() {}
        Ok(())
    }

    /// Gives out the work that `next` has, and passes the results to `take`, until there is no more or `take` has had enough.
    ///
    /// # Errors
    ///
    /// That of `next`, of the work or of `take`.
    pub fn drive<E: From<Error>>(
        &mut self,
        next: &mut dyn FnMut() -> Result<Option<W>, E>,
        take: &mut Take<'_, R, E>,
    ) -> Result<(), E> {
        while let Some(work) = next()? {
            if self.pass(work, take)?.is_break() {
                return Ok(());
            }
        }
        self.finish(take)
    }
}

/// Whether to go on.
type GoOn = ControlFlow<()>;

/// Takes a result; breaks off when it has had enough.
type Take<'a, R, E> = dyn FnMut(R) -> Result<GoOn, E> + 'a;

impl<W, R> Drop for InOrder<'_, W, R> {
    /// What is not begun is left; what is under way ends soon.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn panicked() -> Error {
    let error = io::Error::other("it has panicked");
    Error::system("a thread ended before its work was done", error)
}

#[cfg(test)]
mod tests;

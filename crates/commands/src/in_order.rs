//! Work that several threads share, and whose results come back in the order in which it was given out.
//!
//! This is the only place of the program that starts threads for work. Where the system permits fewer of them than were asked for, those
//! that started do the work; where it permits none, the calling thread does. No more pieces are on their way than twice the threads: one
//! for each to work on, and one to be ready for. So memory does not grow with the work.

use anyhow::{Result, anyhow};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::collections::VecDeque;
use std::thread::{self, Builder};

/// Gives out pieces of work, and takes their results back in order.
pub struct InOrder<'a, W, R> {
    workers: Workers<'a, W, R>,
    waiting: VecDeque<Receiver<Result<R>>>,
    most: usize,
}

/// Who does the work.
enum Workers<'a, W, R> {
    Threads(Sender<Piece<W, R>>),
    /// This thread, since no other could be started.
    Caller(Box<dyn FnMut(W) -> Result<R> + 'a>),
}

/// A piece of work, and where its result goes.
struct Piece<W, R> {
    work: W,
    back: Sender<Result<R>>,
}

/// Runs `main`, which gives out work and takes results, beside threads that do the work. Each thread begins with a state of its own.
/// Returns what `main` does, and the states of all threads.
///
/// # Errors
///
/// That of `main`, or that a thread has panicked.
pub fn share<W: Send, R: Send, S: Send, T>(
    threads: usize,
    begin: &(dyn Fn() -> S + Sync),
    work: &(dyn Fn(&mut S, W) -> Result<R> + Sync),
    main: impl FnOnce(&mut InOrder<'_, W, R>) -> Result<T>,
) -> Result<(T, Vec<S>)> {
    let (pieces, todo) = bounded(0);
    thread::scope(|scope| {
        let mut started = Vec::new();
        for _ in 0..threads {
            let todo: Receiver<Piece<W, R>> = todo.clone();
            let run = move || {
                let mut state = begin();
                for piece in todo {
                    // Nobody waits for it after an error, or when enough has been found.
                    let _ = piece.back.send(work(&mut state, piece.work));
                }
                state
            };
            match Builder::new().spawn_scoped(scope, run) {
                Ok(thread) => started.push(thread),
                Err(_) => break,
            }
        }
        drop(todo);
        let mut own = started.is_empty().then(begin);
        let workers = match own.as_mut() {
            Some(state) => Workers::Caller(Box::new(|piece| work(state, piece))),
            None => Workers::Threads(pieces),
        };
        let mut order = InOrder {
            workers,
            waiting: VecDeque::new(),
            most: 2 * started.len().max(1),
        };
        let done = main(&mut order);
        // The threads find no more work.
        drop(order);
        let joined: Vec<_> = started.into_iter().map(|thread| thread.join()).collect();
        let joined: Result<Vec<S>, _> = joined.into_iter().collect();
        let mut states = joined.map_err(|_| anyhow!("a thread has panicked"))?;
        states.extend(own);
        Ok((done?, states))
    })
}

/// How many threads are meant; 0 stands for one on each core.
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}

impl<W, R> InOrder<'_, W, R> {
    /// Whether as much is on its way as may be: a result is to be taken before more work is given out.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= self.most
    }

    /// Gives out a piece of work; waits until a thread takes it.
    ///
    /// # Errors
    ///
    /// Every thread has panicked.
    pub fn give(&mut self, work: W) -> Result<()> {
        let (back, result) = bounded(1);
        match &mut self.workers {
            Workers::Threads(pieces) => {
                let given = pieces.send(Piece { work, back });
                given.map_err(|_| anyhow!("no thread is left to do the work"))?;
            }
            // There is room for one result.
            Workers::Caller(done) => _ = back.send(done(work)),
        }
        self.waiting.push_back(result);
        Ok(())
    }

    /// The result of the oldest piece that is on its way; `None` where there is none.
    ///
    /// # Errors
    ///
    /// That of the work, or that its thread has panicked.
    pub fn take(&mut self) -> Result<Option<R>> {
        let Some(result) = self.waiting.pop_front() else {
            return Ok(None);
        };
        let result = result.recv();
        result
            .map_err(|_| anyhow!("a thread ended before its work was done"))?
            .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_work_and_the_first_error_in_its_place() {
        // Without threads the caller does the work.
        for threads in 0..4 {
            let mut found = Vec::new();
            let work = |done: &mut u32, work: u32| {
                *done += 1;
                match work {
                    70 => Err(anyhow!("seventy")),
                    work => Ok(2 * work),
                }
            };
            let done = share(threads, &|| 0, &work, |order| {
                for work in 0..100 {
                    if order.is_full() {
                        found.extend(order.take()?);
                    }
                    order.give(work)?;
                }
                unreachable!("the seventieth fails before all has been given out")
            });
            let error = done.map(|((), _)| ()).unwrap_err().to_string();
            assert_eq!(error, "seventy");
            assert_eq!(found, (0..70).map(|n| 2 * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn each_thread_has_a_state_and_all_work_is_in_one_of_them() {
        for threads in 0..4 {
            let count = |done: &mut u32, (): ()| {
                *done += 1;
                Ok(())
            };
            let ((), states) = share(threads, &|| 0, &count, |order| {
                for _ in 0..50 {
                    if order.is_full() {
                        order.take()?;
                    }
                    order.give(())?;
                }
                while order.take()?.is_some() {}
                Ok(())
            })
            .unwrap();
            assert_eq!(states.len(), threads.max(1));
            assert_eq!(states.into_iter().sum::<u32>(), 50);
        }
    }
}

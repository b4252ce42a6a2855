//! The threads of a run, which help one another: who has no block to work on takes a share of another's.
//!
//! Not part of the format. What is made does not depend on how many threads there are.

use crate::meter;
use crossbeam_channel::{Receiver, unbounded};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// The threads and the memory of a run that nobody uses.
pub(crate) struct Workers {
    free: Mutex<Free>,
}

#[derive(Clone, Copy, Default)]
struct Free {
    /// Below 0 for a moment when a block comes while all threads are in use.
    threads: isize,
    bytes: u64,
}

impl Workers {
    /// Nobody but the calling thread.
    pub fn alone() -> Self {
        Self::new(0, 0)
    }

    /// So many threads, none of which has work, and so many bytes of memory.
    pub fn new(threads: usize, bytes: u64) -> Self {
        let threads = isize::try_from(threads).unwrap_or(isize::MAX);
        Self {
            free: Mutex::new(Free { threads, bytes }),
        }
    }

    /// Memory that is free.
    pub fn free_bytes(&self) -> u64 {
        self.look().bytes
    }

    /// Takes memory, or all that is left, and says how much.
    pub fn take_bytes(&self, bytes: u64) -> u64 {
        self.change(|free| {
            let taken = bytes.min(free.bytes);
            free.bytes -= taken;
            taken
        })
    }

    /// Gives memory back that was taken.
    pub fn give_bytes(&self, bytes: u64) {
        self.change(|free| free.bytes += bytes);
    }

    /// Does a thread's own work: meanwhile it is not free to help.
    pub fn busy<T>(&self, work: impl FnOnce() -> T) -> T {
        self.change(|free| free.threads -= 1);
        let _permit = Permit {
            workers: self,
            bytes: 0,
        };
        work()
    }

    /// Does two things and gives what they made: both at once if a thread is free.
    pub fn both<A: Send, B>(
        &self,
        beside: impl FnOnce() -> A + Send,
        here: impl FnOnce() -> B,
    ) -> (A, B) {
        let Some(permit) = self.acquire(0) else {
            return (beside(), here());
        };
        let job = meter::job();
        let task = Mutex::new(Some(beside));
        let take = || task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let run = move || {
            let _permit = permit;
            meter::work_on(job, || take().map(|beside| beside()))
        };
        thread::scope(|scope| {
            let helper = Builder::new().spawn_scoped(scope, run);
            let made = here();
            let beside = match helper.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(beside)) => beside,
                Ok(Err(panic)) => resume_unwind(panic),
                Err(_) => None,
            };
            // The system permitted no thread.
            let beside = beside.or_else(|| take().map(|beside| beside()));
            #[allow(clippy::expect_used, reason = "the task was done here or there")]
            (beside.expect("one of both threads has done the task"), made)
        })
    }

    /// Does tasks of these numbers from 0, on this thread and on those that are free whenever it begins one. What they made goes to `take`
    /// on this thread, in order; after an error of `take`, no further task is begun.
    ///
    /// Each thread works with a state of its own; `fork` makes those of the others, between two tasks, which take so many bytes of memory each.
    pub fn share<S: Send, T: Send, E>(
        &self,
        tasks: usize,
        bytes: u64,
        state: &mut S,
        fork: impl Fn(&mut S) -> S,
        work: impl Fn(&mut S, usize) -> T + Sync,
        mut take: impl FnMut(&mut S, usize, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let begin = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < tasks);
        let helpers = AtomicUsize::new(0);
        thread::scope(|scope| {
            // However this thread leaves, the others begin nothing more.
            let _end = End(&next, tasks);
            let (sender, receiver) = unbounded();
            let mut made = Made::default();
            for taken in 0..tasks {
                while !made.has(taken) {
                    // No more than there are tasks for, of which one is for this thread.
                    let busy = || next.load(Ordering::Relaxed) + helpers.load(Ordering::Relaxed);
                    while busy() + 1 < tasks
                        && let Some(permit) = self.acquire(bytes)
                    {
                        helpers.fetch_add(1, Ordering::Relaxed);
                        let (mut state, sender, job) = (fork(state), sender.clone(), meter::job());
                        let (work, begin, helpers) = (&work, &begin, &helpers);
                        let help = move || {
                            let permit = permit;
                            meter::work_on(job, || {
                                while !permit.is_wanted_back()
                                    && let Some(task) = begin()
                                {
                                    let task_done =
                                        catch_unwind(AssertUnwindSafe(|| work(&mut state, task)));
                                    let _ = sender.send((task, task_done));
                                }
                            });
                            helpers.fetch_sub(1, Ordering::Relaxed);
                        };
                        if Builder::new().spawn_scoped(scope, help).is_err() {
                            break;
                        }
                    }
                    match begin() {
                        Some(task) => {
                            let task_done = work(state, task);
                            made.put(task, Ok(task_done));
                            made.receive(&receiver);
                        }
                        None => made.wait(&receiver),
                    }
                }
                take(state, taken, made.get(taken))?;
            }
            Ok(())
        })
    }

    /// Takes a thread that is free, if there is one and there is memory for it.
    fn acquire(&self, bytes: u64) -> Option<Permit<'_>> {
        let is_acquired = self.change(|free| {
            let is_free = free.threads > 0 && free.bytes >= bytes;
            if is_free {
                free.threads -= 1;
                free.bytes -= bytes;
            }
            is_free
        });
        // Not made otherwise, because dropping it gives a thread back.
        is_acquired.then(|| Permit {
            workers: self,
            bytes,
        })
    }

    fn look(&self) -> Free {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Free) -> T) -> T {
        // Nothing that can panic happens while it is locked.
        change(&mut self.free.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A thread that has work, with its memory. It is free again when this is dropped.
struct Permit<'a> {
    workers: &'a Workers,
    bytes: u64,
}

impl Permit<'_> {
    /// Whether there is a block for which a thread is lacking.
    fn is_wanted_back(&self) -> bool {
        self.workers.look().threads < 0
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.workers.change(|free| {
            free.threads += 1;
            free.bytes += self.bytes;
        });
    }
}

/// Ends the giving out of tasks.
struct End<'a>(&'a AtomicUsize, usize);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.fetch_max(self.1, Ordering::Relaxed);
    }
}

/// What tasks made whose turn has not come.
struct Made<T>(BTreeMap<usize, thread::Result<T>>);

impl<T> Default for Made<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

type Message<T> = (usize, thread::Result<T>);

impl<T> Made<T> {
    fn has(&self, task: usize) -> bool {
        self.0.contains_key(&task)
    }

    fn put(&mut self, task: usize, made: thread::Result<T>) {
        self.0.insert(task, made);
    }

    /// Takes in what the other threads have made.
    fn receive(&mut self, receiver: &Receiver<Message<T>>) {
        self.0.extend(receiver.try_iter());
    }

    /// Waits until another thread has made something.
    fn wait(&mut self, receiver: &Receiver<Message<T>>) {
        self.0.extend(receiver.recv());
        self.receive(receiver);
    }

    /// What a task made. A panic of its thread goes on here.
    fn get(&mut self, task: usize) -> T {
        match self.0.remove(&task) {
            Some(Ok(made)) => made,
            Some(Err(panic)) => resume_unwind(panic),
            None => unreachable!("a task is taken when it is done"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    const BYTES: u64 = 10;

    fn shared(workers: &Workers, tasks: usize) -> (Vec<usize>, usize) {
        let (mut seen, forks) = (Vec::new(), AtomicUsize::new(0));
        let fork = |(): &mut ()| _ = forks.fetch_add(1, Ordering::Relaxed);
        let work = |(): &mut (), task| {
            thread::sleep(std::time::Duration::from_micros(task as u64 % 5 * 200));
            2 * task
        };
        let done: Result<(), ()> =
            workers.share(tasks, BYTES, &mut (), fork, work, |(), task, made| {
                assert_eq!(made, 2 * task);
                seen.push(task);
                Ok(())
            });
        done.unwrap();
        (seen, forks.into_inner())
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in 0..5 {
            let workers = Workers::new(threads, 1000);
            for tasks in [0, 1, 2, 40] {
                let (seen, forks) = workers.busy(|| shared(&workers, tasks));
                assert_eq!(seen, (0..tasks).collect::<Vec<_>>());
                // The calling thread is one of them, and leaves one task to itself.
                assert!(threads < 2 || tasks < 2 || forks > 0);
                assert!(threads >= 2 && tasks >= 2 || forks == 0);
            }
            let free = workers.look();
            assert_eq!((free.threads, free.bytes), (threads as isize, 1000));
        }
    }

    #[test]
    fn no_more_threads_help_than_there_is_memory_for() {
        let workers = Workers::new(8, 3 * BYTES - 1);
        let (_, forks) = workers.busy(|| {
            let taken = workers.take_bytes(BYTES);
            let done = shared(&workers, 30);
            workers.give_bytes(taken);
            done
        });
        assert!(forks >= 1);
        let workers = Workers::new(8, BYTES - 1);
        assert_eq!(workers.busy(|| shared(&workers, 30)).1, 0);
        assert_eq!(workers.take_bytes(100), BYTES - 1);
    }

    #[test]
    fn both_are_done_at_once_or_one_after_the_other() {
        for threads in 0..3 {
            let workers = Workers::new(threads, 1000);
            let ids =
                workers.busy(|| workers.both(|| thread::current().id(), || thread::current().id()));
            assert_eq!(ids.0 != ids.1, threads > 1);
        }
    }

    #[test]
    fn a_panic_of_a_task_goes_on_in_the_calling_thread() {
        for threads in [0, 2] {
            let workers = Workers::new(threads, 1000);
            let panics = |task| {
                let work = move |(): &mut (), at| assert!(at != task, "a bug in the codec");
                let share = || {
                    workers.share(
                        9,
                        BYTES,
                        &mut (),
                        |()| (),
                        work,
                        |(), _, ()| Ok::<_, ()>(()),
                    )
                };
                catch_unwind(AssertUnwindSafe(share)).is_err()
            };
            assert!((0..9).all(panics) && !panics(9));
            let both = || workers.both(|| panic!("a bug in the codec"), || ());
            assert!(
                catch_unwind(AssertUnwindSafe(|| {
                    let ((), ()) = both();
                }))
                .is_err()
            );
            assert_eq!(workers.look().threads, threads as isize);
        }
    }

    #[test]
    fn no_task_is_begun_after_an_error() {
        for threads in [0, 3] {
            let workers = Workers::new(threads, 1000);
            let begun = AtomicUsize::new(0);
            let work = |(): &mut (), _| {
                thread::sleep(std::time::Duration::from_micros(50));
                begun.fetch_add(1, Ordering::Relaxed)
            };
            let take = |(): &mut (), task, _| if task == 3 { Err("enough") } else { Ok(()) };
            let done = workers.share(1 << 20, BYTES, &mut (), |()| (), work, take);
            assert_eq!(done, Err("enough"));
            assert!(begun.into_inner() < 1 << 20);
        }
    }
}

//! Work on several threads with results in order and a bounded number of jobs in memory.
//!
//! Not part of the format.

use crate::error::Error;
use crate::resources::{Budget, SLACK};
use crate::workers::Workers;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// Makes jobs until there are none, works on them, and takes the results in the order of the jobs.
///
/// A thread that has no job helps another with the [`Workers`] that `work` gets.
///
/// Jobs whose `cost` together is beyond the budget are not in memory at a time; one always is. Where no thread can be started, the
/// calling thread does the work.
///
/// `produce` and `consume` run on the calling thread. If `produce` fails, the results of the jobs before it are still
/// consumed; if `consume` fails, its error is returned at once.
pub(crate) fn run<J: Send, R: Send>(
    budget: &Budget,
    mut produce: impl FnMut() -> Result<Option<J>, Error>,
    cost: impl Fn(&J) -> u64,
    work: impl Fn(J, &Workers) -> R + Sync,
    consume: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    let produce = || Ok(produce()?.map_or(Next::End, Next::Job));
    run_with_pauses(budget, produce, cost, work, consume)
}

/// What comes next.
pub(crate) enum Next<J> {
    Job(J),
    /// Nothing for now. Results that are there are consumed before the next job is asked for.
    Pause,
    /// Nothing any more.
    End,
}

/// As [`run`], for jobs that may be a while in coming.
pub(crate) fn run_with_pauses<J: Send, R: Send>(
    budget: &Budget,
    produce: impl FnMut() -> Result<Next<J>, Error>,
    cost: impl Fn(&J) -> u64,
    work: impl Fn(J, &Workers) -> R + Sync,
    consume: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    run_on(&Builder::new, budget, produce, cost, work, consume)
}

/// As [`run_with_pauses`], on threads that are made by `thread`.
///
/// Jobs and results lie in slots, one for each that may be in memory, and only their numbers go from thread to thread: so what is done
/// with numbers is compiled once, and not for each kind of job.
fn run_on<J: Send, R: Send>(
    thread: &dyn Fn() -> Builder,
    budget: &Budget,
    mut produce: impl FnMut() -> Result<Next<J>, Error>,
    cost: impl Fn(&J) -> u64,
    work: impl Fn(J, &Workers) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    if budget.threads <= 1 {
        let workers = Workers::alone();
        loop {
            match produce()? {
                Next::Job(job) => consume(work(job, &workers))?,
                Next::Pause => {}
                Next::End => return Ok(()),
            }
        }
    }
    let mut slots = Vec::new();
    slots.resize_with(budget.threads + SLACK, || Mutex::new(Slot::Empty));
    let slot = |number: u64| &slots[(number % slots.len() as u64) as usize];
    let workers = Workers::new(budget.threads, budget.bytes);
    run_numbers(
        thread,
        budget.threads,
        &workers,
        &mut |number| {
            let job = match produce()? {
                Next::Job(job) => job,
                Next::Pause => return Ok(Next::Pause),
                Next::End => return Ok(Next::End),
            };
            let cost = cost(&job);
            put(slot(number), Slot::Job(job));
            Ok(Next::Job(cost))
        },
        &|number| {
            if let Slot::Job(job) = put(slot(number), Slot::Empty) {
                let result = workers.busy(|| work(job, &workers));
                put(slot(number), Slot::Result(result));
            }
        },
        &mut |number| match put(slot(number), Slot::Empty) {
            Slot::Result(result) => consume(result),
            _ => Err(panicked()),
        },
    )
}

/// Where a job lies until it is taken, and then its result.
enum Slot<J, R> {
    Empty,
    Job(J),
    Result(R),
}

/// Puts something into a slot, and gives what was there.
fn put<J, R>(slot: &Mutex<Slot<J, R>>, content: Slot<J, R>) -> Slot<J, R> {
    // Nothing that can panic happens while it is locked.
    let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut slot, content)
}

/// As [`run_on`] on several threads, for jobs that are known by their numbers. `produce` says what the job costs, if there is one.
fn run_numbers(
    thread: &dyn Fn() -> Builder,
    mut threads: usize,
    workers: &Workers,
    produce: &mut dyn FnMut(u64) -> Result<Next<u64>, Error>,
    work: &(dyn Fn(u64) + Sync),
    consume: &mut dyn FnMut(u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let (job_sender, job_receiver) = unbounded();
    let (done_sender, done_receiver) = bounded(threads + SLACK);
    std::thread::scope(|scope| {
        // Moved in here, so that the channels close and the threads end on every way out.
        let (job_sender, done_receiver) = (job_sender, done_receiver);
        let mut spawned = 0;
        let mut order = Order::new(workers);
        let failure = loop {
            match produce(order.next()) {
                Ok(Next::Job(cost)) => {
                    while !order.has_room(cost) {
                        order.take_one(&done_receiver, consume)?;
                    }
                    // No more threads than there is work for.
                    if spawned < threads && spawned <= order.in_flight() {
                        let (jobs, done) = (job_receiver.clone(), done_sender.clone());
                        let started =
                            thread().spawn_scoped(scope, move || work_through(&jobs, &done, work));
                        match started {
                            Ok(_) => spawned += 1,
                            // Fewer threads than asked for will do, and without any this one must: nothing else is in flight.
                            Err(_) => threads = spawned,
                        }
                    }
                    let number = order.start(cost);
                    if threads == 0 {
                        work(number);
                        order.end(number, consume)?;
                        continue;
                    }
                    // The receiver lives as long as this scope.
                    let _ = job_sender.send(number);
                }
                Ok(Next::Pause) => order.take_what_is_done(&done_receiver, consume)?,
                Ok(Next::End) => break None,
                Err(error) => break Some(error),
            }
            while order.in_flight() >= threads + SLACK {
                order.take_one(&done_receiver, consume)?;
            }
        };
        drop(job_sender);
        while order.in_flight() > 0 {
            order.take_one(&done_receiver, consume)?;
        }
        failure.map_or(Ok(()), Err)
    })
}

/// The number of a job that is done, or the panic that ended it: if nothing came, the calling thread would wait for ever.
type Done = std::thread::Result<u64>;

fn work_through(jobs: &Receiver<u64>, done: &Sender<Done>, work: &(dyn Fn(u64) + Sync)) {
    for number in jobs {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(number)));
        if done.send(outcome.map(|()| number)).is_err() {
            return;
        }
    }
}

fn panicked() -> Error {
    Error::system(
        "a block cannot be processed",
        std::io::Error::other("the thread panicked"),
    )
}

/// Which jobs are in flight, and which are done before it is their turn.
struct Order<'a> {
    /// Who has the memory for jobs.
    workers: &'a Workers,
    done: BTreeSet<u64>,
    consumed: u64,
    /// The memory that each job takes that is not consumed.
    costs: VecDeque<u64>,
}

impl<'a> Order<'a> {
    fn new(workers: &'a Workers) -> Self {
        Self {
            workers,
            done: BTreeSet::new(),
            consumed: 0,
            costs: VecDeque::new(),
        }
    }

    fn in_flight(&self) -> usize {
        self.costs.len()
    }

    /// The number of the next job.
    fn next(&self) -> u64 {
        self.consumed + self.costs.len() as u64
    }

    /// Whether one more job goes with those in flight.
    fn has_room(&self, cost: u64) -> bool {
        self.costs.is_empty() || self.workers.free_bytes() >= cost
    }

    /// The number of a job that is in flight from now on.
    fn start(&mut self, cost: u64) -> u64 {
        let number = self.next();
        self.costs.push_back(self.workers.take_bytes(cost));
        number
    }

    /// Waits for a job to be done and consumes all whose turn it is.
    fn take_one(
        &mut self,
        done: &Receiver<Done>,
        consume: &mut dyn FnMut(u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Ok(Ok(number)) = done.recv() else {
            return Err(panicked());
        };
        self.end(number, consume)
    }

    /// Consumes all whose turn it is, and waits for none.
    fn take_what_is_done(
        &mut self,
        done: &Receiver<Done>,
        consume: &mut dyn FnMut(u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        while !done.is_empty() {
            self.take_one(done, consume)?;
        }
        Ok(())
    }

    /// A job is done: consumes all whose turn it is.
    fn end(
        &mut self,
        number: u64,
        consume: &mut dyn FnMut(u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.done.insert(number);
        while self.done.remove(&self.consumed) {
            let number = self.consumed;
            self.consumed += 1;
            let cost = self.costs.pop_front().unwrap_or_default();
            self.workers.give_bytes(cost);
            consume(number)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

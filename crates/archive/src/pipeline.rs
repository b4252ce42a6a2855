//! Work on several threads with results in order and a bounded number of jobs in memory.
//!
//! Not part of the format.

use crate::error::Error;
use crate::resources::Budget;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::Builder;

/// Jobs in memory beyond one for each thread, so that threads need not wait for reading and writing.
pub(crate) const SLACK: usize = 2;

/// Makes jobs until there are none, works on them, and takes the results in the order of the jobs.
///
/// Jobs whose `cost` together is beyond the budget are not in memory at a time; one always is. Where no thread can be started, the
/// calling thread does the work.
///
/// `produce` and `consume` run on the calling thread. If `produce` fails, the results of the jobs before it are still
/// consumed; if `consume` fails, its error is returned at once.
pub(crate) fn run<J: Send, R: Send>(
    budget: &Budget,
    produce: impl FnMut() -> Result<Option<J>, Error>,
    cost: impl Fn(&J) -> u64,
    work: impl Fn(J) -> R + Sync,
    consume: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    run_on(Builder::new, budget, produce, cost, work, consume)
}

/// As [`run`], on threads that are made by `thread`.
fn run_on<J: Send, R: Send>(
    thread: impl Fn() -> Builder,
    budget: &Budget,
    mut produce: impl FnMut() -> Result<Option<J>, Error>,
    cost: impl Fn(&J) -> u64,
    work: impl Fn(J) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut threads = budget.threads;
    if threads <= 1 {
        while let Some(job) = produce()? {
            consume(work(job))?;
        }
        return Ok(());
    }
    let (job_sender, job_receiver) = unbounded::<(u64, J)>();
    let (result_sender, result_receiver) = bounded::<(u64, Outcome<R>)>(threads + SLACK);
    std::thread::scope(|scope| {
        // Moved in here, so that the channels close and the threads end on every way out.
        let (job_sender, result_receiver) = (job_sender, result_receiver);
        let mut spawned = 0;
        let mut order = Order {
            done: BTreeMap::new(),
            consumed: 0,
            costs: VecDeque::new(),
        };
        let failure = loop {
            match produce() {
                Ok(Some(job)) => {
                    let cost = cost(&job);
                    while !order.has_room(cost, budget.bytes) {
                        order.take_one(&result_receiver, &mut consume)?;
                    }
                    // No more threads than there is work for.
                    if spawned < threads && spawned <= order.in_flight() {
                        let (jobs, results, work) =
                            (job_receiver.clone(), result_sender.clone(), &work);
                        let started = thread()
                            .spawn_scoped(scope, move || work_through(&jobs, &results, work));
                        match started {
                            Ok(_) => spawned += 1,
                            // Fewer threads than asked for will do, and without any this one must: nothing else is in flight.
                            Err(_) => threads = spawned,
                        }
                    }
                    if threads == 0 {
                        consume(work(job))?;
                        continue;
                    }
                    let number = order.start(cost);
                    // The receiver lives as long as this scope.
                    let _ = job_sender.send((number, job));
                }
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
            while order.in_flight() >= threads + SLACK {
                order.take_one(&result_receiver, &mut consume)?;
            }
        };
        drop(job_sender);
        while order.in_flight() > 0 {
            order.take_one(&result_receiver, &mut consume)?;
        }
        failure.map_or(Ok(()), Err)
    })
}

/// What came of a job, or the panic that ended it: without a result for each job the calling thread would wait for ever.
type Outcome<R> = std::thread::Result<R>;

fn work_through<J, R>(
    jobs: &Receiver<(u64, J)>,
    results: &Sender<(u64, Outcome<R>)>,
    work: impl Fn(J) -> R,
) {
    for (number, job) in jobs {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(job)));
        if results.send((number, outcome)).is_err() {
            return;
        }
    }
}

/// Results that came early, until it is their turn.
#[derive(Clone)]
struct Order<R> {
    done: BTreeMap<u64, R>,
    consumed: u64,
    /// What each job that is not consumed costs.
    costs: VecDeque<u64>,
}

impl<R> Order<R> {
    fn in_flight(&self) -> usize {
        self.costs.len()
    }

    /// Whether one more job goes with those in flight.
    fn has_room(&self, cost: u64, budget: u64) -> bool {
        let taken: u64 = self.costs.iter().sum();
        self.costs.is_empty() || taken.saturating_add(cost) <= budget
    }

    /// The number of a job that is in flight from now on.
    fn start(&mut self, cost: u64) -> u64 {
        self.costs.push_back(cost);
        self.consumed + self.costs.len() as u64 - 1
    }

    /// Waits for a result and consumes all whose turn it is.
    fn take_one(
        &mut self,
        results: &Receiver<(u64, Outcome<R>)>,
        consume: &mut impl FnMut(R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Ok((number, Ok(result))) = results.recv() else {
            return Err(Error::io(
                "a block cannot be worked on",
                std::io::Error::other("the thread panicked"),
            ));
        };
        self.done.insert(number, result);
        while let Some(result) = self.done.remove(&self.consumed) {
            self.consumed += 1;
            self.costs.pop_front();
            consume(result)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Resources;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn on(threads: usize) -> Budget {
        Budget::new(threads.into())
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in 1..5 {
            let mut next = 0..100u64;
            let mut seen = Vec::new();
            run(
                &on(threads),
                || Ok(next.next()),
                |_| 1,
                |job| {
                    std::thread::sleep(std::time::Duration::from_micros(job % 7 * 50));
                    job * 2
                },
                |result| {
                    seen.push(result);
                    Ok(())
                },
            )
            .unwrap();
            assert_eq!(seen, (0..100).map(|job| job * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_was_produced_before_an_error_is_consumed() {
        for threads in 1..4 {
            let mut next = 0..10u64;
            let mut seen = 0;
            let result = run(
                &on(threads),
                || {
                    next.next()
                        .map(Some)
                        .ok_or_else(|| Error::argument("the end"))
                },
                |_| 1,
                |job| job,
                |_| {
                    seen += 1;
                    Ok(())
                },
            );
            assert!(result.is_err());
            assert_eq!(seen, 10);
        }
    }

    #[test]
    fn a_panic_of_the_work_is_an_error() {
        let mut next = 0..10u64;
        let result = run(
            &on(2),
            || Ok(next.next()),
            |_| 1,
            |job| assert_ne!(job, 4),
            |()| Ok(()),
        );
        assert!(result.is_err());
    }

    #[test]
    fn an_error_in_consume_ends_the_run() {
        for threads in 1..4 {
            let result = run(
                &on(threads),
                || Ok(Some(1)),
                |_| 1,
                |job: u8| job,
                |_| Err(Error::argument("full")),
            );
            assert!(result.is_err());
        }
    }

    #[test]
    fn the_calling_thread_does_the_work_where_none_can_be_started() {
        let caller = std::thread::current().id();
        let (mut next, mut seen) = (0..20u64, Vec::new());
        // No machine has a stack of that size.
        let thread = || Builder::new().stack_size(1 << 60);
        run_on(
            thread,
            &on(4),
            || Ok(next.next()),
            |_| 1,
            |job| (job, std::thread::current().id()),
            |(job, thread)| {
                assert_eq!(thread, caller);
                seen.push(job);
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(seen, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn no_more_is_in_flight_than_the_budget_allows_but_always_one_job() {
        for (limit, most) in [(0, 9), (10, 10), (25, 25), (1000, 6 * 9)] {
            let mut budget = Budget::new(Resources::from(4));
            budget.bytes = limit;
            let (taken, peak) = (AtomicU64::new(0), AtomicU64::new(0));
            let mut next = 0..100u64;
            let cost = |job: &u64| job % 9 + 1;
            run(
                &budget,
                || Ok(next.next()),
                cost,
                |job| {
                    let now = taken.fetch_add(cost(&job), Ordering::SeqCst) + cost(&job);
                    peak.fetch_max(now, Ordering::SeqCst);
                    std::thread::sleep(std::time::Duration::from_micros(job % 7 * 50));
                    job
                },
                |job| {
                    taken.fetch_sub(cost(&job), Ordering::SeqCst);
                    Ok(())
                },
            )
            .unwrap();
            assert!(peak.into_inner() <= most, "limit {limit}");
        }
    }
}

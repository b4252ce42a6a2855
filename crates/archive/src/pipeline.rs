//! Work on several threads with results in order and a bounded number of jobs in memory.

use crate::error::Error;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::Builder;

/// Jobs in memory beyond one for each thread, so that threads need not wait for reading and writing.
const SLACK: usize = 2;

/// Makes jobs until there are none, works on them, and takes the results in the order of the jobs.
///
/// `produce` and `consume` run on the calling thread. If `produce` fails, the results of the jobs before it are still
/// consumed; if `consume` fails, its error is returned at once.
pub(crate) fn run<J: Send, R: Send>(
    mut threads: usize,
    mut produce: impl FnMut() -> Result<Option<J>, Error>,
    work: impl Fn(J) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
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
            produced: 0,
        };
        let failure = loop {
            match produce() {
                Ok(Some(job)) => {
                    if spawned < threads {
                        let (jobs, results, work) =
                            (job_receiver.clone(), result_sender.clone(), &work);
                        let thread = Builder::new()
                            .spawn_scoped(scope, move || work_through(&jobs, &results, work));
                        match thread {
                            Ok(_) => spawned += 1,
                            // Fewer threads than asked for will do.
                            Err(_) if spawned > 0 => threads = spawned,
                            Err(error) => return Err(Error::io("no thread can be started", error)),
                        }
                    }
                    order.produced += 1;
                    // The receiver lives as long as this scope.
                    let _ = job_sender.send((order.produced - 1, job));
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
struct Order<R> {
    done: BTreeMap<u64, R>,
    consumed: u64,
    produced: u64,
}

impl<R> Order<R> {
    fn in_flight(&self) -> usize {
        (self.produced - self.consumed) as usize
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
            consume(result)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in 1..5 {
            let mut next = 0..100u64;
            let mut seen = Vec::new();
            run(
                threads,
                || Ok(next.next()),
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
                threads,
                || {
                    next.next()
                        .map(Some)
                        .ok_or_else(|| Error::argument("the end"))
                },
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
        let result = run(2, || Ok(next.next()), |job| assert_ne!(job, 4), |()| Ok(()));
        assert!(result.is_err());
    }

    #[test]
    fn an_error_in_consume_ends_the_run() {
        for threads in 1..4 {
            let result = run(
                threads,
                || Ok(Some(1)),
                |job: u8| job,
                |_| Err(Error::argument("full")),
            );
            assert!(result.is_err());
        }
    }
}

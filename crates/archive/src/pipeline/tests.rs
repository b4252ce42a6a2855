use super::*;
use crate::Resources;
use std::sync::atomic::{AtomicU64, Ordering};

fn on(threads: usize) -> Budget {
    Budget::new(Resources {
        threads,
        memory: None,
    })
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
            |job, _| {
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
            |job, _| job,
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
        |job, _| assert_ne!(job, 4),
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
            |job: u8, _| job,
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
        &thread,
        &on(4),
        || Ok(next.next().map_or(Next::End, Next::Job)),
        |_| 1,
        |job, _| (job, std::thread::current().id()),
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
        let mut budget = on(4);
        budget.bytes = limit;
        let (taken, peak) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut next = 0..100u64;
        let cost = |job: &u64| job % 9 + 1;
        run(
            &budget,
            || Ok(next.next()),
            cost,
            |job, _| {
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

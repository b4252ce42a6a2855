//! Damaged archives of every kind, and every reader: 20,000 cases, or as many as `PGNZ_ATTACKS` says.

use fuzz::Property;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cases by default.
const CASES: u64 = 20_000;
/// So many failures are told.
const MOST_TOLD: usize = 100;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn every_reader_is_right_or_says_so() {
    let property = Property::named("every_reader_is_right_or_says_so").expect("it is listed");
    let cases = number("PGNZ_ATTACKS").unwrap_or(CASES);
    let first = number("PGNZ_FIRST_ATTACK").unwrap_or(0);
    let next = AtomicU64::new(first);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut failures = Vec::new();
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= first + cases {
                return failures;
            }
            let check = || property.check(b"", case);
            match std::panic::catch_unwind(check) {
                Ok(Ok(())) => {}
                Ok(Err(broken)) => failures.push((case, broken.to_string())),
                Err(_) => failures.push((case, "a panic".to_owned())),
            }
        }
    };
    let mut failures: Vec<(u64, String)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let found = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("no panic"));
        found.collect()
    });
    failures.sort();
    for (case, broken) in failures.iter().take(MOST_TOLD) {
        eprintln!("case {case}: {broken}");
    }
    assert!(
        failures.is_empty(),
        "{} of {cases} cases fail",
        failures.len()
    );
    println!("{cases} cases from {first} hold");
}

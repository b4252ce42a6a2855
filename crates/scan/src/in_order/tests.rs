use super::*;
use std::sync::atomic::AtomicUsize;

fn error(what: &'static str) -> Error {
    Error::system(what, io::Error::other(what))
}

/// Gives twice its work, in two results, and fails at one piece.
fn double_until_seventy(
    (): &mut (),
    work: u32,
    outlet: &Outlet<'_, (u32, u32)>,
) -> Result<(), Error> {
    if work == 70 {
        return Err(error("seventy"));
    }
    outlet.give((work, 0));
    outlet.give((work, 1));
    Ok(())
}

#[test]
fn results_come_in_the_order_of_the_work_and_the_first_error_in_its_place() {
    for threads in 1..4 {
        let mut found = Vec::new();
        let mut numbers = 0..100;
        let mut take = |result| {
            found.push(result);
            Ok(ControlFlow::Continue(()))
        };
        let done = share(
            threads,
            1,
            || (),
            &double_until_seventy,
            |order| order.drive::<Error>(&mut || Ok(numbers.next()), &mut take),
        );
        assert!(done.unwrap_err().to_string().contains("seventy"));
        let wanted: Vec<_> = (0..70).flat_map(|work| [(work, 0), (work, 1)]).collect();
        assert_eq!(found, wanted, "{threads} threads");
    }
}

#[test]
fn a_panic_of_the_work_is_an_error() {
    let work = |(): &mut (), work: u32, _: &Outlet<'_, ()>| {
        assert_ne!(work, 3);
        Ok(())
    };
    for threads in 1..3 {
        let mut numbers = 0..10;
        let done = share(
            threads,
            1,
            || (),
            &work,
            |order| {
                order.drive::<Error>(&mut || Ok(numbers.next()), &mut |()| {
                    Ok(ControlFlow::Continue(()))
                })
            },
        );
        assert!(done.is_err());
    }
}

#[test]
fn each_thread_has_a_state_and_there_are_no_more_threads_than_pieces() {
    for (threads, pieces) in [(1, 5), (3, 2), (3, 50)] {
        let begun = AtomicUsize::new(0);
        let begin = || {
            begun.fetch_add(1, Ordering::Relaxed);
        };
        let mut work = 0..pieces;
        let one = |(): &mut (), _: usize, outlet: &Outlet<'_, usize>| {
            outlet.give(1);
            Ok(())
        };
        let mut sum = 0;
        let take = &mut |one| {
            sum += one;
            Ok(ControlFlow::Continue(()))
        };
        share(threads, 1, begin, &one, |order| {
            order.drive::<Error>(&mut || Ok(work.next()), take)
        })
        .unwrap();
        assert_eq!(sum, pieces);
        assert!(begun.into_inner() <= threads.min(pieces));
    }
}

#[test]
fn the_calling_thread_does_the_work_where_none_can_be_started() {
    let caller = thread::current().id();
    let work = |(): &mut (), work: u32, outlet: &Outlet<'_, (u32, thread::ThreadId)>| {
        outlet.give((work, thread::current().id()));
        Ok(())
    };
    let refuse = Box::new(|_: Task<'_>| Err(io::Error::other("no threads")));
    let mut order = InOrder::new(4, 1, || (), work, refuse);
    let mut numbers = 0..20;
    let mut seen = 0;
    let mut take = |result| {
        assert_eq!(result, (seen, caller));
        seen += 1;
        Ok(ControlFlow::Continue(()))
    };
    order
        .drive::<Error>(&mut || Ok(numbers.next()), &mut take)
        .unwrap();
    assert_eq!(seen, 20);
}

#[test]
fn nothing_is_begun_after_enough_was_found_or_the_caller_is_gone() {
    let begun = Arc::new(AtomicUsize::new(0));
    let count = begun.clone();
    let work = move |(): &mut (), (): (), outlet: &Outlet<'_, ()>| {
        count.fetch_add(1, Ordering::Relaxed);
        while outlet.give(()) && !outlet.is_closed() {}
        Ok(())
    };
    let mut order = InOrder::detached(2, 1, || (), work);
    for _ in 0..4 {
        order.give(());
    }
    assert!(order.is_full());
    assert_eq!(order.next_within(LONG).unwrap(), Next::Result(()));
    drop(order);
    // The two that were under way end, and the other two are left.
    assert!(begun.load(Ordering::Relaxed) <= 2);
}

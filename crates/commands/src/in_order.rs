//! Work that several threads share, and whose results come back in the order in which it was given out.
//!
//! No more pieces are on their way than twice the threads: one for each to work on, and one to be ready for. So memory does not grow
//! with the work.

use anyhow::{Result, anyhow};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::collections::VecDeque;

/// Gives out pieces of work, and takes their results back in order. When it is dropped, the threads find no more work.
pub struct InOrder<W, R> {
    pieces: Sender<Piece<W, R>>,
    waiting: VecDeque<Receiver<Result<R>>>,
    most: usize,
}

/// A piece of work, and where its result goes.
pub struct Piece<W, R> {
    work: W,
    back: Sender<Result<R>>,
}

impl<W, R> InOrder<W, R> {
    /// For this many threads; each takes its pieces from the second end.
    pub fn new(threads: usize) -> (Self, Receiver<Piece<W, R>>) {
        let (pieces, todo) = bounded(0);
        let order = Self {
            pieces,
            waiting: VecDeque::new(),
            most: 2 * threads,
        };
        (order, todo)
    }

    /// Whether as much is on its way as may be: a result is to be taken before more work is given out.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= self.most
    }

    /// Gives out a piece of work; waits until a thread takes it.
    pub fn give(&mut self, work: W) -> Result<()> {
        let (back, result) = bounded(1);
        let given = self.pieces.send(Piece { work, back });
        given.map_err(|_| anyhow!("no thread is left to do the work"))?;
        self.waiting.push_back(result);
        Ok(())
    }

    /// The result of the oldest piece that is on its way; `None` where there is none.
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

impl<W, R> Piece<W, R> {
    /// Does the work.
    pub fn with(self, work: impl FnOnce(W) -> Result<R>) {
        // Nobody waits for it after an error, or when enough has been found.
        let _ = self.back.send(work(self.work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn results_come_in_the_order_of_the_work_and_the_first_error_in_its_place() {
        for threads in 1..4 {
            let (mut order, todo) = InOrder::new(threads);
            let found = thread::scope(|scope| {
                for _ in 0..threads {
                    let todo = todo.clone();
                    scope.spawn(move || {
                        for piece in todo {
                            let piece: Piece<u32, u32> = piece;
                            piece.with(|work| match work {
                                70 => Err(anyhow!("seventy")),
                                work => Ok(2 * work),
                            });
                        }
                    });
                }
                drop(todo);
                let mut found = Vec::new();
                for work in 0..100 {
                    if order.is_full() {
                        match order.take() {
                            Ok(result) => found.extend(result),
                            Err(error) => {
                                drop(order);
                                return (found, error.to_string());
                            }
                        }
                    }
                    order.give(work).unwrap();
                }
                unreachable!("the seventieth fails before all has been given out")
            });
            assert_eq!(found, ((0..70).map(|n| 2 * n).collect(), "seventy".into()));
        }
    }
}

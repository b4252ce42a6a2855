//! Processes the games of an archive on several threads, and returns the results in order.
//!
//! The games are divided into pieces, and the pieces among the threads: thread `t` of `n` has the pieces `t`, `t + n` and so on. Each thread
//! sends its results to a channel of its own, with a mark after each piece, and waits while the channel is full. The receiver
//! goes through the channels in the same turn, so the order is that of the archive and memory does not grow.

use crate::Error;
use archive::Reader;
use std::io::{Read, Seek};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::task::Poll;
use std::thread;
use std::time::Duration;

/// A message from a thread.
enum Message<T> {
    Made(T),
    /// The end of a piece.
    End,
    Failed(Error),
}

/// The sending side of a thread's channel.
pub(crate) struct Outlet<'a, T> {
    channel: &'a SyncSender<Message<T>>,
    stop: &'a AtomicBool,
}

impl<T> Outlet<'_, T> {
    /// Sends a result. Returns whether the receiver still wants results.
    pub fn give(&self, made: T) -> bool {
        self.channel.send(Message::Made(made)).is_ok()
    }

    /// Whether the receiver wants no more results.
    pub fn is_closed(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The results of all threads, in order.
pub(crate) struct Ordered<T> {
    threads: Vec<Receiver<Message<T>>>,
    /// The thread whose result is next.
    turn: usize,
    /// Pieces that are not finished.
    pieces: usize,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Ordered<T> {
    /// Starts the threads. Each channel holds up to this number of results; `work` processes the games of a piece.
    pub fn start<R, W>(
        reader: &Reader<R>,
        pieces: Vec<Range<u64>>,
        threads: usize,
        held: usize,
        work: &W,
    ) -> Result<Self, Error>
    where
        R: Read + Seek + Clone + Send + 'static,
        W: Fn(&mut Reader<R>, Range<u64>, &Outlet<'_, T>) -> Result<(), Error> + Clone,
        W: Send + 'static,
    {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads.min(crate::MOST_THREADS),
        };
        let threads = threads.min(pieces.len());
        let mut ordered = Self {
            threads: Vec::new(),
            turn: 0,
            pieces: pieces.len(),
            stop: Arc::default(),
        };
        let mut lists = Vec::new();
        for _ in 0..threads {
            let (list, own) = sync_channel::<Vec<Range<u64>>>(1);
            let (channel, receiver) = sync_channel(held);
            let (mut reader, work, stop) = (reader.fork(), work.clone(), ordered.stop.clone());
            let run = move || {
                let outlet = Outlet {
                    channel: &channel,
                    stop: &stop,
                };
                for piece in own.into_iter().flatten() {
                    let said = match work(&mut reader, piece, &outlet) {
                        Ok(()) => Message::End,
                        Err(error) => Message::Failed(error),
                    };
                    let ends = matches!(said, Message::Failed(_));
                    if outlet.is_closed() || channel.send(said).is_err() || ends {
                        return;
                    }
                }
            };
            match thread::Builder::new().name("pgnz".to_owned()).spawn(run) {
                Ok(_) => {
                    ordered.threads.push(receiver);
                    lists.push(list);
                }
                // Fewer threads will do; without any, nobody does the work.
                Err(error) if lists.is_empty() => {
                    return Err(Error::system("a thread cannot be started", error));
                }
                Err(_) => break,
            }
        }
        // Only now it is known among how many the pieces are divided.
        let count = lists.len();
        for (turn, list) in lists.into_iter().enumerate() {
            let own = pieces.iter().skip(turn).step_by(count).cloned().collect();
            // Its receiver waits for it.
            let _ = list.send(own);
        }
        Ok(ordered)
    }

    /// The next result, if it arrives within this time; `None` after the last one and after an error.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<T, Error>>> {
        loop {
            let Some(thread) = self.threads.get(self.turn).filter(|_| self.pieces > 0) else {
                return Poll::Ready(None);
            };
            match thread.recv_timeout(wait) {
                Ok(Message::Made(made)) => return Poll::Ready(Some(Ok(made))),
                Ok(Message::End) => {
                    self.pieces -= 1;
                    self.turn = (self.turn + 1) % self.threads.len();
                }
                Ok(Message::Failed(error)) => {
                    self.pieces = 0;
                    return Poll::Ready(Some(Err(error)));
                }
                Err(RecvTimeoutError::Timeout) => return Poll::Pending,
                Err(RecvTimeoutError::Disconnected) => {
                    self.pieces = 0;
                    let error = std::io::Error::other("it has panicked");
                    let error = Error::system("a thread ended before its work was done", error);
                    return Poll::Ready(Some(Err(error)));
                }
            }
        }
    }
}

impl<T> Drop for Ordered<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

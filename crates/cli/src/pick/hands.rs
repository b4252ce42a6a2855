//! Texts of games that lie in several blocks, each block decoded by whichever thread is free, written in their order.

use super::fetch::Fetch;
use crate::cat;
use crate::sift::threads;
use anyhow::{Result, anyhow};
use archive::{Damage, Model, Reader};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::collections::VecDeque;
use std::fs::File;
use std::path::Path;
use std::thread;

/// Threads that read an archive, each with a reader of its own.
#[derive(Clone, Copy)]
pub struct Hands<'a> {
    pub path: &'a Path,
    pub models: &'a [Model],
    /// 0 for one on each core.
    pub threads: usize,
}

/// The texts of the games of a piece that are not lost, and what is lost.
type Texts = (Vec<Vec<u8>>, Vec<Damage>);

/// Games of one block, and where their texts go.
struct Piece<'g> {
    games: &'g [u64],
    back: Sender<Result<Texts>>,
}

impl Hands<'_> {
    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        threads(self.threads) > 1
    }

    /// Gives the texts of each piece to `take`, in their order. No more pieces are in memory than twice the threads.
    pub fn each(&self, pieces: &[&[u64]], take: &mut dyn FnMut(Texts) -> Result<()>) -> Result<()> {
        let count = threads(self.threads).min(pieces.len());
        let (give, todo) = bounded(0);
        thread::scope(|scope| {
            // Threads end when there is nobody left to give them work.
            let give = give;
            for _ in 0..count {
                let todo = todo.clone();
                scope.spawn(move || self.work(&todo));
            }
            drop(todo);
            let mut waiting: VecDeque<Receiver<Result<Texts>>> = VecDeque::new();
            let mut rest = pieces.iter();
            loop {
                while waiting.len() < 2 * count
                    && let Some(games) = rest.next()
                {
                    let (back, texts) = bounded(1);
                    let given = give.send(Piece { games, back });
                    given.map_err(|_| anyhow!("no thread is there to work"))?;
                    waiting.push_back(texts);
                }
                let Some(texts) = waiting.pop_front() else {
                    return Ok(());
                };
                let texts = texts.recv();
                take(texts.map_err(|_| anyhow!("a thread ended before its work was done"))??)?;
            }
        })
    }

    /// Works until there are no more pieces, or nobody waits for them.
    fn work(&self, todo: &Receiver<Piece<'_>>) {
        let mut reader = None;
        for piece in todo {
            let texts = self.texts(&mut reader, piece.games);
            if piece.back.send(texts).is_err() {
                return;
            }
        }
    }

    fn texts(&self, reader: &mut Option<Reader<File>>, games: &[u64]) -> Result<Texts> {
        let open = match reader.take() {
            Some(reader) => reader,
            None => cat::open(self.path, self.models, "cat")?,
        };
        let mut texts = Vec::new();
        let mut write = |text: &[u8]| {
            texts.push(text.to_vec());
            Ok(())
        };
        let mut fetch = Fetch::new(open, &mut write);
        fetch.window(games)?;
        let (open, lost) = fetch.into_parts();
        *reader = Some(open);
        Ok((texts, lost))
    }
}

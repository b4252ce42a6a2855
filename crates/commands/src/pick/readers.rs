//! Texts of games that lie in several blocks, each block decoded by whichever thread is free, written in their order.

use super::fetch::Fetch;
use crate::in_order::{self, threads};
use crate::open;
use anyhow::Result;
use archive::{Damage, Model, Reader};
use std::fs::File;
use std::path::Path;

/// Threads that read an archive, each with a reader of its own.
#[derive(Clone, Copy)]
pub struct Readers<'a> {
    pub path: &'a Path,
    pub models: &'a [Model],
    /// 0 for one on each core.
    pub threads: usize,
}

/// The games of a piece that are not lost, each with its number, and what is lost.
type Texts = (Vec<(u64, Vec<u8>)>, Vec<Damage>);

impl Readers<'_> {
    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        threads(self.threads) > 1
    }

    /// Gives the texts of each piece, the games of one block, to `take`, in their order.
    pub fn each(&self, pieces: &[&[u64]], take: &mut dyn FnMut(Texts) -> Result<()>) -> Result<()> {
        let count = threads(self.threads).min(pieces.len());
        let texts = |reader: &mut Option<Reader<File>>, games: &[u64]| self.texts(reader, games);
        let ((), _) = in_order::share(count, &|| None, &texts, |order| {
            for games in pieces {
                if order.is_full()
                    && let Some(texts) = order.take()?
                {
                    take(texts)?;
                }
                order.give(*games)?;
            }
            while let Some(texts) = order.take()? {
                take(texts)?;
            }
            Ok(())
        })?;
        Ok(())
    }

    fn texts(&self, reader: &mut Option<Reader<File>>, games: &[u64]) -> Result<Texts> {
        let open = match reader.take() {
            Some(reader) => reader,
            None => open::archive(self.path, self.models, "cat")?,
        };
        let mut texts = Vec::new();
        let mut write = |game: u64, text: &[u8]| {
            texts.push((game, text.to_vec()));
            Ok(())
        };
        let mut fetch = Fetch::new(open, &mut write).alone(true);
        fetch.window(games)?;
        let (open, lost) = fetch.into_parts();
        *reader = Some(open);
        Ok((texts, lost))
    }
}

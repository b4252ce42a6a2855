//! Blocks that several readers have open at once: what all of their games need is decoded once for all readers but the first.
//!
//! Not part of the format.

use crate::seal::WantedGames;
use crate::{Columns, Error};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The blocks that a reader and its forks have open, by their number and the columns that are wanted.
#[derive(Clone, Default)]
pub(super) struct BegunBlocks(Arc<Mutex<ByBlock>>);

type ByBlock = HashMap<(usize, Columns), Weak<Begun>>;

/// A block that is open somewhere. Readers that have it open keep this, so that it is freed with the last of them.
///
/// The first reader decodes for itself, so that a block that nobody else opens costs nothing more. The second one leaves a state here that the
/// others begin with.
#[derive(Default)]
pub(super) struct Begun(Mutex<Option<WantedGames>>);

impl BegunBlocks {
    /// The games of a block for one more reader; `open` opens it.
    pub fn open(
        &self,
        number: usize,
        columns: Columns,
        open: impl FnOnce() -> Result<WantedGames, Error>,
    ) -> Result<(WantedGames, Arc<Begun>), Error> {
        let mut blocks = locked(&self.0);
        if let Some(begun) = blocks.get(&(number, columns)).and_then(Weak::upgrade) {
            drop(blocks);
            return Ok((begun.fork(open)?, begun));
        }
        let begun = Arc::<Begun>::default();
        blocks.retain(|_, begun| begun.strong_count() > 0);
        blocks.insert((number, columns), Arc::downgrade(&begun));
        drop(blocks);
        Ok((open()?, begun))
    }
}

impl Begun {
    fn fork(
        &self,
        open: impl FnOnce() -> Result<WantedGames, Error>,
    ) -> Result<WantedGames, Error> {
        // Readers that come meanwhile wait: they need the same.
        let mut state = locked(&self.0);
        // Taken out, so that no reader begins with what a panic has left.
        let mut games = match state.take() {
            Some(games) => games,
            None => {
                let mut games = open()?;
                games.prepare_all();
                games
            }
        };
        let fork = games.fork();
        *state = Some(games);
        Ok(fork)
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for BegunBlocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BegunBlocks").finish_non_exhaustive()
    }
}

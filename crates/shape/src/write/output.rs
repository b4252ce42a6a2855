//! The open output, and what was written to it last.
//!
//! Not part of the format.

use super::{Outputs, Writing};
use crate::{Error, Plan};
use archive::{Splice, StoredBlock};

/// An input archive: the number of the file, and of the archive in it.
type Of = (usize, u64);

/// Outputs, one after the other.
pub struct Output<'a, O: Outputs> {
    plan: &'a Plan,
    writing: &'a Writing<'a>,
    outputs: &'a mut O,
    open: Option<Splice<O::File>>,
    /// The number of complete outputs.
    done: usize,
    /// The game that would come next after the last one written, and its archive.
    next: Option<(u32, Of)>,
    /// The archive whose file name is set, and whether it has one.
    named: Option<(Of, bool)>,
}

impl<'a, O: Outputs> Output<'a, O> {
    pub fn new(plan: &'a Plan, writing: &'a Writing<'a>, outputs: &'a mut O) -> Self {
        Self {
            plan,
            writing,
            outputs,
            open: None,
            done: 0,
            next: None,
            named: None,
        }
    }

    /// The output for the game with this rank.
    fn at(&mut self, rank: usize) -> Result<&mut Splice<O::File>, Error> {
        while self
            .plan
            .ends
            .get(self.done)
            .is_some_and(|&end| end <= rank)
        {
            self.open()?;
            self.close()?;
        }
        self.open()?;
        self.open
            .as_mut()
            .ok_or_else(|| Error::Asked("a game has no output".to_owned()))
    }

    fn open(&mut self) -> Result<(), Error> {
        if self.open.is_none() {
            let file = self.outputs.begin(self.done);
            let file = file.map_err(|error| Error::Io("cannot begin an output", error))?;
            self.open = Some(Splice::new(file, self.writing.options));
            (self.next, self.named) = (None, None);
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Error> {
        if let Some(mut splice) = self.open.take() {
            if !self.writing.manifest.is_empty() {
                splice.manifest(self.writing.manifest.to_owned())?;
            }
            let (file, spliced) = splice.finish()?;
            let ended = self.outputs.end(self.done, file, spliced);
            ended.map_err(|error| Error::Io("cannot complete an output", error))?;
            self.done += 1;
        }
        Ok(())
    }

    /// Announces that what follows comes from this archive, which may have a file name, and whether its first game is included.
    pub fn of_archive(
        &mut self,
        of: Of,
        file: Option<&(String, u64)>,
        begins: bool,
    ) -> Result<(), Error> {
        if self.named.is_some_and(|(named, _)| named == of) {
            return Ok(());
        }
        let was_named = self.named.is_some_and(|(_, has_name)| has_name);
        if file.is_some() || was_named {
            self.open()?;
            let border_bytes = file.map_or(0, |(_, bytes)| if begins { *bytes } else { 0 });
            if let Some(splice) = &mut self.open {
                splice.begin(file.map(|(name, _)| &name[..]), border_bytes)?;
            }
        }
        self.named = Some((of, file.is_some()));
        Ok(())
    }

    /// Copies a block with this number of games, of which `first` is the first.
    pub fn block(
        &mut self,
        rank: usize,
        first: u32,
        games: u32,
        of: Of,
        block: StoredBlock,
    ) -> Result<(), Error> {
        self.at(rank)?;
        let follows = self.next == Some((first, of));
        self.at(rank)?.block(block, follows)?;
        self.next = Some((first.saturating_add(games), of));
        Ok(())
    }

    /// Compresses a game with a changed text, which may need something that keeps it apart from its neighbours.
    pub fn changed(&mut self, rank: usize, game: u32, of: Of, text: &[u8]) -> Result<(), Error> {
        self.at(rank)?;
        self.next = None;
        self.game(rank, game, of, text)?;
        self.next = None;
        Ok(())
    }

    /// Compresses a game.
    pub fn game(&mut self, rank: usize, game: u32, of: Of, text: &[u8]) -> Result<(), Error> {
        self.at(rank)?;
        let follows = self.next == Some((game, of));
        self.at(rank)?.game(text, follows)?;
        self.next = Some((game.saturating_add(1), of));
        Ok(())
    }

    pub fn finish(mut self) -> Result<(), Error> {
        while self.done < self.plan.ends.len() {
            self.open()?;
            self.close()?;
        }
        Ok(())
    }
}

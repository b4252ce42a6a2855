//! Compares what an archive records of its text with the text.
//!
//! Format: "Provenance".

use crate::container::{FileName, Summary};
use crate::digest::Digesting;
use crate::error::Place;
use crate::salvage::{Lost, Note};
use crate::{Error, Provenance};

/// The archive that is being read, as far as its record is concerned.
#[derive(Debug, Default)]
pub(super) struct Proof {
    file: Option<FileName>,
    /// The text so far.
    digesting: Option<Digesting>,
    games: u64,
    plies: u64,
    /// The record that was read after the last block.
    recorded: Option<Provenance>,
    /// Whether it has been told of that something is wrong with it.
    is_damaged: bool,
}

impl Proof {
    /// The name of the file, before the first block.
    pub fn name(&mut self, file: &FileName) {
        if self.digesting.is_none() && self.file.is_none() {
            self.file = Some(file.clone());
        }
    }

    /// The text of a block.
    pub fn block(&mut self, text: &[u8], summary: &Summary) {
        self.recorded = None;
        let border_bytes = self.file.as_ref().map_or(0, |file| file.border_bytes);
        let begin = || Digesting::after(border_bytes);
        self.digesting.get_or_insert_with(begin).update(text);
        self.games += summary.facts.games;
        self.plies += summary.facts.plies;
    }

    /// A record, which counts if no block follows.
    pub fn record(&mut self, provenance: &Provenance) {
        self.recorded = Some(provenance.clone());
    }

    /// Damage, after which the text cannot be the one that was recorded.
    pub fn damage(&mut self, note: &Note) {
        self.is_damaged |= !note.is_interruption();
    }

    /// The end of the archive: its record, and what is wrong if the text is not the one of the record. `games_seen` is the number of games of this
    /// archive and those before.
    pub fn end(&mut self, games_seen: u64) -> (Option<Provenance>, Option<Note>) {
        let ended = std::mem::take(self);
        let Some(mut recorded) = ended.recorded else {
            return (None, None);
        };
        recorded.file_name = ended.file.map(|file| file.name);
        let found = ended.digesting.unwrap_or_default().digest();
        let is_right = recorded.text.is_none_or(|text| text == found)
            && (recorded.games, recorded.plies) == (ended.games, ended.plies);
        let note = (!is_right && !ended.is_damaged).then(|| Note {
            error: Error::corruption(
                Place::default(),
                format!(
                    "the text is not the one that the archive records: it has {} games, {} plies and SHA-256 {found}, the record has {} games, {} plies and SHA-256 {}",
                    ended.games,
                    ended.plies,
                    recorded.games,
                    recorded.plies,
                    recorded.text.map_or("none".to_owned(), |text| text.to_string()),
                ),
            ),
            games_seen,
            whole_archives: 0,
            unfinished: false,
            lost: Lost::Nothing,
        });
        (Some(recorded), note)
    }
}

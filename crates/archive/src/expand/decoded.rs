//! What becomes of each thing that the scan finds: its text, or what is missing.
//!
//! Not part of the format.

use crate::container::Summary;
use crate::salvage::{ChunkSighting, Found, Lost, Note, Sighting};
use crate::seal::Text;
use crate::workers::Workers;
use crate::{Error, Meter};

/// What became of something that the scan found.
pub enum Outcome {
    Text {
        text: Vec<u8>,
        /// How much of it stands before all that is lost.
        before_loss: usize,
        summary: Box<Summary>,
        archive_bytes: u64,
        /// Whether it has the start of its archive's text.
        has_start: bool,
    },
    Archive,
    Chunk(Box<ChunkSighting>),
    /// Nothing that can be given here. If it is a block that is out of place, the scan has told of it.
    Nothing,
}

/// What became of it, and what is wrong with it.
pub fn decoded(found: Found, meter: &Meter, workers: &Workers) -> (Outcome, Vec<Note>) {
    let sighting = match found {
        Found::Archive => return (Outcome::Archive, Vec::new()),
        Found::Chunk(chunk) => return (Outcome::Chunk(chunk), Vec::new()),
        Found::Note(note) => return (Outcome::Nothing, vec![note]),
        Found::Block(sighting) if !sighting.in_place => return (Outcome::Nothing, Vec::new()),
        Found::Block(sighting) => sighting,
    };
    let Sighting {
        block, games_seen, ..
    } = &*sighting;
    let mut summary = block.header.summary;
    let archive_bytes = block.payload_offset + summary.payload_bytes();
    let facts = summary.facts;
    let note = |games_before: u64, lost: Lost, error: Error| Note {
        error,
        games_seen: games_seen + games_before,
        whole_archives: 0,
        lost,
        unfinished: false,
    };
    let decoded = meter.block(
        facts.text_bytes,
        || Text::decode(block, workers),
        |_| facts.games,
    );
    let Text {
        text,
        before_loss,
        games,
        lost,
    } = match decoded {
        Ok(decoded) => decoded,
        Err(error) => {
            let note = note(0, Lost::of(&summary), error);
            return (Outcome::Nothing, vec![note]);
        }
    };
    if !lost.is_empty() {
        // Of the values of single groups nothing is known.
        summary = Summary::default();
        (summary.facts.games, summary.facts.text_bytes) = (games, text.len() as u64);
    }
    let lacks_start = lost.iter().any(|(range, ..)| range.start == 0);
    let notes = lost.into_iter().map(|(range, text_bytes, error)| {
        let games = range.end - range.start;
        note(range.start, Lost::Games { games, text_bytes }, error)
    });
    let notes = notes.collect();
    if text.is_empty() {
        return (Outcome::Nothing, notes);
    }
    let outcome = Outcome::Text {
        text,
        before_loss,
        summary: Box::new(summary),
        archive_bytes,
        has_start: sighting.ordinal == 0 && !lacks_start,
    };
    (outcome, notes)
}

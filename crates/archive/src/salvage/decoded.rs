//! What becomes of each thing that the scan finds: its text, or what is missing.
//!
//! Not part of the format.

use super::Handling;
use super::note::{Lost, Note};
use super::scan::{ChunkSighting, Found, Sighting};
use crate::container::Summary;
use crate::seal::{FoundBlock, UnsealedGames};
use crate::{BlockFacts, Meter};

/// What became of something that the scan found.
pub enum Outcome {
    Text {
        text: Vec<u8>,
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
pub fn decoded(found: Found, meter: &Meter, handling: Handling) -> (Outcome, Vec<Note>) {
    let sighting = match found {
        Found::Archive => return (Outcome::Archive, Vec::new()),
        Found::Chunk(chunk) => return (Outcome::Chunk(chunk), Vec::new()),
        Found::Note(note) => return (Outcome::Nothing, vec![note]),
        Found::Block(sighting) if !sighting.in_place => return (Outcome::Nothing, Vec::new()),
        Found::Block(sighting) => sighting,
    };
    let (summary, games_seen) = (sighting.block.header.summary, sighting.games_seen);
    let has_start = sighting.ordinal == 0;
    let archive_bytes = sighting.block.payload_offset + summary.payload_bytes();
    let BlockFacts {
        games, text_bytes, ..
    } = summary.facts;
    let spare = (handling != Handling::Stop).then(|| sighting.clone());
    let outcome = |text, summary, has_start| Outcome::Text {
        text,
        summary: Box::new(summary),
        archive_bytes,
        has_start,
    };
    let error = match meter.block(text_bytes, || sighting.unseal(), |_| games) {
        Ok(text) => return (outcome(text, summary, has_start), Vec::new()),
        Err(error) => error,
    };
    if let Some((text, summary, notes)) = spare.and_then(|spare| sound_groups(&spare)) {
        let lacks_start = notes.iter().any(|note| note.games_seen == games_seen);
        let has_start = has_start && !lacks_start;
        return (outcome(text, summary, has_start), notes);
    }
    let note = Note {
        error,
        games_seen,
        whole_archives: 0,
        lost: Lost::of(&summary),
    };
    (Outcome::Nothing, vec![note])
}

/// The text of those groups of a damaged block that are sound, a summary of them, and what is missing; `None` if none is.
fn sound_groups(sighting: &Sighting) -> Option<(Vec<u8>, Summary, Vec<Note>)> {
    // A model that is guessed is known only once a whole block is sound.
    let block = match &sighting.guess {
        Some(guess) => &FoundBlock {
            model: guess.model(),
            ..sighting.block.clone()
        },
        None => &sighting.block,
    };
    let mut games = UnsealedGames::salvage(block).ok()?;
    let mut summary = Summary::default();
    let (mut text, mut notes) = (Vec::new(), Vec::new());
    let mut lost = Vec::new();
    let given = games.texts(
        0..block.header.summary.facts.games,
        &mut |game| {
            summary.facts.games += 1;
            text.extend_from_slice(&game);
            Ok(())
        },
        &mut |games, error| {
            lost.push((games, error));
            Ok(())
        },
    );
    given.ok()?;
    for (range, error) in lost {
        notes.push(Note {
            error,
            games_seen: sighting.games_seen + range.start,
            whole_archives: 0,
            lost: Lost::Games {
                games: range.end - range.start,
                text_bytes: games.text_bytes(range),
            },
        });
    }
    summary.facts.text_bytes = text.len() as u64;
    (!text.is_empty()).then_some((text, summary, notes))
}

//! Hashes of what games have in common.
//!
//! Not part of the format.

use archive::Game;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Hashes that are different in each run, so that nobody can construct two games that are wrongly taken for duplicates.
#[derive(Clone, Copy)]
pub struct Seeded(u64);

impl Seeded {
    pub fn new() -> Self {
        Self(fastrand::u64(..))
    }

    pub fn of(self, bytes: &[u8]) -> u128 {
        xxh3_128_with_seed(bytes, self.0)
    }

    /// A shorter hash, for values of which few are compared.
    pub fn short(self, bytes: &[u8]) -> u64 {
        self.of(bytes) as u64
    }

    /// The hash of several parts.
    pub fn of_parts(self, parts: &[&[u8]]) -> u128 {
        let mut bytes = Vec::new();
        for part in parts {
            // So that the end of each part is unambiguous.
            bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            bytes.extend_from_slice(part);
        }
        self.of(&bytes)
    }

    /// What the seven tags of the roster say.
    pub fn roster(self, game: &Game) -> u128 {
        let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        let tags = tags.map(|tag| game.tags().get(tag).unwrap_or_default());
        self.of_parts(&tags)
    }

    /// The start position and the moves; `None` if there are none.
    pub fn moves(self, game: &Game) -> Option<u128> {
        let moves = played(game);
        (!moves.is_empty()).then(|| self.of_parts(&[&moves, start(game).as_bytes()]))
    }
}

/// The moves of a game, each with a line end after it, and the text that could not be read.
pub fn played(game: &Game) -> Vec<u8> {
    let line = game.main_line();
    let mut moves = Vec::new();
    for ply in &line.plies {
        moves.extend_from_slice(ply.san.as_bytes());
        moves.push(b'\n');
    }
    moves.extend_from_slice(line.unread.trim_ascii());
    moves
}

/// The variant and the start position; the text of the tags if they set up none.
pub fn start(game: &Game) -> String {
    match game.start() {
        Some(start) => format!("{} {}", start.variant().name(), start.to_fen()),
        None => {
            let tag = |name| query::text(game.tags().get(name).unwrap_or_default());
            format!("{} {}", tag("Variant"), tag("FEN"))
        }
    }
}

//! What an undamaged archive holds, by all ways of reading it.

use super::reading;
use archive::fuzzing::block_text;
use archive::{Columns, Game, Reader};
use std::io::Cursor;

/// The sets of columns that are asked for.
pub const COLUMNS: [Columns; 9] = [
    Columns::TAGS,
    Columns::MOVES,
    Columns::CLOCKS,
    Columns::EVALS,
    Columns::NAGS,
    Columns::DERIVED_TAGS,
    Columns::COMMENTS,
    Columns::TEXT,
    Columns::ALL,
];

/// An undamaged archive.
pub struct Sound {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its text.
    pub text: Vec<u8>,
    /// Texts that are given or lost as one: its games, or blocks without a game.
    pub units: Vec<Vec<u8>>,
    /// Its games, each with every one of [`COLUMNS`].
    pub games: Vec<[Game; COLUMNS.len()]>,
}

impl Sound {
    /// Reads an archive that was just made.
    ///
    /// # Panics
    ///
    /// If it cannot be read.
    #[allow(clippy::expect_used, reason = "what was just made can be read")]
    pub fn of(bytes: Vec<u8>) -> Self {
        let mut reader = Reader::open(Cursor::new(&bytes), &reading()).expect("it opens");
        let count = reader.len();
        let mut columns = COLUMNS.map(|columns| {
            let games = reader.games(0..count, columns).expect("all games");
            let games: Vec<Game> = games.collect::<Result<_, _>>().expect("sound games");
            games.into_iter()
        });
        let mut next = || {
            columns
                .each_mut()
                .map(|games| games.next().expect("a game"))
        };
        let games: Vec<_> = (0..count).map(|_| next()).collect();
        let mut units = Vec::new();
        let mut text = Vec::new();
        for number in 0..reader.blocks().len() {
            let block = reader.blocks()[number];
            let first = block.first_game();
            let of_block = block_text(&mut reader, number).expect("a sound block");
            if block.facts().games == 0 {
                units.push(of_block.clone());
            }
            let mut give = |game: &[u8]| {
                units.push(game.to_vec());
                Ok(())
            };
            let range = first..first + block.facts().games;
            reader.games_text(range, &mut give).expect("sound games");
            text.extend(of_block);
        }
        assert!(text == units.concat(), "the games are the text");
        Self {
            bytes,
            text,
            units,
            games,
        }
    }
}

/// Whether two games have the same values.
pub fn is_same(one: &Game, other: &Game) -> bool {
    let start = |game: &Game| game.start().map(|position| position.to_fen());
    one.text() == other.text()
        && one.tags() == other.tags()
        && one.main_line() == other.main_line()
        && start(one) == start(other)
}

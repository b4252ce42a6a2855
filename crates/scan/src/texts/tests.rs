use super::*;
use archive::{CompressOptions, ExpandOptions, Level, compress};
use proptest::prelude::*;
use std::io::Cursor;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn games_come_in_the_order_asked_for_however_little_is_kept(
        games in prop::collection::vec(0..40u64, 0..60),
        room in 0..3000u64,
    ) {
        let texts: Vec<String> = (0..40)
            .map(|number| format!("[White \"Player {number}\"]\n\n1. e4 {{ {} }} *\n\n", "so ".repeat(number)))
            .collect();
        let mut packed = Vec::new();
        let options = CompressOptions::new().block_games(7).level(Level::Fast);
        compress(texts.concat().as_bytes(), &mut packed, &options).unwrap();
        let reader = Reader::open(Cursor::new(packed), &ExpandOptions::new().keep_going(true)).unwrap();
        let mut found = Vec::new();
        let mut write = |_, game: &[u8]| { found.push(game.to_vec()); Ok(()) };
        let mut fetch = Texts::new(reader, &mut write);
        fetch.room = room;
        // What was estimated may be wrong: all at once, and as it is cut.
        fetch.jumble(&games).unwrap();
        fetch.window(&games).unwrap();
        prop_assert!(fetch.reader.skipped_damage().is_empty());
        let wanted: Vec<_> = games.iter().chain(&games).map(|&game| texts[game as usize].as_bytes().to_vec()).collect();
        prop_assert_eq!(found, wanted);
    }
}

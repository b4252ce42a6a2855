//! Endings of real games of a variant.

use archive::Game;
use query::{Field, Known, Value};
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn games_with_both_kings_on_the_eighth_rank_end_by_the_variant() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/test/racingkings.pgn");
    let Ok(text) = std::fs::read(path) else {
        return eprintln!("skipped: no corpora next to the project");
    };
    let mut endings: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for game in pgn::games(&text) {
        let game = Game::parse(game);
        let Value::Text(ending) = Field::Known(Known::Ending).value(&game) else {
            continue;
        };
        let last = game.positions().last().map(|position| position.to_fen());
        let rank = last
            .as_deref()
            .and_then(|fen| fen.split('/').next())
            .unwrap_or_default();
        let is_draw = rank.contains('K') && rank.contains('k');
        endings.entry(ending.into_owned()).or_default()[usize::from(is_draw)] += 1;
    }
    assert_eq!(endings["variant"][1], 248, "{endings:?}");
    assert_eq!(endings["stalemate"], [7, 0], "{endings:?}");
    assert!(!endings.contains_key("mate"), "{endings:?}");
}

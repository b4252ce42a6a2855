//! Every move of real games is read, and written back byte for byte.

mod games;

use legal::san::{self, Mark, Spelling};

/// The number of moves, and of those not in the export format.
fn round_trip(name: &str) -> Option<(usize, usize)> {
    let (mut moves, mut deviations) = (0, 0);
    let mut written = Vec::new();
    for (number, game) in games::read(name)?.into_iter().enumerate() {
        let mut position = game.start;
        for (ply, text) in game.moves.iter().enumerate() {
            let shown = String::from_utf8_lossy(text);
            let here = format!("{name}, game {number}, ply {ply}: {shown}");
            let legal = position.legal_moves();
            let index = san::read(text, &position, &legal).unwrap_or_else(|| panic!("{here}"));
            let mut after = position.clone();
            after.play(legal[index]);
            let mark = Mark::of(&after, || after.legal_moves().is_empty());
            let usual = Spelling::default();
            let style = san::spelling(text, &position, &legal, index, mark, usual)
                .unwrap_or_else(|| panic!("no spelling: {here}"));
            assert_eq!(Spelling::from_code(style.to_code()), Some(style));
            written.clear();
            san::write(&mut written, &position, &legal, index, mark, style);
            assert_eq!(&written, text, "{here}");
            moves += 1;
            if style != usual {
                deviations += 1;
                if deviations < 6 {
                    eprintln!("{here} {style:?}");
                }
            }
            position = after;
        }
    }
    eprintln!("{name}: {moves} moves, {deviations} deviations");
    Some((moves, deviations))
}

fn is_almost_all_export_format(name: &str) {
    if let Some((moves, deviations)) = round_trip(name) {
        assert!(moves > 1000 && deviations * 100 < moves);
    }
}

#[test]
fn twic_is_written_back() {
    is_almost_all_export_format("twic-1428.pgn");
}

#[test]
fn chess960_is_written_back() {
    is_almost_all_export_format("chess960-lichess.pgn");
}

#[test]
fn racing_kings_is_written_back() {
    is_almost_all_export_format("racingkings.pgn");
}

#[test]
fn crazyhouse_is_written_back() {
    is_almost_all_export_format("crazyhouse.pgn");
}

#[test]
fn old_matches_are_written_back() {
    round_trip("otb-world-matches.pgn");
}

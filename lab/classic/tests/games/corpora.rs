//! Real games come back, in as many bits as the documents say.

use classic::{GAMES, Game};

use super::{comes_back, read};

/// A corpus beside the project.
fn corpus(name: &str) -> Option<Vec<Game>> {
    let path = format!(
        "{}/../../../shared/corpora/test/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    let Ok(text) = std::fs::read(path) else {
        eprintln!("skipped: {name} is not beside the project");
        return None;
    };
    Some(pgn::games(&text).filter_map(read).collect())
}

#[test]
fn every_game_of_the_corpora_comes_back_with_the_figures_of_the_documents() {
    // Bits a ply, one file after the other, with what may be off by other ways to score moves.
    let figures = [
        ("san-text", [33.0, 33.0], 2.5),
        ("from-to", [12.0, 12.0], 0.05),
        ("byte-per-move", [8.0, 8.0], 0.4),
        ("legal-index-bits", [5.2, 5.2], 0.1),
        ("game-number", [4.65, 4.7], 0.1),
        ("game-number-end", [4.7, 4.75], 0.15),
        ("ordered-huffman", [4.41, 4.70], 0.1),
        ("ordered-arithmetic", [4.22, 4.45], 0.3),
    ];
    for (file, name) in ["lichess-dump-2025-05.pgn", "twic-1428.pgn"]
        .into_iter()
        .enumerate()
    {
        let Some(games) = corpus(name) else {
            continue;
        };
        let plies: usize = games.iter().map(|game| game.moves.len()).sum();
        let (left, right) = games.split_at(games.len() / 2);
        let bits: Vec<usize> = std::thread::scope(|scope| {
            let count = |games: &[Game]| -> Vec<usize> {
                GAMES
                    .iter()
                    .map(|codec| games.iter().map(|game| comes_back(*codec, game)).sum())
                    .collect()
            };
            let other = scope.spawn(move || count(right));
            let own = count(left);
            own.into_iter()
                .zip(other.join().unwrap())
                .map(|(a, b)| a + b)
                .collect()
        });
        for (codec, bits) in GAMES.iter().zip(bits) {
            let measured = bits as f64 / plies as f64;
            eprintln!("{name} {} {measured:.3}", codec.name());
            if let Some((_, expected, within)) =
                figures.iter().find(|(name, ..)| *name == codec.name())
            {
                assert!(
                    (measured - expected[file]).abs() < *within,
                    "{} {measured}",
                    codec.name()
                );
            }
        }
    }
}

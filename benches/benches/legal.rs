//! Positions to their moves, moves to ranks and to text and back, over every position of the famous games.

use criterion::{Criterion, Throughput};
use legal::san::{self, Mark, Spelling};
use legal::{LegalMoves, Position};
use pgn::TokenKind;

/// A move of a game, with all that is known about it.
struct Ply {
    before: Position,
    moves: LegalMoves,
    index: usize,
    mark: Mark,
    text: Vec<u8>,
}

/// The moves of the main lines, as far as they can be read.
fn plies(text: &[u8]) -> Vec<Ply> {
    let mut plies = Vec::new();
    for game in pgn::games(text) {
        let mut position = Position::standard();
        let mut depth = 0_usize;
        for token in pgn::lex(game) {
            match token.kind {
                TokenKind::VariationOpen => depth += 1,
                TokenKind::VariationClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > 0 || token.kind != TokenKind::San {
                continue;
            }
            let moves = position.legal_moves();
            let Some(index) = san::read(token.text, &position, &moves) else {
                break;
            };
            let before = position.clone();
            position.play(moves[index]);
            let mark = Mark::of(&position, || position.legal_moves().is_empty());
            let text = token.text.to_vec();
            plies.push(Ply {
                before,
                moves,
                index,
                mark,
                text,
            });
        }
    }
    plies
}

fn legal(c: &mut Criterion) {
    let text = benches::famous_games().expect("the famous games");
    let plies = plies(&text);
    assert!(plies.len() > 1000, "{} plies", plies.len());
    let branches: usize = plies.iter().map(|ply| ply.moves.len()).sum();
    let mut group = c.benchmark_group("legal");
    group.throughput(Throughput::Elements(plies.len() as u64));

    let mut moves = LegalMoves::new();
    group.bench_function("moves", |b| {
        b.iter(|| {
            let mut found = 0;
            for ply in &plies {
                ply.before.legal_moves_into(&mut moves);
                found += moves.len();
            }
            assert_eq!(found, branches);
        });
    });
    group.bench_function("rank", |b| {
        b.iter(|| {
            let found = plies.iter().filter(|ply| {
                let played = ply.moves[ply.index];
                ply.moves.rank(played) == Some(ply.index)
            });
            assert_eq!(found.count(), plies.len());
        });
    });
    group.bench_function("san_read", |b| {
        b.iter(|| {
            let found = plies
                .iter()
                .filter(|ply| san::read(&ply.text, &ply.before, &ply.moves) == Some(ply.index));
            assert_eq!(found.count(), plies.len());
        });
    });
    let mut out = Vec::new();
    group.bench_function("san_write", |b| {
        b.iter(|| {
            for ply in &plies {
                out.clear();
                let Ply { before, moves, .. } = ply;
                san::write(
                    &mut out,
                    before,
                    moves,
                    ply.index,
                    ply.mark,
                    Spelling::default(),
                );
                assert_eq!(out, ply.text);
            }
        });
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    legal(&mut criterion);
    criterion.final_summary();
}

//! The encodings of the literature: positions, games, and the number of a long game.

use classic::{GAMES, Game, POSITIONS, number};
use criterion::{Criterion, Throughput};
use legal::{Position, Setup};

/// The longest games that are played have about so many plies.
const LONG: usize = 600;

/// A game by a fixed rule that takes nothing it need not, so that it lasts.
fn long_game() -> Game {
    let mut game = Game::new(Position::standard());
    let mut position = game.start.clone();
    let mut state = 7_u64;
    while game.moves.len() < LONG {
        let legal = position.legal_moves();
        assert!(!legal.is_empty(), "the game is over");
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let quiet = |at: usize| !legal[at].is_capture() && !legal[at].is_promotion();
        let first = (state >> 33) as usize % legal.len();
        let turns = (0..legal.len()).map(|turn| (first + turn) % legal.len());
        let index = turns.into_iter().find(|&at| quiet(at)).unwrap_or(first);
        game.moves.push(legal[index]);
        position.play(legal[index]);
    }
    game
}

fn game_number(c: &mut Criterion) {
    let game = long_game();
    let number = number::encode(&game).expect("legal moves have a number");
    assert!(number.bits() > 4 * LONG as u64);
    let mut group = c.benchmark_group("game_number");
    group.throughput(Throughput::Elements(LONG as u64));
    group.bench_function("encode_600_plies", |b| {
        b.iter(|| assert_eq!(number::encode(&game).as_ref(), Ok(&number)));
    });
    group.bench_function("decode_600_plies", |b| {
        b.iter(|| {
            assert_eq!(
                number::decode(&game.start, LONG, &number).as_ref(),
                Ok(&game)
            )
        });
    });
    group.finish();
}

fn games(c: &mut Criterion) {
    let game = long_game();
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(LONG as u64));
    for codec in GAMES {
        let bits = codec
            .encode(&game)
            .expect("every encoding holds standard chess");
        group.bench_function(codec.name(), |b| {
            b.iter(|| {
                assert_eq!(codec.encode(&game).as_ref(), Ok(&bits));
                let back = codec.decode(&game.start, LONG, &bits);
                assert_eq!(back.map(|back| back.moves).as_ref(), Ok(&game.moves));
            });
        });
    }
    group.finish();
}

fn positions(c: &mut Criterion) {
    let game = long_game();
    let mut position = game.start.clone();
    let mut met: Vec<Setup> = Vec::new();
    for &m in &game.moves[..60] {
        position.play(m);
        met.push(position.to_setup());
    }
    let mut group = c.benchmark_group("positions");
    group.throughput(Throughput::Elements(met.len() as u64));
    let codecs = POSITIONS
        .into_iter()
        .filter(|codec| codec.name() != "shortest-game");
    for codec in codecs {
        group.bench_function(codec.name(), |b| {
            b.iter(|| {
                for position in &met {
                    let bits = codec.encode(position).expect("positions of games are held");
                    assert_eq!(codec.decode(&bits), Ok(codec.keeps().of(position)));
                }
            });
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    game_number(&mut criterion);
    games(&mut criterion);
    positions(&mut criterion);
    criterion.final_summary();
}

//! Text to tokens and to games.

use criterion::{Criterion, Throughput};

fn lex(c: &mut Criterion) {
    let text = benches::famous_games_repeated(1_000_000).expect("the famous games");
    let mut group = c.benchmark_group("lex");
    group.throughput(Throughput::Bytes(text.len() as u64));

    group.bench_function("tokens", |b| {
        b.iter(|| {
            let bytes: usize = pgn::lex(&text).map(|token| token.text.len()).sum();
            assert_eq!(bytes, text.len());
        });
    });
    group.bench_function("games", |b| {
        b.iter(|| {
            let bytes: usize = pgn::games(&text).map(<[u8]>::len).sum();
            assert_eq!(bytes, text.len());
        });
    });
    let mut written = Vec::with_capacity(text.len());
    group.bench_function("tokens_and_back", |b| {
        b.iter(|| {
            written.clear();
            pgn::write(pgn::lex(&text), &mut written);
            assert_eq!(written.len(), text.len());
        });
    });
    assert!(written.is_empty() || written == text);
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    lex(&mut criterion);
    criterion.final_summary();
}

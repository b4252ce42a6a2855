//! Symbols to bytes and back with each coder.

use criterion::{Criterion, Throughput};
use entropy::{Bit, Code, Counter, Decode, Encode, Frequencies, TOTAL, radix, range};

/// The radix coder is quadratic, and a game has about so many symbols.
const GAME: usize = 80;
const STREAM: usize = 100_000;

/// Ranks of moves, as skewed as those of good play: half of what is left for each rank.
fn widths() -> Vec<u32> {
    let mut left = TOTAL;
    let mut widths: Vec<u32> = (0..30)
        .map(|rank| {
            let width = (left / 2).saturating_sub(30 - rank).max(1);
            left -= width;
            width
        })
        .collect();
    widths[0] += left;
    widths
}

/// Symbols that follow the widths.
fn symbols(widths: &[u32], count: usize) -> Vec<usize> {
    let mut state = 1_u64;
    let mut symbol = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mut quantile = (state >> 48) as u32;
        widths
            .iter()
            .position(|&width| {
                let is_here = quantile < width;
                quantile = quantile.saturating_sub(width);
                is_here
            })
            .expect("the widths sum to the total")
    };
    (0..count).map(|_| symbol()).collect()
}

fn encoded(symbols: &[usize], widths: &[u32], mut coder: impl Encode) -> Vec<u8> {
    for &symbol in symbols {
        coder.encode(symbol, &Frequencies::new(widths));
    }
    coder.finish()
}

fn decodes_to(symbols: &[usize], widths: &[u32], mut coder: impl Decode) -> bool {
    symbols
        .iter()
        .all(|&symbol| coder.decode(&Frequencies::new(widths)) == Ok(symbol))
}

fn coders(c: &mut Criterion) {
    let widths = widths();
    let stream = symbols(&widths, STREAM);
    let bytes = encoded(&stream, &widths, range::Encoder::new());
    let mut group = c.benchmark_group("range");
    group.throughput(Throughput::Elements(STREAM as u64));
    group.bench_function("encode", |b| {
        b.iter(|| assert_eq!(encoded(&stream, &widths, range::Encoder::new()), bytes));
    });
    group.bench_function("decode", |b| {
        b.iter(|| assert!(decodes_to(&stream, &widths, range::Decoder::new(&bytes))));
    });
    group.bench_function("encode_bits", |b| {
        b.iter(|| {
            let mut encoder = range::Encoder::new();
            let mut counter = Counter::new();
            for &symbol in &stream {
                counter.code(&mut encoder, symbol == 0);
            }
            assert!(encoder.finish().len() < STREAM / 7);
        });
    });
    group.bench_function("encode_even_bits", |b| {
        b.iter(|| {
            let mut encoder = range::Encoder::new();
            for &symbol in &stream {
                Code::code(&mut encoder, symbol & 1, &Bit::new(TOTAL / 2));
            }
            assert!(encoder.finish().len().abs_diff(STREAM / 8) < 16);
        });
    });
    group.finish();

    let game = &stream[..GAME];
    let bytes = encoded(game, &widths, radix::Encoder::new());
    let mut group = c.benchmark_group("radix");
    group.throughput(Throughput::Elements(GAME as u64));
    group.bench_function("encode", |b| {
        b.iter(|| assert_eq!(encoded(game, &widths, radix::Encoder::new()), bytes));
    });
    group.bench_function("decode", |b| {
        b.iter(|| assert!(decodes_to(game, &widths, radix::Decoder::new(&bytes))));
    });
    group.finish();

    let bytes = encoded(game, &widths, range::Encoder::new());
    let mut group = c.benchmark_group("game");
    group.throughput(Throughput::Elements(GAME as u64));
    group.bench_function("encode", |b| {
        b.iter(|| assert_eq!(encoded(game, &widths, range::Encoder::new()), bytes));
    });
    group.bench_function("decode", |b| {
        b.iter(|| assert!(decodes_to(game, &widths, range::Decoder::new(&bytes))));
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    coders(&mut criterion);
    criterion.final_summary();
}

//! Text to archive and back on one thread.

use archive::{CompressOptions, ExpandOptions, compress, expand};
use criterion::{Criterion, Throughput};

fn packed(text: &[u8], verify: bool) -> Vec<u8> {
    let config = CompressOptions::new()
        .provenance(false)
        .threads(1)
        .verify(verify);
    let mut archive = Vec::new();
    compress(text, &mut archive, &config).expect("memory takes everything");
    archive
}

fn expanded(archive: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    expand(archive, &mut text, &ExpandOptions::new().threads(1)).expect("a sound archive expands");
    text
}

fn whole_path(c: &mut Criterion) {
    let text = benches::famous_games_repeated(1_000_000).expect("the famous games");
    let archive = packed(&text, true);
    assert!(expanded(&archive) == text);
    let mut group = c.benchmark_group("whole_path");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("compress", |b| {
        b.iter(|| assert!(packed(&text, false) == archive));
    });
    group.bench_function("compress_verified", |b| {
        b.iter(|| assert!(packed(&text, true) == archive));
    });
    group.bench_function("expand", |b| {
        b.iter(|| assert!(expanded(&archive) == text));
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    whole_path(&mut criterion);
    criterion.final_summary();
}

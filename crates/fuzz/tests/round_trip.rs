//! Whole files come back from their archives, byte for byte.

use archive::{CompressOptions, ExpandOptions, compress, expand};
use fuzz::{Seed, own_seeds, shared_seeds};

/// Of larger files only so many bytes of the beginning are tried, which are several groups, unless `PGNZ_WHOLE` asks for all.
fn limit() -> usize {
    match std::env::var_os("PGNZ_WHOLE") {
        Some(_) => usize::MAX,
        None => 1 << 19,
    }
}

fn comes_back(Seed { name, bytes }: &Seed, config: &CompressOptions) {
    let mut packed = Vec::new();
    let report =
        compress(&bytes[..], &mut packed, config).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(report.rescued_blocks, 0, "{name}: blocks had to be stored");
    assert_eq!(report.text_bytes, bytes.len() as u64, "{name}");
    assert!(
        packed.len() as u64 <= config.worst_case_size(bytes.len() as u64),
        "{name}"
    );
    let mut back = Vec::new();
    let threads = config.resources().threads;
    expand(
        &packed[..],
        &mut back,
        &ExpandOptions::new().threads(threads),
    )
    .unwrap_or_else(|error| panic!("{name}: {error}"));
    let same = back.iter().zip(bytes).take_while(|(a, b)| a == b).count();
    assert!(back == *bytes, "{name} differs from byte {same} on");
}

/// Verification would decode everything twice, and hide an encoder that fails.
fn without_verification() -> CompressOptions {
    CompressOptions::new().provenance(false).verify(false)
}

fn shared_files_come_back(folder: &str, wanted: impl Fn(&str) -> bool) {
    let seeds = shared_seeds(folder, limit()).expect("readable files");
    if seeds.is_empty() {
        eprintln!("skipped: there is no folder ../shared/corpora/{folder} beside the repository");
    }
    for seed in seeds.iter().filter(|seed| wanted(&seed.name)) {
        comes_back(seed, &without_verification());
    }
}

#[test]
fn the_famous_games_and_every_quirk_come_back() {
    let seeds = own_seeds().expect("the repository has its corpora");
    assert!(seeds.len() > 100);
    for seed in &seeds {
        comes_back(seed, &without_verification());
    }
}

#[test]
fn all_quirks_in_one_file_come_back() {
    let seeds = own_seeds().expect("the repository has its corpora");
    let bytes: Vec<u8> = seeds.into_iter().flat_map(|seed| seed.bytes).collect();
    let name = "all quirks".to_owned();
    let seed = Seed { name, bytes };
    for block_games in [1, 10, 4096] {
        let config = without_verification().block_games(block_games);
        comes_back(&seed, &config);
    }
}

#[test]
fn malformed_files_come_back() {
    shared_files_come_back("test/odd", |_| true);
}

#[test]
fn annotated_files_come_back() {
    shared_files_come_back("test/annotated", |_| true);
}

#[test]
fn files_of_every_source_come_back() {
    shared_files_come_back("test", |name| !name.contains('/'));
}

use crate::samples::{blocks_of, games, noise, packed, plain};
use archive::worst_case_size;

#[test]
fn no_text_exceeds_the_worst_case() {
    let texts = [
        vec![],
        vec![7],
        noise(100),
        noise(1000),
        noise(200_000),
        games(3),
        b"*\n".repeat(20_000),
        b"\n".repeat(1000),
        b"\xFF".repeat(70_000),
        b"e".repeat(70_000),
    ];
    for text in texts {
        let length = text.len() as u64;
        let default = plain().threads(1);
        assert!(
            packed(&text, &default).0.len() as u64 <= worst_case_size(length),
            "{length} bytes"
        );
        for config in [
            blocks_of(1),
            blocks_of(100),
            blocks_of(100).block_bytes(5000),
        ] {
            assert!(
                packed(&text, &config).0.len() as u64 <= config.worst_case_size(length),
                "{length} bytes, {config:?}"
            );
        }
    }
}

#[test]
fn random_bytes_grow_by_less_than_one_per_cent() {
    let text = noise(1 << 20);
    let (archive, _) = packed(&text, &plain().threads(1));
    assert!(archive.len() * 100 < text.len() * 101, "{}", archive.len());
    assert!(worst_case_size(1 << 40) * 100 < (1u64 << 40) * 101);
}

#[test]
fn the_container_of_a_small_archive_is_small() {
    for (text, most) in [(vec![], 49), (vec![b'x'], 85), (games(1), 112)] {
        let report = packed(&text, &blocks_of(1)).1;
        assert!(
            report.container_bytes <= most,
            "{} bytes for {} bytes of text",
            report.container_bytes,
            text.len()
        );
    }
}

#[test]
fn a_block_costs_little_in_the_container() {
    let report = packed(&games(2000), &blocks_of(200)).1;
    assert!(
        report.container_bytes / report.blocks < 200,
        "{} for {} blocks",
        report.container_bytes,
        report.blocks
    );
}

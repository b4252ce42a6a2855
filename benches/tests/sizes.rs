//! Archives have the sizes of `benches/sizes.csv`, which `just sizes` writes.

use archive::{CompressOptions, compress};
use benches::{LEAST_TEXT, corpora, famous_games, repository, text_of};
use std::collections::BTreeMap;
use std::fs;

/// Longer texts are left to `just sizes`.
const MOST_TEXT: usize = 1_000_000;

#[test]
fn archives_of_the_corpora_have_the_sizes_of_the_table() {
    let table = fs::read_to_string(repository().join("benches/sizes.csv")).unwrap();
    let rows = table.lines().skip(1).map(|line| {
        let mut cells = line.split(',');
        let name = cells.next().unwrap().to_owned();
        (name, cells.nth(3).unwrap().parse().unwrap())
    });
    let known: BTreeMap<String, u64> = rows.collect();
    let mut texts = vec![("famous.pgn".to_owned(), famous_games().unwrap())];
    for (name, path) in corpora().unwrap() {
        let text = text_of(&path).unwrap();
        if text.len() > LEAST_TEXT {
            assert!(known.contains_key(&name), "the table has no row {name}");
        }
        if (LEAST_TEXT..MOST_TEXT).contains(&text.len()) {
            texts.push((name, text));
        }
    }
    for (name, text) in texts {
        let config = CompressOptions::new().provenance(false).verify(false);
        let mut archive = Vec::new();
        compress(&text[..], &mut archive, &config).unwrap();
        let (found, expected) = (archive.len() as u64, known[&name]);
        assert!(
            found.abs_diff(expected) * 1000 <= expected,
            "{name} has {found} bytes, in the table {expected}"
        );
    }
}

//! Every property on arbitrary bytes and on mutated files.

use fuzz::{PROPERTIES, Property, Random, Seed, mutate, own_seeds};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::LazyLock;

static SEEDS: LazyLock<Vec<Seed>> =
    LazyLock::new(|| own_seeds().expect("the repository has its corpora"));

/// Noise, fragments of PGN, and parts of real files.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let fragments = vec(proptest::sample::select(fuzz::FRAGMENTS), 0..60);
    prop_oneof![
        1 => vec(any::<u8>(), 0..400),
        2 => fragments.prop_map(|fragments| fragments.concat()),
        2 => any::<u64>().prop_map(|seed| mutate(&SEEDS, &mut Random::new(seed))),
    ]
}

fn holds(name: &str, cases: u32) {
    let property = Property::named(name).expect("the property is listed");
    proptest!(
        ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() },
        |(text in texts(), choices: u64)| {
            prop_assert_eq!(property.check(&text, choices), Ok(()));
        }
    );
}

macro_rules! hold {
    ($($name:ident $cases:literal,)+) => {
        $(#[test]
        fn $name() {
            holds(stringify!($name), $cases);
        })+

        #[test]
        fn every_property_is_tested() {
            let tested = [$(stringify!($name)),+];
            assert!(PROPERTIES.iter().map(|property| property.name).eq(tested));
        }
    };
}

hold! {
    lexing_keeps_every_byte 3000,
    splitting_in_pieces_changes_nothing 3000,
    spelling_what_was_read_gives_the_text 2000,
    fens_come_back_or_are_refused 500,
    bits_and_numbers_come_back_or_are_refused 500,
    wrapped_inputs_give_a_text_or_an_error 500,
    symbols_come_back_from_both_coders 100,
    blocks_give_their_text_back 800,
    blocks_of_junk_streams_never_panic 400,
    blocks_of_any_bytes_are_decoded_or_refused 200,
    mended_archives_give_a_text_or_an_error 200,
    compressing_then_expanding_gives_the_same_bytes 500,
    utf16_comes_back_whatever_breaks_it 400,
    games_from_the_middle_are_those_of_the_text 400,
    damaged_archives_never_give_other_text 300,
    junk_archives_never_panic 400,
    what_is_salvaged_is_of_the_text 150,
    junk_blobs_never_panic 40,
    indexes_of_any_bytes_are_tables_or_errors 150,
    filters_are_read_or_refused 1000,
    shapes_of_damaged_archives_lose_no_game_unsaid 150,
    columns_of_damaged_archives_are_those_of_the_text 150,
    networks_are_read_or_refused 20,
    every_reader_is_right_or_says_so 100,
}

#[test]
fn the_same_seed_gives_the_same_cases() {
    let cases = |seed| {
        let mut random = Random::new(seed);
        [(); 20].map(|()| mutate(&SEEDS, &mut random))
    };
    assert_eq!(cases(3), cases(3));
    assert_ne!(cases(3), cases(4));
}

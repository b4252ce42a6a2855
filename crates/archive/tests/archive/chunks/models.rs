//! Models in archives: brought along, strange, or not those of the header.

use crate::samples::block_text;
use crate::samples::{
    assert_expands_to, blocks_of, expanded, games, own_model, packed, strange_model,
};
use archive::{Columns, ErrorKind, ExpandOptions, OnDamage, Reader, expand};
use std::io::Cursor;

use super::{kept, repaired, with};

#[test]
fn an_archive_brings_the_model_along_that_it_was_made_with() {
    let text = games(60);
    let own = own_model(3);
    let config = |embed| blocks_of(50).model(own.clone()).embed(embed);
    let (whole, report) = packed(&text, &config(true));
    let (bare, _) = packed(&text, &config(false));
    assert!(whole.len() > bare.len() + 6_000_000);
    assert!(whole.len() as u64 <= config(true).worst_case_size(text.len() as u64));
    assert_eq!(assert_expands_to(&whole, &text), report);
    let mut reader = Reader::open(Cursor::new(&whole), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.report(), report);
    assert_eq!(
        reader
            .games(0..60, Columns::ALL)
            .unwrap()
            .filter(Result::is_ok)
            .count(),
        60
    );
    assert_eq!(
        expanded(&bare, 1).1.unwrap_err().kind(),
        ErrorKind::UnknownModel
    );
    // Those after it may use it, those before it may not.
    let both = [&whole[..], &bare, &bare].concat();
    assert_expands_to(&both, &text.repeat(3));
    let mut reader = Reader::open(Cursor::new(&both), &ExpandOptions::new()).unwrap();
    let all: Vec<_> = (0..6)
        .map(|block| block_text(&mut reader, block).unwrap())
        .collect();
    assert!(all.concat() == text.repeat(3));
    let wrong = [&bare[..], &whole].concat();
    assert_eq!(
        expanded(&wrong, 1).1.unwrap_err().kind(),
        ErrorKind::UnknownModel
    );
    let mut reader = Reader::open(Cursor::new(&wrong), &ExpandOptions::new()).unwrap();
    assert_eq!(
        block_text(&mut reader, 0).unwrap_err().kind(),
        ErrorKind::UnknownModel
    );
    assert!(block_text(&mut reader, 2).is_ok());
    // A model in a file does no harm.
    let mut back = Vec::new();
    expand(
        &whole[..],
        &mut back,
        &ExpandOptions::new().threads(1).model(own.clone()),
    )
    .unwrap();
    assert!(back == text);
    // Damage: the model is named as what is missing, and a second copy or the file helps.
    let mut damaged = whole.clone();
    damaged[1_000_000] ^= 1;
    let error = kept(&damaged, OnDamage::KeepGoing).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownModel);
    let with_file = expand(
        &damaged[..],
        &mut Vec::new(),
        &ExpandOptions::new()
            .threads(1)
            .model(own.clone())
            .keep_going(true),
    );
    assert_eq!(with_file.unwrap().games, 60);
    let mut headless = whole.clone();
    headless[15] ^= 1;
    let (back, report) = kept(&headless, OnDamage::KeepGoing);
    assert!(back == text, "{report:?}");
    assert!(repaired(&[&headless]).0 == whole);
    let cut = &whole[..whole.len() - 10];
    let mut reader =
        Reader::open(Cursor::new(cut), &ExpandOptions::new().keep_going(true)).unwrap();
    assert!(block_text(&mut reader, 0).is_ok());
}

/// An archive from a stranger may bring any network along.
#[test]
fn strange_networks_do_no_harm() {
    let text = games(12);
    for (weight, scalar) in [
        (i8::MAX, i16::MAX),
        (i8::MIN, i16::MIN),
        (i8::MAX, i16::MIN),
        (1, i16::MAX),
    ] {
        let config = blocks_of(50).model(strange_model(weight, scalar));
        let (archive, report) = packed(&text, &config);
        assert_eq!(report.rescued_blocks, 0, "{weight} {scalar}");
        assert_expands_to(&archive, &text);
    }
}

#[test]
fn weights_that_are_not_those_of_the_header_are_refused_and_count_as_memory() {
    let text = games(10);
    let config = blocks_of(50).model(own_model(3)).embed(false);
    let (bare, _) = packed(&text, &config);
    let other = packed(b"", &blocks_of(50).model(own_model(4))).0;
    let weights = &other[25 + 16..other.len() - 24 - 4];
    let swapped = with(&bare, &[(0, b"NETS", true, weights)]);
    let error = expanded(&swapped, 1).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Compatibility, "{error}");
    let junk = with(&bare, &[(0, b"NETS", true, b"no network")]);
    assert_eq!(
        expanded(&junk, 1).1.unwrap_err().kind(),
        ErrorKind::Compatibility
    );
    let mut reader = Reader::open(Cursor::new(&junk), &ExpandOptions::new()).unwrap();
    assert_eq!(
        block_text(&mut reader, 0).unwrap_err().kind(),
        ErrorKind::Compatibility
    );
    let whole = packed(&text, &config.embed(true)).0;
    let limited = |mib: u64| {
        let options = ExpandOptions::new().threads(1).memory(mib << 20);
        archive::test(&whole[..], &options)
    };
    let error = limited(162).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    let needed = error.needed_memory().unwrap() >> 20;
    assert!(error.to_string().contains("model"), "{error}");
    assert!((162..192).contains(&needed), "{needed}");
    limited(needed + 1).unwrap();
}

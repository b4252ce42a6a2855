//! Sections of another archive of the same shape, in the place of one's own: sound by themselves, but the footer is not theirs.

use crate::samples::{block_text, blocks_of, completed, expanded, packed, uncompleted};
use archive::fuzzing::{Kind, sections};
use archive::{CompressOptions, Error, ErrorKind, ExpandOptions, OnDamage, Reader, Source};
use archive::{expand, repair};
use std::io::Cursor;
use std::ops::Range;

/// Two archives whose sections are as long and whose blocks have the same summaries, with their texts.
fn alike(options: &CompressOptions, games: usize) -> [(Vec<u8>, Vec<u8>); 2] {
    let mut found: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for variant in 0..400 {
        let white = (0..games).map(|game| {
            let name = 100_000 + variant * 977 + game * 31;
            format!("[White \"Player {name}\"]\n\n1. e4 e5 2. Nf3 *\n\n")
        });
        let text = white.collect::<String>().into_bytes();
        let (archive, _) = packed(&text, options);
        let ranges = |archive: &[u8]| {
            let sections = sections(archive).into_iter();
            sections.map(|section| section.range).collect::<Vec<_>>()
        };
        if let Some(at) = found
            .iter()
            .position(|(other, _)| ranges(other) == ranges(&archive))
        {
            return [found.swap_remove(at), (archive, text)];
        }
        found.push((archive, text));
    }
    panic!("no two archives are alike");
}

/// The first with a section of the second.
fn exchanged(one: &[u8], other: &[u8], range: &Range<usize>) -> Vec<u8> {
    let mut out = one.to_vec();
    out[range.clone()].copy_from_slice(&other[range.clone()]);
    out
}

/// What a reader that starts at the end says who reads every block and every record.
fn read(archive: &[u8]) -> Result<(), Error> {
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new())?;
    reader.provenance()?;
    (0..reader.blocks().len()).try_for_each(|block| block_text(&mut reader, block).map(|_| ()))
}

#[test]
fn a_block_or_chunk_of_another_archive_of_the_same_shape_is_damage() {
    for games in [1, 4] {
        let options = blocks_of(2).provenance(true).file_name(Some("same.pgn"));
        let [(one, text), (other, _)] = alike(&options, games);
        for section in sections(&one) {
            let range = &section.range;
            if !matches!(section.kind, Kind::Block | Kind::Chunk)
                || one[range.clone()] == other[range.clone()]
            {
                continue;
            }
            let mixed = exchanged(&one, &other, range);
            let what = format!("{games} games, {:?} at {range:?}", section.kind);
            let (_, result) = expanded(&mixed, 1);
            assert_eq!(result.unwrap_err().kind(), ErrorKind::Corruption, "{what}");
            assert_eq!(
                read(&mixed).unwrap_err().kind(),
                ErrorKind::Corruption,
                "{what}"
            );
            if games == 1 {
                // Without an index the sections are looked at before anything is told.
                assert!(Reader::open(Cursor::new(&mixed), &ExpandOptions::new()).is_err());
            }
            // Who goes on after damage says so.
            let options = ExpandOptions::new().on_damage(OnDamage::KeepGoing);
            let kept = expand(&mixed[..], &mut Vec::new(), &options).unwrap();
            assert!(!kept.damage.is_empty(), "{what}");
            let reader = Reader::open(Cursor::new(&mixed), &options).unwrap();
            assert!(
                section.kind == Kind::Chunk || !reader.report().damage.is_empty(),
                "{what}"
            );
        }
        let (back, result) = expanded(&one, 1);
        assert!(result.is_ok() && back == text);
    }
}

#[test]
fn the_header_of_another_archive_is_damage() {
    // Without a block there is nothing else that could tell.
    for text in [&b""[..], b"[White \"A\"]\n\n1. e4 *\n"] {
        let archives = [Source::Plain, Source::Gzip]
            .map(|source| packed(text, &blocks_of(50).source(source)).0);
        let mixed = exchanged(&archives[0], &archives[1], &(0..25));
        assert_ne!(mixed, archives[0]);
        assert_eq!(
            expanded(&mixed, 1).1.unwrap_err().kind(),
            ErrorKind::Corruption
        );
        assert_eq!(read(&mixed).unwrap_err().kind(), ErrorKind::Corruption);
        // The same with the footer that belongs to it is an archive.
        if text.is_empty() {
            let whole = completed(uncompleted(&mixed));
            assert_eq!(whole, archives[1]);
        }
    }
}

#[test]
fn an_archive_made_sound_again_has_the_footer_of_what_it_holds() {
    let [(one, _), (other, _)] = alike(&blocks_of(2), 4);
    let found = sections(&one);
    let last = found.iter().rfind(|section| section.kind == Kind::Block);
    let mixed = exchanged(&one, &other, &last.unwrap().range);
    let mut whole = Vec::new();
    let _ = repair([Cursor::new(&mixed)], &mut whole, &ExpandOptions::new()).unwrap();
    assert_eq!(whole, completed(uncompleted(&mixed)));
    assert!(read(&whole).is_ok() && expanded(&whole, 1).1.is_ok());
}

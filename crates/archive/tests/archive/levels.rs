//! Archives of every level and of models of the user's own.

use crate::samples::block_text;
use crate::samples::{
    blocks_of, brief_model, completed, expanded, games, own_model, packed, uncompleted,
};
use archive::{CompressOptions, Error, ErrorKind, ExpandOptions, Level, Model, Reader, expand};
use std::io::Cursor;

/// Models are not put into the archives; for those that are, see the tests of chunks.
fn config(model: Model) -> CompressOptions {
    blocks_of(50).model(model).embed(false)
}

fn levels() -> impl Iterator<Item = Model> {
    Level::ALL.into_iter().map(Model::of)
}

/// The text by each way that an archive is read, with these models at hand.
fn read_with(archive: &[u8], models: &[Model]) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    let mut reader = Reader::open(
        Cursor::new(archive),
        &ExpandOptions::new().models(models.to_vec()),
    )?;
    for number in 0..reader.blocks().len() {
        text.extend(block_text(&mut reader, number)?);
    }
    for threads in [1, 2] {
        let mut back = Vec::new();
        let report = expand(
            archive,
            &mut back,
            &ExpandOptions::new()
                .threads(threads)
                .models(models.to_vec()),
        )?;
        assert!(back == text, "{threads} threads");
        assert_eq!(report, reader.report());
    }
    assert_eq!(
        archive::test(
            archive,
            &ExpandOptions::new().threads(1).models(models.to_vec())
        )?,
        reader.report()
    );
    Ok(text)
}

#[test]
fn every_level_comes_back_and_says_what_it_is() {
    let text = games(200);
    let mut sizes = Vec::new();
    for model in levels() {
        let (archive, report) = packed(&text, &config(model.clone()));
        assert_eq!(report.rescued_blocks, 0);
        assert_eq!(report.model, Some(model.id()));
        assert!(read_with(&archive, &[]).unwrap() == text, "{model:?}");
        sizes.push(archive);
    }
    assert!(sizes[0] != sizes[1]);
}

#[test]
fn a_model_of_ones_own_may_look_in_brief() {
    let text = games(60);
    let own = brief_model(3);
    assert_ne!(own.digest(), own_model(3).digest());
    let (archive, report) = packed(&text, &config(own.clone()));
    assert_eq!(report.rescued_blocks, 0);
    assert!(read_with(&archive, &[own]).unwrap() == text);
}

#[test]
fn an_archive_may_hold_all_data_that_decoding_needs() {
    let text = games(20);
    for (level, moves) in [(Level::Fast, "c7c6e32d"), (Level::Default, "c8108d46")] {
        let options = config(Model::of(level)).embed_data(true);
        let (archive, report) = packed(&text, &options);
        assert_eq!(report.rescued_blocks, 0);
        assert!(read_with(&archive, &[]).unwrap() == text);
        // Behind the header come the chunks; the network of the level is the fourth of them.
        let (mut at, mut sums) = (25, Vec::new());
        while archive[at..].starts_with(b"\xC1CHKDATA") {
            let bytes = u32::from_le_bytes(archive[at + 8..at + 12].try_into().unwrap()) as usize;
            sums.push(archive::Digest::of(&archive[at + 16..at + 16 + bytes]).to_string());
            at += 20 + bytes;
        }
        assert_eq!(sums.len(), 8);
        assert!(sums[3].starts_with(moves), "{sums:?}");
    }
}

#[test]
fn a_model_of_ones_own_is_needed_again() {
    let text = games(60);
    let own = own_model(3);
    assert_eq!(own.name(), "own");
    assert_ne!(own.digest(), own_model(4).digest());
    let (archive, report) = packed(&text, &config(own.clone()));
    assert_eq!(report.rescued_blocks, 0);
    assert_eq!(report.model, Some(own.id()));
    let others = [own_model(4), own.clone()];
    assert!(read_with(&archive, &others).unwrap() == text);
    for models in [&[][..], &others[..1]] {
        let errors = [
            read_with(&archive, models).unwrap_err(),
            archive::test(
                &archive[..],
                &ExpandOptions::new().threads(1).models(models.to_vec()),
            )
            .unwrap_err(),
        ];
        for error in errors {
            assert_eq!(error.kind(), ErrorKind::UnknownModel);
            let digest = format!("{:016x}", own.digest());
            for part in [&digest[..], "that model is needed"] {
                assert!(error.to_string().contains(part), "{part} in {error}");
            }
        }
    }
    // What needs no model needs none.
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.report(), report);
}

#[test]
fn a_model_that_is_not_needed_does_no_harm() {
    let text = games(5);
    for model in levels() {
        let (archive, _) = packed(&text, &config(model));
        assert!(read_with(&archive, &[own_model(1)]).unwrap() == text);
    }
}

#[test]
fn archives_of_different_models_read_as_one() {
    let parts: Vec<_> = levels().chain([own_model(1), own_model(2)]).collect();
    let (mut archive, mut text) = (Vec::new(), Vec::new());
    for (number, model) in parts.iter().enumerate() {
        let part = games(60 + number);
        archive.extend(packed(&part, &config(model.clone())).0);
        text.extend(part);
    }
    assert!(read_with(&archive, &parts[Level::ALL.len()..]).unwrap() == text);
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(
        (reader.report().archives, reader.report().model),
        (parts.len() as u64, None)
    );
    // What stands before the archive that cannot be read comes out.
    let (back, result) = expanded(&archive, 2);
    assert_eq!(result.unwrap_err().kind(), ErrorKind::UnknownModel);
    let readable: Vec<_> = (0..Level::ALL.len())
        .map(|number| games(60 + number))
        .collect();
    assert!(back == readable.concat());
}

#[test]
fn the_archive_of_any_model_is_the_same_for_every_number_of_threads() {
    let text = games(300);
    for model in levels().chain([own_model(1), brief_model(1)]) {
        let (one, _) = packed(&text, &config(model.clone()));
        let two = config(model).threads(2);
        assert!(packed(&text, &two).0 == one);
    }
}

#[test]
fn other_weights_of_a_level_are_refused() {
    let (mut archive, _) = packed(&games(5), &config(Model::default()));
    archive[13] ^= 1; // The highest byte of the digest.
    let sum = crc32fast::hash(&archive[..21]).to_le_bytes();
    archive[21..25].copy_from_slice(&sum);
    // The block names its model, too: its first field, behind its marker and the length of its fields.
    archive[30] ^= 1;
    let end = 30 + usize::from(archive[29]);
    let sum = crc32fast::hash(&[&archive[25..end], &[0; 8]].concat()).to_le_bytes();
    archive[end..end + 4].copy_from_slice(&sum);
    let archive = completed(uncompleted(&archive));
    let error = expanded(&archive, 1).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Compatibility);
    let ours = Model::default().digest();
    for digest in [ours, ours ^ 1 << 56] {
        let digest = format!("{digest:016x}");
        assert!(error.to_string().contains(&digest), "{digest} in {error}");
    }
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let error = block_text(&mut reader, 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Compatibility);
}

#[test]
fn models_are_equal_if_their_weights_are() {
    assert_eq!(own_model(1), own_model(1));
    assert_ne!(own_model(1), own_model(2));
    assert_ne!(Model::of(Level::Fast), Model::default());
}

/// The checksum of the archive of the famous games at each level, in debug and in release builds and on every processor. Whoever changes a
/// model on purpose changes these numbers.
const FAMOUS: [u32; Level::ALL.len()] = [3_940_591_394, 1_419_467_416, 1_010_819_770];

#[test]
fn archives_are_the_same_everywhere() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/famous.pgn");
    let text = std::fs::read(path).unwrap();
    let found: Vec<u32> = levels()
        .map(|model| crc32fast::hash(&packed(&text, &config(model)).0))
        .collect();
    assert_eq!(found, FAMOUS);
}

//! Archives that an earlier build wrote (`corpora/golden/`) and the sizes of those that this one writes.
//!
//! Releases before 1.0 read only the version of the format that they write, so there are golden archives of that version alone. Whoever
//! changes a model or the format on purpose raises the version, unless no release has had it, and writes them anew
//! (`cargo test -p pgnz-archive --test archive -- --ignored golden`, then `cargo run -p conformance`, which writes the table of their hashes);
//! from 1.0 on nobody replaces one.

use crate::conformance::{pinned, sized};
use crate::samples::{expanded, packed, plain};
use crate::values::columns_are_those_of_whole_games;
use archive::{Columns, ExpandOptions, Game, Level, Reader};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Seven games a block: an index of several entries. The archives of the quirks are one for each, one after the other: variants, variations,
/// comments of every kind, stored blocks. That of UTF-16 gives its games as UTF-8, so only the whole text is compared.
const UTF16: &str = "/utf16.pgnz";

/// The most bytes of an archive of the famous games, and of the archives of all quirks together, at each level. Whoever makes them
/// smaller may lower these numbers; nobody raises them without a word in the design document.
const MOST_BYTES: [(Level, usize, usize); 3] = [
    (Level::Fast, 2035, 32_028),
    (Level::Default, 2023, 32_026),
    (Level::Best, 1949, 32_026),
];

fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora")
}

/// The texts of the quirks, by name.
fn quirks() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(corpora().join("quirks")).unwrap();
    let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

#[test]
fn golden_archives_give_the_text_they_were_made_from() {
    let golden = pinned()
        .into_iter()
        .filter(|case| case.file.starts_with("../../golden/"));
    for case in golden {
        let (name, archive) = (&case.file, case.bytes());
        let (text, result) = expanded(&archive, 2);
        let report = result.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Some(sized(&text)), case.text, "{name}");
        if name.ends_with(UTF16) {
            continue;
        }
        let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
        assert_eq!(reader.len(), report.games, "{name}");
        let all = 0..reader.len();
        let values = reader.games(all.clone(), Columns::ALL).unwrap();
        let values: Vec<Game> = values.map(Result::unwrap).collect();
        let texts: Vec<&[u8]> = values.iter().map(Game::text).collect();
        assert!(texts.concat() == text, "{name}, as values");
        for game in &values {
            let parsed = Game::parse(game.text());
            let text = String::from_utf8_lossy(game.text());
            assert_eq!(parsed.tags(), game.tags(), "{name}: {text}");
            assert_eq!(parsed.main_line(), game.main_line(), "{name}: {text}");
        }
        tags_alone_are_those_of_whole_games(&mut reader, &values, name);
        columns_are_those_of_whole_games(&mut reader, &values, name);
        let mut by_games = Vec::new();
        reader
            .games_text(all, &mut |game| {
                by_games.extend_from_slice(game);
                Ok(())
            })
            .unwrap();
        assert!(by_games == text, "{name}, read game by game");
    }
}

/// What is decoded without moves is what stands in the whole games.
fn tags_alone_are_those_of_whole_games(
    reader: &mut Reader<Cursor<&Vec<u8>>>,
    games: &[Game],
    name: &str,
) {
    let alone = reader.games(0..reader.len(), Columns::TAGS);
    let alone: Vec<Game> = alone.unwrap().map(Result::unwrap).collect();
    assert_eq!(alone.len(), games.len(), "{name}");
    for (alone, whole) in alone.iter().zip(games) {
        let mut left = whole.tags().pairs();
        for tag in alone.tags().pairs() {
            assert!(left.any(|other| other == tag), "{name}: {tag:?}");
        }
        assert_eq!(alone.tags().players(), whole.tags().players(), "{name}");
        assert_eq!(alone.tags().result(), whole.tags().result(), "{name}");
        let fen = |game: &Game| game.start().map(archive::Position::to_fen);
        assert_eq!(fen(alone), fen(whole), "{name}");
    }
}

#[test]
#[ignore = "writes the golden archives of this build over those that are there"]
fn write_golden_archives() {
    let [major, minor] = archive::FORMAT_VERSION;
    let folder = corpora().join(format!("golden/{major}.{minor}"));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, archive: &[u8]| {
        std::fs::write(folder.join(format!("{name}.pgnz")), archive).unwrap();
        println!("{name}: {} bytes", archive.len());
    };
    let famous = std::fs::read(corpora().join("famous.pgn")).unwrap();
    let (utf16, quirks): (Vec<_>, Vec<_>) = quirks()
        .into_iter()
        .partition(|text| text.starts_with(b"\xFF\xFE"));
    for level in Level::ALL {
        let config = plain().level(level);
        write(&format!("famous-{level}"), &packed(&famous, &config).0);
        let archives: Vec<_> = quirks.iter().map(|text| packed(text, &config).0).collect();
        write(&format!("quirks-{level}"), &archives.concat());
    }
    let config = plain().block_games(7);
    write("utf16", &packed(&utf16[0], &config).0);
    write("famous-blocks", &packed(&famous, &config).0);
    let config = plain().group_games(5);
    write("famous-groups", &packed(&famous, &config).0);
}

#[test]
fn archives_do_not_grow() {
    let famous = std::fs::read(corpora().join("famous.pgn")).unwrap();
    let quirks = quirks();
    for (level, most_famous, most_quirks) in MOST_BYTES {
        let config = plain().level(level);
        let bytes = |text: &[u8]| packed(text, &config).0.len();
        let (famous, quirks) = (bytes(&famous), quirks.iter().map(|text| bytes(text)).sum());
        assert!(
            famous <= most_famous,
            "famous games, level {level}: {famous} bytes"
        );
        let quirks: usize = quirks;
        assert!(
            quirks <= most_quirks,
            "quirks, level {level}: {quirks} bytes"
        );
    }
}

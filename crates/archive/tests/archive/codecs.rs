//! Archives of which a stream has a codec that this release does not know.

use crate::samples::block_text;
use crate::samples::{blocks_of, completed, expanded, games, packed, uncompleted};
use archive::{Columns, ErrorKind, ExpandOptions, Reader, Stream, expand};
use std::io::Cursor;

/// The same archive, but its header says that these streams have other codecs.
fn recoded(archive: &[u8], codecs: &[(u8, u8)]) -> Vec<u8> {
    let mut out = archive[..21].to_vec();
    out.push(codecs.len() as u8);
    out.extend(codecs.iter().flat_map(|&(stream, codec)| [stream, codec]));
    out[12] = (out.len() - 13) as u8;
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out.extend_from_slice(&uncompleted(archive)[25..]);
    completed(&out)
}

#[test]
fn a_stream_with_an_unknown_codec_is_passed_over_unless_it_is_asked_for() {
    let text = games(120);
    let (archive, report) = packed(&text, &blocks_of(50));
    let newer = recoded(&archive, &[(Stream::Clocks.id(), 3), (77, 1)]);
    let mut reader = Reader::open(Cursor::new(&newer), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.report().games, report.games);
    let tags = |archive: &[u8]| {
        let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
        let games = reader.games(0..120, Columns::TAGS).unwrap();
        games
            .map(|game| format!("{:?}", game.unwrap().tags()))
            .collect::<Vec<_>>()
    };
    assert_eq!(tags(&newer), tags(&archive));
    assert!(!reader.tag_costs().unwrap().is_empty());
    let mut errors = vec![
        block_text(&mut reader, 0).unwrap_err(),
        reader
            .games(0..1, Columns::ALL)
            .unwrap()
            .next()
            .unwrap()
            .unwrap_err(),
        reader.games_text(0..1, &mut |_| Ok(())).unwrap_err(),
        expanded(&newer, 2).1.unwrap_err(),
    ];
    let mut sink = std::io::sink();
    let kept = expand(
        &newer[..],
        &mut sink,
        &ExpandOptions::new().threads(1).keep_going(true),
    );
    errors.push(kept.unwrap_err());
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Compatibility, "{error}");
        assert!(
            error.to_string().contains("stream clocks has codec 3"),
            "{error}"
        );
    }
}

#[test]
fn an_unknown_codec_of_a_stream_that_no_block_has_does_no_harm() {
    let text = games(20);
    let (archive, _) = packed(&text, &blocks_of(50));
    let newer = recoded(&archive, &[(Stream::Lines.id(), 9)]);
    let (back, result) = expanded(&newer, 1);
    assert!(result.is_ok() && back == text);
}

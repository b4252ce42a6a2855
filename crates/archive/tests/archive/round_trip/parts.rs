//! Parts of an archive: its streams, runs of games, and blocks.

use crate::samples::block_text;
use crate::samples::{as_read, assert_expands_to, blocks_of, games, noise, packed};
use archive::{ExpandOptions, Reader};
use std::io::Cursor;

use super::read_by_games;

#[test]
fn streams_and_container_add_up_to_the_archive() {
    for (text, config) in [
        (vec![], blocks_of(1)),
        (games(1), blocks_of(1)),
        (games(40), blocks_of(3)),
        (noise(5000), blocks_of(1)),
    ] {
        let (archive, report) = packed(&text, &config);
        let streams: u64 = report.streams.iter().map(|stream| stream.bytes).sum();
        assert_eq!(report.archive_bytes, archive.len() as u64);
        assert_eq!(streams + report.container_bytes, report.archive_bytes);
        assert_eq!(report.text_bytes, text.len() as u64);
        let report = as_read(report);
        assert_eq!(
            Reader::open(Cursor::new(&archive), &ExpandOptions::new())
                .unwrap()
                .report(),
            report
        );
        assert_eq!(
            archive::test(&archive[..], &ExpandOptions::new().threads(1)).unwrap(),
            report
        );
    }
}

#[test]
fn any_run_of_games_is_read_from_the_middle() {
    let text = games(23);
    let all: Vec<&[u8]> = pgn::games(&text).collect();
    for block_games in [1, 4, 100] {
        let (archive, report) = packed(&text, &blocks_of(block_games));
        let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
        assert_eq!(
            (reader.len(), report.games),
            (all.len() as u64, all.len() as u64)
        );
        for start in 0..=all.len() {
            for end in start..=all.len() {
                let mut found = Vec::new();
                reader
                    .games_text(start as u64..end as u64, &mut |game| {
                        found.push(game.to_vec());
                        Ok(())
                    })
                    .unwrap();
                assert_eq!(found, all[start..end]);
            }
        }
        let past = all.len() as u64 + 1;
        let error = reader.games_text(0..past, &mut |_| Ok(())).unwrap_err();
        assert_eq!(error.kind(), archive::ErrorKind::InvalidArgument);
    }
}

#[test]
fn blocks_of_the_reader_are_the_text_in_order() {
    let text = games(23);
    let (archive, _) = packed(&text, &blocks_of(4));
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.blocks().len(), 6);
    let mut back = Vec::new();
    for number in 0..reader.blocks().len() {
        let block = reader.blocks()[number];
        let part = block_text(&mut reader, number).unwrap();
        assert_eq!(block.facts().text_bytes, part.len() as u64);
        assert!(block.streams().map(|(_, bytes)| bytes).sum::<u64>() < block.archive_bytes());
        assert_eq!(archive[block.offset() as usize], 0xC1);
        back.extend(part);
    }
    assert!(back == text);
}

#[test]
fn a_game_longer_than_a_block_is_cut_and_comes_back() {
    let mut text = games(3);
    text.extend_from_slice(b"{ a comment that never ends ");
    text.extend(noise(600_000).iter().map(|byte| byte % 26 + b'a'));
    let (archive, report) = packed(&text, &blocks_of(4096).block_bytes(20_000));
    assert!(report.blocks >= 15);
    assert_expands_to(&archive, &text);
    assert!(read_by_games(&archive) == text);
}

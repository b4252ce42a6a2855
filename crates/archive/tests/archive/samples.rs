//! Texts to compress, and the calls that every test makes.

use archive::fuzzing::{self, Kind, Section};
use archive::{
    CompressOptions, Error, ExpandOptions, Level, Model, Reader, Report, compress, expand,
};
use std::io::{Read, Seek, Write};
use streams::training::networks::{ALL_KINDS, BEST, Detail, FAST, INPUTS, SCALARS, to_bytes};

/// Games with tags, clocks, comments, a variation, and one that no one can read.
pub fn games(count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for game in 0..count {
        let moves = match game % 4 {
            0 => "1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] } 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2",
            1 => "1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6 $1 {Queen's Gambit} 1-0",
            2 => "1. Ke9 {no such square} e5 *",
            _ => "1. c4 { [%eval 0.12] } *",
        };
        let tags = format!(
            "[White \"Player {game}\"]\n[Date \"2024.01.{:02}\"]\n[WhiteElo \"{}\"]",
            game % 28 + 1,
            1500 + game
        );
        text.extend_from_slice(format!("[Event \"Rated\"]\n{tags}\n\n{moves}\n\n").as_bytes());
    }
    text
}

/// Bytes that no model can predict.
pub fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// The default options without a record of the text, so that tests know each byte.
pub fn plain() -> CompressOptions {
    CompressOptions::new().provenance(false)
}

/// The text of a block, by its number from 0.
pub fn block_text<R: Read + Seek>(reader: &mut Reader<R>, number: usize) -> Result<Vec<u8>, Error> {
    let block = reader.blocks()[number];
    let games = block.first_game()..block.first_game() + block.facts().games;
    let mut text = Vec::new();
    reader.games_text(games, &mut |game| text.write_all(game))?;
    Ok(text)
}

/// One thread, blocks of this many games, the level that takes the least time: the container is the same for all.
pub fn blocks_of(block_games: u32) -> CompressOptions {
    plain()
        .level(Level::Fast)
        .block_games(block_games)
        .threads(1)
}

pub fn packed(text: &[u8], config: &CompressOptions) -> (Vec<u8>, Report) {
    let mut archive = Vec::new();
    let report = compress(text, &mut archive, config).expect("compressing to memory cannot fail");
    (archive, report)
}

/// The header of an archive of the default level.
pub fn header() -> Vec<u8> {
    packed(b"", &plain()).0[..25].to_vec()
}

/// An archive of this header and these blocks and chunks, with the index and the footer that belong to them.
pub fn completed(sections: &[u8]) -> Vec<u8> {
    let four = |bytes: &[u8]| bytes[bytes.len() - 4..].to_vec();
    let (mut blocks, mut entries) = (0, Vec::new());
    let (mut chunks, mut chunk_entries, mut before) = (0, Vec::new(), 0);
    let mut checks = Vec::new();
    for section in fuzzing::sections(sections) {
        let bytes = &sections[section.range];
        match section.kind {
            Kind::Header => checks.extend(four(bytes)),
            Kind::Block => {
                let header = &bytes[..9 + usize::from(bytes[4])];
                blocks += 1;
                entries.push(bytes[4]);
                // Behind the marker, the length and the origin, and before four checksums.
                entries.extend(&header[10..header.len() - 16]);
                entries.extend(four(header));
                checks.extend(four(header));
            }
            Kind::Chunk => {
                chunks += 1;
                varint(&mut chunk_entries, blocks - before);
                before = blocks;
                chunk_entries.extend(&bytes[4..12]);
                let check = crc32fast::hash(&[&bytes[12..16], &four(bytes)].concat()).to_le_bytes();
                chunk_entries.extend(check);
                checks.extend(check);
            }
            _ => panic!("{:?}", section.kind),
        }
    }
    let mut index = Vec::new();
    if blocks > 1 {
        index.extend(b"\xC1IDX");
        varint(&mut index, blocks);
        index.extend(entries);
        if chunks > 0 {
            varint(&mut index, chunks);
            index.extend(chunk_entries);
        }
        index.extend(crc32fast::hash(&index).to_le_bytes());
    }
    let mut footer = b"\xC1END".to_vec();
    footer.extend((index.len() as u32).to_le_bytes());
    footer.extend((sections.len() as u64 + index.len() as u64 + 24).to_le_bytes());
    footer.extend(crc32fast::hash(&checks).to_le_bytes());
    footer.extend(crc32fast::hash(&footer).to_le_bytes());
    [sections, &index, &footer].concat()
}

/// Header, blocks and chunks of an archive, without its index and its footer.
pub fn uncompleted(archive: &[u8]) -> &[u8] {
    let sections = fuzzing::sections(archive);
    let is_end = |section: &&Section| matches!(section.kind, Kind::Index | Kind::Footer);
    &archive[..sections.iter().find(is_end).unwrap().range.start]
}

pub fn varint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A model of the user's own that knows nothing but its number.
pub fn own_model(number: i16) -> Model {
    let mut scalars = vec![0; SCALARS];
    scalars[0] = number;
    network(BEST, 0, 0, &scalars)
}

/// The same of a network that looks at moves in brief.
pub fn brief_model(number: i16) -> Model {
    let mut scalars = vec![0; SCALARS];
    scalars[0] = number;
    network(FAST, 0, 0, &scalars)
}

/// A model whose weights are as far from any sense as they can be.
pub fn strange_model(weight: i8, scalar: i16) -> Model {
    network(BEST, weight, scalar, &vec![scalar; SCALARS])
}

fn network(columns: usize, weight: i8, bias: i16, scalars: &[i16]) -> Model {
    let rows = Detail::of_columns(columns)
        .expect("a width of networks")
        .rows();
    let bytes = to_bytes(
        ALL_KINDS,
        &vec![bias; 2 * columns],
        &vec![weight; 2 * columns * INPUTS],
        &vec![weight; columns * rows],
        scalars,
    );
    Model::from_bytes(&bytes).expect("a network of the right shape")
}

/// What was written, and how it ended.
pub fn expanded(archive: &[u8], threads: usize) -> (Vec<u8>, Result<Report, Error>) {
    let mut text = Vec::new();
    let result = expand(archive, &mut text, &ExpandOptions::new().threads(threads));
    (text, result)
}

/// The report of compressing as reading gives it: whether the text holds chess is looked at when it is compressed only.
pub fn as_read(mut report: Report) -> Report {
    report.holds_chess = true;
    report
}

/// That the archive gives this text.
pub fn assert_expands_to(archive: &[u8], text: &[u8]) -> Report {
    let (back, result) = expanded(archive, 1);
    let report = result.expect("a sound archive expands");
    assert!(back == text, "the text differs");
    report
}

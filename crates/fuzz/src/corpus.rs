//! The fuzz targets, and what each of them starts from: made from the famous games and the quirks, in the form that the target reads.

use crate::{BlockBytes, Seed};
use archive::{CompressOptions, Level, Model, compress, encode_bare_game, encode_game};
use classic::{GAMES, Game, POSITIONS};
use legal::{Position, Variant, san};
use pgn::TokenKind;
use std::io::{Read, Write};
use streams::moves::Setting;

/// A program of the folder `targets`.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name of its file.
    pub name: &'static str,
    /// The longest input that libFuzzer makes, in bytes.
    pub longest: usize,
    /// Whether its inputs are PGN or FEN, so that words of PGN help.
    pub is_text: bool,
    /// The first inputs, made from files of games.
    pub seeds: fn(&[Seed]) -> Vec<Vec<u8>>,
}

const fn text(name: &'static str, longest: usize, seeds: fn(&[Seed]) -> Vec<Vec<u8>>) -> Target {
    Target {
        name,
        longest,
        is_text: true,
        seeds,
    }
}

const fn bytes(name: &'static str, longest: usize, seeds: fn(&[Seed]) -> Vec<Vec<u8>>) -> Target {
    Target {
        name,
        longest,
        is_text: false,
        seeds,
    }
}

/// Every target, from the leaves of the workspace to the whole.
pub const TARGETS: &[Target] = &[
    text("lexing_and_splitting_keep_every_byte", 4000, files),
    text("spelling_what_was_read_gives_the_text", 4000, files),
    text("fens_come_back_or_are_refused", 200, fens),
    bytes("bits_and_numbers_come_back_or_are_refused", 80, bits),
    bytes("wrapped_inputs_give_a_text_or_an_error", 2000, wrapped),
    bytes("symbols_come_back_from_both_coders", 500, small_games),
    text("blocks_give_their_text_back", 1200, small_games),
    bytes("blocks_of_any_bytes_are_decoded_or_refused", 2400, blocks),
    bytes("mended_archives_give_a_text_or_an_error", 1500, archives),
    bytes("blobs_are_games_or_errors", 120, blobs),
    text("archives_keep_their_promises", 800, small_games),
    text(
        "indexes_of_any_bytes_are_tables_or_errors",
        800,
        small_games,
    ),
    text("filters_are_read_or_refused", 300, filters),
    text(
        "shapes_of_damaged_archives_lose_no_game_unsaid",
        800,
        small_games,
    ),
    text(
        "columns_of_damaged_archives_are_those_of_the_text",
        800,
        small_games,
    ),
    bytes("networks_are_read_or_refused", 2000, blobs),
];

/// The first four thousand bytes of each file.
fn files(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let first = |seed: &Seed| seed.bytes[..seed.bytes.len().min(4000)].to_vec();
    seeds.iter().map(first).collect()
}

/// The first game of each quirk and every fourth of a file of many, at most some hundred bytes of it: the targets that code are slow.
fn small_games(seeds: &[Seed]) -> Vec<Vec<u8>> {
    const LONGEST: usize = 600;
    let games = seeds
        .iter()
        .flat_map(|seed| pgn::games(&seed.bytes).step_by(4).take(12));
    games
        .map(|game| game[..game.len().min(LONGEST)].to_vec())
        .collect()
}

/// Filters with every kind of test.
fn filters(_: &[Seed]) -> Vec<Vec<u8>> {
    let filters = [
        "white = 'Anna' and not black like 'B%' or event glob '*x?[a-z]'",
        "date >= 2023-05 and date < '2024' and month in (1, 2)",
        "rating_gap > 50.5 and (eco = 'B90' or eco between 'A00' and 'A99')",
        "moves = '1. e4 e5' and position = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'",
        "material = 'KRPvKR' and tag('Annotator') is not null and bot",
    ];
    filters.map(|filter| filter.as_bytes().to_vec()).to_vec()
}

/// FENs of the files, and positions of their games: every twentieth.
fn fens(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let mut fens: Vec<_> = Variant::ALL
        .map(|variant| Position::initial(variant).to_fen())
        .to_vec();
    for game in games(seeds) {
        let mut position = game.start;
        fens.push(position.to_fen());
        for (ply, m) in game.moves.into_iter().enumerate() {
            position.play(m);
            if ply % 20 == 15 {
                fens.push(position.to_fen());
            }
        }
    }
    fens.into_iter().map(String::into_bytes).collect()
}

/// Positions, games and numbers in every encoding.
fn bits(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for mut game in games(seeds).step_by(15) {
        game.moves.truncate(40);
        let setup = game.last_position().to_setup();
        let positions = POSITIONS.iter().map(|codec| match codec.name() {
            // That encoding searches for a game.
            "shortest-game" => None,
            _ => codec.encode(&setup).ok(),
        });
        let games = GAMES.iter().map(|codec| codec.encode(&game).ok());
        for (which, bits) in positions.chain(games).enumerate() {
            found.extend(bits.map(|bits| [&[which as u8], bits.as_bytes()].concat()));
        }
    }
    found
}

/// A small game in each wrapping, alone and twice.
fn wrapped(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for text in small_games(seeds).iter().step_by(25) {
        let mut wrappings = vec![
            zstd::encode_all(&text[..], 1).unwrap_or_default(),
            zstd::encode_all(&text[..], 19).unwrap_or_default(),
        ];
        let readers: [Box<dyn Read + '_>; 3] = [
            Box::new(flate2::read::GzEncoder::new(
                &text[..],
                flate2::Compression::fast(),
            )),
            Box::new(bzip2::read::BzEncoder::new(
                &text[..],
                bzip2::Compression::fast(),
            )),
            Box::new(liblzma::read::XzEncoder::new(&text[..], 1)),
        ];
        for mut reader in readers {
            let mut bytes = Vec::new();
            if reader.read_to_end(&mut bytes).is_ok() {
                wrappings.push(bytes);
            }
        }
        let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
        if lz4.write_all(text).is_ok() {
            wrappings.extend(lz4.finish().ok());
        }
        wrappings.push(zip(text));
        for bytes in wrappings {
            found.push(bytes.repeat(2));
            found.push(bytes);
        }
    }
    // A frame of zstd that is to be skipped stands before some dumps.
    found.push([&b"\x50\x2a\x4d\x18\x04\0\0\0abcd"[..], &found[1]].concat());
    found
}

/// A zip of one packed member, as far as readers look: its header, its data, and the end.
fn zip(text: &[u8]) -> Vec<u8> {
    let mut data = Vec::new();
    let mut encoder = flate2::read::DeflateEncoder::new(text, flate2::Compression::fast());
    // Memory is read to its end.
    let _ = encoder.read_to_end(&mut data);
    let lengths = [data.len() as u32, text.len() as u32].map(u32::to_le_bytes);
    [
        &b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0"[..],
        &crc32fast::hash(text).to_le_bytes(),
        &lengths.concat(),
        b"\x05\0\0\0a.pgn",
        &data,
        b"PK\x05\x06",
        &[0; 18],
    ]
    .concat()
}

/// Small games at both levels, without the container.
fn blocks(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let mut texts = small_games(seeds);
    // Blocks of two groups and more.
    let in_groups = texts.chunks(24).step_by(4).map(<[_]>::concat);
    texts.extend(in_groups.collect::<Vec<_>>());
    let texts = texts.into_iter().enumerate();
    let block = |(number, text): (usize, Vec<u8>)| {
        let level = Level::ALL[number % Level::ALL.len()];
        BlockBytes::of(&text, level).map(|block| block.write())
    };
    texts.filter_map(block).collect()
}

/// Archives of none to several blocks, two in a row, and one that is stored.
fn archives(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let games = small_games(seeds);
    let archive = |text: &[u8], block_games, level| {
        let config = CompressOptions::new()
            .provenance(false)
            .block_games(block_games)
            .threads(1)
            .level(level);
        let mut bytes = Vec::new();
        // Memory takes whatever is written.
        let _ = compress(text, &mut bytes, &config);
        bytes
    };
    let mut found = vec![
        archive(b"", 1, Level::Fast),
        archive(b"1. e4", 1, Level::Fast),
    ];
    for three in games.chunks(3).step_by(4) {
        found.push(archive(&three.concat(), 1, Level::Fast));
        found.push(archive(&three[0], 1, Level::Default));
    }
    let twice = [&found[2][..], &found[3]].concat();
    found.push(twice);
    found.push(archive(
        &(0..=255).rev().collect::<Vec<u8>>(),
        1,
        Level::Fast,
    ));
    found
}

/// Games alone, at both levels.
fn blobs(seeds: &[Seed]) -> Vec<Vec<u8>> {
    let setting = Setting::default();
    let mut found = Vec::new();
    for game in games(seeds).step_by(6) {
        for level in Level::ALL {
            let model = Model::of(level);
            found.extend(encode_game(&game.start, &game.moves, &setting, &model).ok());
            found.extend(encode_bare_game(&game.start, &game.moves, &setting, &model).ok());
        }
    }
    found
}

/// The main line of each game as far as it can be followed.
fn games(seeds: &[Seed]) -> impl Iterator<Item = Game> {
    seeds
        .iter()
        .flat_map(|seed| pgn::games(&seed.bytes).take(60))
        .map(main_line)
}

fn main_line(text: &[u8]) -> Game {
    let start = crate::spelling_what_was_read_gives_the_text::start(text);
    let mut game = Game::new(start.clone());
    let (mut position, mut variations) = (start, 0);
    for token in pgn::lex(text) {
        match token.kind {
            TokenKind::VariationOpen => variations += 1,
            TokenKind::VariationClose => variations -= 1,
            TokenKind::San if variations == 0 => {
                let legal = position.legal_moves();
                let Some(index) = san::read(token.text, &position, &legal) else {
                    break;
                };
                game.moves.push(legal[index]);
                position.play(legal[index]);
            }
            _ => {}
        }
    }
    game
}

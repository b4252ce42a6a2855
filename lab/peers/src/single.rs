//! Coders of single games.

use crate::games::Game;
use aix_chess_compression::{CompressionLevel, Decode, Decoder, Encode, EncodedGame, Encoder};
use anyhow::{Result, anyhow, ensure};
use pgnz::{GameInfo, Level, Model, Moves, decode_bare_game, encode_bare_game};
use shakmaty::{CastlingMode, Chess, Move, Position};
use std::time::Instant;

/// What a coder made of all games.
struct Row {
    name: String,
    bits: f64,
    seconds: [f64; 2],
}

/// Prints the table of all coders.
pub fn table(games: &[Game]) -> Result<()> {
    let moves: Vec<&[Move]> = games.iter().map(|game| &game.moves[..]).collect();
    let plies = moves.iter().map(|game| game.len()).sum::<usize>() as f64;
    println!(
        "| coder | bits a ply | bytes a game | plies/s, encode | decode |\n|---|---|---|---|---|"
    );
    let rows = [
        index(&moves),
        aix("Aix, low", CompressionLevel::Low, &moves),
        aix("Aix, medium", CompressionLevel::Medium, &moves),
        aix("Aix, high", CompressionLevel::High, &moves),
        lichess(&moves),
        huffman(&moves),
    ];
    let own = Level::ALL.map(|level| blobs(level, games));
    for row in rows.into_iter().chain(own) {
        let Row {
            name,
            bits,
            seconds: [encode, decode],
        } = row?;
        println!(
            "| {name} | {:.3} | {:.2} | {:.0} k | {:.0} k |",
            bits / plies,
            bits / 8.0 / games.len() as f64,
            plies / encode / 1e3,
            plies / decode / 1e3
        );
    }
    Ok(())
}

/// Encodes and decodes all games, and compares.
fn row<G, C>(
    name: &str,
    games: &[G],
    encode: impl Fn(&G) -> Result<C>,
    bits: impl Fn(&C) -> f64,
    mut gives_back: impl FnMut(&C, &G) -> Result<bool>,
) -> Result<Row> {
    let start = Instant::now();
    let coded = games.iter().map(encode).collect::<Result<Vec<C>>>()?;
    let encoding = start.elapsed().as_secs_f64();
    let start = Instant::now();
    for (coded, game) in coded.iter().zip(games) {
        ensure!(gives_back(coded, game)?, "{name} gives another game back");
    }
    let seconds = [encoding, start.elapsed().as_secs_f64()];
    Ok(Row {
        name: name.to_owned(),
        bits: coded.iter().map(bits).sum(),
        seconds,
    })
}

/// Whether decoded moves are those of the game.
fn are_those(moves: impl Iterator<Item = Result<Move>>, game: &[Move]) -> Result<bool> {
    let mut expected = game.iter();
    for m in moves {
        if expected.next() != Some(&m?) {
            return Ok(false);
        }
    }
    Ok(expected.len() == 0)
}

/// The lower bound of codes that know the rules alone: each legal move is as likely as any other.
fn index(games: &[&[Move]]) -> Result<Row> {
    let cost = |game: &&[Move]| {
        let mut position = Chess::default();
        let bits = game.iter().map(|&m| {
            let count = position.legal_moves().len() as f64;
            position.play_unchecked(m);
            count.log2()
        });
        Ok(bits.sum::<f64>())
    };
    let name = "a digit among the legal moves (log₂ of their number)";
    row(
        name,
        games,
        cost,
        |&bits| bits,
        |&bits, game| Ok(cost(game)? == bits),
    )
}

fn aix(name: &'static str, level: CompressionLevel, games: &[&[Move]]) -> Result<Row> {
    let encode = |game: &&[Move]| {
        let mut encoder = Encoder::new(level);
        for &m in *game {
            encoder
                .encode_move(m)
                .map_err(|error| anyhow!("{name}: {error:?}"))?;
        }
        Ok(encoder.finish().into_bytes())
    };
    let gives_back = |coded: &Vec<u8>, game: &&[Move]| {
        let coded = EncodedGame::from_bytes(coded).map_err(|error| anyhow!("{name}: {error:?}"))?;
        let mut decoder = Decoder::new(&coded);
        let moves = std::iter::from_fn(|| decoder.next_move());
        are_those(
            moves.map(|m| m.map_err(|error| anyhow!("{name}: {error:?}"))),
            game,
        )
    };
    row(
        name,
        games,
        encode,
        |coded| 8.0 * coded.len() as f64,
        gives_back,
    )
}

/// The code that Lichess stores its games in, as ported by the package `chess_compression`.
fn lichess(games: &[&[Move]]) -> Result<Row> {
    let encode = |game: &&[Move]| {
        let coded = chess_compression::moves::compress(game);
        coded.map_err(|error| anyhow!("Lichess's code: {error:?}"))
    };
    let gives_back = |coded: &Vec<u8>, game: &&[Move]| {
        let moves = chess_compression::moves::decompress(&coded[..], game.len() as i32);
        Ok(moves.map_err(|error| anyhow!("Lichess's code: {error:?}"))? == *game)
    };
    row(
        "Lichess's code",
        games,
        encode,
        |coded| 8.0 * coded.len() as f64,
        gives_back,
    )
}

/// One Huffman code over the ranks of moves.
fn huffman(games: &[&[Move]]) -> Result<Row> {
    let encode = |game: &&[Move]| {
        chess_huffman::encode_game(game).map_err(|error| anyhow!("chess-huffman: {error:?}"))
    };
    row(
        "chess-huffman",
        games,
        encode,
        |coded| coded.bit_index as f64,
        |coded, game| {
            let mut decoder = chess_huffman::MoveByMoveDecoder::new(coded);
            let moves = std::iter::from_fn(|| decoder.next_move());
            are_those(
                moves.map(|m| m.map_err(|error| anyhow!("chess-huffman: {error:?}"))),
                game,
            )
        },
    )
}

/// What pgnz makes of a single game whose tags are known.
fn blobs(level: Level, games: &[Game]) -> Result<Row> {
    let name = format!("pgnz, bare blobs, level {level}");
    let model = Model::of(level);
    let prepared = games.iter().map(|game| {
        let moves = game
            .moves
            .iter()
            .map(|m| m.to_uci(CastlingMode::Standard).to_string());
        let moves: Moves = moves.collect::<Vec<_>>().join(" ").parse()?;
        let tags = game
            .tags
            .iter()
            .map(|(name, value)| (&name[..], &value[..]));
        Ok((moves, GameInfo::from_pairs(tags)))
    });
    let prepared: Vec<(Moves, GameInfo)> = prepared.collect::<Result<_>>()?;
    let encode = |(moves, info): &(Moves, GameInfo)| Ok(encode_bare_game(moves, info, &model)?);
    row(
        &name,
        &prepared,
        encode,
        |coded| 8.0 * coded.len() as f64,
        |coded, (moves, info)| Ok(decode_bare_game(coded, info, &model)? == *moves),
    )
}

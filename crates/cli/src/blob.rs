//! `pgnz blob`.

use crate::args::{Blob as Command, BlobDecode, BlobEncode};
use crate::{asked, play};
use anyhow::{Context, Result, ensure};
use archive::{decode_game, encode_game};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use legal::{Position, Variant};
use model::moves::Setting;
use std::fs;
use std::io::{self, IsTerminal, Write};

/// Encodes a game or decodes a blob. Nothing is taken to be known of the game, so a blob needs no more than its model.
pub fn run(command: &Command) -> Result<()> {
    let bytes = match command {
        Command::Encode(args) => encode(args)?,
        Command::Decode(args) => decode(args)?,
    };
    let mut out = io::stdout().lock();
    out.write_all(&bytes)
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

fn encode(args: &BlobEncode) -> Result<Vec<u8>> {
    ensure!(
        args.base64 || !io::stdout().is_terminal(),
        "a blob is not written to a terminal: redirect the output, or ask for --base64"
    );
    let game = args.game.read(&[])?;
    let model = args.knowledge.model()?;
    let blob = encode_game(&game.start, &game.moves, &Setting::default(), &model)?;
    Ok(match args.base64 {
        true => format!("{}\n", STANDARD.encode(blob)).into_bytes(),
        false => blob,
    })
}

fn decode(args: &BlobDecode) -> Result<Vec<u8>> {
    let given = args.blob.as_deref().filter(|&given| given != "-");
    let bytes = match given {
        None => asked::standard_input_bytes()?,
        Some(text) if args.base64 => text.as_bytes().to_vec(),
        Some(path) => fs::read(path).with_context(|| format!("{path}: cannot read the blob"))?,
    };
    let bytes = match args.base64 {
        true => STANDARD
            .decode(bytes.trim_ascii())
            .context("the blob is not base64")?,
        false => bytes,
    };
    let model = args.knowledge.model()?;
    let (start, moves) = decode_game(&bytes, &Setting::default(), &model)?;
    let mut text = tags(&start);
    let mut game = classic::Game::new(start);
    game.moves = moves;
    text.push_str(&play::movetext(&game));
    text.push('\n');
    Ok(text.trim_start().as_bytes().to_vec())
}

/// The tags that tell a start that is not the usual one.
fn tags(start: &Position) -> String {
    let fen = start.to_fen();
    if start.variant() == Variant::Standard && fen == Position::standard().to_fen() {
        return String::new();
    }
    let variant = match start.variant() {
        Variant::Standard => String::new(),
        variant => format!("[Variant \"{}\"]\n", variant.name()),
    };
    format!("{variant}[FEN \"{fen}\"]\n\n")
}

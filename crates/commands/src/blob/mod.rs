//! `pgnz blob`.

mod lines;

use crate::args::{Blob as Command, BlobDecode, BlobEncode};
use crate::console::Console;
use crate::given::Given;
use crate::left_out::LeftOut;
use crate::{given, movetext};
use anyhow::{Context, Result, anyhow, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use legal::{Game, Position, Variant};
use pgnz::{
    ErrorKind, GameInfo, Model, Move, Moves, decode_bare_game, decode_game, encode_bare_game,
    encode_game,
};
use std::fs;
use std::io::{self, IsTerminal, Write};

/// Encodes games or decodes blobs. Nothing is taken to be known of a game, so a blob needs no more than its model.
pub fn run(command: &Command, console: &mut Console) -> Result<()> {
    match command {
        Command::Encode(args) if args.lines => lines::encode(args, console),
        Command::Decode(args) if args.lines => lines::decode(args, console),
        Command::Encode(args) => print(&encode(args, console)?),
        Command::Decode(args) => print(&decode(args)?),
    }
}

fn print(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

fn encode(args: &BlobEncode, console: &Console) -> Result<Vec<u8>> {
    ensure!(
        args.base64 || !io::stdout().is_terminal(),
        "a blob is not written to a terminal: redirect the output, or use --base64"
    );
    let model = args.knowledge.model()?;
    let models = [model.clone()];
    let Given { game, text } = args.game.read(&models, ", or all of them with --lines")?;
    let blob = blob_of(&game, &model, args.bare)?;
    if let Some(what) = LeftOut::of(&text).in_words() {
        console.note(format_args!("not kept: {what}"));
    }
    Ok(match args.base64 {
        true => format!("{}\n", STANDARD.encode(blob)).into_bytes(),
        false => blob,
    })
}

fn decode(args: &BlobDecode) -> Result<Vec<u8>> {
    let given = args.blob.as_deref().filter(|&given| given != "-");
    let bytes = match given {
        None => given::standard_input_bytes()?,
        Some(text) if args.base64 => text.as_bytes().to_vec(),
        Some(path) => fs::read(path).with_context(|| format!("{path}: cannot read the blob"))?,
    };
    let bytes = match args.base64 {
        true => from_base64(&bytes)?,
        false => bytes,
    };
    let game = game_of(&bytes, args.knowledge.given()?.as_ref(), args.bare)?;
    let text = format!("{}{}\n", tags(&game.start), movetext::movetext(&game));
    Ok(text.trim_start().as_bytes().to_vec())
}

fn from_base64(text: &[u8]) -> Result<Vec<u8>> {
    STANDARD
        .decode(text.trim_ascii())
        .context("the blob is not base64")
}

fn blob_of(game: &Game, model: &Model, bare: bool) -> Result<Vec<u8>> {
    let mut moves = Moves::from_start(pgnz::Position::of(game.start.clone()));
    for &m in &game.moves {
        moves.push_move(Move::of(m))?;
    }
    Ok(match bare {
        true => encode_bare_game(&moves, &GameInfo::default(), model),
        false => encode_game(&moves, &GameInfo::default(), model),
    }?)
}

/// The game of a blob, by the model that is given or else by the one that the blob asks for; a bare one cannot ask.
fn game_of(blob: &[u8], model: Option<&Model>, bare: bool) -> Result<Game> {
    let info = GameInfo::default();
    let moves = match bare {
        true => decode_bare_game(blob, &info, &model.cloned().unwrap_or_default()),
        false => decode_game(blob, &info, model),
    }
    .map_err(|error| match error.kind() {
        ErrorKind::UnknownModel => anyhow!("{error}: give its file with --model FILE"),
        ErrorKind::InvalidArgument => {
            anyhow!("{error}: read it with the model that made it (-1, -5 or --model FILE) or without a level")
        }
        _ => anyhow!("{error}"),
    })?;
    let mut game = Game::new(moves.start().rules().clone());
    game.moves = moves.as_slice().iter().map(|m| m.inner()).collect();
    Ok(game)
}

/// The tags of a start position that is not the usual one.
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

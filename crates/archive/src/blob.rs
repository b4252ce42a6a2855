//! One game alone, in as few bytes as can be: for those who keep a game in a row of a database.
//!
//! A blob is one message of [`entropy::short`]: first what kind of start the game has, then before each move whether there is
//! one, and which. Nothing is learned on the way: all that is known comes from the model and from what the caller knows of the
//! game. Format document, section "Blobs".

use entropy::short::{Decoder, Encoder};
use entropy::{Code, Encode, Frequencies};
use legal::{LegalMoves, Move, Position, Variant};
use model::ends::Scene;
use model::moves::{Alone, History, Setting, Turn};
use model::repetitions::Repetitions;

use crate::{Error, Model};

/// Starts: the usual one, one that is spelled out, and what later versions may need.
const STARTS: [u32; 3] = [65_000, 500, 36];
const STANDARD: usize = 0;
const SPELLED: usize = 1;

/// Longer games and set-ups are refused, so that junk cannot cost its reader much.
const MOST_PLIES: usize = 4096;
const MOST_FEN: usize = 128;

/// The moves of a game from a position, as a blob.
///
/// Whoever decodes it needs the same model and the same setting. What is known of a game (from the columns beside the blob)
/// makes it smaller; [`Setting::default`] stands for nothing.
///
/// ```
/// use archive::{Level, Model, decode_game, encode_game};
/// use legal::{Position, san};
/// use model::moves::Setting;
///
/// let start = Position::standard();
/// let mut moves = Vec::new();
/// let mut position = start.clone();
/// for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
///     let legal = position.legal_moves();
///     let index = san::read(text.as_bytes(), &position, &legal).unwrap();
///     moves.push(legal[index]);
///     position.play(legal[index]);
/// }
/// let (model, setting) = (Model::of(Level::Default), Setting::default());
/// let blob = encode_game(&start, &moves, &setting, &model)?;
/// assert!(blob.len() <= 3);
/// assert_eq!(decode_game(&blob, &setting, &model)?.1, moves);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// [`crate::ErrorKind::InvalidArgument`] if a move is not legal, there are more than 4,096, or the start takes 128 letters or more.
pub fn encode_game(
    start: &Position,
    moves: &[Move],
    setting: &Setting,
    model: &Model,
) -> Result<Vec<u8>, Error> {
    if moves.len() > MOST_PLIES {
        return Err(Error::argument("a blob holds at most 4096 moves"));
    }
    let mut coder = Encoder::new();
    code_start(&mut coder, Some(start))?;
    let mut game = Replay::new(start.clone(), setting, model);
    for (ply, &m) in moves.iter().enumerate() {
        let illegal = || Error::argument(format!("move {} of the game is not legal", ply + 1));
        let index = game.legal.rank(m).ok_or_else(illegal)?;
        game.end(&mut coder, false);
        game.play(&mut coder, index);
    }
    if moves.len() < MOST_PLIES {
        game.end(&mut coder, true);
    }
    Ok(coder.finish())
}

/// The start and the moves of a blob that [`encode_game`] made with this setting and model.
///
/// # Errors
///
/// [`crate::ErrorKind::Corruption`] if the bytes are no such blob, as far as that can be seen: most junk is some game.
pub fn decode_game(
    blob: &[u8],
    setting: &Setting,
    model: &Model,
) -> Result<(Position, Vec<Move>), Error> {
    let mut coder = Decoder::new(blob);
    let start = code_start(&mut coder, None)?;
    let mut game = Replay::new(start.clone(), setting, model);
    let mut moves = Vec::new();
    while moves.len() < MOST_PLIES && !game.end(&mut coder, false) && !coder.failed() {
        moves.push(game.play(&mut coder, 0));
    }
    if coder.failed() {
        return Err(Error::blob("the bytes are no game"));
    }
    // A blob says nothing twice, so what it says must give the same bytes.
    if encode_game(&start, &moves, setting, model)? != blob {
        return Err(Error::blob("the bytes go on after the game"));
    }
    Ok((start, moves))
}

/// Codes the position that the game starts from; the one that is given, or the one that was read.
fn code_start(coder: &mut impl Code, start: Option<&Position>) -> Result<Position, Error> {
    let standard = Position::standard();
    let spelled = start.filter(|start| {
        start.variant() != Variant::Standard || start.to_fen() != standard.to_fen()
    });
    let kind = if spelled.is_some() { SPELLED } else { STANDARD };
    match coder.code(kind, &Frequencies::new(&STARTS)) {
        STANDARD => return Ok(standard),
        SPELLED => {}
        _ => return Err(Error::blob("a start that only a later version knows")),
    }
    let fen = spelled.map_or_else(String::new, Position::to_fen);
    if fen.len() >= MOST_FEN {
        return Err(Error::argument(
            "a blob holds a start of at most 127 letters",
        ));
    }
    let variant = spelled.map_or(0, |start| start.variant() as u64);
    let variant = Variant::ALL[coder.uniform(variant, Variant::ALL.len() as u64) as usize];
    let length = coder.uniform(fen.len() as u64, MOST_FEN as u64) as usize;
    let byte = |at: usize| u64::from(fen.as_bytes().get(at).map_or(0, |byte| byte & 127));
    let fen: String = (0..length)
        .map(|at| char::from(coder.uniform(byte(at), 128) as u8))
        .collect();
    Position::from_fen(&fen, variant).map_err(|error| Error::blob(error.to_string()))
}

/// A game move by move.
struct Replay<'a> {
    position: Position,
    legal: LegalMoves,
    history: History,
    repetitions: Repetitions,
    setting: &'a Setting,
    moves: Alone,
}

impl<'a> Replay<'a> {
    fn new(start: Position, setting: &'a Setting, model: &Model) -> Self {
        let mut repetitions = Repetitions::default();
        repetitions.step(start.hash(), start.halfmoves());
        Self {
            legal: start.legal_moves(),
            repetitions,
            position: start,
            history: History::default(),
            setting,
            moves: Alone::new(model.knowledge()),
        }
    }

    /// Codes whether the game ends here. Nothing is said where there is no move.
    fn end(&self, coder: &mut impl Code, ends: bool) -> bool {
        let scene = Scene {
            position: &self.position,
            history: &self.history,
            setting: self.setting,
            met: self.repetitions.times(),
            check: self.legal.is_check(),
        };
        self.legal.is_empty() || coder.bit(ends, scene.chance())
    }

    /// Codes a move and plays it.
    fn play(&mut self, coder: &mut impl Code, index: usize) -> Move {
        let turn = Turn {
            position: &self.position,
            legal: &self.legal,
            history: &self.history,
            setting: self.setting,
        };
        let index = self.moves.code(coder, &turn, index);
        let m = self.legal[index];
        self.position.play(m);
        self.position.legal_moves_into(&mut self.legal);
        self.history = self.history.then(m);
        let position = &self.position;
        self.repetitions.step(position.hash(), position.halfmoves());
        m
    }
}

//! Codes a single game in as few bytes as possible, for databases that keep one game in a row.
//!
//! Format: "Blobs".
//!
//! A blob is a byte that names its model, and a message of the range coder. The message has the kind of start, then for each move
//! whether the game ends before it and which move it is, and last a check value. Nothing is learned from one blob to the next: all
//! knowledge comes from the model and from what the caller says about the game. A bare blob is the message without its check value
//! and without the first byte.

mod check;
mod number;
mod replay;
mod reread;
mod start;

use entropy::Code;
use entropy::range::Encoder;
use legal::{Move, Position};
use streams::moves::Setting;

use crate::{Error, ErrorKind, Model};
use check::Check;
use number::Wanted;
use replay::Replay;
use reread::Rereader;

/// Longer games are refused, so that decoding invalid bytes takes bounded time.
const MOST_PLIES: usize = 4096;

/// The moves of a game from a position, as a blob.
///
/// Its first byte names the model, and 12 bits check it. Of blobs that were damaged, or are read with another setting, at most 1 in
/// 4,096 is taken for a game. Both together take 2.5 bytes; [`encode_bare_game`] leaves them out.
///
/// `setting` says what is known of the game, for example from other columns of the database, and makes the blob smaller;
/// [`Setting::default`] says that nothing is known. Decoding needs the same setting. The names of the players matter only if the model
/// uses them.
///
/// ```
/// use archive::{Level, Model, decode_game, encode_game};
/// use legal::{Position, san};
/// use streams::moves::{Outcome, Setting};
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
/// let setting = Setting::default();
/// let blob = encode_game(&start, &moves, &setting, &Model::of(Level::Fast))?;
/// assert!(blob.len() <= 6);
/// // The blob says which level it needs.
/// assert_eq!(decode_game(&blob, &setting, None)?.1, moves);
/// assert!(decode_game(&blob, &setting, Some(&Model::of(Level::Default))).is_err());
/// let other = Setting { outcome: Outcome::Black, ..setting };
/// assert!(decode_game(&blob, &other, None).is_err());
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`] if a move is not legal, there are more than 4,096, or the start takes 128 letters or more.
pub fn encode_game(
    start: &Position,
    moves: &[Move],
    setting: &Setting,
    model: &Model,
) -> Result<Vec<u8>, Error> {
    let number = number::of(model);
    let check = Check::new(number, model, start, setting);
    let mut blob = vec![number];
    blob.extend(encode(start, moves, setting, model, Some(check))?);
    Ok(blob)
}

/// The start and the moves of a blob that [`encode_game`] made with this setting.
///
/// If `model` is `None`, the model is that of the level that the blob names. A blob that was made with a model of the caller needs it
/// here. A model that is given must be the one that the blob was made with.
///
/// # Errors
///
/// [`ErrorKind::Corruption`] if the bytes are no such blob, or one of another setting. [`ErrorKind::Compatibility`] if it needs a model
/// that this release does not have, [`ErrorKind::UnknownModel`] if it needs one that was not given, and [`ErrorKind::InvalidArgument`] if
/// it needs another than was given.
pub fn decode_game(
    blob: &[u8],
    setting: &Setting,
    model: Option<&Model>,
) -> Result<(Position, Vec<Move>), Error> {
    let Some((&number, message)) = blob.split_first() else {
        return Err(Error::blob(ErrorKind::Corruption, "the blob is empty"));
    };
    let model = Wanted::by(number)?.find(model)?;
    decode(message, setting, &model, |start| {
        Some(Check::new(number, &model, start, setting))
    })
}

/// The moves of a game as a blob without the name of its model and without a check value, for callers that store both elsewhere.
///
/// It is 2.5 bytes shorter than that of [`encode_game`]. **If it is damaged, or decoded with another model or setting, the result is
/// mostly another game, without an error.**
///
/// ```
/// use archive::{Model, decode_bare_game, encode_bare_game};
/// use legal::Position;
/// use streams::moves::Setting;
///
/// let (start, setting, model) = (Position::standard(), Setting::default(), Model::default());
/// let blob = encode_bare_game(&start, &[start.legal_moves()[0]], &setting, &model)?;
/// assert_eq!(decode_bare_game(&blob, &setting, &model)?.1.len(), 1);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// As [`encode_game`].
pub fn encode_bare_game(
    start: &Position,
    moves: &[Move],
    setting: &Setting,
    model: &Model,
) -> Result<Vec<u8>, Error> {
    encode(start, moves, setting, model, None)
}

/// The start and the moves of a blob that [`encode_bare_game`] made with this setting and model.
///
/// # Errors
///
/// [`ErrorKind::Corruption`] if the bytes are not such a blob, as far as that can be detected: most invalid bytes decode to some game.
pub fn decode_bare_game(
    blob: &[u8],
    setting: &Setting,
    model: &Model,
) -> Result<(Position, Vec<Move>), Error> {
    decode(blob, setting, model, |_| None)
}

/// Encodes a game as a message of the range coder.
fn encode(
    start: &Position,
    moves: &[Move],
    setting: &Setting,
    model: &Model,
    mut check: Option<Check>,
) -> Result<Vec<u8>, Error> {
    if moves.len() > MOST_PLIES {
        return Err(Error::argument("a blob holds at most 4096 moves"));
    }
    let mut coder = Encoder::new();
    start::write(&mut coder, start)?;
    let mut game = Replay::new(start.clone(), setting, model);
    for (ply, &m) in moves.iter().enumerate() {
        let illegal = || Error::argument(format!("move {} of the game is not legal", ply + 1));
        let index = game.legal().rank(m).ok_or_else(illegal)?;
        game.end(&mut coder, false);
        game.play(&mut coder, index);
        check.iter_mut().for_each(|check| check.add(index));
    }
    if moves.len() < MOST_PLIES {
        game.end(&mut coder, true);
    }
    if let Some(check) = check {
        check.code(&mut coder);
    }
    Ok(reread::finish(coder))
}

/// Decodes the game of a message; `check` makes the check for a start.
fn decode(
    message: &[u8],
    setting: &Setting,
    model: &Model,
    check: impl FnOnce(&Position) -> Option<Check>,
) -> Result<(Position, Vec<Move>), Error> {
    let mut coder = Rereader::new(message);
    let start = start::read(&mut coder).map_err(|what| no_game(&what, model))?;
    let mut check = check(&start);
    let mut game = Replay::new(start.clone(), setting, model);
    let mut moves = Vec::new();
    while moves.len() < MOST_PLIES && !game.end(&mut coder, false) && !coder.failed() {
        let (index, m) = game.play(&mut coder, 0);
        check.iter_mut().for_each(|check| check.add(index));
        moves.push(m);
    }
    let sound = check.is_none_or(|check| check.code(&mut coder));
    if coder.failed() {
        return Err(no_game("the bytes are not a game", model));
    }
    if !sound {
        return Err(no_game("the check does not match", model));
    }
    // Each game has exactly one message, so encoding what was decoded must give the same bytes.
    if coder.finish() != message {
        return Err(no_game("the bytes go on after the game", model));
    }
    Ok((start, moves))
}

/// The error for bytes that do not decode to a game, with possible causes.
fn no_game(what: &str, model: &Model) -> Error {
    let text = format!(
        "{what}: the blob is damaged, or was made with another setting (what is known about the game besides the blob) or with another model than {}",
        model.name()
    );
    Error::blob(ErrorKind::Corruption, text)
}

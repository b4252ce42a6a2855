//! One game as few bytes.

use crate::{Error, GameInfo, Model, Move, Moves, Position};

/// The moves of a game as few bytes, for a row of a database: about 25 for a game of 40 moves at level default.
///
/// The first byte names the model, and a check of 12 bits protects the rest: at most 1 in 4,096 blobs that are damaged, or decoded with
/// another `info`, is taken for a game. Decoding needs the same `info`; names of players matter only in variants that no network knows.
/// A game may have at most 4,096 plies (moves by one player).
///
/// # Errors
///
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for more plies, or for a start whose FEN has 128 characters or more.
///
/// ```
/// use pgnz::{GameInfo, Level, Model, Moves, decode_game, encode_game};
///
/// let moves: Moves = "e4 e5 Nf3 Nc6 Bb5".parse()?;
/// let info = GameInfo::from_pairs([("Result", "1-0")]);
/// let blob = encode_game(&moves, &info, &Model::of(Level::Fast))?;
/// assert!(blob.len() <= 7);
/// assert_eq!(decode_game(&blob, &info, None)?, moves);
/// assert!(decode_game(&blob, &GameInfo::default(), None).is_err());
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn encode_game(moves: &Moves, info: &GameInfo, model: &Model) -> Result<Vec<u8>, Error> {
    let start = moves.start().rules();
    archive::encode_game(start, &plain(moves), &info.setting, model)
}

/// The game of a blob that [`encode_game`] made with the same `info`.
///
/// The blob records which level's model it needs; a model of the caller's own must be given. If a model is given, it must be the one
/// that the blob was made with.
///
/// # Errors
///
/// [`ErrorKind`](crate::ErrorKind) `Corruption` if the bytes are not such a blob, or one with another `info`; `Compatibility` if it needs a
/// model that this release does not have; `UnknownModel` if it needs a model that was not given; `InvalidArgument` if it needs another model
/// than the given one.
///
/// ```
/// let error = pgnz::decode_game(b"", &pgnz::GameInfo::default(), None).unwrap_err();
/// assert_eq!(error.kind(), pgnz::ErrorKind::Corruption);
/// ```
pub fn decode_game(blob: &[u8], info: &GameInfo, model: Option<&Model>) -> Result<Moves, Error> {
    archive::decode_game(blob, &info.setting, model).and_then(moves)
}

/// Like [`encode_game`], but 2.5 bytes shorter: the blob does not name its model and has no check, for callers that store both elsewhere.
///
/// **If it is damaged, or decoded with another model or `info`, the result is usually a different game, without an error.**
///
/// # Errors
///
/// As for [`encode_game`].
///
/// ```
/// use pgnz::{GameInfo, Model, Moves, decode_bare_game, encode_bare_game};
///
/// let (moves, info, model): (Moves, _, _) = ("e4 e5".parse()?, GameInfo::default(), Model::default());
/// let blob = encode_bare_game(&moves, &info, &model)?;
/// assert_eq!(decode_bare_game(&blob, &info, &model)?, moves);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub fn encode_bare_game(moves: &Moves, info: &GameInfo, model: &Model) -> Result<Vec<u8>, Error> {
    let start = moves.start().rules();
    archive::encode_bare_game(start, &plain(moves), &info.setting, model)
}

/// The game of a blob that [`encode_bare_game`] made with the same `info` and model.
///
/// # Errors
///
/// [`ErrorKind::Corruption`](crate::ErrorKind::Corruption) if the bytes are not such a blob, as far as that can be detected: most random
/// bytes decode to some game.
///
/// ```
/// use pgnz::{GameInfo, Model, decode_bare_game};
///
/// // Every model gives these bytes some meaning, or an error.
/// let _ = decode_bare_game(&[1, 2, 3], &GameInfo::default(), &Model::default());
/// ```
pub fn decode_bare_game(blob: &[u8], info: &GameInfo, model: &Model) -> Result<Moves, Error> {
    archive::decode_bare_game(blob, &info.setting, model).and_then(moves)
}

fn plain(moves: &Moves) -> Vec<legal::Move> {
    moves.as_slice().iter().map(|m| m.inner()).collect()
}

fn moves((start, found): (legal::Position, Vec<legal::Move>)) -> Result<Moves, Error> {
    let mut moves = Moves::from_start(Position::of(start));
    for m in found {
        moves.push_move(Move::of(m))?;
    }
    Ok(moves)
}

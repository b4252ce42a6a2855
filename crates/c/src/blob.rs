//! The moves of one game as few bytes.

use crate::archive::level;
use crate::buffer::Buffer;
use crate::error::{Failure, guarded};
use crate::game::Game;
use crate::given;
use pgnz::{Error, GameInfo, Model, Moves, Position, Variant};
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// A tag that is known of a game.
#[repr(C)]
pub struct TagPair {
    /// Its name, such as "WhiteElo".
    pub name: *const c_char,
    /// Its value, such as "2400".
    pub value: *const c_char,
}

/// What models use of these tags.
///
/// # Safety
///
/// There are as many tags as `count` says, with texts or null in them.
unsafe fn info(tags: *const TagPair, count: usize) -> Result<GameInfo, Error> {
    // SAFETY: as above.
    let tags = unsafe { given::values(tags, count, "the tags") }?;
    let pairs = tags.iter().map(|tag| {
        // SAFETY: as above.
        unsafe {
            let name = given::text(tag.name, "the name of a tag")?;
            Ok((name, given::text(tag.value, "the value of a tag")?))
        }
    });
    let pairs: Result<Vec<_>, Error> = pairs.collect();
    Ok(GameInfo::from_pairs(pairs?))
}

/// Packs the moves of a game to some 25 bytes, for a row of a database. `moves` are in UCI or standard algebraic notation with spaces between,
/// from `fen`, or from the usual start if that is NULL. `variant` is the name of a variant as in the tag Variant, NULL for chess. `tags` are what
/// is known of the game from elsewhere: WhiteElo, BlackElo, TimeControl, Result, Date, Site. They make the blob smaller, and pgnz_blob_decode()
/// needs the same. The caller frees `blob`. Returns false after an error; a move that is not legal is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_blob_encode(
    moves: *const c_char,
    fen: *const c_char,
    variant: *const c_char,
    tags: *const TagPair,
    tag_count: usize,
    level: u32,
    blob: Option<&mut MaybeUninit<Buffer>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let place = given::there(blob, "the blob")?;
        let level = self::level(level)?.unwrap_or_default();
        // SAFETY: the caller gives texts, or null, and as many tags as it says.
        let (moves, fen, variant, info) = unsafe {
            (
                given::text(moves, "the moves")?,
                given::optional_text(fen, "the FEN")?,
                given::optional_text(variant, "the variant")?,
                info(tags, tag_count)?,
            )
        };
        let name = variant.unwrap_or_default();
        let unknown = || Error::argument(format!("there is no variant '{name}'"));
        let variant = Variant::from_tag(name.as_bytes()).ok_or_else(unknown)?;
        let start = match fen {
            Some(fen) => Position::from_fen(fen, variant)?,
            None => Position::initial(variant),
        };
        let mut game = Moves::from_start(start);
        for text in moves.split_whitespace() {
            game.push(text)?;
        }
        let blob = pgnz::encode_game(&game, &info, &Model::of(level))?;
        place.write(Buffer::of(blob));
        Ok(true)
    })
}

/// The game of a blob that pgnz_blob_encode() made with the same tags: its start and its moves, without tags and text. Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_blob_decode(
    blob: *const u8,
    length: usize,
    tags: *const TagPair,
    tag_count: usize,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Game>> {
    guarded(error, None, || {
        // SAFETY: the caller gives as many bytes and tags as it says.
        let (blob, info) = unsafe {
            let blob = given::values(blob, length, "the blob")?;
            (blob, info(tags, tag_count)?)
        };
        let moves = pgnz::decode_game(blob, &info, None)?;
        Ok(Some(Game::of_moves(&moves)))
    })
}

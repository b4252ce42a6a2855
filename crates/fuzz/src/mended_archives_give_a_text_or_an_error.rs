use crate::Broken;
use archive::fuzzing::{block_text, mend};
use archive::{ExpandOptions, Reader, expand};
use std::io::Cursor;

/// Blocks that claim more are not tried: decoding junk takes time for each byte that is claimed, and that time is bounded elsewhere.
const MOST_TEXT: u64 = 8000;

/// An archive of any bytes with right checksums is read to a text or an error, front to back and from the index; if both ways
/// give a text, it is the same.
///
/// # Errors
///
/// What does not hold.
pub fn mended_archives_give_a_text_or_an_error(bytes: &[u8], _choices: u64) -> Result<(), Broken> {
    let mut archive = bytes.to_vec();
    if mend(&mut archive) > MOST_TEXT {
        return Ok(());
    }
    let mut text = Vec::new();
    let result = expand(&archive[..], &mut text, &ExpandOptions::new().threads(1));
    if let Err(error) = &result {
        Broken::unless(!error.to_string().is_empty(), || {
            "an error says nothing".into()
        })?;
    }
    let Ok(mut reader) = Reader::open(Cursor::new(&archive), &ExpandOptions::new()) else {
        return Ok(());
    };
    let mut from_index = Vec::new();
    for number in 0..reader.blocks().len() {
        match block_text(&mut reader, number) {
            Ok(block) => from_index.extend(block),
            Err(_) => return Ok(()),
        }
    }
    let games = reader.len();
    let mut from_games = Vec::new();
    let read = reader.games_text(0..games, &mut |game| {
        from_games.extend_from_slice(game);
        Ok(())
    });
    if result.is_ok() {
        Broken::unless(text == from_index, || {
            "the index gives another text than the blocks in a row".into()
        })?;
        if read.is_ok() {
            Broken::unless(text == from_games, || {
                "the games give another text than the blocks".into()
            })?;
        }
    }
    Ok(())
}

//! Texts in UTF-16.

use pgnz::{Archive, Columns, CompressOptions, Error, Level};
use std::io::Cursor;

/// UTF-16 as UTF-8, all other bytes as they are: as the games of an archive that was made from these bytes.
pub fn readable(bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    match bytes[..] {
        // The first two bytes say whether it may be UTF-16, by its byte order mark or by a zero. What it is, only archives tell.
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, _, ..] | [_, 0, ..] => recoded(&bytes),
        _ => Ok(bytes),
    }
}

fn recoded(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let options = CompressOptions::new().level(Level::Fast);
    let mut packed = Vec::new();
    pgnz::compress(bytes, &mut packed, &options.threads(1).verify(false))?;
    let mut archive = Archive::open(Cursor::new(packed))?;
    let mut text = Vec::new();
    for game in archive.games(.., Columns::ALL)? {
        text.extend_from_slice(game?.text());
    }
    Ok(text)
}

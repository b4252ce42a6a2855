//! The position that the game of a blob starts from.
//!
//! Format: "Blobs".

use entropy::{Code, Frequencies};
use legal::{Position, Variant};

use crate::Error;

/// Frequencies of the kinds of start: the usual position, one given as a FEN, and a kind reserved for later versions.
const STARTS: [u32; 3] = [65_000, 500, 36];
const STANDARD: usize = 0;
const SPELLED: usize = 1;

/// Longer FENs are refused, so that decoding invalid bytes takes bounded time.
const MOST_FEN: usize = 128;

/// The rules and the FEN of a start that is not the usual one.
pub(super) fn spelled(start: &Position) -> Option<(Variant, String)> {
    let fen = start.to_fen();
    let usual = start.variant() == Variant::Standard && fen == Position::standard().to_fen();
    (!usual).then(|| (start.variant(), fen))
}

/// Writes a start.
pub(super) fn write(coder: &mut impl Code, start: &Position) -> Result<(), Error> {
    let Some((variant, fen)) = spelled(start) else {
        coder.code(STANDARD, &Frequencies::new(&STARTS));
        return Ok(());
    };
    if fen.len() >= MOST_FEN {
        return Err(Error::argument(
            "a blob holds a start position of at most 127 characters",
        ));
    }
    coder.code(SPELLED, &Frequencies::new(&STARTS));
    coder.uniform(variant as u64, Variant::ALL.len() as u64);
    coder.uniform(fen.len() as u64, MOST_FEN as u64);
    for byte in fen.bytes() {
        coder.uniform(u64::from(byte & 127), 128);
    }
    Ok(())
}

/// Reads a start, or says what is wrong with it.
pub(super) fn read(coder: &mut impl Code) -> Result<Position, String> {
    match coder.code(0, &Frequencies::new(&STARTS)) {
        STANDARD => return Ok(Position::standard()),
        SPELLED => {}
        _ => {
            return Err(
                "the start position is of a kind that this release does not know".to_owned(),
            );
        }
    }
    let variant = Variant::ALL[coder.uniform(0, Variant::ALL.len() as u64) as usize];
    let length = coder.uniform(0, MOST_FEN as u64);
    let fen: String = (0..length)
        .map(|_| char::from(coder.uniform(0, 128) as u8))
        .collect();
    let start = Position::from_fen(&fen, variant).map_err(|error| error.to_string())?;
    match spelled(&start) {
        Some(again) if again == (variant, fen) => Ok(start),
        _ => Err("the start position is not in its usual spelling".to_owned()),
    }
}

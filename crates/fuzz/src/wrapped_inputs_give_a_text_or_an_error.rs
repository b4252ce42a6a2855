use crate::{Broken, Random};
use std::io::{BufReader, Read};

/// No more text than this is read from one input: a few bytes of any of these formats may stand for gigabytes.
const MOST_TEXT: u64 = 1 << 20;

/// Bytes that begin like a packed file are read to a text or an error, and the text does not depend on how the bytes arrive.
///
/// # Errors
///
/// What does not hold.
pub fn wrapped_inputs_give_a_text_or_an_error(input: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let whole = read(input, input.len().max(1))?;
    let pieces = read(input, 1 + random.below(40))?;
    Broken::unless(whole.is_some() == pieces.is_some(), || {
        "whether there is an error depends on how the bytes arrive".into()
    })?;
    Broken::unless(whole == pieces, || {
        "the text depends on how the bytes arrive".into()
    })
}

/// The text that a file holds whose bytes arrive in such pieces; none where there is an error.
fn read(input: &[u8], piece: usize) -> Result<Option<Vec<u8>>, Broken> {
    let (start, input) = wrapping::peek(BufReader::with_capacity(piece, input))
        .map_err(|error| Broken(format!("the first bytes cannot be read: {error}")))?;
    let Ok(reader) = wrapping::unwrap(wrapping::recognise(&start), input) else {
        return Ok(None);
    };
    let mut text = Vec::new();
    Ok(reader
        .take(MOST_TEXT)
        .read_to_end(&mut text)
        .is_ok()
        .then_some(text))
}

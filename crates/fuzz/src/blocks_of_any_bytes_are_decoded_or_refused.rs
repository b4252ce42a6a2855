use crate::{BlockBytes, Broken};
use archive::block::{BlockPayload, decode};
use archive::{Model, Stream};

/// Streams of any bytes decode to an error or to a text no longer than the block says, below the checksums that protect the decoder in an
/// archive.
///
/// The bytes are those of [`BlockBytes`], so that whoever changes them changes one field or one stream.
///
/// # Errors
///
/// What does not hold.
pub fn blocks_of_any_bytes_are_decoded_or_refused(
    bytes: &[u8],
    _choices: u64,
) -> Result<(), Broken> {
    let block = BlockBytes::read(bytes);
    let streams: Vec<_> = block
        .streams
        .iter()
        .map(|(stream, bytes)| (*stream, &bytes[..]))
        .collect();
    // The container holds a stored text to its length.
    let is_stored = matches!(streams[..], [(Stream::Stored, _)]);
    let payload = BlockPayload {
        facts: &block.facts,
        streams: &streams,
    };
    match decode(&payload, &Model::of(block.level)) {
        Ok(text) => Broken::unless(
            is_stored || text.len() as u64 <= block.facts.text_bytes,
            || {
                format!(
                    "{} bytes of a block of {}",
                    text.len(),
                    block.facts.text_bytes
                )
            },
        ),
        Err(_) => Ok(()),
    }
}

use crate::{Broken, Random, damaged_bytes, mutated_bytes};
use archive::fuzzing::block_text;
use archive::{CompressOptions, ExpandOptions, Reader, compress, expand};
use std::io::Cursor;

/// A damaged archive gives an error, or the text; what was written before an error is how the text begins.
///
/// Where bytes were left out or repeated, blocks may be missing or out of place. That is an error at the first such block; only a whole
/// archive repeated is an archive.
///
/// # Errors
///
/// What does not hold.
pub fn damaged_archives_never_give_other_text(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let config = CompressOptions::new()
        .provenance(false)
        .block_games(*random.pick(&[&1, &2, &5]))
        .block_bytes(*random.pick(&[&200, &(16 << 20)]))
        .group_games(1)
        .threads(1);
    let mut sound = Vec::new();
    compress(text, &mut sound, &config)
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    for _ in 0..8 {
        let damaged = damaged_bytes(&sound, &mut random);
        let mut back = Vec::new();
        let result = expand(&damaged[..], &mut back, &ExpandOptions::new().threads(1));
        Broken::unless(text.starts_with(&back), || "other text is written".into())?;
        Broken::unless(result.is_err() || back.len() == text.len(), || {
            "a part of the text is given without an error".into()
        })?;
        blocks_are_of_the_text(&damaged, text)?;

        let moved = mutated_bytes(&sound, &mut random);
        let mut back = Vec::new();
        let result = expand(&moved[..], &mut back, &ExpandOptions::new().threads(1));
        // Twice the archive is twice the text.
        let times = moved.len() / sound.len();
        Broken::unless(text.repeat(times + 1).starts_with(&back), || {
            "other text is written".into()
        })?;
        if result.is_ok() {
            let is_sound = moved == sound.repeat(times) && back == text.repeat(times);
            Broken::unless(is_sound || back == text, || {
                "other text is given without an error".into()
            })?;
        }
    }
    Ok(())
}

/// Whether the reader gives every block of a damaged archive as it was, or an error.
fn blocks_are_of_the_text(damaged: &[u8], text: &[u8]) -> Result<(), Broken> {
    let Ok(mut reader) = Reader::open(Cursor::new(damaged), &ExpandOptions::new()) else {
        return Ok(());
    };
    let mut start = 0;
    for (number, block) in reader.blocks().to_vec().iter().enumerate() {
        let end = start + block.facts().text_bytes as usize;
        if let Ok(found) = block_text(&mut reader, number) {
            Broken::unless(text.get(start..end) == Some(&found[..]), || {
                format!("block {number} gives other text")
            })?;
        }
        start = end;
    }
    Ok(())
}

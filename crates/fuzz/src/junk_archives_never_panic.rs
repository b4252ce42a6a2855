use crate::{Broken, Random, mutated_bytes};
use archive::fuzzing::block_text;
use archive::{CompressOptions, ExpandOptions, Reader, compress, expand};
use std::io::Cursor;

/// Bytes that are no archive, or were one, are read to an end or an error, front to back and from the index.
///
/// # Errors
///
/// What does not hold.
pub fn junk_archives_never_panic(junk: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let text = b"1. e4 e5 *\n\n[Event \"x\"]\n\n1. d4 *\n";
    let mut sound = Vec::new();
    let config = CompressOptions::new()
        .provenance(false)
        .block_games(1)
        .threads(1);
    compress(&text[..], &mut sound, &config)
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    let head = &sound[..random.below(sound.len())];
    let tail = &sound[random.below(sound.len())..];
    for bytes in [
        junk.to_vec(),
        [head, junk].concat(),
        [junk, tail].concat(),
        [head, junk, tail].concat(),
        [&sound, junk, &sound].concat(),
        [&sound, &sound[..], junk].concat(),
        mutated_bytes(&[&sound[..], &sound].concat(), &mut random),
    ] {
        let mut back = Vec::new();
        let result = expand(&bytes[..], &mut back, &ExpandOptions::new().threads(1));
        if let Err(error) = result {
            Broken::unless(!error.to_string().is_empty(), || {
                "an error says nothing".into()
            })?;
        }
        if let Ok(mut reader) = Reader::open(Cursor::new(&bytes), &ExpandOptions::new()) {
            for number in 0..reader.blocks().len() {
                // Any answer will do.
                let _ = block_text(&mut reader, number);
            }
            let games = reader.len();
            let _ = reader.games_text(0..games, &mut |_| Ok(()));
        }
    }
    Ok(())
}

use crate::{Broken, Random};
use archive::{CompressOptions, ExpandOptions, Level, Reader, compress, expand};
use std::io::Cursor;

/// Text as UTF-16, with whatever is no text among it, comes back from its archive at once and game by game.
///
/// # Errors
///
/// What does not hold.
pub fn utf16_comes_back_whatever_breaks_it(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let is_big_endian = random.once_in(2);
    let mark = random.once_in(2).then_some(0xFEFF);
    let text = String::from_utf8_lossy(text);
    let units = mark.into_iter().chain(text.encode_utf16());
    let mut bytes: Vec<u8> = units
        .flat_map(|unit| match is_big_endian {
            true => unit.to_be_bytes(),
            false => unit.to_le_bytes(),
        })
        .collect();
    if random.once_in(2) && !bytes.is_empty() {
        let at = random.below(bytes.len());
        let broken: &[u8] = random.pick(&[
            &b"\xD8"[..],
            b"\x00\xDC",
            b"\xDC\x00",
            b"\x00",
            b"[A \"b\"]\n",
        ]);
        bytes.splice(at..at, broken.iter().copied());
    }
    let config = CompressOptions::new()
        .provenance(false)
        .level(Level::Fast)
        .block_games(*random.pick(&[&1, &3, &4096]))
        .block_bytes(*random.pick(&[&1, &50, &2000, &(16 << 20)]))
        .threads(1);
    let mut archive = Vec::new();
    let report = compress(&bytes[..], &mut archive, &config)
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    let most = config.worst_case_size(bytes.len() as u64);
    Broken::unless(
        report.rescued_blocks == 0 && archive.len() as u64 <= most,
        || {
            format!(
                "{} blocks were stored, {} bytes of {most}",
                report.rescued_blocks,
                archive.len()
            )
        },
    )?;
    let mut back = Vec::new();
    expand(&archive[..], &mut back, &ExpandOptions::new().threads(1))
        .map_err(|error| Broken(format!("cannot expand: {error}")))?;
    Broken::unless(back == bytes, || "other bytes came back".into())?;
    back.clear();
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new())
        .map_err(|error| Broken(format!("cannot open: {error}")))?;
    let games = reader.len();
    let take = &mut |game: &[u8]| {
        back.extend_from_slice(game);
        Ok(())
    };
    reader
        .games_text(0..games, take)
        .map_err(|error| Broken(format!("cannot read games: {error}")))?;
    Broken::unless(back == bytes, || "other games came back".into())
}

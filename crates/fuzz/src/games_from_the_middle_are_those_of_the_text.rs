use crate::{Broken, Random};
use archive::{CompressOptions, ExpandOptions, Reader, compress};
use std::io::Cursor;

/// The games that the reader takes from the middle of an archive are those that the text has there.
///
/// # Errors
///
/// What does not hold.
pub fn games_from_the_middle_are_those_of_the_text(
    text: &[u8],
    choices: u64,
) -> Result<(), Broken> {
    // Games of UTF-16 are those of the same text in UTF-8, which `utf16_comes_back_whatever_breaks_it` is about.
    if text.contains(&0) || text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
        return Ok(());
    }
    let mut random = Random::new(choices);
    let config = CompressOptions::new()
        .provenance(false)
        .block_games(*random.pick(&[&1, &2, &5]))
        .group_games(1)
        .threads(1);
    let mut archive = Vec::new();
    compress(text, &mut archive, &config)
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new())
        .map_err(|error| Broken(format!("cannot open: {error}")))?;
    let games: Vec<&[u8]> = pgn::games(text).collect();
    Broken::unless(reader.len() == games.len() as u64, || {
        format!("{} games of {}", reader.len(), games.len())
    })?;
    let start = random.below(games.len() + 1);
    let end = start + random.below(games.len() - start + 1);
    let mut found: Vec<Vec<u8>> = Vec::new();
    reader
        .games_text(start as u64..end as u64, &mut |game| {
            found.push(game.to_vec());
            Ok(())
        })
        .map_err(|error| Broken(format!("cannot read games: {error}")))?;
    Broken::unless(found == games[start..end], || {
        format!("games {start} to {end} are others")
    })?;
    let past_the_end = games.len() as u64 + 1;
    let refused = reader.games_text(0..past_the_end, &mut |_| Ok(())).is_err();
    Broken::unless(refused, || "a game past the last is given".into())
}

use crate::{Broken, Random};
use archive::{Level, Model, decode_game, encode_game};
use model::moves::Setting;

/// Junk bytes of any length as a game alone.
const LONGEST: usize = 100;

/// Bytes that are no blob are an error, or a game that gives these bytes again.
///
/// # Errors
///
/// What does not hold.
pub fn junk_blobs_never_panic(junk: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let start = random.below(junk.len().max(1)).min(junk.len());
    let junk = &junk[start..junk.len().min(start + random.below(LONGEST))];
    let setting = Setting::default();
    for model in Level::ALL.map(Model::of) {
        if let Ok((start, moves)) = decode_game(junk, &setting, &model) {
            let blob = encode_game(&start, &moves, &setting, &model);
            let same = blob.is_ok_and(|blob| blob == junk);
            Broken::unless(same, || {
                format!("{junk:02x?} is a game that gives other bytes")
            })?;
        }
    }
    Ok(())
}

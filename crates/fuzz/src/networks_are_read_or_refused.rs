use crate::{Broken, Random, mutated_bytes};
use archive::{CompressOptions, ExpandOptions, Model, compress, expand};
use streams::training::networks::{ALL_KINDS, BEST, INPUTS, ROWS, SCALARS, to_bytes};

/// A network of any bytes is refused, or codes a text that comes back without the caller's own copy of it; so is one inside an archive.
///
/// # Errors
///
/// What does not hold.
pub fn networks_are_read_or_refused(bytes: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let plain = to_bytes(
        ALL_KINDS,
        &vec![0; 2 * BEST],
        &vec![0; 2 * BEST * INPUTS],
        &vec![0; BEST * ROWS],
        &vec![0; SCALARS],
    );
    let mut own = plain;
    // Anywhere, so that weights and what stands before them are changed.
    let at = random.below(own.len());
    let end = own.len().min(at + bytes.len());
    own[at..end].copy_from_slice(&bytes[..end - at]);
    for network in [bytes.to_vec(), mutated_bytes(&own, &mut random), own] {
        let Ok(model) = Model::from_bytes(&network) else {
            continue;
        };
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
        let config = CompressOptions::new()
            .provenance(false)
            .model(model)
            .threads(1);
        let mut archive = Vec::new();
        compress(&text[..], &mut archive, &config).map_err(|error| Broken(error.to_string()))?;
        let mut back = Vec::new();
        expand(&archive[..], &mut back, &ExpandOptions::new().threads(1))
            .map_err(|error| Broken(error.to_string()))?;
        Broken::unless(back == text, || "another text".into())?;
        // Damage to the network inside is an error, or the text.
        let changed = mutated_bytes(&archive, &mut random);
        let mut back = Vec::new();
        let read = expand(&changed[..], &mut back, &ExpandOptions::new().threads(1));
        Broken::unless(
            read.is_err() || text.starts_with(&back) || back.starts_with(text),
            || "another text from a damaged archive".into(),
        )?;
    }
    Ok(())
}

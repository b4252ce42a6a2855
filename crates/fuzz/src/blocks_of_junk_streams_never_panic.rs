use crate::{Broken, Random, mutated_bytes};
use archive::block::{BlockPayload, decode, encode};
use archive::{BlockFacts, Level, Model, Stream};

/// Streams that no encoder wrote decode to an error or to a text no longer than the block says. This goes below the checksums that
/// protect the decoder in an archive.
///
/// # Errors
///
/// What does not hold.
pub fn blocks_of_junk_streams_never_panic(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let model = Model::of(Level::ALL[random.below(Level::ALL.len())]);
    let sound = encode(text, &model);
    for _ in 0..4 {
        let mut facts = sound.facts;
        let mut streams = sound.streams.clone();
        for (_, bytes) in &mut streams {
            if random.once_in(2) {
                *bytes = mutated_bytes(bytes, &mut random);
            }
        }
        match random.below(6) {
            0 => facts = other_facts(&facts, &mut random),
            1 if !streams.is_empty() => {
                streams.remove(random.below(streams.len()));
            }
            2 if !streams.is_empty() => {
                let to = random.below(streams.len());
                streams[to].1 = streams[random.below(streams.len())].1.clone();
            }
            3 => {
                let stream = Stream::ALL[random.below(Stream::ALL.len())];
                let junk = (0..random.below(300)).map(|_| random.byte()).collect();
                streams.retain(|(other, _)| *other != stream);
                streams.push((stream, junk));
                streams.sort_by_key(|(stream, _)| *stream);
            }
            _ => {}
        }
        let streams = archive::block::borrowed(&streams);
        let is_raw = matches!(streams[..], [(Stream::Stored, _)]);
        let block = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        if let Ok(text) = decode(&block, &model) {
            // The container holds a stored text to its length.
            Broken::unless(is_raw || text.len() as u64 <= facts.text_bytes, || {
                format!("{} bytes of a block of {}", text.len(), facts.text_bytes)
            })?;
        }
    }
    Ok(())
}

/// Facts that do not fit the streams, within what a header may say: as many games as bytes.
fn other_facts(facts: &BlockFacts, random: &mut Random) -> BlockFacts {
    let most = 4 * facts.text_bytes as usize + 1000;
    let text_bytes = random.below(most) as u64;
    let mut other = *facts;
    other.text_bytes = text_bytes;
    other.games = match random.below(3) {
        0 => facts.games.min(text_bytes),
        1 => text_bytes,
        _ => random.below(text_bytes as usize + 1) as u64,
    };
    other.plies = random.below(most) as u64;
    other
}

use crate::{Broken, Random};
use archive::block::{BlockPayload, Grouping, decode, encode_in_groups};
use archive::{Level, Model};

/// How often a text is put in a row where groups are wanted.
const TIMES: usize = 16;

/// The streams of any text decode to that text. The container would store a text that does not come back, and so hide it.
///
/// # Errors
///
/// What does not hold.
pub fn blocks_give_their_text_back(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let model = Model::of(Level::ALL[random.below(Level::ALL.len())]);
    // Groups take some text each, so that a short one makes them only several times.
    let times = *random.pick(&[&1, &1, &1, &TIMES]);
    let text = &text.repeat(times)[..];
    let encoded = encode_in_groups(text, &model, Grouping::of(1));
    Broken::unless(encoded.facts.text_bytes == text.len() as u64, || {
        format!(
            "the text has {} bytes, the facts say {}",
            text.len(),
            encoded.facts.text_bytes
        )
    })?;
    let games = pgn::games(text).count() as u64;
    Broken::unless(encoded.facts.games == games, || {
        format!(
            "the text has {games} games, the facts say {}",
            encoded.facts.games
        )
    })?;
    let streams = archive::block::borrowed(&encoded.streams);
    let payload = BlockPayload {
        facts: &encoded.facts,
        streams: &streams,
    };
    match decode(&payload, &model) {
        Err(error) => Err(Broken(format!("the block does not decode: {error:?}"))),
        Ok(back) => Broken::unless(back == text, || {
            let same = back.iter().zip(text).take_while(|(a, b)| a == b).count();
            format!(
                "the block decodes to {} bytes that differ from byte {same} on",
                back.len()
            )
        }),
    }
}

use crate::{Broken, Random, damaged_bytes, mutated_bytes};
use archive::{Config, Handling, Reader, compress, repair, salvage};
use std::io::Cursor;

/// What comes out of a damaged archive, whatever was flipped, cut, left out or repeated, is the text of whole blocks in their order,
/// and a repaired archive is sound and holds the same kind of text.
///
/// # Errors
///
/// What does not hold.
pub fn salvaged_text_is_that_of_whole_blocks(text: &[u8], choices: u64) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let config = Config {
        block_games: *random.pick(&[&1, &2, &5]),
        block_bytes: *random.pick(&[&200, &(16 << 20)]),
        threads: 1,
        ..Config::default()
    };
    let mut sound = Vec::new();
    compress(text, &mut sound, &config, &mut |_| {})
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    let mut reader = Reader::open(Cursor::new(&sound))
        .map_err(|error| Broken(format!("cannot be read: {error}")))?;
    let blocks: Vec<Vec<u8>> = (0..reader.blocks().len())
        .map(|number| reader.block_text(number))
        .collect::<Result<_, _>>()
        .map_err(|error| Broken(format!("cannot be read: {error}")))?;
    for _ in 0..4 {
        let in_place = random.once_in(2);
        let damaged = if in_place {
            damaged_bytes(&sound, &mut random)
        } else {
            mutated_bytes(&sound, &mut random)
        };
        let mut back = Vec::new();
        let handling = Handling::Search;
        let report = salvage(&damaged[..], &mut back, 1, &[], handling, &mut |_| {});
        Broken::unless(is_of_blocks(&back, &blocks), || {
            "other text is salvaged".into()
        })?;
        if report.is_ok_and(|report| report.damage.is_empty()) {
            // Whole archives may be repeated.
            Broken::unless(damaged.len() % sound.len() == 0, || {
                "damage goes untold".into()
            })?;
        }
        let mut made = Vec::new();
        let copies = vec![Cursor::new(&damaged), Cursor::new(&sound)];
        // What was repeated or left out may look like other archives.
        if repair(copies, &mut made, 1, &[], &mut |_| {}).is_ok() && in_place {
            Broken::unless(made == sound, || {
                "with a whole copy it is not made whole".into()
            })?;
        }
        let mut made = Vec::new();
        if repair(vec![Cursor::new(&damaged)], &mut made, 1, &[], &mut |_| {}).is_ok() {
            let mut back = Vec::new();
            let report = salvage(&made[..], &mut back, 1, &[], Handling::Stop, &mut |_| {});
            let is_sound = report.is_ok_and(|report| report.damage.is_empty());
            Broken::unless(is_sound, || "a repaired archive is damaged".into())?;
            Broken::unless(is_of_blocks(&back, &blocks), || {
                "other text is repaired".into()
            })?;
        }
    }
    Ok(())
}

/// Whether the text is that of some blocks, one after the other.
fn is_of_blocks(text: &[u8], blocks: &[Vec<u8>]) -> bool {
    // The places at which the text may be cut between blocks, from the front.
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    for at in 0..text.len() {
        if reached[at] {
            for block in blocks.iter().filter(|block| text[at..].starts_with(block)) {
                reached[at + block.len()] = true;
            }
        }
    }
    reached[text.len()]
}

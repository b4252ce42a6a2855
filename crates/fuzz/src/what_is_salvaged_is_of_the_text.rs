use crate::{Broken, Random, damaged_bytes, mutated_bytes};
use archive::fuzzing::block_text;
use archive::{CompressOptions, ErrorKind, ExpandOptions, Level, Reader, compress, expand, repair};
use std::collections::BTreeSet;
use std::io::Cursor;

/// Starts every block (`docs/format.md`).
const BLOCK: &[u8] = b"\xC1BLK";

/// What comes out of a damaged archive with `--keep-going` are whole blocks of the text in their order; if any is missing, the report says
/// so. What `repair` makes of one or two damaged copies is an archive of no other text than that, and with both copies of no less, unless
/// one of them is no archive any more; with a sound copy it is the sound archive again. Where parts of an archive are left out, repeated or
/// moved, whole blocks still are all that comes out, in whatever order.
///
/// # Errors
///
/// What does not hold.
pub fn what_is_salvaged_is_of_the_text(text: &[u8], choices: u64) -> Result<(), Broken> {
    // A block inside the text, stored as it is, cannot be told from one of the archive where the block around it is damaged.
    if text.windows(BLOCK.len()).any(|four| four == BLOCK) {
        return Ok(());
    }
    let mut random = Random::new(choices);
    let config = CompressOptions::new()
        .provenance(false)
        .level(Level::Fast)
        .block_games(*random.pick(&[&1, &2]))
        .group_games(1)
        .threads(1);
    let mut sound = Vec::new();
    compress(text, &mut sound, &config)
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    let blocks = blocks(&sound)?;
    let copies = [(); 2].map(|()| damaged_bytes(&sound, &mut random));
    let mut most = 0;
    for copy in &copies {
        let (given, is_whole) = salvaged(copy);
        is_of(&given, &blocks, "salvaged")?;
        Broken::unless(!is_whole || given == text, || {
            "a part of the text is given, and nothing is said".into()
        })?;
        most = most.max(given.len());
        match repaired(&[copy])? {
            Some(mended) => is_of(&text_of(&mended)?, &blocks, "repaired")?,
            // Whoever names a file that is no archive is told so, and nothing is made.
            None => return Ok(()),
        }
        Broken::unless(repaired(&[copy, &sound])? == Some(sound.clone()), || {
            "with a sound copy it is not made sound".into()
        })?;
    }
    let both = repaired(&[&copies[0], &copies[1]])?.unwrap_or_default();
    let both = text_of(&both)?;
    is_of(&both, &blocks, "repaired from two copies")?;
    Broken::unless(both.len() >= most, || {
        format!("two copies give {} bytes, one of them {most}", both.len())
    })?;
    let (given, _) = salvaged(&mutated_bytes(&sound, &mut random));
    Broken::unless(is_made_of(&given, &blocks), || {
        "other text is salvaged where parts were moved".into()
    })
}

/// What is given of a damaged archive, and whether that is said to be all of it.
fn salvaged(archive: &[u8]) -> (Vec<u8>, bool) {
    let mut text = Vec::new();
    let result = expand(
        archive,
        &mut text,
        &ExpandOptions::new().threads(1).keep_going(true),
    );
    (text, result.is_ok_and(|report| report.damage.is_empty()))
}

/// The archive that is made of some copies, which is empty where nothing can be made of them; none where one of them is no archive.
fn repaired(copies: &[&Vec<u8>]) -> Result<Option<Vec<u8>>, Broken> {
    let copies = copies.iter().map(Cursor::new);
    let mut archive = Vec::new();
    match repair(copies, &mut archive, &ExpandOptions::new().threads(1)) {
        Ok(_) => Ok(Some(archive)),
        Err(error) if error.kind() == ErrorKind::InvalidArgument => Ok(None),
        Err(_) => Ok(Some(Vec::new())),
    }
}

/// The text of an archive that was made of copies.
fn text_of(archive: &[u8]) -> Result<Vec<u8>, Broken> {
    let mut text = Vec::new();
    if !archive.is_empty() {
        expand(archive, &mut text, &ExpandOptions::new().threads(1))
            .map_err(|error| Broken(format!("what was repaired does not expand: {error}")))?;
    }
    Ok(text)
}

/// The text of each block of a sound archive.
fn blocks(archive: &[u8]) -> Result<Vec<Vec<u8>>, Broken> {
    let broken = |error| Broken(format!("a sound archive is not read: {error}"));
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).map_err(broken)?;
    let numbers = 0..reader.blocks().len();
    numbers
        .map(|number| block_text(&mut reader, number).map_err(broken))
        .collect()
}

/// That some bytes are blocks of the text, in their order.
fn is_of(part: &[u8], blocks: &[Vec<u8>], what: &str) -> Result<(), Broken> {
    // Where blocks may end in the part: several places, because a block may be how another begins.
    let mut ends = BTreeSet::from([0]);
    for block in blocks {
        let here = |&end: &usize| part[end..].starts_with(block).then_some(end + block.len());
        let more: Vec<usize> = ends.iter().filter_map(here).collect();
        ends.extend(more);
    }
    Broken::unless(ends.contains(&part.len()), || {
        format!("other text is {what}")
    })
}

/// Whether some bytes are blocks of the text, in whatever order and however often.
fn is_made_of(part: &[u8], blocks: &[Vec<u8>]) -> bool {
    let mut reached = vec![false; part.len() + 1];
    reached[0] = true;
    for at in 0..part.len() {
        if reached[at] {
            for block in blocks.iter().filter(|block| part[at..].starts_with(block)) {
                reached[at + block.len()] = true;
            }
        }
    }
    reached[part.len()]
}

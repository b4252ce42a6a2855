use crate::{Broken, Random};
use archive::{CompressOptions, ExpandOptions, Level, Verify, compress, expand};

/// Any bytes come back from their archive, whatever the blocks and threads and whether or not the archive was verified; no block had
/// to be rescued, and the archive keeps to its bound.
///
/// # Errors
///
/// What does not hold.
pub fn compressing_then_expanding_gives_the_same_bytes(
    text: &[u8],
    choices: u64,
) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let config = CompressOptions::new()
        .provenance(false)
        .level(Level::ALL[random.below(Level::ALL.len())])
        .block_games(*random.pick(&[&1, &3, &4096]))
        .block_bytes(*random.pick(&[&50, &2000, &(16 << 20)]))
        .threads(1 + random.below(2))
        .verify(Verify::ALL[random.below(Verify::ALL.len())])
        .group_games(1);
    let mut archive = Vec::new();
    let report = compress(text, &mut archive, &config)
        .map_err(|error| Broken(format!("cannot compress: {error}")))?;
    Broken::unless(report.rescued_blocks == 0, || {
        format!("{} blocks had to be stored", report.rescued_blocks)
    })?;
    let most = config.worst_case_size(text.len() as u64);
    Broken::unless(archive.len() as u64 <= most, || {
        format!("{} bytes, the bound is {most}", archive.len())
    })?;
    let streams: u64 = report.streams.iter().map(|stream| stream.bytes).sum();
    Broken::unless(
        streams + report.container_bytes == archive.len() as u64,
        || "the streams and the container are not the archive".into(),
    )?;
    let mut back = Vec::new();
    expand(
        &archive[..],
        &mut back,
        &ExpandOptions::new().threads(1 + random.below(2)),
    )
    .map_err(|error| Broken(format!("cannot expand: {error}")))?;
    Broken::unless(back == text, || "other bytes came back".into())
}

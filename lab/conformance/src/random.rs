//! Valid archives by chance, with their texts.

use crate::case::{Case, Expected, plain};
use crate::{Form, Player, table};
use anyhow::{Context, Result, ensure};
use archive::{CompressOptions, Level, Source};
use std::fs;
use std::path::Path;

/// A file of one to three archives, and the text that it gives; the same seed gives the same.
///
/// # Errors
///
/// A text that does not come back.
pub fn archive(seed: u64) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut player = Player::new(seed);
    let (mut file, mut text) = (Vec::new(), Vec::new());
    for _ in 0..[1, 1, 1, 2, 3][player.below(5)] {
        let part = games(&mut player);
        file.extend(crate::case::packed(&part, &options(&mut player))?);
        text.extend(part);
    }
    let found = crate::case::outcome(&file);
    ensure!(
        found == Expected::Text(text.clone()),
        "seed {seed}: the text does not come back"
    );
    Ok((file, text))
}

/// Games of one form, or each of another.
fn games(player: &mut Player) -> Vec<u8> {
    let mut form = Form::any(player);
    let mixed = player.below(3) == 0;
    let count = [1, 3, 20, 60][player.below(4)];
    let mut text = Vec::new();
    for _ in 0..count {
        if mixed {
            form = Form::any(player);
        }
        text.extend(player.game(&form));
    }
    text
}

fn options(player: &mut Player) -> CompressOptions {
    let sources = [Source::Plain, Source::Zstd, Source::Gzip];
    let mut options = plain()
        .level(Level::ALL[player.below(Level::ALL.len())])
        .block_games([4096, 1, 7, 25][player.below(4)])
        .group_games([128, 1, 5][player.below(3)])
        .source(sources[player.below(sources.len())])
        .provenance(player.below(2) == 0);
    if player.below(4) == 0 {
        options = options.file_name(&*format!("games-{}.pgn", player.below(100)));
    }
    options
}

/// Writes archives with their texts and their table into a folder: `000000.pgnz`, `000000.pgn` and so on.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write(folder: &Path, seed: u64, count: u64) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut cases = Vec::new();
    for number in 0..count {
        // Seeds of two runs do not overlap unless the runs do.
        let (bytes, text) = archive(seed.wrapping_add(number))?;
        let path = folder.join(format!("{number:06}.pgn"));
        fs::write(&path, &text).with_context(|| format!("{} cannot be written", path.display()))?;
        cases.push(Case {
            file: format!("{number:06}.pgnz"),
            bytes,
            expected: Expected::Text(text),
            about: format!("seed {}", seed.wrapping_add(number)),
        });
    }
    table::write(folder, &cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_archive() {
        assert_eq!(archive(5).unwrap(), archive(5).unwrap());
        assert_ne!(archive(5).unwrap(), archive(6).unwrap());
    }
}

//! The games of a file, in memory.

use anyhow::{Result, bail};
use archive::Model;
use classic::Game;
use commands::{games, movetext};
use query::Filter;
use std::path::Path;
use streams::moves::Setting;

/// The games that are measured.
pub struct Corpus {
    /// Those that start from some position, as far as they can be followed.
    pub games: Vec<(Game, Setting)>,
    /// Games that cannot be followed to their end, or set up no position.
    pub unfollowed: u64,
    /// The text of all.
    pub text: Vec<u8>,
}

impl Corpus {
    /// Reads the games of a file that pass a filter; with `sample`, at most so many, spread over them.
    pub fn read(
        path: &Path,
        filter: &Filter,
        sample: Option<u64>,
        models: &[Model],
    ) -> Result<Self> {
        let mut texts = Vec::new();
        let (mut seen, mut step) = (0_u64, 1_u64);
        let most = sample.map_or(usize::MAX, |sample| sample as usize);
        games::each(path, models, &mut |text| {
            if !filter.is_empty() && !filter.matches(&archive::Game::parse(text)) {
                return true;
            }
            if seen.is_multiple_of(step) {
                texts.push(text.to_vec());
            }
            seen += 1;
            if texts.len() / 2 >= most {
                thin(&mut texts, most);
                step *= 2;
            }
            true
        })?;
        thin(&mut texts, most);
        let mut corpus = Self {
            games: Vec::new(),
            unfollowed: 0,
            text: texts.concat(),
        };
        for text in texts {
            let played = movetext::read(&text);
            let is_whole = played.as_ref().is_ok_and(|played| played.stop.is_none());
            corpus.unfollowed += u64::from(!is_whole);
            corpus
                .games
                .extend(played.map(|played| (played.game, played.setting)));
        }
        if seen == 0 && !filter.is_empty() {
            bail!("no game matches the filters");
        }
        if corpus.plies() == 0 {
            bail!("it contains no game with moves");
        }
        Ok(corpus)
    }

    /// Plies of all games.
    pub fn plies(&self) -> u64 {
        let plies = self.games.iter().map(|(game, _)| game.moves.len() as u64);
        plies.sum()
    }
}

/// Leaves `most` of some things, evenly spread.
fn thin<T>(things: &mut Vec<T>, most: usize) {
    let all = things.len();
    if all <= most {
        return;
    }
    let mut at = 0;
    things.retain(|_| {
        at += 1;
        at * most / all > (at - 1) * most / all
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_as_large_as_asked_and_spread() {
        for (all, most) in [(10, 3), (10, 10), (10, 20), (7, 1), (1000, 999)] {
            let mut things: Vec<usize> = (0..all).collect();
            thin(&mut things, most);
            assert_eq!(things.len(), most.min(all));
            assert!(
                things
                    .windows(2)
                    .all(|pair| pair[1] - pair[0] <= all.div_ceil(most))
            );
        }
    }
}

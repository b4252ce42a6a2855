//! Which model coded an archive whose header is damaged.
//!
//! Not part of the format.

use crate::container::header;
use crate::seal::FoundBlock;
use crate::{Error, Level, Model, ModelId, Source, Stream};
use std::sync::{Arc, Mutex, PoisonError};

/// With more wrong bits in a header, what it said of the source is not known any more. That of a model that is not known has some 56: the
/// half of a digest and of a checksum, and its level.
const MOST_WRONG_BITS: u32 = 40;

/// The models that may have coded an archive, the likeliest first, until a block shows which one it was.
#[derive(Debug)]
pub(crate) struct Guess {
    models: Vec<Model>,
    shown: Mutex<Option<Model>>,
    /// How the text was wrapped, as far as the header still tells.
    pub source: Source,
}

impl Guess {
    /// The models of the levels and those of the caller's own, by how little their headers differ from what is there.
    pub fn new(found: &[u8], own: &[Model]) -> Arc<Self> {
        let models = own.iter().cloned();
        let mut models: Vec<Model> = models.chain(Level::ALL.map(Model::of)).collect();
        let sources = || (0..=5).map(Source::from_id);
        let wrong = |model: ModelId, source: Source| {
            let expected = header::write(model, source.id());
            wrong_bits(&expected, found)
        };
        let least = |model: &Model| sources().map(|source| wrong(model.id(), source)).min();
        // Of models that differ as much, the usual one comes first.
        models.sort_by_key(|model| (least(model), *model != Model::default()));
        let source = sources()
            .min_by_key(|&source| wrong(models[0].id(), source))
            .filter(|&source| wrong(models[0].id(), source) <= MOST_WRONG_BITS);
        Arc::new(Self {
            models,
            shown: Mutex::new(None),
            source: source.unwrap_or_default(),
        })
    }

    /// The same with one model more, which the archive brings along: the likeliest.
    pub fn with(&self, model: Model) -> Arc<Self> {
        let others = self.models.iter().filter(|&other| *other != model);
        Arc::new(Self {
            models: std::iter::once(&model).chain(others).cloned().collect(),
            shown: Mutex::default(),
            source: self.source,
        })
    }

    /// The model that blocks have shown, or else the likeliest.
    pub fn model(&self) -> Model {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.clone().unwrap_or_else(|| self.models[0].clone())
    }

    /// Whether a block has shown which model it was.
    pub fn is_shown(&self) -> bool {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.is_some()
    }

    /// What `read` gives of a block by the first of the models with which the block is sound.
    pub fn read<T>(
        &self,
        found: &FoundBlock,
        read: impl Fn(FoundBlock) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let first = self.model();
        let others = self.models.iter().filter(|&model| *model != first);
        let mut failure = None;
        for model in std::iter::once(&first).chain(others) {
            let block = FoundBlock {
                model: model.clone(),
                ..found.clone()
            };
            match read(block) {
                Ok(text) => {
                    self.show(found, model.clone());
                    return Ok(text);
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        Err(failure.unwrap_or_else(|| Error::argument("there is no model to try")))
    }

    /// Remembers the model of a sound block, if the block has moves that it could show itself by.
    fn show(&self, found: &FoundBlock, model: Model) {
        let mut streams = found.header.summary.present();
        if streams.any(|(stream, _)| stream == Stream::Moves) {
            let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
            shown.get_or_insert(model);
        }
    }
}

fn wrong_bits(expected: &[u8], found: &[u8]) -> u32 {
    let pairs = expected.iter().enumerate();
    pairs
        .map(|(at, byte)| found.get(at).map_or(8, |found| (byte ^ found).count_ones()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_with_some_wrong_bytes_still_tells_level_and_source() {
        for level in Level::ALL {
            for source in [Source::Plain, Source::Gzip, Source::Mixed] {
                let sound = header::write(Model::of(level).id(), source.id());
                for at in 0..sound.len() {
                    let mut found = sound.clone();
                    found[at] ^= 0x55;
                    let guess = Guess::new(&found, &[]);
                    assert_eq!(guess.model(), Model::of(level), "byte {at}");
                    assert_eq!(guess.source, source, "byte {at}");
                }
            }
        }
    }
}

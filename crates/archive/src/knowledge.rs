//! The models that code moves: those of the levels, and those that a caller supplies.
//!
//! Not part of the format.

use crate::container::block_header::Origin;
use crate::error::{Error, ErrorKind, Place};
use crate::streams::moves::Knowledge;
use crate::streams::moves::net::Judges;
use crate::{Level, ModelId, data};
use std::fmt;
use std::sync::Arc;

/// A model of chess moves: the knowledge that coding a block starts with. Cheap to clone, because clones share their weights.
///
/// Two models are equal if they have the same name and the same digest, which is all that an archive records of its model.
///
/// ```
/// use archive::{Config, Level, Model, compress, expand};
///
/// let text = b"[White \"Anna\"]\n\n1. e4 e5 2. Nf3 *\n";
/// let config = Config { model: Model::of(Level::Fast), ..Config::default() };
/// let mut packed = Vec::new();
/// compress(&text[..], &mut packed, &config, &mut |_| {})?;
///
/// // The archive says which level it needs.
/// let mut back = Vec::new();
/// expand(&packed[..], &mut back, 1, &mut |_| {})?;
/// assert_eq!(back, text);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone)]
pub struct Model {
    id: ModelId,
    knowledge: Knowledge,
    /// The bytes of the model's file, if the caller supplied it.
    file: Option<Arc<[u8]>>,
}

impl Model {
    /// The model of a level, which comes with the program.
    #[must_use]
    pub fn of(level: Level) -> Self {
        let knowledge = match level {
            Level::Fast => Knowledge::Fast,
            Level::Default => Knowledge::Default,
        };
        Self::new(Some(level), knowledge)
    }

    /// A model that the caller supplies, from the bytes of a network file. Archives coded with it contain it, unless
    /// [`crate::Config::embed`] is off: then reading such an archive needs the same file.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] if the bytes are no network that this release can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let judges = Judges::from_bytes(bytes)
            .map_err(|malformed| Error::argument(malformed.to_string()))?;
        Ok(Self {
            file: Some(bytes.into()),
            ..Self::new(None, Knowledge::Own(judges))
        })
    }

    fn new(level: Option<Level>, knowledge: Knowledge) -> Self {
        let digest = data::digest(&knowledge);
        Self {
            id: ModelId { level, digest },
            knowledge,
            file: None,
        }
    }

    /// The identification of the model in an archive: its number and its digest.
    #[must_use]
    pub fn id(&self) -> ModelId {
        self.id
    }

    /// The name of the level, or `own` for a model that the caller supplied.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.id.name()
    }

    /// A digest of all data that decoding needs: the weights of this model and the other data files of the program.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.id.digest()
    }

    /// The knowledge of the model, for callers that ask it about single moves.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The file that an archive must contain to be readable without the caller's model; `None` for the model of a level.
    pub(crate) fn file(&self) -> Option<&[u8]> {
        self.file.as_deref()
    }

    /// The model that is embedded in an archive. It must be the one that the header names, where that is known.
    pub(crate) fn embedded(
        bytes: &[u8],
        wanted: Option<ModelId>,
        place: Place,
    ) -> Result<Self, Error> {
        // The checksum was right, so this is not damage.
        let unknown = |what| Error::new(ErrorKind::Compatibility, place, what);
        let model = Self::from_bytes(bytes).map_err(|error| {
            unknown(format!(
                "the model inside the archive cannot be used: {error}"
            ))
        })?;
        match wanted.filter(|&wanted| wanted != model.id) {
            None => Ok(model),
            Some(wanted) => Err(unknown(format!(
                "the model inside the archive is not the one that the archive needs, or the archive was compressed by a release with different data ({wanted}; with this model in this release {})",
                model.id
            ))),
        }
    }

    /// The model that a block names: that of a level, or one of those that the caller supplied.
    pub(crate) fn of_block(origin: Origin, own: &[Self]) -> Option<Self> {
        let levels = Level::ALL.into_iter().map(Self::of);
        let mut known = own.iter().cloned().chain(levels);
        known.find(|model| model.id.check() == origin.model)
    }

    /// The model that an archive's header names: that of a level, or one of those that the caller supplied.
    pub(crate) fn find(id: ModelId, own: &[Self], place: Place) -> Result<Self, Error> {
        let Some(level) = id.level else {
            let found = own.iter().find(|model| model.id == id);
            return found.cloned().ok_or_else(|| {
                let what = format!(
                    "the archive was compressed with a model that does not come with the program (digest {:016x}, of the model and of the other data of the release that used it)",
                    id.digest
                );
                Error::new(ErrorKind::UnknownModel, place, what)
            });
        };
        let model = Self::of(level);
        if model.id != id {
            let what = format!(
                "the archive was compressed by a release with different data for level {level} (digest {:016x}; in this release {:016x})",
                id.digest, model.id.digest
            );
            return Err(Error::new(ErrorKind::Compatibility, place, what));
        }
        Ok(model)
    }
}

impl Default for Model {
    /// The model of the default level.
    fn default() -> Self {
        Self::of(Level::default())
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Model({})", self.id)
    }
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Model {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_what_an_archive_says_of_it() {
        for level in Level::ALL {
            let model = Model::of(level);
            let found = Model::find(model.id, &[], Place::default()).unwrap();
            assert_eq!(found, model);
            assert_eq!(found.name(), level.name());
        }
    }

    #[test]
    fn other_weights_of_a_level_are_refused_with_both_digests() {
        let id = ModelId {
            level: Some(Level::Default),
            digest: 0x1234,
        };
        let error = Model::find(id, &[], Place::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Compatibility);
        let ours = format!("{:016x}", Model::default().digest());
        for part in ["level default", "0000000000001234", &ours] {
            assert!(error.to_string().contains(part), "{part} in {error}");
        }
    }

    #[test]
    fn bytes_that_are_no_network_are_refused() {
        for bytes in [&b""[..], b"1. e4 e5", b"pgnznet\x01"] {
            let error = Model::from_bytes(bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        }
    }
}

//! The models that code moves: those of the levels, and those that a caller brings.
//!
//! Not part of the format.

use crate::error::{Error, ErrorKind, Place};
use crate::streams::moves::Knowledge;
use crate::streams::moves::net::Judges;
use crate::{Level, ModelId, data};
use std::fmt;
use std::sync::Arc;

/// What is known of chess before the first move of a block. Cheap to clone: clones share their weights.
///
/// Two models are equal if an archive could not tell them apart: they have the same name and the same digest.
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
    /// The file of a model of the caller's own.
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

    /// A model of the caller's own: the bytes of a network's file. Archives that it codes bring it along, unless [`crate::Config::embed`]
    /// is off: then whoever reads one needs the same file.
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

    /// What an archive says of the model.
    #[must_use]
    pub fn id(&self) -> ModelId {
        self.id
    }

    /// The name of the level, or `own`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.id.name()
    }

    /// What distinguishes the data that decoding needs, the weights of this model and the other files that come with the program,
    /// from all other.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.id.digest()
    }

    /// What the model knows, for those who ask it about single moves.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// What an archive has to bring along to be read without the caller's own file.
    pub(crate) fn file(&self) -> Option<&[u8]> {
        self.file.as_deref()
    }

    /// The model that an archive has inside, which has to be the one that its header asks for, where that is known.
    pub(crate) fn embedded(
        bytes: &[u8],
        wanted: Option<ModelId>,
        place: Place,
    ) -> Result<Self, Error> {
        // The checksum was right, so that this is no damage.
        let unknown = |what| Error::new(ErrorKind::Compatibility, place, what);
        let model = Self::from_bytes(bytes).map_err(|error| {
            unknown(format!(
                "the model inside the archive cannot be used: {error}"
            ))
        })?;
        match wanted.filter(|&wanted| wanted != model.id) {
            None => Ok(model),
            Some(wanted) => Err(unknown(format!(
                "the model inside the archive is not the one that it asks for, or the archive was compressed by a release with other data ({wanted}; with this model in this release {})",
                model.id
            ))),
        }
    }

    /// The model that an archive's header asks for: that of a level, or one of those that the caller has brought.
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
                "the archive was compressed by a release with other data for level {level} (digest {:016x}; in this release {:016x})",
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

//! The models that code moves: those of the levels, and those that a caller supplies.
//!
//! Not part of the format.

use crate::moves::Knowledge;
use crate::moves::net::AnyNetworks;
use crate::{Level, MissingData, ModelId, data};
use game::{Error, ErrorKind, Place};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A model of chess moves: the knowledge that coding a block starts with. Cheap to clone, because clones share their weights.
///
/// Two models are equal if they have the same name and the same digest, which is all that an archive records of its model.
///
/// ```
/// # extern crate streams as pgnz;
/// use pgnz::{Level, Model};
///
/// let model = Model::of(Level::Fast);
/// assert_eq!(model.name(), "fast");
/// assert_ne!(model, Model::default());
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
            Level::Best => Knowledge::Best,
        };
        Self::new(Some(level), knowledge)
    }

    /// A model that the caller supplies, from the bytes of a network file. Archives coded with it contain it, unless
    /// `CompressOptions::embed` is off: then reading such an archive needs the same file.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](game::ErrorKind::InvalidArgument) if the bytes are no network that this release can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let networks = AnyNetworks::from_bytes(bytes)
            .map_err(|malformed| Error::argument(malformed.to_string()))?;
        Ok(Self {
            file: Some(bytes.into()),
            ..Self::new(None, Knowledge::Own(networks))
        })
    }

    fn new(level: Option<Level>, knowledge: Knowledge) -> Self {
        let moves = ModelId::number_of(level);
        let digest = data::digest(moves, &knowledge);
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

    /// All files that decoding needs and that come with the program, as the chapter "Codecs" lists them.
    #[must_use]
    pub fn data_files(&self) -> Vec<Cow<'static, [u8]>> {
        data::files(&self.knowledge)
    }

    /// Hands over a file of data to a program that was built without the feature `embedded-weights`. The file is known by its SHA-256.
    /// Returns its name. One that is there already is taken again.
    ///
    /// ```
    /// # extern crate streams as pgnz;
    /// use pgnz::Model;
    ///
    /// let file = Model::default().data_files()[0].to_vec();
    /// assert_eq!(Model::supply(file)?, "names.net");
    /// assert!(Model::supply(b"something else".to_vec()).is_err());
    /// # Ok::<(), game::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`] for bytes that are none of the files of this release.
    pub fn supply(bytes: Vec<u8>) -> Result<&'static str, Error> {
        data::supply(bytes)
    }

    /// The files of data that must be handed over ([`supply`](Self::supply)) before this model can be used. With the feature
    /// `embedded-weights` there are none.
    #[must_use]
    pub fn missing_data(&self) -> Vec<MissingData> {
        self.id.missing_data()
    }

    /// Whether all data is there that this model needs.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownModel`], which names the files that are missing.
    pub fn check_data(&self, place: Place) -> Result<(), Error> {
        let missing: Vec<_> = self.missing_data().iter().map(|file| file.name).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let what = format!(
            "these files of data have not been handed over to the program: {}",
            missing.join(", ")
        );
        Err(Error::new(ErrorKind::UnknownModel, place, what))
    }

    /// The file that an archive must contain to be readable without the caller's model; `None` for the model of a level.
    #[must_use]
    pub fn file(&self) -> Option<&[u8]> {
        self.file.as_deref()
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
    fn bytes_that_are_no_network_are_refused() {
        for bytes in [&b""[..], b"1. e4 e5", b"pgnznet\x01"] {
            let error = Model::from_bytes(bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        }
    }
}

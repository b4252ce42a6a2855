//! Finds the models that archives name: those of the levels, those that a caller supplies, and those inside archives.
//!
//! Not part of the format.

use crate::container::block_header::Origin;
use crate::error::{Error, ErrorKind, Place};
use crate::{Level, Model, ModelId};

/// The model that is embedded in an archive. It must be the one that the header names, where that is known.
pub(crate) fn embedded(
    bytes: &[u8],
    wanted: Option<ModelId>,
    place: Place,
) -> Result<Model, Error> {
    // The checksum was right, so this is not damage.
    let unknown = |what| Error::new(ErrorKind::Compatibility, place, what);
    let model = Model::from_bytes(bytes).map_err(|error| {
        unknown(format!(
            "the model inside the archive cannot be used: {error}"
        ))
    })?;
    model.check_data(place)?;
    match wanted.filter(|&wanted| wanted != model.id()) {
        None => Ok(model),
        Some(wanted) => Err(unknown(format!(
            "the model inside the archive is not the one that the archive needs, or the archive was compressed by a release with different data ({wanted}; with this model in this release {})",
            model.id()
        ))),
    }
}

/// The model that a block names: that of a level, or one of those that the caller supplied.
pub(crate) fn of_block(origin: Origin, own: &[Model]) -> Option<Model> {
    let levels = Level::ALL.into_iter().map(Model::of);
    let mut known = own.iter().cloned().chain(levels);
    known.find(|model| {
        model.id().check() == origin.model && model.check_data(Place::default()).is_ok()
    })
}

/// The model that an archive's header names: that of a level, or one of those that the caller supplied.
pub(crate) fn find(id: ModelId, own: &[Model], place: Place) -> Result<Model, Error> {
    let model = named(id, own, place)?;
    model.check_data(place)?;
    Ok(model)
}

/// The same, whether or not its data is there.
fn named(id: ModelId, own: &[Model], place: Place) -> Result<Model, Error> {
    let Some(level) = id.level() else {
        let found = own.iter().find(|model| model.id() == id);
        return found.cloned().ok_or_else(|| {
            let what = format!(
                "the archive was compressed with a model that does not come with the program (digest {:016x}, of the model and of the other data of the release that used it)",
                id.digest()
            );
            Error::new(ErrorKind::UnknownModel, place, what)
        });
    };
    let model = Model::of(level);
    if model.id() != id {
        let what = format!(
            "the archive was compressed by a release with different data for level {level} (digest {:016x}; in this release {:016x})",
            id.digest(),
            model.digest()
        );
        return Err(Error::new(ErrorKind::Compatibility, place, what));
    }
    Ok(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_what_an_archive_says_of_it() {
        for level in Level::ALL {
            let model = Model::of(level);
            let found = find(model.id(), &[], Place::default()).unwrap();
            assert_eq!(found, model);
            assert_eq!(found.name(), level.name());
        }
    }

    #[test]
    fn other_weights_of_a_level_are_refused_with_both_digests() {
        let id = ModelId::read(1, 0x1234).unwrap();
        let error = find(id, &[], Place::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Compatibility);
        let ours = format!("{:016x}", Model::default().digest());
        for part in ["level default", "0000000000001234", &ours] {
            assert!(error.to_string().contains(part), "{part} in {error}");
        }
    }
}

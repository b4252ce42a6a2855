//! The bytes of a file of data: part of the program, or handed over while it runs.
//!
//! Not part of the format.
//!
//! With the feature `embedded-weights`, the large files are part of the program. Without it, a program hands them over
//! ([`Model::supply`](crate::Model::supply)) before it codes anything.

use std::sync::OnceLock;

/// The place of a file of data.
pub(crate) struct DataFile {
    embedded: Option<&'static [u8]>,
    supplied: OnceLock<Box<[u8]>>,
    /// Whether a program without embedded weights lacks it.
    is_large: bool,
}

impl DataFile {
    pub const fn new(embedded: Option<&'static [u8]>) -> Self {
        Self {
            embedded,
            supplied: OnceLock::new(),
            is_large: true,
        }
    }

    /// The place of a small file, which is part of every program.
    pub const fn small(bytes: &'static [u8]) -> Self {
        Self {
            embedded: Some(bytes),
            supplied: OnceLock::new(),
            is_large: false,
        }
    }

    /// Whether it is one of those that may have to be handed over.
    pub fn is_large(&self) -> bool {
        self.is_large
    }

    /// The bytes; `None` if they are not there yet.
    #[inline(always)]
    pub fn get(&self) -> Option<&[u8]> {
        match self.embedded {
            Some(bytes) => Some(bytes),
            None => self.supplied.get().map(|bytes| &**bytes),
        }
    }

    /// The bytes of a file that is there.
    ///
    /// # Panics
    ///
    /// If the file is not there: before anything is coded, `Model::check_data` has made sure that it is.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        self.get()
            .expect("nothing is coded before all files of data are there")
    }

    /// Hands over the bytes. Those of a file that is there already are the same.
    pub fn supply(&self, bytes: Vec<u8>) {
        if self.get().is_none() {
            // Another thread may have been faster, with the same bytes.
            let _ = self.supplied.set(bytes.into());
        }
    }
}

/// The [`DataFile`] with a constant of `pgnz_data`, if the program is to hold the large files.
macro_rules! data_file {
    ($name:ident) => {
        $crate::data_file::DataFile::new($crate::data_file::if_embedded!($name))
    };
}

#[cfg(feature = "embedded-weights")]
macro_rules! if_embedded {
    ($name:ident) => {
        Some(pgnz_data::$name)
    };
}
#[cfg(not(feature = "embedded-weights"))]
macro_rules! if_embedded {
    ($name:ident) => {
        None
    };
}

pub(crate) use {data_file, if_embedded};

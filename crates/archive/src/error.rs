//! Errors of archives: the error of a fault in a file, and that of a block that cannot be decoded.
//!
//! Not part of the format.

use crate::block::BlockError;
use crate::container::Fault;
pub(crate) use game::{Error, ErrorKind, Place, cut_short};

impl Fault {
    /// The error of a part of a file, at its place.
    pub(crate) fn at(self, place: Place) -> Error {
        let kind = match self {
            Self::Unknown(_) => ErrorKind::Compatibility,
            Self::Short(_) | Self::Checksum(_) | Self::Misplaced | Self::Broken(_) => {
                ErrorKind::Corruption
            }
        };
        Error::new(kind, place, self.to_string())
    }
}

impl BlockError {
    /// The error of a block, at its place.
    pub(crate) fn at(self, place: Place) -> Error {
        let stream = self.stream.or(place.stream);
        Error::corruption(Place { stream, ..place }, self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;

    #[test]
    fn an_error_names_block_stream_and_byte_and_what_to_do() {
        let place = Place::block(16, 1000).stream(Stream::Clocks, 1200);
        let error = Fault::Checksum("the stream").at(place);
        let text = error.to_string();
        assert!(
            text.starts_with(
                "block 17, stream clocks, byte 1200: the checksum of the stream does not match; "
            ),
            "{text}"
        );
        assert!(text.contains("another copy"), "{text}");
    }
}

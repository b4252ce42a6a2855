//! Which codec codes each stream of an archive, so that a later codec of one stream changes no other.
//!
//! Format: "Codecs".

use super::Fault;
use super::fields::Fields;
use crate::Stream;

/// The codec that this release knows, for every stream.
const USUAL: u8 = 0;

/// The number of the codec of each stream. The usual ones are not written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Codecs([u8; Stream::ALL.len()]);

impl Codecs {
    /// What a header's extension says after the digest: nothing, or a count and so many pairs of a stream and its codec.
    ///
    /// Streams that this release does not know are passed over: whoever comes upon one in a block will say so.
    pub fn read(extension: &mut Fields<'_>) -> Result<Self, Fault> {
        let mut codecs = Self::default();
        if extension.len() == 0 {
            return Ok(codecs);
        }
        let mut before = None;
        for _ in 0..extension.u8()? {
            let (stream, codec) = (extension.u8()?, extension.u8()?);
            if codec == USUAL || before.is_some_and(|before| before >= stream) {
                return Err(Fault::Broken(
                    "the codecs of an archive are out of order, or include the usual one",
                ));
            }
            before = Some(stream);
            if let Some(known) = codecs.0.get_mut(usize::from(stream)) {
                *known = codec;
            }
        }
        Ok(codecs)
    }

    /// That this release can decode these streams.
    pub fn check(&self, streams: impl IntoIterator<Item = Stream>) -> Result<(), Fault> {
        for stream in streams {
            let codec = self.0[usize::from(stream.id())];
            if codec != USUAL {
                return Err(Fault::Unknown(format!(
                    "the stream {stream} has codec {codec}, but this release has only codec {USUAL} for that stream"
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Codecs, Fault> {
        Codecs::read(&mut Fields::new(bytes))
    }

    #[test]
    fn an_unknown_codec_matters_only_to_who_asks_for_its_stream() {
        let codecs = read(&[2, Stream::Clocks.id(), 3, 200, 1]).unwrap();
        assert_eq!(codecs.check([Stream::Tags, Stream::Moves]), Ok(()));
        let refused = codecs.check(Stream::ALL);
        assert!(
            matches!(&refused, Err(Fault::Unknown(what)) if what.contains("clocks has codec 3")),
            "{refused:?}"
        );
        assert_eq!(Codecs::default().check(Stream::ALL), Ok(()));
    }

    #[test]
    fn a_table_has_one_spelling() {
        assert_eq!(read(&[]), Ok(Codecs::default()));
        assert_eq!(read(&[0]), Ok(Codecs::default()));
        for broken in [
            &[1, 3, 0][..],
            &[2, 3, 1, 3, 1],
            &[2, 4, 1, 3, 1],
            &[1, 3],
            &[255],
        ] {
            assert!(read(broken).is_err(), "{broken:?}");
        }
    }
}

//! UTF-16 text, which is coded as UTF-8 and given back as it was.
//!
//! Format: "Streams".

mod recognise;
mod text;
mod writer;

pub(crate) use recognise::recognise;
pub(crate) use text::{BlockText, Spelling};
pub use writer::Utf8Writer;

/// How the characters of a text are spelled, where that is not UTF-8. The number is part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-16, the lower byte of a unit first.
    Utf16Le = 1,
    /// UTF-16, the higher byte first.
    Utf16Be = 2,
}

/// How much of some bytes is text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Bytes that are whole characters.
    pub bytes: usize,
    /// Whether what follows them is no character, whatever may come after it.
    pub is_broken: bool,
}

impl Encoding {
    /// The number that stands for this encoding in an archive.
    pub fn id(self) -> u8 {
        self as u8
    }

    /// The encoding with this number.
    pub fn from_id(id: u8) -> Option<Self> {
        [Self::Utf16Le, Self::Utf16Be]
            .into_iter()
            .find(|encoding| encoding.id() == id)
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Utf16Le => u16::from_le_bytes(bytes),
            Self::Utf16Be => u16::from_be_bytes(bytes),
        }
    }

    /// Appends the characters that some bytes begin with as UTF-8.
    ///
    /// What is taken is what [`Encoding::write`] makes of the characters again: valid UTF-16 has one spelling.
    pub fn read(self, bytes: &[u8], out: &mut Vec<u8>) -> Taken {
        let mut at = 0;
        let mut is_broken = false;
        while let Some(two) = bytes[at..].first_chunk() {
            let unit = self.unit(*two);
            if unit < 0x80 {
                out.push(unit as u8);
                at += 2;
                continue;
            }
            let (character, length) = match unit {
                0xD800..=0xDBFF => {
                    let Some(two) = bytes[at + 2..].first_chunk() else {
                        break;
                    };
                    let pair = char::decode_utf16([unit, self.unit(*two)]).next();
                    (pair.and_then(Result::ok), 4)
                }
                unit => (char::from_u32(unit.into()), 2),
            };
            let Some(character) = character else {
                is_broken = true;
                break;
            };
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            at += length;
        }
        Taken {
            bytes: at,
            is_broken,
        }
    }

    /// Appends UTF-8 text in this encoding; nothing, and `None`, if it is no UTF-8.
    pub fn write(self, text: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let units = std::str::from_utf8(text).ok()?.encode_utf16();
        match self {
            Self::Utf16Le => units.for_each(|unit| out.extend_from_slice(&unit.to_le_bytes())),
            Self::Utf16Be => units.for_each(|unit| out.extend_from_slice(&unit.to_be_bytes())),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_taken_comes_back(
            units in prop::collection::vec(prop_oneof![0u16..0x80, any::<u16>(), 0xD7F0u16..0xE010], 0..40),
            is_odd in any::<bool>(),
        ) {
            for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
                let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
                bytes.extend(is_odd.then_some(0));
                let (mut text, mut back) = (Vec::new(), Vec::new());
                let taken = encoding.read(&bytes, &mut text);
                prop_assert!(encoding.write(&text, &mut back).is_some());
                prop_assert_eq!(&back, &bytes[..taken.bytes]);
                prop_assert!(taken.is_broken || bytes.len() - taken.bytes < 4);
            }
        }
    }

    #[test]
    fn the_numbers_of_the_format_stay() {
        assert_eq!(Encoding::from_id(1), Some(Encoding::Utf16Le));
        assert_eq!(Encoding::from_id(2), Some(Encoding::Utf16Be));
        assert_eq!((Encoding::from_id(0), Encoding::from_id(3)), (None, None));
    }
}

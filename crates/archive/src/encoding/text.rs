//! The text of a block, and the stream that says how it was spelled.
//!
//! Format: "Streams".

use super::Encoding;
use crate::Stream;
use crate::block::BlockError;
use crate::container::fields::{Fields, put_varint};
use std::borrow::Cow;

/// The text of a block as the block codec sees it, and how to spell it as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BlockText {
    /// The text; UTF-8 where there is an encoding, otherwise any bytes.
    pub text: Vec<u8>,
    /// How the text was spelled, if it was recoded.
    pub encoding: Option<Encoding>,
    /// Bytes after the spelled text that are no character: what was left at the end of the input. Empty without an encoding.
    pub tail: Vec<u8>,
}

/// What the stream `encoding` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spelling {
    pub encoding: Encoding,
    /// Length of the text as UTF-8.
    pub utf8_bytes: u64,
    pub tail: Vec<u8>,
}

impl BlockText {
    /// A text that is coded as it is.
    #[cfg(test)]
    pub fn plain(text: Vec<u8>) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// Bytes of the text that is coded.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// The bytes of the input that became this block.
    pub fn original(&self) -> Option<Cow<'_, [u8]>> {
        self.spelled(&self.text, true)
    }

    /// A part of the text as it was spelled, and what stands after the last part.
    pub fn spelled<'a>(&self, part: &'a [u8], is_last: bool) -> Option<Cow<'a, [u8]>> {
        let Some(encoding) = self.encoding else {
            return Some(Cow::Borrowed(part));
        };
        let mut out = Vec::with_capacity(part.len() * 2 + self.tail.len());
        encoding.write(part, &mut out)?;
        if is_last {
            out.extend_from_slice(&self.tail);
        }
        Some(Cow::Owned(out))
    }

    /// The bytes of the stream `encoding`; `None` for a text that needs none.
    pub fn spelling(&self) -> Option<Vec<u8>> {
        let encoding = self.encoding?;
        let mut out = vec![encoding.id()];
        put_varint(&mut out, self.text.len() as u64);
        out.extend_from_slice(&self.tail);
        Some(out)
    }
}

impl Spelling {
    /// Reads the stream of a block with so many bytes of text.
    pub fn read(stream: &[u8], text_bytes: u64) -> Result<Self, BlockError> {
        let fault = |what| BlockError {
            stream: Some(Stream::Encoding),
            what,
        };
        let mut fields = Fields::new(stream);
        let id = fields.u8().map_err(|_| fault("no encoding"))?;
        let encoding =
            Encoding::from_id(id).ok_or(fault("an encoding that the format does not define"))?;
        // A unit of two bytes takes three in UTF-8 at most.
        let utf8_bytes = fields
            .varint_up_to(text_bytes.saturating_mul(3) / 2, "too long")
            .map_err(|_| fault("more text than the block says"))?;
        let tail = fields.bytes(fields.len()).unwrap_or_default().to_vec();
        Ok(Self {
            encoding,
            utf8_bytes,
            tail,
        })
    }
}

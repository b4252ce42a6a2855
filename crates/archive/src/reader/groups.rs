//! The places of the groups in the text of a block.
//!
//! Not part of the format.

use super::Reader;
use crate::Error;
use crate::error::Place;
use std::io::{Read, Seek};
use std::ops::Range;

impl<R: Read + Seek> Reader<R> {
    /// The groups of a block, by its number from 0: the games of each group (from 0, over the whole archive), and the length of their text
    /// in bytes. A group can be decoded without the others, apart from the first of the block. Groups follow one another without a gap,
    /// and so do their texts.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if there is no such block, or any error of the block.
    ///
    /// ```
    /// use archive::{CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let mut packed = Vec::new();
    /// compress(&b"1. e4 *\n\n1. d4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
    /// assert_eq!(reader.groups(0)?, [(0..2, 17)]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn groups(&mut self, number: usize) -> Result<Vec<(Range<u64>, u64)>, Error> {
        let block = self.entry(number)?;
        let mut next = block.first_game;
        let mut groups = Vec::new();
        for end in self.group_ends(number)? {
            let in_block = next - block.first_game..end - block.first_game;
            // Nobody has counted the bytes of a group whose text is kept in another encoding.
            let Some(bytes) = self.open_texts(number, 0..0)?.text_bytes(in_block) else {
                return Ok(vec![(block.games(), block.facts().text_bytes)]);
            };
            groups.push((next..end, bytes));
            next = end;
        }
        Ok(groups)
    }

    /// Where the groups of a block end, by its number from 0: for each, the number of the game after it (from 0, over the whole archive).
    ///
    /// # Errors
    ///
    /// As for [`Reader::groups`].
    pub fn group_ends(&mut self, number: usize) -> Result<Vec<u64>, Error> {
        let first = self.entry(number)?.first_game;
        let open = self.open_texts(number, 0..0)?;
        let mut ends = Vec::new();
        let mut next = 0;
        while next < open.games() {
            next = open.group_of(next).end.max(next + 1);
            ends.push(first.saturating_add(next));
        }
        Ok(ends)
    }

    /// The error that the text of a block, by its number from 0, has a different length than its header says.
    #[must_use]
    pub fn wrong_length(&self, number: usize) -> Error {
        let offset = self.blocks.get(number).map_or(0, |block| block.offset);
        let what = "the text of the block has another length than its header says";
        Error::corruption(Place::block(number as u64, offset), what)
    }
}

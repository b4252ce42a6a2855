//! The text of an archive as a seekable source.

use crate::{Archive, Error};
use archive::Reader;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The text of an archive, or of a range of its games, as a [`Read`] and [`Seek`]: for any program that reads PGN files. Made by
/// [`Archive::text_reader`].
///
/// A group of about 128 games is decoded when its first byte is read, and kept until another group is decoded. The first group that is read
/// from a block also requires the first group of the block. Damage is an [`io::Error`] that contains an [`Error`], at the damaged group.
#[derive(Debug)]
pub struct TextReader<R> {
    reader: Reader<R>,
    pieces: Vec<Piece>,
    length: u64,
    at: u64,
    /// The groups of the block that was read last, with the piece of that block.
    groups: Option<(usize, Vec<Piece>)>,
    held: Option<Held>,
}

/// Games whose text is decoded together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    games: Range<u64>,
    /// Its bytes of the whole text.
    bytes: Range<u64>,
    /// The number of the block.
    block: usize,
}

/// A decoded text.
#[derive(Debug)]
struct Held {
    start: u64,
    text: Vec<u8>,
}

impl<R: Read + Seek + Clone> TextReader<R> {
    pub(crate) fn new(archive: &Archive<R>, range: Range<u64>) -> Result<Self, Error> {
        let mut reader = archive.reader().fork();
        let mut pieces = Vec::new();
        let mut length = 0_u64;
        for number in 0..reader.blocks().len() {
            let block = reader.blocks()[number];
            let (first, facts) = (block.first_game(), block.facts());
            let end = first.saturating_add(facts.games);
            let games = range.start.max(first)..range.end.min(end);
            if games.is_empty() {
                continue;
            }
            let bytes = match games == (first..end) {
                true => facts.text_bytes,
                // Only decoding tells how long a part of a block is.
                false => text(&mut reader, games.clone())?.len() as u64,
            };
            pieces.push(Piece {
                games,
                bytes: length..length.saturating_add(bytes),
                block: number,
            });
            length = length.saturating_add(bytes);
        }
        Ok(Self {
            reader,
            pieces,
            length,
            at: 0,
            groups: None,
            held: None,
        })
    }
}

impl<R: Read + Seek> TextReader<R> {
    /// The length of the text in bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Decodes the text around the current position.
    fn hold(&mut self) -> Result<(), Error> {
        let whole = piece_at(&self.pieces, self.at);
        let piece = self.pieces[whole].clone();
        let block = self.reader.blocks()[piece.block];
        let piece = match piece.games.end - piece.games.start == block.facts().games {
            true => self.group(whole, &piece)?,
            false => piece,
        };
        let text = text(&mut self.reader, piece.games)?;
        if text.len() as u64 != piece.bytes.end - piece.bytes.start {
            return Err(self.reader.wrong_length(piece.block));
        }
        self.held = Some(Held {
            start: piece.bytes.start,
            text,
        });
        Ok(())
    }

    /// The group of a block that contains the current position.
    fn group(&mut self, whole: usize, piece: &Piece) -> Result<Piece, Error> {
        if self.groups.as_ref().is_none_or(|(held, _)| *held != whole) {
            let mut start = piece.bytes.start;
            let mut groups = Vec::new();
            for (games, bytes) in self.reader.groups(piece.block)? {
                let end = start.saturating_add(bytes);
                groups.push(Piece {
                    games,
                    bytes: start..end,
                    block: piece.block,
                });
                start = end;
            }
            if start != piece.bytes.end {
                return Err(self.reader.wrong_length(piece.block));
            }
            self.groups = Some((whole, groups));
        }
        let groups = self.groups.as_ref().map_or(&[][..], |(_, groups)| groups);
        let found = groups.get(piece_at(groups, self.at));
        Ok(found.unwrap_or(piece).clone())
    }
}

/// The piece that contains a byte. The pieces follow one another, and some of them may be empty.
fn piece_at(pieces: &[Piece], byte: u64) -> usize {
    pieces.partition_point(|piece| piece.bytes.end <= byte)
}

fn text<R: Read + Seek>(reader: &mut Reader<R>, games: Range<u64>) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    reader.games_text(games, &mut |game| {
        text.extend_from_slice(game);
        Ok(())
    })?;
    Ok(text)
}

impl<R: Read + Seek> Read for TextReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.length || out.is_empty() {
            return Ok(0);
        }
        let is_held = |held: &Held| {
            let end = held.start + held.text.len() as u64;
            (held.start..end).contains(&self.at)
        };
        if !self.held.as_ref().is_some_and(is_held) {
            self.held = None;
            self.hold()?;
        }
        let rest = self.held.as_ref().and_then(|held| {
            let before = usize::try_from(self.at - held.start).ok()?;
            held.text.get(before..)
        });
        let rest = rest.unwrap_or_default();
        let read = rest.len().min(out.len());
        out[..read].copy_from_slice(&rest[..read]);
        self.at += read as u64;
        Ok(read)
    }
}

impl<R> Seek for TextReader<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the start");
        self.at = at.ok_or_else(before)?;
        Ok(self.at)
    }
}

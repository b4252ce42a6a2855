//! Archives that were sound once: bits, cuts, blocks that are missing, exchanged or of another archive.

use crate::case::{packed, plain};
use crate::corpora::famous;
use crate::{Form, Made, Player};
use anyhow::{Context, Result};
use archive::ErrorKind::{self, Corruption, InsufficientData};
use archive::Level;
use archive::fuzzing::{self, Kind, Section, ended, sections};

/// A damaged archive: its name, its bytes, the class of its error, what was done to it.
type Damaged = (&'static str, Vec<u8>, ErrorKind, &'static str);

/// An archive, by its sections.
struct Sound {
    bytes: Vec<u8>,
    sections: Vec<Section>,
}

impl Sound {
    fn new(bytes: Vec<u8>) -> Self {
        let sections = sections(&bytes);
        Self { bytes, sections }
    }

    /// The section of a kind, by its number among those.
    fn section(&self, kind: Kind, number: usize) -> Result<&[u8]> {
        let mut found = self.sections.iter().filter(|section| section.kind == kind);
        let section = found.nth(number).context("a section is not there")?;
        Ok(&self.bytes[section.range.clone()])
    }

    /// The place of a byte in that section.
    fn place(&self, kind: Kind, number: usize, offset: usize) -> Result<usize> {
        let mut found = self.sections.iter().filter(|section| section.kind == kind);
        let section = found.nth(number).context("a section is not there")?;
        Ok(section.range.start + offset)
    }

    /// The archive with another bit in a byte.
    fn flipped(&self, place: usize) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes[place] ^= 4;
        bytes
    }

    /// The archive whose blocks are these, with its index and footer.
    fn of_blocks(&self, blocks: &[usize]) -> Result<Vec<u8>> {
        let mut out = self.section(Kind::Header, 0)?.to_vec();
        for &block in blocks {
            out.extend(self.section(Kind::Block, block)?);
        }
        out.extend(self.section(Kind::Index, 0)?);
        out.extend(self.section(Kind::Footer, 0)?);
        Ok(out)
    }
}

pub(super) fn cases(made: &mut Made) -> Result<()> {
    let famous = famous()?;
    let options = plain().level(Level::Fast).block_games(12).group_games(4);
    let sound = Sound::new(packed(&famous, &options)?);
    let other = Player::new(90).games(40, &Form::default());
    let other = Sound::new(packed(&other, &options)?);
    for (name, bytes, kind, about) in bits(&sound)?
        .into_iter()
        .chain(cuts(&sound)?)
        .chain(moved(&sound, &other)?)
    {
        made.archive(name, bytes, Err(kind), about)?;
    }
    Ok(())
}

fn bits(sound: &Sound) -> Result<Vec<Damaged>> {
    let of = |kind, number, offset| {
        Ok::<_, anyhow::Error>(sound.flipped(sound.place(kind, number, offset)?))
    };
    let block = sound.section(Kind::Block, 1)?.len();
    Ok(vec![
        (
            "bit-in-header",
            of(Kind::Header, 0, 14)?,
            Corruption,
            "a bit of the header's digest",
        ),
        (
            "bit-in-version",
            of(Kind::Header, 0, 9)?,
            Corruption,
            "a bit of the version: damage, not another version",
        ),
        (
            "bit-in-block-header",
            of(Kind::Block, 1, 12)?,
            Corruption,
            "a bit of a block's header",
        ),
        (
            "bit-in-tags",
            of(Kind::Block, 1, 100)?,
            Corruption,
            "a bit of the tags of the second block",
        ),
        (
            "bit-in-group",
            of(Kind::Block, 1, block / 2)?,
            Corruption,
            "a bit of a group in the second block",
        ),
        (
            "bit-in-index",
            of(Kind::Index, 0, 9)?,
            Corruption,
            "a bit of the index: all text comes before it",
        ),
        (
            "bit-in-footer",
            of(Kind::Footer, 0, 13)?,
            Corruption,
            "a bit of the footer's length",
        ),
    ])
}

fn cuts(sound: &Sound) -> Result<Vec<Damaged>> {
    let to = |length: usize| sound.bytes[..length].to_vec();
    let second = sound.place(Kind::Block, 1, 0)?;
    let unfinished = [&sound.bytes[..second], &fuzzing::mark(second as u64)].concat();
    Ok(vec![
        (
            "cut-in-header",
            to(20),
            InsufficientData,
            "cut in the header",
        ),
        (
            "cut-in-block",
            to(second + 300),
            InsufficientData,
            "cut in the second block",
        ),
        (
            "cut-in-footer",
            to(sound.bytes.len() - 1),
            InsufficientData,
            "the last byte is missing",
        ),
        (
            "unfinished",
            unfinished,
            InsufficientData,
            "a mark after the first block: the archive is still being written",
        ),
    ])
}

fn moved(sound: &Sound, other: &Sound) -> Result<Vec<Damaged>> {
    let mut foreign = sound.section(Kind::Header, 0)?.to_vec();
    foreign.extend(sound.section(Kind::Block, 0)?);
    foreign.extend(other.section(Kind::Block, 1)?);
    foreign.extend(sound.section(Kind::Block, 2)?);
    foreign.extend(sound.section(Kind::Block, 3)?);
    foreign.extend(sound.section(Kind::Index, 0)?);
    foreign.extend(sound.section(Kind::Footer, 0)?);
    // A block that says of itself that its text is another one.
    let header = sound.section(Kind::Header, 0)?;
    let block = sound.section(Kind::Block, 0)?;
    let mut one = [header, block].concat();
    let text_sum = header.len() + 5 + usize::from(block[4]) - 4;
    one[text_sum] ^= 1;
    Ok(vec![
        (
            "blocks-exchanged",
            sound.of_blocks(&[0, 2, 1, 3])?,
            Corruption,
            "the second and the third block have changed places",
        ),
        (
            "block-missing",
            sound.of_blocks(&[0, 2, 3])?,
            Corruption,
            "the second block is missing",
        ),
        (
            "last-block-missing",
            sound.of_blocks(&[0, 1, 2])?,
            Corruption,
            "the last block is missing",
        ),
        (
            "block-repeated",
            sound.of_blocks(&[0, 1, 1, 2, 3])?,
            Corruption,
            "the second block is there twice",
        ),
        (
            "block-of-another",
            foreign,
            Corruption,
            "the second block is that of another archive",
        ),
        (
            "text-differs",
            ended(&one),
            Corruption,
            "all is sound but the checksum of the text",
        ),
    ])
}

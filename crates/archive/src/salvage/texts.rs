//! Where the texts of archives go: all to one place, or each to the file whose name its archive remembers.
//!
//! Not part of the format.

use crate::container::FileName;
use crate::{Border, FileInfo};
use std::io::{self, Write};

/// Where the text of an input goes whose archives may remember the names of the files that they were made from.
pub trait Texts: Write {
    /// What is written from now on is the text of the file of this name, or, without one, goes on with the text of all archives that
    /// remember no name. A name has no folders; it is none of those that lead out of one.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the place: the run ends.
    fn begin(&mut self, name: Option<&str>) -> io::Result<()>;

    /// The archive of the text that was begun last has come to its end, and another follows: nothing is added to the text of a name.
    ///
    /// # Errors
    ///
    /// As [`Texts::begin`].
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The outputs of a run.
pub(super) enum Outputs<'a, W> {
    /// One text, perhaps with a line end between those of archives.
    One(W, Option<&'a mut Border>),
    /// A text for each name.
    Named {
        texts: &'a mut dyn Texts,
        /// Between archives without a name.
        border: Border,
    },
}

impl<W: Write> Outputs<'_, W> {
    /// An archive begins, whose file, if it has a name, is this.
    fn begin(&mut self, file: Option<&FileInfo>) -> io::Result<()> {
        match self {
            Self::One(..) => Ok(()),
            Self::Named { texts, .. } => texts.begin(file.map(|file| &*file.name)),
        }
    }

    /// The text of a block, of which the first bytes keep the file's own text apart from the one before.
    fn write(&mut self, text: &[u8], border_bytes: usize, place: Place) -> io::Result<()> {
        match self {
            Self::One(dst, None) => dst.write_all(text),
            Self::One(dst, Some(border)) => {
                if place.begins_archive {
                    dst.write_all(border.begin(text))?;
                }
                border.pass(text);
                dst.write_all(text)
            }
            Self::Named { texts, .. } if place.has_name => {
                texts.write_all(text.get(border_bytes..).unwrap_or_default())
            }
            Self::Named { texts, border } => {
                if place.begins_archive {
                    texts.write_all(border.begin(text))?;
                }
                border.pass(text);
                texts.write_all(text)
            }
        }
    }

    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::One(dst, _) => dst.flush(),
            Self::Named { texts, .. } => texts.flush(),
        }
    }
}

/// Where a block stands.
#[derive(Debug, Clone, Copy)]
struct Place {
    begins_archive: bool,
    has_name: bool,
}

/// The files of a run, as their texts go by.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Those that have a name.
    pub named: Vec<FileInfo>,
    /// Whether an archive has begun of which nothing has been written, and the file that it names.
    begun: Option<Option<FileInfo>>,
    /// Whether the open archive has a name.
    has_name: bool,
    /// Whether no text of the open archive has been written.
    is_first: bool,
}

impl Files {
    /// An archive begins.
    pub fn archive<W: Write>(&mut self, outputs: &mut Outputs<'_, W>) -> io::Result<()> {
        self.settle(outputs)?;
        if let Outputs::Named { texts, .. } = outputs {
            texts.end()?;
        }
        self.begun = Some(None);
        Ok(())
    }

    /// The open archive was made from this file. Only the first word counts, and only before the first block.
    pub fn name(&mut self, file: &FileName) {
        if let Some(begun @ None) = &mut self.begun {
            *begun = Some(FileInfo::begin(file));
        }
    }

    /// What is known of an archive when its first block comes, or its end: an empty file is one, too.
    pub fn settle<W: Write>(&mut self, outputs: &mut Outputs<'_, W>) -> io::Result<()> {
        if let Some(file) = self.begun.take() {
            outputs.begin(file.as_ref())?;
            (self.has_name, self.is_first) = (file.is_some(), true);
            self.named.extend(file);
        }
        Ok(())
    }

    /// The text of a block of the open archive, perhaps with the start of the archive's text.
    pub fn block<W: Write>(
        &mut self,
        text: &[u8],
        games: u64,
        has_start: bool,
        outputs: &mut Outputs<'_, W>,
    ) -> io::Result<()> {
        self.settle(outputs)?;
        let has_name = self.has_name;
        let file = self.named.last_mut().filter(|_| has_name);
        let border = file.map_or(0, |file| file.add(games, text.len() as u64, has_start));
        let place = Place {
            begins_archive: std::mem::take(&mut self.is_first),
            has_name,
        };
        outputs.write(text, border as usize, place)
    }
}

//! Where the texts of archives go: all to one place, or each to the file whose name its archive remembers.
//!
//! Not part of the format.

use crate::container::FileName;
use crate::{Border, FileInfo};
use std::io::{self, Write};

/// Where the text of an input goes whose archives may remember the names of the files that they were made from.
pub trait NamedTexts: Write {
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
    /// As [`NamedTexts::begin`].
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where the text of an input goes: any writer takes all of it as it is; see also [`Apart`] and [`Named`].
pub trait Destination {
    /// An archive begins, whose file, if it has a name, is this.
    #[doc(hidden)]
    fn begin(&mut self, name: Option<&str>) -> io::Result<()>;

    /// The archive has come to its end.
    #[doc(hidden)]
    fn end(&mut self) -> io::Result<()>;

    /// The text of a block.
    #[doc(hidden)]
    fn put(&mut self, text: &[u8], place: Place) -> io::Result<()>;

    /// Everything has been put.
    #[doc(hidden)]
    fn done(&mut self) -> io::Result<()>;
}

/// The place of a block.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    begins_archive: bool,
    has_name: bool,
    /// Bytes at the beginning that keep the text of a file apart from the one before.
    border_bytes: usize,
}

impl<W: Write> Destination for W {
    fn begin(&mut self, _: Option<&str>) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn put(&mut self, text: &[u8], _: Place) -> io::Result<()> {
        self.write_all(text)
    }

    fn done(&mut self) -> io::Result<()> {
        self.flush()
    }
}

/// A writer that takes all text, with a line end between the texts of archives where it keeps two games apart. The [`Border`] has what was
/// written before, and takes in what is added.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::{Apart, Border, CompressOptions, ExpandOptions};
///
/// let mut archives = Vec::new();
/// for text in ["[White \"Anna\"]\n\n1. e4 *", "[White \"Emil\"]\n\n1. d4 *"] {
///     pgnz::compress(text.as_bytes(), &mut archives, &CompressOptions::new())?;
/// }
/// let (mut text, mut border) = (Vec::new(), Border::default());
/// pgnz::expand(&archives[..], Apart(&mut text, &mut border), &ExpandOptions::new())?;
/// assert_eq!(text, b"[White \"Anna\"]\n\n1. e4 *\n[White \"Emil\"]\n\n1. d4 *");
/// assert_eq!(border.added_bytes(), 1);
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Debug)]
pub struct Apart<'a, W>(pub W, pub &'a mut Border);

impl<W: Write> Destination for Apart<'_, W> {
    fn begin(&mut self, _: Option<&str>) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn put(&mut self, text: &[u8], place: Place) -> io::Result<()> {
        let Self(dst, border) = self;
        if place.begins_archive {
            dst.write_all(border.begin(text))?;
        }
        border.pass(text);
        dst.write_all(text)
    }

    fn done(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Takes the text of each archive that remembers the name of a file as a text of its own, without a line end that was put before it when
/// files were compressed together. The texts of the other archives are one, as [`Apart`] writes them.
///
/// [`Report::text_bytes`](crate::Report::text_bytes) counts the line ends that are left out; [`Report::files`](crate::Report::files) has what
/// was written.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::{CompressOptions, ExpandOptions, Named, NamedTexts};
/// use std::io::{self, Write};
///
/// #[derive(Default)]
/// struct Folder(Vec<(Option<String>, Vec<u8>)>);
///
/// impl Write for Folder {
///     fn write(&mut self, text: &[u8]) -> io::Result<usize> {
///         self.0.last_mut().map_or(Ok(0), |(_, file)| file.write(text))
///     }
///     fn flush(&mut self) -> io::Result<()> {
///         Ok(())
///     }
/// }
///
/// impl NamedTexts for Folder {
///     fn begin(&mut self, name: Option<&str>) -> io::Result<()> {
///         self.0.push((name.map(str::to_owned), Vec::new()));
///         Ok(())
///     }
/// }
///
/// let mut packed = Vec::new();
/// let options = CompressOptions::new().file_name("jan.pgn");
/// pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &options)?;
/// let mut folder = Folder::default();
/// let report = pgnz::expand(&packed[..], Named::new(&mut folder), &ExpandOptions::new())?;
/// assert_eq!(folder.0[0].0.as_deref(), Some("jan.pgn"));
/// assert_eq!((report.files[0].games, report.files[0].text_bytes), (1, 24));
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Debug)]
pub struct Named<'a, T> {
    texts: &'a mut T,
    /// Between archives without a name.
    border: Border,
}

impl<'a, T: NamedTexts> Named<'a, T> {
    /// Gives the texts to this.
    pub fn new(texts: &'a mut T) -> Self {
        let border = Border::default();
        Self { texts, border }
    }
}

impl<T: NamedTexts> Destination for Named<'_, T> {
    fn begin(&mut self, name: Option<&str>) -> io::Result<()> {
        self.texts.begin(name)
    }

    fn end(&mut self) -> io::Result<()> {
        self.texts.end()
    }

    fn put(&mut self, text: &[u8], place: Place) -> io::Result<()> {
        let Self { texts, border } = self;
        match place.has_name {
            true => texts.write_all(text.get(place.border_bytes..).unwrap_or_default()),
            false => Apart(texts, border).put(text, place),
        }
    }

    fn done(&mut self) -> io::Result<()> {
        self.texts.flush()
    }
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
    pub fn archive(&mut self, dst: &mut dyn Destination) -> io::Result<()> {
        self.settle(dst)?;
        dst.end()?;
        self.begun = Some(None);
        Ok(())
    }

    /// The open archive was made from this file. Only the first name counts, and only before the first block.
    pub fn name(&mut self, file: &FileName) {
        if let Some(begun @ None) = &mut self.begun {
            *begun = Some(FileInfo::begin(file));
        }
    }

    /// Begins the text of the open archive, whose name is known when its first block or its end comes: an empty file has no block.
    pub fn settle(&mut self, dst: &mut dyn Destination) -> io::Result<()> {
        if let Some(file) = self.begun.take() {
            dst.begin(file.as_ref().map(|file| &*file.name))?;
            (self.has_name, self.is_first) = (file.is_some(), true);
            self.named.extend(file);
        }
        Ok(())
    }

    /// The text of a block of the open archive, perhaps with the start of the archive's text.
    pub fn block(
        &mut self,
        text: &[u8],
        games: u64,
        has_start: bool,
        dst: &mut dyn Destination,
    ) -> io::Result<()> {
        self.settle(dst)?;
        let has_name = self.has_name;
        let file = self.named.last_mut().filter(|_| has_name);
        let border_bytes = file.map_or(0, |file| file.add(games, text.len() as u64, has_start));
        let place = Place {
            begins_archive: std::mem::take(&mut self.is_first),
            has_name,
            border_bytes: border_bytes as usize,
        };
        dst.put(text, place)
    }
}

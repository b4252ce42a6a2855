//! Opening archives, and what is in them.

use crate::buffer::{Text, lend};
use crate::error::{Failure, guarded, quietly};
use crate::given;
use crate::output::Output;
use crate::source::{Handle, ReadAt, Source};
use pgnz::{Error, Level, Report, Shared};
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The end of a range of games: that of the archive.
pub const PGNZ_END: u64 = u64::MAX;

/// An open archive. It is used by one thread at a time.
pub struct Archive {
    pub inner: pgnz::Archive<Handle>,
    source: Source,
    /// Where it lies, if it was opened by its path: an index may lie beside it.
    pub path: Option<PathBuf>,
    names: Vec<Text>,
    edition: Option<Text>,
}

/// What an archive holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Games.
    pub games: u64,
    /// Plies: moves by one player, in main lines and variations.
    pub plies: u64,
    /// Blocks, which are decoded independently of each other.
    pub blocks: u64,
    /// Archives in the file: those that were appended count.
    pub archives: u64,
    /// Bytes of the text.
    pub text_bytes: u64,
    /// Bytes of the archive.
    pub archive_bytes: u64,
    /// The level: PGNZ_LEVEL_FAST, PGNZ_LEVEL_DEFAULT or PGNZ_LEVEL_BEST; 0 for a model of somebody's own, or for several.
    pub level: u32,
    /// Names of files that the archive keeps: see pgnz_file_name().
    pub files: u32,
    /// The first and the last date, as 10000 * year + 100 * month + day; 0 if none is known.
    pub dates: [u32; 2],
    /// The lowest and the highest rating; 0 if none is known.
    pub ratings: [u32; 2],
}

impl Info {
    pub fn of(report: &Report) -> Self {
        let level = report.model.and_then(|model| model.level());
        let (first, last) = report.dates.unwrap_or_default();
        let (lowest, highest) = report.ratings.unwrap_or_default();
        Self {
            games: report.games,
            plies: report.plies,
            blocks: report.blocks,
            archives: report.archives,
            text_bytes: report.text_bytes,
            archive_bytes: report.archive_bytes,
            level: level.map_or(0, number),
            files: u32::try_from(report.files.len()).unwrap_or(u32::MAX),
            dates: [first, last],
            ratings: [lowest, highest].map(u32::from),
        }
    }
}

/// The usual level: "default", or for pgnz_append() that of the archive.
pub const PGNZ_LEVEL_USUAL: u32 = 0;
/// The level "fast".
pub const PGNZ_LEVEL_FAST: u32 = 1;
/// The level "default".
pub const PGNZ_LEVEL_DEFAULT: u32 = 5;
/// The level "best".
pub const PGNZ_LEVEL_BEST: u32 = 9;

/// The number of a level, as the program writes it.
fn number(level: Level) -> u32 {
    match level {
        Level::Fast => PGNZ_LEVEL_FAST,
        Level::Default => PGNZ_LEVEL_DEFAULT,
        Level::Best => PGNZ_LEVEL_BEST,
        // One that this header does not name.
        _ => PGNZ_LEVEL_USUAL,
    }
}

/// The level of a number; `None` for the usual one.
pub fn level(given: u32) -> Result<Option<Level>, Error> {
    if given == PGNZ_LEVEL_USUAL {
        return Ok(None);
    }
    let mut levels = Level::ALL.into_iter();
    let found = levels.find(|level| number(*level) == given);
    let unknown = || Error::argument(format!("there is no level {given}: levels are 1, 5 and 9"));
    found.ok_or_else(unknown).map(Some)
}

impl Archive {
    fn open(source: Source, path: Option<&Path>) -> Result<Box<Self>, Error> {
        let handle = Shared::new(source.clone());
        let handle = handle.map_err(|error| Error::system("cannot read the archive", error))?;
        let inner = pgnz::Archive::open(handle)?;
        let report = inner.report();
        let edition = report.edition().map(|edition| Text::of(edition.name()));
        Ok(Box::new(Self {
            inner,
            source,
            path: path.map(Path::to_owned),
            edition,
            names: report
                .files
                .into_iter()
                .map(|file| Text::of(file.name))
                .collect(),
        }))
    }

    /// The range of games that a caller gives; the library checks that it is within the archive.
    pub fn range(&self, from: u64, to: u64) -> Range<u64> {
        let end = match to {
            PGNZ_END => self.inner.len().max(from),
            to => to,
        };
        from..end
    }
}

/// Opens the archive at a path. An index beside it (docs/index.md) is used by searches. Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_open(
    path: *const c_char,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Archive>> {
    guarded(error, None, || {
        // SAFETY: the caller gives a text, or null.
        let name = unsafe { given::text(path, "the path") }?;
        let path = Path::new(name);
        let opened = Source::of_file(path).and_then(|source| Archive::open(source, Some(path)));
        opened.map(Some).map_err(|error| error.in_file(name))
    })
}

/// Opens an archive in memory. The bytes are not copied: they must stay as they are until pgnz_close(). Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_open_memory(
    data: *const u8,
    length: usize,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Archive>> {
    guarded(error, None, || {
        // SAFETY: the caller gives the bytes until the archive is closed, and closing takes the source away.
        let source = unsafe { Source::of_bytes(given::values(data, length, "the bytes")?) };
        Archive::open(source, None).map(Some)
    })
}

/// Opens an archive of this many bytes that a function reads: over HTTP, say. `context` is passed to every call; both must serve until
/// pgnz_close(). Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_open_with(
    read_at: ReadAt,
    context: *mut c_void,
    size: u64,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Archive>> {
    guarded(error, None, || {
        let read_at = given::there(read_at, "read_at")?;
        // SAFETY: the caller gives the function until the archive is closed, and closing takes the source away.
        let source = unsafe { Source::of_function(read_at, context, size) };
        Archive::open(source, None).map(Some)
    })
}

/// Closes an archive; NULL is none. Searches that are still open end with an error and have to be freed as well; games and tables stay.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_close(archive: Option<Box<Archive>>) {
    quietly((), || {
        if let Some(archive) = archive {
            archive.source.take();
        }
    });
}

/// The number of games; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_games(archive: Option<&Archive>) -> u64 {
    quietly(0, || archive.map_or(0, |archive| archive.inner.len()))
}

/// Fills `info` with what the archive holds, from its index alone. Returns false after an error.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_archive_info(
    archive: Option<&Archive>,
    info: Option<&mut MaybeUninit<Info>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let archive = given::there(archive, "the archive")?;
        let info = given::there(info, "info")?;
        info.write(Info::of(&archive.inner.report()));
        Ok(true)
    })
}

/// The edition of the codecs of an archive, such as "1.0"; NULL if there are several, or a model of somebody's own. It belongs to the archive.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_edition(archive: Option<&Archive>) -> *const c_char {
    lend(archive.and_then(|archive| archive.edition.as_ref()), None)
}

/// The name of a file that was compressed, counted from 0, if the archive keeps it (UTF-8); else NULL. It belongs to the archive. `length` may be
/// NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_file_name(
    archive: Option<&Archive>,
    file: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    lend(archive.and_then(|archive| archive.names.get(file)), length)
}

/// Writes the exact text of the games from..to, counted from 0, without the one at `to`: for all games, what was compressed. Returns false
/// after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_text(
    archive: Option<&mut Archive>,
    from: u64,
    to: u64,
    output: Option<&Output>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let archive = given::there(archive, "the archive")?;
        let range = archive.range(from, to);
        // SAFETY: the caller fills it as its description says.
        let mut sink = unsafe { given::there(output, "the output")?.open() }?;
        archive.inner.write_text(range, &mut sink)?;
        sink.finish()?;
        Ok(true)
    })
}

//! Texts to archives and back.

use crate::archive::{Info, level};
use crate::error::{Failure, guarded};
use crate::given::{self, fill};
use crate::input::{Input, Opened};
use crate::output::Output;
use pgnz::{Append, CompressOptions, Error, ExpandOptions, Report, Unwrapped};
use std::ffi::c_char;
use std::fs::{File, TryLockError};
use std::io::BufReader;
use std::mem::MaybeUninit;

/// The options of a caller.
fn options(given: u32, threads: u32) -> Result<CompressOptions, Error> {
    let options = CompressOptions::new().threads(threads as usize);
    Ok(match level(given)? {
        Some(level) => options.level(level),
        None => options,
    })
}

/// Compresses any bytes, best PGN, to an archive; pgnz_expand() gives the same bytes back. What is packed by zstd, gzip, bzip2, xz, lz4 or zip is
/// unpacked first. `level` is PGNZ_LEVEL_USUAL or another level; `threads` is their number, 0 for one on each core. `info` may be NULL; it gets
/// what the archive holds. Returns false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_compress(
    input: Option<&Input>,
    output: Option<&Output>,
    level: u32,
    threads: u32,
    info: Option<&mut MaybeUninit<Info>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let options = options(level, threads)?;
        // SAFETY: the caller fills both as their descriptions say.
        let (opened, mut sink) = unsafe {
            let opened = given::there(input, "the input")?.open()?;
            (opened, given::there(output, "the output")?.open()?)
        };
        let name = opened.name;
        let text = Unwrapped::new(opened.source)?;
        if text.is_archive() {
            let error = Error::argument("the input is already an archive");
            return Err(name.map_or(error, |name| {
                Error::argument("it is already an archive").in_file(name)
            }));
        }
        let options = options.source(text.source()).source_digest(text.digest());
        let done = pgnz::compress(text, &mut sink, &options);
        let report = done.map_err(|error| sink.cause(Opened::about(name, error)))?;
        sink.finish()?;
        fill(info, Info::of(&report));
        Ok(true)
    })
}

/// Writes the text of an archive: the bytes that were compressed. The archive is read once, from its beginning. Returns false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_expand(
    input: Option<&Input>,
    output: Option<&Output>,
    threads: u32,
    info: Option<&mut MaybeUninit<Info>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        // SAFETY: the caller fills both as their descriptions say.
        let (opened, mut sink) = unsafe {
            let opened = given::there(input, "the input")?.open()?;
            (opened, given::there(output, "the output")?.open()?)
        };
        let name = opened.name;
        let source = BufReader::with_capacity(1 << 16, opened.source);
        let options = ExpandOptions::new().threads(threads as usize);
        let done = pgnz::expand(source, &mut sink, &options);
        let report = done.map_err(|error| sink.cause(Opened::about(name, error)))?;
        sink.finish()?;
        fill(info, Info::of(&report));
        Ok(true)
    })
}

/// Adds games to the archive at a path, in place: a text, or all games of another archive. Until it is done, readers see the archive as it was, and so it
/// stays after an error. With PGNZ_LEVEL_USUAL, the games are coded as the last ones of the archive are. `info` gets what was
/// added. An archive that is open keeps what it had. Returns false after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_append(
    path: *const c_char,
    input: Option<&Input>,
    level: u32,
    threads: u32,
    info: Option<&mut MaybeUninit<Info>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let options = options(level, threads)?;
        // SAFETY: the caller gives a text, and fills the input as its description says.
        let (path, opened) = unsafe {
            let path = given::text(path, "the path")?;
            (path, given::there(input, "the input")?.open()?)
        };
        let report = append(path, opened, &options)?;
        fill(info, Info::of(&report));
        Ok(true)
    })
}

fn append(path: &str, opened: Opened<'_>, options: &CompressOptions) -> Result<Report, Error> {
    let file = File::options().read(true).write(true).open(path);
    let mut file = file.map_err(|error| Error::system("cannot open it", error).in_file(path))?;
    // Some file systems know no locks: then it is up to the user.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let what = "another run is changing this archive; try again when it is done";
        return Err(Error::argument(what).in_file(path));
    }
    let mut append = Append::begin(&mut file, options).map_err(|error| error.in_file(path))?;
    let text = Unwrapped::new(opened.source)?;
    let added = match text.is_archive() {
        true => append.archive(text),
        false => {
            append.describe(text.source(), None);
            append.source_digest(text.digest());
            append.text(text)
        }
    };
    added.map_err(|error| Opened::about(opened.name, error))?;
    let added = append.finish().map_err(|error| error.in_file(path))?;
    Ok(added.into_iter().reduce(Report::and).unwrap_or_default())
}

//! Where texts and archives go: a file, memory, or a function of the caller.

use crate::buffer::Buffer;
use crate::given;
use pgnz::Error;
use std::ffi::{c_char, c_void};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Takes `length` bytes. Returns false if it can take no more, which ends the run with an error.
pub type Write =
    Option<unsafe extern "C" fn(context: *mut c_void, data: *const u8, length: usize) -> bool>;

/// Where a result goes: exactly one of `path`, `buffer` and `write` is set, the rest is zero.
#[repr(C)]
pub struct Output {
    /// A file. It gets its name only when it is complete; after an error, there is none.
    pub path: *const c_char,
    /// Whether a file that is there is replaced; else it is an error.
    pub overwrite: bool,
    /// A buffer that is filled, for the caller to free by pgnz_buffer_free(). After an error it is empty.
    pub buffer: *mut Buffer,
    /// A function that takes the bytes, on the thread of the caller.
    pub write: Write,
    /// What is passed to it.
    pub context: *mut c_void,
}

/// What is written to.
pub struct Sink<'a> {
    out: Out<'a>,
}

enum Out<'a> {
    /// A file that is complete later, the path it gets then, and whether one that is there is replaced.
    New(BufWriter<File>, TempPath, PathBuf, bool),
    /// A pipe or a device.
    Device(BufWriter<File>),
    Buffer(Vec<u8>, &'a mut MaybeUninit<Buffer>),
    Function(Function),
}

struct Function {
    write: unsafe extern "C" fn(*mut c_void, *const u8, usize) -> bool,
    context: *mut c_void,
    has_refused: bool,
}

impl Output {
    /// Prepares it.
    ///
    /// # Safety
    ///
    /// The fields are as their descriptions say, and stay so while the result is used.
    pub unsafe fn open(&self) -> Result<Sink<'_>, Error> {
        // SAFETY: a buffer is null or one that may be filled; what was in it is not read.
        let buffer = unsafe { self.buffer.cast::<MaybeUninit<Buffer>>().as_mut() };
        // SAFETY: a path is null or a text.
        let path = unsafe { given::optional_text(self.path, "the path") }?;
        let out = match (path, buffer, self.write) {
            (Some(path), None, None) => return Sink::of_path(path, self.overwrite),
            (None, Some(buffer), None) => {
                // SAFETY: all zeros are such a value, and so it stays after an error.
                buffer.write(unsafe { std::mem::zeroed() });
                Out::Buffer(Vec::new(), buffer)
            }
            (None, None, Some(write)) => Out::Function(Function {
                write,
                context: self.context,
                has_refused: false,
            }),
            _ => {
                let what = "an output has a path, a buffer or a write function: one of them";
                return Err(Error::argument(what));
            }
        };
        Ok(Sink { out })
    }
}

impl Sink<'_> {
    fn of_path(name: &str, overwrite: bool) -> Result<Self, Error> {
        let cannot = |error| Error::system("cannot write it", error).in_file(name);
        let path = Path::new(name);
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(Error::argument("it is a folder, not a file").in_file(name));
            }
            // Nothing can be put in the place of a pipe or a device.
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path).map_err(cannot)?;
                let out = Out::Device(BufWriter::new(file));
                return Ok(Self { out });
            }
            Ok(_) if !overwrite => return Err(exists(name)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(cannot(error)),
            _ => {}
        }
        // A symbolic link stays, and the file that it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (file, part) = unfinished(&path).map_err(cannot)?.into_parts();
        let file = BufWriter::with_capacity(1 << 16, file);
        let out = Out::New(file, part, path, overwrite);
        Ok(Self { out })
    }

    /// Completes it: a file gets its name, a buffer is the caller's.
    pub fn finish(self) -> Result<(), Error> {
        let cannot = |error, path: &Path| {
            Error::system("cannot write it", error).in_file(path.to_string_lossy())
        };
        match self.out {
            Out::New(file, part, path, overwrite) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                let written = file.and_then(|file| file.sync_all());
                written.map_err(|error| cannot(error, &path))?;
                let named = match overwrite {
                    true => part.persist(&path),
                    false => part.persist_noclobber(&path),
                };
                named.map_err(|error| match error.error.kind() {
                    io::ErrorKind::AlreadyExists => exists(&path.to_string_lossy()),
                    _ => cannot(error.error, &path),
                })
            }
            Out::Device(mut file) => {
                let flushed = file.flush();
                flushed.map_err(|error| Error::system("cannot write it", error))
            }
            Out::Buffer(bytes, place) => {
                place.write(Buffer::of(bytes));
                Ok(())
            }
            Out::Function(_) => Ok(()),
        }
    }

    /// The error of a run, which was ended by the function of the caller if that has refused bytes.
    pub fn cause(&self, error: Error) -> Error {
        match &self.out {
            Out::Function(function) if function.has_refused => Error::cancelled(),
            _ => error,
        }
    }
}

fn exists(name: &str) -> Error {
    Error::argument("it exists; set overwrite to replace it").in_file(name)
}

/// A new file beside the one that it becomes.
fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pgnz-").suffix(".part");
    // Made here, so that its permissions are those of any new file.
    builder.make_in(folder.unwrap_or(Path::new(".")), |path| {
        let mut options = File::options();
        options.read(true).write(true).create_new(true).open(path)
    })
}

impl io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::New(file, ..) | Out::Device(file) => file.write(bytes),
            Out::Buffer(held, _) => held.write(bytes),
            Out::Function(function) => {
                // SAFETY: the bytes are there, and the function is the caller's for such calls.
                let taken =
                    unsafe { (function.write)(function.context, bytes.as_ptr(), bytes.len()) };
                match taken {
                    true => Ok(bytes.len()),
                    false => {
                        function.has_refused = true;
                        Err(io::Error::other("the write function takes no more"))
                    }
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::New(file, ..) | Out::Device(file) => file.flush(),
            Out::Buffer(..) | Out::Function(_) => Ok(()),
        }
    }
}

//! What texts are read from: a file, bytes in memory, or a function of the caller.

use crate::given;
use crate::source::taken;
use pgnz::Error;
use std::ffi::{c_char, c_void};
use std::fs::File;
use std::io::{self, Cursor};

/// Reads at most `length` bytes to `buffer`. Returns how many were read, 0 only at the end, or a negative number if it failed.
pub type Read =
    Option<unsafe extern "C" fn(context: *mut c_void, buffer: *mut u8, length: usize) -> i64>;

/// What is read: exactly one of `path`, `data` and `read` is set, the rest is zero. For no bytes at all, `data` is anything but NULL.
#[repr(C)]
pub struct Input {
    /// A file.
    pub path: *const c_char,
    /// Bytes in memory.
    pub data: *const u8,
    /// How many.
    pub length: usize,
    /// A function that gives the bytes, on the thread of the caller.
    pub read: Read,
    /// What is passed to it.
    pub context: *mut c_void,
}

/// A source that is read once, and what messages call it.
pub struct Opened<'a> {
    pub source: Box<dyn io::Read + Send + 'a>,
    pub name: Option<&'a str>,
}

impl Input {
    /// Opens it.
    ///
    /// # Safety
    ///
    /// The fields are as their descriptions say, and stay so while the result is used, on this thread.
    pub unsafe fn open(&self) -> Result<Opened<'_>, Error> {
        // SAFETY: a path is null or a text.
        let name = unsafe { given::optional_text(self.path, "the path") }?;
        let source: Box<dyn io::Read + Send> = match (name, self.data.is_null(), self.read) {
            (Some(name), true, None) => {
                let opened = File::open(name);
                let cannot = |error| Error::system("cannot open it", error).in_file(name);
                Box::new(opened.map_err(cannot)?)
            }
            (None, false, None) => {
                // SAFETY: there are as many bytes as the caller says.
                let bytes = unsafe { given::values(self.data, self.length, "the bytes") }?;
                Box::new(Cursor::new(bytes))
            }
            (None, true, Some(read)) => Box::new(Function {
                read,
                context: self.context,
            }),
            _ => {
                let what = "an input has a path, data or a read function: one of them";
                return Err(Error::argument(what));
            }
        };
        Ok(Opened { source, name })
    }
}

impl Opened<'_> {
    /// The error of a run, with the name of the source unless it may be about the destination.
    pub fn about(name: Option<&str>, error: Error) -> Error {
        use pgnz::ErrorKind::{Cancelled, InvalidArgument, Io};
        match (name, error.kind()) {
            (None, _) | (_, Cancelled | InvalidArgument | Io) => error,
            (Some(name), _) => error.in_file(name),
        }
    }
}

/// A function of the caller that gives bytes.
struct Function {
    read: unsafe extern "C" fn(*mut c_void, *mut u8, usize) -> i64,
    context: *mut c_void,
}

// SAFETY: the library asks for sources that could be sent to another thread, and reads them on the calling one all the same, as it promises.
unsafe impl Send for Function {}

impl io::Read for Function {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        // SAFETY: the buffer has this length, and the function writes no more than that.
        let read = unsafe { (self.read)(self.context, out.as_mut_ptr(), out.len()) };
        taken(read, out.len())
    }
}

//! What an archive is read from: a file, bytes in memory, or a function of the caller.

use pgnz::{Error, Shared, SharedFile};
use std::ffi::c_void;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Reads at most `length` bytes at this offset of the source to `buffer`. Returns how many were read, 0 only at the end, or a
/// negative number if it failed. Searches call it from other threads, but never two at the same time for one archive.
pub type ReadAt = Option<
    unsafe extern "C" fn(context: *mut c_void, offset: u64, buffer: *mut u8, length: usize) -> i64,
>;

/// A seekable source.
trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// The source as each thread reads it, at a position of its own.
pub type Handle = Shared<Source>;

/// A source that is taken away when its archive is closed. Threads of a search may live a little longer: they get an error then, and read
/// nothing of the caller's any more.
#[derive(Clone)]
pub struct Source(Arc<Mutex<Option<Box<dyn Seekable>>>>);

impl Source {
    fn new(source: impl Read + Seek + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(source)))))
    }

    /// That of a regular file.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::system("cannot open it", error))?;
        Ok(Self::new(SharedFile::new(file)))
    }

    /// That of bytes which are not copied.
    ///
    /// # Safety
    ///
    /// They stay as they are until [`Source::take`].
    pub unsafe fn of_bytes(bytes: &[u8]) -> Self {
        // SAFETY: they live as long as they are used, by the promise above. Only the type does not say it.
        let bytes: &'static [u8] = unsafe { &*std::ptr::from_ref(bytes) };
        Self::new(Cursor::new(bytes))
    }

    /// That of a function.
    ///
    /// # Safety
    ///
    /// The function does what [`ReadAt`] says, on any thread, until [`Source::take`].
    pub unsafe fn of_function(
        read_at: unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> i64,
        context: *mut c_void,
        size: u64,
    ) -> Self {
        Self::new(Function {
            read_at,
            context,
            size,
            at: 0,
        })
    }

    fn inner(&self) -> MutexGuard<'_, Option<Box<dyn Seekable>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes it away from all who read it, after what is read at the moment.
    pub fn take(&self) {
        let taken = self.inner().take();
        drop(taken);
    }
}

fn closed() -> io::Error {
    io::Error::other("the archive is closed")
}

impl Read for Source {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.inner().as_mut().ok_or_else(closed)?.read(out)
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner().as_mut().ok_or_else(closed)?.seek(to)
    }
}

/// A function of the caller as a seekable source.
struct Function {
    read_at: unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> i64,
    context: *mut c_void,
    size: u64,
    at: u64,
}

// SAFETY: whoever gives the function promises that it may be called from any thread, one at a time.
unsafe impl Send for Function {}

impl Read for Function {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.size.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let length = out.len().min(left);
        if length == 0 {
            return Ok(0);
        }
        // SAFETY: the buffer has this length, and the function writes no more than that.
        let read = unsafe { (self.read_at)(self.context, self.at, out.as_mut_ptr(), length) };
        let read = taken(read, length)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Function {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let found = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the start");
        self.at = found.ok_or_else(before)?;
        Ok(self.at)
    }
}

/// The number of bytes that a function of the caller has read, of at most `length`.
pub fn taken(read: i64, length: usize) -> io::Result<usize> {
    match usize::try_from(read) {
        Ok(read) if read <= length => Ok(read),
        Ok(read) => {
            let what = format!("the read function says {read} bytes, but was asked for {length}");
            Err(io::Error::other(what))
        }
        Err(_) => Err(io::Error::other(format!(
            "the read function failed ({read})"
        ))),
    }
}

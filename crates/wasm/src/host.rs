//! Archives that lie with the host: a file, an address that answers to ranges, or bytes.

use std::io::{self, Read, Seek, SeekFrom};

/// An archive of the host, which calls it by a number.
#[derive(Clone, Copy, Debug)]
pub struct HostFile {
    source: u32,
    bytes: u64,
    at: u64,
}

impl HostFile {
    pub fn new(source: u32, bytes: u64) -> Self {
        Self {
            source,
            bytes,
            at: 0,
        }
    }
}

impl Read for HostFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.bytes.saturating_sub(self.at);
        let wanted = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        if wanted == 0 {
            return Ok(0);
        }
        let read = read(self.source, self.at, &mut buffer[..wanted])
            .filter(|&read| read <= wanted)
            .ok_or_else(|| {
                let what = "the host could not read the archive";
                io::Error::new(io::ErrorKind::WouldBlock, what)
            })?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for HostFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.bytes.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at =
            at.ok_or_else(|| io::Error::other("a place before the beginning of the archive"))?;
        Ok(self.at)
    }
}

/// Reads from a place, as many bytes as come at once: at least one. `None` if the host cannot; it knows why.
#[cfg(target_family = "wasm")]
#[allow(unsafe_code)]
fn read(source: u32, at: u64, buffer: &mut [u8]) -> Option<usize> {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        #[link_name = "read"]
        fn host_read(source: u32, at: f64, buffer: *mut u8, bytes: usize) -> i32;
    }
    // SAFETY: the host writes at most so many bytes there, and the buffer has them. Numbers up to 2^53 are exact, and no file is longer.
    let read = unsafe { host_read(source, at as f64, buffer.as_mut_ptr(), buffer.len()) };
    usize::try_from(read).ok().filter(|&read| read > 0)
}

#[cfg(not(target_family = "wasm"))]
fn read(source: u32, at: u64, buffer: &mut [u8]) -> Option<usize> {
    SOURCES.with_borrow_mut(|sources| {
        let source = sources.get_mut(usize::try_from(source).ok()?)?;
        let at = usize::try_from(at).ok()?;
        let end = source.loaded.unwrap_or(usize::MAX);
        if at >= end {
            source.wanted = true;
            return None;
        }
        let rest = source.bytes.get(at..)?;
        let read = buffer.len().min(rest.len()).min(end - at);
        buffer[..read].copy_from_slice(&rest[..read]);
        Some(read).filter(|&read| read > 0)
    })
}

/// What stands for an archive of the host in programs of other kinds, which are the tests of this crate.
#[cfg(not(target_family = "wasm"))]
struct Held {
    bytes: Vec<u8>,
    /// How many of the first bytes are there; all, if there is no number.
    loaded: Option<usize>,
    /// Whether others were asked for.
    wanted: bool,
}

#[cfg(not(target_family = "wasm"))]
thread_local! {
    static SOURCES: std::cell::RefCell<Vec<Held>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Adds an archive. Returns its number.
#[cfg(test)]
pub fn add_source(bytes: Vec<u8>) -> u32 {
    SOURCES.with_borrow_mut(|sources| {
        sources.push(Held {
            bytes,
            loaded: None,
            wanted: false,
        });
        sources.len() as u32 - 1
    })
}

/// From now on only so many bytes of a source are there.
#[cfg(test)]
pub fn unload(source: u32, loaded: usize) {
    SOURCES.with_borrow_mut(|sources| sources[source as usize].loaded = Some(loaded));
}

/// Loads so many more bytes of the sources that lack some that were asked for. Returns whether there are any.
#[cfg(test)]
pub fn load_more(bytes: usize) -> bool {
    SOURCES.with_borrow_mut(|sources| {
        let mut is_any = false;
        for source in sources.iter_mut().filter(|source| source.wanted) {
            source.wanted = false;
            source.loaded = source.loaded.map(|loaded| loaded + bytes);
            is_any = true;
        }
        is_any
    })
}

//! What is read: a file by its name, or standard input.

use crate::file_identity::{self, FileId};
use crate::live::Following;
use crate::names::is_dash;
use crate::skip::Skip;
use crate::standard_streams;
use anyhow::{Context, Result, bail};
use pgnz::{Source, SourceDigest};
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wrapping::Remarks;

/// Large enough that reading costs nothing beside the work.
const BUFFER_BYTES: usize = 1 << 18;

/// Names that systems have for standard input.
const STANDARD_INPUT: [&str; 3] = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/// Whether the name stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    is_dash(path) || STANDARD_INPUT.iter().any(|name| path.as_os_str() == *name)
}

/// The files that are named, or standard input if none is; `-` for standard input under any of its names.
pub fn named(files: &[PathBuf]) -> Vec<PathBuf> {
    if files.is_empty() {
        return vec![PathBuf::from("-")];
    }
    let name = |path: &PathBuf| match is_stdin(path) {
        true => PathBuf::from("-"),
        false => path.clone(),
    };
    files.iter().map(name).collect()
}

/// A file as it was when it was opened.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Its name.
    pub path: PathBuf,
    /// What the system says about it.
    pub metadata: Metadata,
}

impl Origin {
    /// What distinguishes the file from all others.
    pub fn id(&self) -> Option<FileId> {
        FileId::at(&self.path, &self.metadata)
    }

    /// Skips a file whose removal would not remove it, because it is reached by other names too.
    pub fn ensure_only_name(&self) -> Result<()> {
        let link = fs::symlink_metadata(&self.path).is_ok_and(|found| found.is_symlink());
        if link {
            return Err(Skip(
                "skipped: it is a symbolic link, and --rm would remove only the link (-f does that)",
            )
            .into());
        }
        if file_identity::has_other_names(&self.metadata) {
            return Err(Skip(
                "skipped: it has other names (hard links), which --rm would leave (-f removes this one)",
            )
            .into());
        }
        Ok(())
    }

    /// Removes the file, unless its name leads to another one by now or it has changed since it was opened. With `links`
    /// the name may be a symbolic link; then the link is removed.
    pub fn remove(&self, links: bool) -> Result<()> {
        if !self.metadata.is_file() {
            bail!("this is not a regular file, so it is kept");
        }
        let metadata = if links {
            fs::metadata
        } else {
            fs::symlink_metadata
        };
        let now = metadata(&self.path).context("cannot access the file again, so it is kept")?;
        if !file_identity::is_unchanged(&self.metadata, &now) {
            bail!("the file has changed or was replaced while it was read, so it is kept");
        }
        fs::remove_file(&self.path).context("cannot remove the file")
    }
}

/// An input that has been opened.
pub struct Input {
    /// The file; `None` for standard input.
    pub origin: Option<Origin>,
    start: Vec<u8>,
    reader: Counted,
    remarks: Remarks,
    digest: SourceDigest,
    /// Whether it may have nothing for a while, and go on.
    pub pauses: bool,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &Path) -> Result<Self> {
        if is_stdin(path) && !standard_streams::is_input_closed() && io::stdin().is_terminal() {
            bail!(
                "there is nothing to read: standard input is a terminal; name a file, or see pgnz --help"
            );
        }
        Self::open_live(path)
    }

    /// As [`Input::open`], and the input may be a terminal.
    pub fn open_live(path: &Path) -> Result<Self> {
        let (reader, origin): (Box<dyn Read + Send>, _) = if is_stdin(path) {
            if standard_streams::is_input_closed() {
                bail!("it is closed: there is nothing to read");
            }
            (Box::new(io::stdin()), None)
        } else {
            let file = File::open(path).context("cannot open the file")?;
            let metadata = file.metadata().context("cannot access the file")?;
            if metadata.is_dir() {
                bail!("this is a folder: name the files in it");
            }
            let path = path.to_path_buf();
            (Box::new(file), Some(Origin { path, metadata }))
        };
        let pauses = match &origin {
            Some(origin) => is_pipe(&origin.metadata),
            None => standard_streams::may_input_pause(),
        };
        Self::of(reader, origin, pauses)
    }

    /// Opens a file that grows. Its text has no end.
    pub fn follow(path: &Path) -> Result<Self> {
        let file = File::open(path).context("cannot open the file")?;
        let metadata = file.metadata().context("cannot access the file")?;
        if !metadata.is_file() {
            bail!("only a regular file can be followed");
        }
        let path = path.to_path_buf();
        let origin = Some(Origin { path, metadata });
        Self::of(Box::new(Following::new(file)), origin, true)
    }

    fn of(reader: Box<dyn Read + Send>, origin: Option<Origin>, pauses: bool) -> Result<Self> {
        let buffer = BufReader::with_capacity(BUFFER_BYTES, reader);
        let (start, buffer) = wrapping::peek(buffer).context("cannot read")?;
        let reader = Counted {
            buffer,
            count: Arc::default(),
        };
        Ok(Self {
            origin,
            start,
            reader,
            remarks: Remarks::default(),
            digest: SourceDigest::default(),
            pauses,
        })
    }

    /// The length of the input, if that is known.
    pub fn length(&self) -> Option<u64> {
        let metadata = &self.origin.as_ref()?.metadata;
        (metadata.is_file() && !self.pauses).then_some(metadata.len())
    }

    /// The number of bytes read so far, as it goes up.
    pub fn position(&self) -> Position {
        Position(self.reader.count.clone())
    }

    /// What will be worth knowing of the input beside its text, once that has been read.
    pub fn remarks(&self) -> Remarks {
        self.remarks.clone()
    }

    /// The digest of a packed file, once its text has been read to the end.
    pub fn digest(&self) -> SourceDigest {
        self.digest.clone()
    }

    /// How the input is packed.
    pub fn source(&self) -> Source {
        wrapping::recognise(&self.start)
    }

    /// Whether the input begins as PGN does, after a byte order mark.
    pub fn begins_with_a_tag(&self) -> bool {
        let text = self.start.strip_prefix(b"\xef\xbb\xbf");
        text.unwrap_or(&self.start).starts_with(b"[")
    }

    /// Whether the input is an archive.
    pub fn is_archive(&self) -> bool {
        wrapping::is_archive(&self.start)
    }

    /// The bytes as they are.
    pub fn into_bytes(self) -> impl Read + Send {
        self.reader
    }

    /// The text inside an input that is packed like this. `advice` says what to do if it is damaged.
    pub fn into_text(self, source: Source, advice: &'static str) -> Result<Box<dyn Read + Send>> {
        if source == Source::Plain {
            return Ok(Box::new(self.reader));
        }
        let position = self.position();
        let packed = self.digest.reader(self.reader);
        let inner =
            wrapping::unwrap_with(source, packed, &self.remarks).context("cannot unpack")?;
        Ok(Box::new(Unwrapped {
            inner,
            source,
            position,
            advice,
        }))
    }
}

/// Whether it is a pipe or a socket, whose other end may take its time.
fn is_pipe(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        kind.is_fifo() || kind.is_socket()
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// How far an input has been read.
#[derive(Debug, Clone)]
pub struct Position(Arc<AtomicU64>);

impl Position {
    /// Bytes read.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts what is taken, not what is buffered, so that a place in the file can be named.
struct Counted {
    buffer: wrapping::Peeked<BufReader<Box<dyn Read + Send>>>,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.buffer.read(out)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.buffer.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.buffer.consume(count);
        self.count.fetch_add(count as u64, Ordering::Relaxed);
    }
}

/// The text of a packed input, whose errors say where they happened.
struct Unwrapped {
    inner: Box<dyn Read + Send>,
    source: Source,
    position: Position,
    advice: &'static str,
}

impl Read for Unwrapped {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.inner.read(out).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let what = Damage {
                source: self.source,
                at: self.position.get(),
                advice: self.advice,
                kind: error.kind(),
                cause: error.to_string(),
            };
            io::Error::new(error.kind(), what)
        })
    }
}

#[derive(Debug)]
struct Damage {
    source: Source,
    at: u64,
    advice: &'static str,
    kind: io::ErrorKind,
    cause: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.source.name();
        let Self {
            at, cause, advice, ..
        } = self;
        // The contents of a zip may be undamaged and still unreadable.
        let what = match self.kind {
            io::ErrorKind::Other => "cannot be read",
            _ => "is cut short or damaged",
        };
        write!(
            f,
            "the {name} data {what} near byte {at}: {cause}; {advice}"
        )
    }
}

impl std::error::Error for Damage {}

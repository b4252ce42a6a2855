//! Which file a name leads to, and whether that file is still the one that was read.

use std::fs::{self, Metadata};
use std::path::Path;

/// What distinguishes a file from every other, by whatever name or link it is reached.
#[cfg(unix)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileId {
    device: u64,
    inode: u64,
}

/// Without such numbers, the name with all links resolved has to do.
#[cfg(not(unix))]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileId(std::path::PathBuf);

impl FileId {
    /// The file that a name leads to, if there is one.
    pub fn of(path: &Path) -> Option<Self> {
        Self::at(path, &fs::metadata(path).ok()?)
    }

    /// The file that a name leads to, of which this is known.
    #[cfg(unix)]
    pub fn at(_: &Path, metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
        })
    }

    /// The file that a name leads to, of which this is known.
    #[cfg(not(unix))]
    pub fn at(path: &Path, _: &Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self)
    }
}

/// Whether both describe one file that nobody has touched in between. The time of the last change of the entry itself
/// (ctime) cannot be set by anyone, so that a file with a restored modification time is noticed too.
pub fn is_unchanged(before: &Metadata, now: &Metadata) -> bool {
    let same = before.len() == now.len() && before.modified().ok() == now.modified().ok();
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let entry = |data: &Metadata| (data.dev(), data.ino(), data.ctime(), data.ctime_nsec());
        same && entry(before) == entry(now)
    }
    #[cfg(not(unix))]
    same
}

/// Whether the file has more names than one, so that removing one of them frees nothing.
#[cfg(unix)]
pub fn has_other_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

/// Other systems do not tell.
#[cfg(not(unix))]
pub fn has_other_names(_: &Metadata) -> bool {
    false
}

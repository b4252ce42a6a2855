//! Files without a name, of which Linux leaves nothing when a program ends, even when it is killed.

pub use system::{create, name};

#[cfg(target_os = "linux")]
mod system {
    use crate::file_identity::FileId;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use rustix::io::retry_on_intr;
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    /// A new file in the folder, locked for this program, if the file system has such files and they can be given a name.
    pub fn create(folder: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let made = retry_on_intr(|| open(folder, flags, Mode::from_raw_mode(mode)));
        let file = File::from(made.ok()?);
        // Whoever finds it under a temporary name shall see that it is still being written.
        let _ = file.try_lock();
        let by_path = FileId::of(&path(&file));
        let reachable = by_path == FileId::at(folder, &file.metadata().ok()?);
        reachable.then_some(file)
    }

    /// Gives the file a name, unless something has that name.
    pub fn name(file: &File, target: &Path) -> io::Result<()> {
        let path = path(file);
        Ok(retry_on_intr(|| {
            linkat(CWD, &path, CWD, target, AtFlags::SYMLINK_FOLLOW)
        })?)
    }

    /// The system's way to an open file.
    fn path(file: &File) -> PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub fn create(_: &Path, _: u32) -> Option<File> {
        None
    }

    pub fn name(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

//! Owner, group, permissions and time of a file that is made from others: never more open than they are.

use crate::input::Origin;
use std::fs::File;

/// What a file is made from.
#[derive(Debug, Clone, Copy)]
pub enum MadeFrom<'a> {
    /// One file, whose owner, group, permissions and time it gets as far as the system permits.
    One(&'a Origin),
    /// Several files, perhaps none, and standard input: the permissions of any new file, less what one of them denies.
    Several(&'a [Origin]),
}

/// Gives a file what it inherits. Some file systems know no owners, permissions or times, and users may give files
/// only to groups of their own: no reason to lose the work, so what is not permitted is left out.
pub fn inherit(file: &File, made_from: MadeFrom) {
    match made_from {
        MadeFrom::One(origin) => {
            system::inherit(file, std::slice::from_ref(origin), None);
            if let Ok(time) = origin.metadata.modified() {
                let _ = file.set_modified(time);
            }
        }
        // The system has given it the usual permissions already.
        MadeFrom::Several([]) => {}
        MadeFrom::Several(origins) => {
            system::inherit(file, origins, Some(system::usual_permissions()));
        }
    }
}

#[cfg(unix)]
mod system {
    use super::Origin;
    use rustix::fs::Mode;
    use std::fs::{File, Metadata, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    /// The permissions of any new file, by the user's mask.
    pub fn usual_permissions() -> u32 {
        // The mask can only be read by setting it; no other thread makes files.
        let mask = rustix::process::umask(Mode::from_raw_mode(0o077));
        rustix::process::umask(mask);
        0o666 & !mask.as_raw_mode()
    }

    /// The owner and group that all origins share, and the permissions that all of them and `limit` grant.
    ///
    /// Owner and group come first: permissions for a group mean something else as long as the group is another.
    pub fn inherit(file: &File, origins: &[Origin], limit: Option<u32>) {
        let shared = |id: fn(&Metadata) -> u32| {
            let first = id(&origins.first()?.metadata);
            let all = origins.iter().all(|origin| id(&origin.metadata) == first);
            all.then_some(first)
        };
        let Ok(made) = file.metadata() else { return };
        if let Some(owner) = shared(Metadata::uid).filter(|&owner| owner != made.uid()) {
            let _ = fchown(file, Some(owner), None);
        }
        if let Some(group) = shared(Metadata::gid).filter(|&group| group != made.gid()) {
            let _ = fchown(file, None, Some(group));
        }
        let Ok(made) = file.metadata() else { return };
        let permissions = origins
            .iter()
            .map(|origin| granted(&origin.metadata, &made));
        let permissions = permissions.fold(limit.unwrap_or(0o777), |all, one| all & one);
        let _ = file.set_permissions(Permissions::from_mode(permissions));
    }

    /// The permissions that a copy may have so that nobody can do with it what he cannot do with the original. The bits
    /// that make a program run as its owner or group, and the sticky bit, are never among them.
    fn granted(origin: &Metadata, copy: &Metadata) -> u32 {
        let mode = origin.mode();
        let (user, mut group, mut other) = (mode >> 6 & 7, mode >> 3 & 7, mode & 7);
        if copy.gid() != origin.gid() {
            // Its group was among the others, and the other group is now: each gets what both had.
            group &= other;
            other = group;
        }
        if copy.uid() != origin.uid() {
            // The owner of the original is now one of the group or of the others.
            group &= user;
            other &= user;
        }
        user << 6 | group << 3 | other
    }
}

#[cfg(not(unix))]
mod system {
    use super::Origin;
    use std::fs::File;

    pub fn usual_permissions() -> u32 {
        0o666
    }

    /// Read-only, or not.
    pub fn inherit(file: &File, origins: &[Origin], limit: Option<u32>) {
        if let ([origin], None) = (origins, limit) {
            let _ = file.set_permissions(origin.metadata.permissions());
        }
    }
}

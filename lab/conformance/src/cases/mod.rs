//! The cases of the set, group by group.

mod blobs;
mod damaged;
mod hostile;
mod limits;
mod logits;
mod several;
mod streams;
mod uncommon;
mod usual;

use crate::Case;
use anyhow::Result;

/// The groups, which are the folders of the set.
pub const GROUPS: [&str; 9] = [
    "streams", "usual", "uncommon", "limits", "several", "blobs", "damaged", "hostile", "logits",
];

/// All cases, in the order of the groups.
///
/// # Errors
///
/// A text that cannot be read, or a case that is not what it should be.
pub fn all() -> Result<Vec<Case>> {
    let groups = [
        streams::cases,
        usual::cases,
        uncommon::cases,
        limits::cases,
        several::cases,
        blobs::cases,
        damaged::cases,
        hostile::cases,
        logits::cases,
    ];
    let mut all = Vec::new();
    for (name, cases) in GROUPS.into_iter().zip(groups) {
        let mut made = crate::Made::new(name);
        cases(&mut made)?;
        all.extend(made.cases());
    }
    Ok(all)
}

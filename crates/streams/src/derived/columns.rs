//! The columns: tags that name an opening.
//!
//! Format: "Stream derived".

/// Tags that name the opening.
pub(super) const COLUMNS: [&[u8]; 6] = [
    b"ECO",
    b"Opening",
    b"Variation",
    b"SubVariation",
    b"ECOUrl",
    b"NIC",
];
/// Places of tags in [`COLUMNS`].
pub(super) const CODE: usize = 0;
pub(super) const NAME: usize = 1;
pub(super) const VARIATION: usize = 2;
pub(super) const URL: usize = 4;

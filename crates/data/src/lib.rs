//! The large files of data that archives of chess games are decoded with, as the chapter "Codecs" of the format lists them with their SHA-256.
//! The crate `pgnz` builds them into programs; whoever hands them over while a program runs (`pgnz::Model::supply`) has them here as well.
//!
//! The small files are in the crates whose code reads them.
//!
//! ```
//! // A file of networks says so in its first bytes.
//! assert!(pgnz_data::FAST.starts_with(b"pgnznet"));
//! ```

/// `fast.net`, the network of level fast.
pub const FAST: &[u8] = include_bytes!("../fast.net");

/// `default.net`, the network of level default.
pub const DEFAULT: &[u8] = include_bytes!("../default.net");

/// `best.net`, the networks of level best: the bytes of its two halves, one after the other.
///
/// ```
/// let file = pgnz_data::BEST.concat();
/// assert_eq!(file.len(), 20_047_316);
/// ```
pub const BEST: [&[u8]; 2] = [pgnz_data_best_1::HALF, pgnz_data_best_2::HALF];

/// `names.net`, the network of the letters of players' names.
pub const NAMES: &[u8] = include_bytes!("../names.net");

/// `roster.bin`, the names of many players.
pub const ROSTER: &[u8] = include_bytes!("../roster.bin");

/// `evals.net`, the network of evaluations in comments.
pub const EVALS: &[u8] = include_bytes!("../evals.net");

/// `openings.bin`, the catalogue of openings.
pub const OPENINGS: &[u8] = include_bytes!("../openings.bin");

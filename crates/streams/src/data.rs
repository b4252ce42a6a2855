//! The list of data files that decoding depends on, with their hashes, and one digest of all of them.
//!
//! Format: "Header".

use crate::moves::Knowledge;
use crate::{clocks, derived, evals, structure, tags};
use xxhash_rust::xxh3::xxh3_64;

/// A file, by its name, with the XXH3 hash of its bytes.
type DataFile = (&'static str, &'static [u8], u64);

/// The data files of the program that decoding needs at every level.
///
/// The hashes are constants, so that a process need not compute them. When a file is changed on purpose, change its hash here too, and
/// the version of the format if a release contains the old file.
static SHARED: [DataFile; 7] = [
    ("learned.net", clocks::LEARNED, 0x182f_17ed_ca5c_0c98),
    ("evals.net", evals::network::FILE, 0x9dc0_d6d3_8314_ff4d),
    ("names.net", tags::names::net::FILE, 0xb6b5_5971_8d4d_1ad2),
    (
        "roster.bin",
        tags::names::roster::FILE,
        0x1b52_43bf_be28_ae4d,
    ),
    (
        "openings.bin",
        derived::catalogue::FILE,
        0xa9ed_2e59_d7cf_508c,
    ),
    ("ends.weights", structure::ends::FILE, 0x8bd5_c164_2b58_489b),
    (
        "prime.txt",
        model::strings::PRIME.as_bytes(),
        0xc539_0fc6_b288_a4b4,
    ),
];

/// The names of these files, and their hashes.
pub(crate) fn shared() -> [(&'static str, u64); 7] {
    SHARED.map(|(name, _, digest)| (name, digest))
}

/// A digest of all data that decoding needs: the XXH3 hash of the digest of the model's knowledge followed by the hashes of the
/// [`shared`] files.
pub(crate) fn digest(knowledge: &Knowledge) -> u64 {
    let digests = [knowledge.digest()]
        .into_iter()
        .chain(shared().map(|(_, digest)| digest));
    let bytes: Vec<u8> = digests.flat_map(u64::to_le_bytes).collect();
    xxh3_64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_have_the_hashes_that_stand_here() {
        for (name, bytes, digest) in SHARED {
            assert_eq!(xxh3_64(bytes), digest, "{name}");
        }
        let digests = [Knowledge::Fast, Knowledge::Default, Knowledge::Best]
            .map(|knowledge| digest(&knowledge));
        assert_eq!(
            digests,
            [
                0x9fb8_0c83_8670_8de0,
                0x9f89_95d6_5e5d_dca4,
                0x621b_a891_fb65_bd06
            ]
        );
    }

    #[test]
    fn every_data_file_of_the_codec_counts() {
        let mut found = Vec::new();
        let sources = ["src", "../model/src"];
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders: Vec<_> = sources.map(|folder| root.join(folder)).to_vec();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path
                    .extension()
                    .is_some_and(|kind| kind != "rs" && kind != "md")
                {
                    found.push(path.file_name().unwrap().to_string_lossy().into_owned());
                }
            }
        }
        let mut expected: Vec<String> = shared().map(|(name, _)| name.to_owned()).to_vec();
        expected.extend(["best.net", "default.net", "fast.net"].map(str::to_owned));
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}

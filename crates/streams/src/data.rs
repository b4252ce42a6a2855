//! The codec of each stream, and the files of data that it decodes with, with one digest of all of them.
//!
//! Format: "Codecs".

use crate::data_file::DataFile;
use crate::moves::Knowledge;
use crate::{Level, clocks, derived, evals, structure, tags};
use game::{Error, Stream};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;

/// The SHA-256 of some bytes (FIPS 180-4).
pub type Sum = [u8; 32];

/// A file of data that a program without embedded weights has not got yet.
///
/// ```
/// use streams::Model;
/// // This program has all of them.
/// assert_eq!(Model::default().missing_data(), []);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingData {
    /// Its name, as in the table of the chapter "Codecs".
    pub name: &'static str,
    /// Its SHA-256.
    pub sha256: [u8; 32],
}

/// A file of data that this program has, and that one without embedded weights must be handed ([`Model::supply`](crate::Model::supply)).
///
/// ```
/// use streams::{Level, Model};
/// let files = Model::of(Level::Fast).id().held_data();
/// let names: Vec<_> = files.iter().map(|file| file.name).collect();
/// assert_eq!(names, ["names.net", "roster.bin", "evals.net", "openings.bin", "fast.net"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldData {
    /// Its name, as in the table of the chapter "Codecs".
    pub name: &'static str,
    /// Its SHA-256.
    pub sha256: [u8; 32],
    /// The file itself.
    pub bytes: Cow<'static, [u8]>,
}

/// A file of data, by its name, with its bytes and their SHA-256.
type Named = (&'static str, &'static DataFile, Sum);

// The small files are always part of the program.
static ENDS: DataFile = DataFile::small(structure::ends::FILE);
static LEARNED: DataFile = DataFile::small(clocks::LEARNED);
static PRIME: DataFile = DataFile::small(model::strings::PRIME.as_bytes());

/// The number of the codec of every stream other than `moves`, which has a codec for each level.
const USUAL: u8 = 0;

/// The data files that decoding needs at every level, with the streams that need them, in the order of the streams.
///
/// The sums are constants, so that a process need not compute them. When a file is changed on purpose, change its sum here too, and
/// the version of the format if a release contains the old file.
static SHARED: [(Stream, Named); 7] = [
    (
        Stream::Tags,
        (
            "names.net",
            &tags::names::net::FILE,
            hex("f01fdcf844e0a42f0531f3209708271b46f1a7f49401adc72c2c1795a71b9608"),
        ),
    ),
    (
        Stream::Tags,
        (
            "roster.bin",
            &tags::names::roster::FILE,
            hex("92b4895a62432fc3e964f54d65679029949a7153be0be49018448a1fd549cec1"),
        ),
    ),
    (
        Stream::Structure,
        (
            "ends.weights",
            &ENDS,
            hex("536dd788ef7498e5a59d433322df7ac27417781df6a0f5d462aedf4ea7d546af"),
        ),
    ),
    (
        Stream::Clocks,
        (
            "learned.net",
            &LEARNED,
            hex("ed96534b7870363226fda5f94ff4b893b88e14e66e0deb6409be3c754a3e66d3"),
        ),
    ),
    (
        Stream::Evals,
        (
            "evals.net",
            &evals::network::FILE,
            hex("d3328a7f96433daa70056d2d8a2efc11d4a4493348ee8d3bb485fa43fc325238"),
        ),
    ),
    (
        Stream::Derived,
        (
            "openings.bin",
            &derived::catalogue::FILE,
            hex("c2c5f6999408aa641a59fd3dd26fbf385df9ea06ddd368bda89d88959b0c80d9"),
        ),
    ),
    (
        Stream::Comments,
        (
            "prime.txt",
            &PRIME,
            hex("ae29acad5f3e2814c72023bf6d3dc362dfea4a11f72832db55e5763a29fd5eb8"),
        ),
    ),
];

/// The SHA-256 of bytes.
pub(crate) fn sum(bytes: &[u8]) -> Sum {
    Sha256::digest(bytes).into()
}

/// The number that a sum begins with: its first eight bytes, the first one highest.
pub(crate) fn head(sum: &Sum) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *sum;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// A sum from its 64 hexadecimal digits.
pub(crate) const fn hex(digits: &str) -> Sum {
    let digits = digits.as_bytes();
    let mut sum = [0; 32];
    let mut place = 0;
    while place < digits.len() {
        let digit = digits[place];
        let value = if digit <= b'9' {
            digit - b'0'
        } else {
            digit - b'a' + 10
        };
        sum[place / 2] = sum[place / 2] << 4 | value;
        place += 1;
    }
    sum
}

/// The files that decoding needs, in the order of the streams. A network of the caller's own is not among them.
pub(crate) fn files(knowledge: &Knowledge) -> Vec<Cow<'static, [u8]>> {
    let mut files = Vec::new();
    for stream in Stream::ALL {
        if stream == Stream::Moves {
            files.extend(knowledge.file().map(Cow::Owned));
        }
        let shared = SHARED.iter().filter(|&&(of, _)| of == stream);
        files.extend(shared.map(|&(_, (_, bytes, _))| Cow::Borrowed(bytes.bytes())));
    }
    files
}

/// The network of each level, where it is a file of its own.
fn networks() -> Vec<(Level, Named)> {
    #[cfg(feature = "embedded-weights")]
    return Vec::new();
    #[cfg(not(feature = "embedded-weights"))]
    {
        let [fast, default, best] = &crate::moves::FILES;
        let files = [
            (Level::Fast, fast),
            (Level::Default, default),
            (Level::Best, best),
        ];
        let named = files.map(|(level, file)| {
            let (name, knowledge) = network(level);
            (level, (name, file, knowledge.digest()))
        });
        named.to_vec()
    }
}

/// The name of a level's network, and the network.
fn network(level: Level) -> (&'static str, Knowledge) {
    match level {
        Level::Fast => ("fast.net", Knowledge::Fast),
        Level::Default => ("default.net", Knowledge::Default),
        Level::Best => ("best.net", Knowledge::Best),
    }
}

/// The large files that this program has of those that coding with the model of a level takes, or with a model of the caller's own.
pub(crate) fn held(level: Option<Level>) -> Vec<HeldData> {
    let large = SHARED.iter().map(|&(_, file)| file);
    let large = large.filter(|(_, file, _)| file.is_large());
    let held = large.filter_map(|(name, file, sha256)| {
        let bytes = Cow::Borrowed(file.get()?);
        Some(HeldData {
            name,
            sha256,
            bytes,
        })
    });
    let mut held: Vec<_> = held.collect();
    if let Some((name, knowledge)) = level.map(network)
        && missing(level).iter().all(|file| file.name != name)
        && let Some(bytes) = knowledge.file()
    {
        held.push(HeldData {
            name,
            sha256: knowledge.digest(),
            bytes: Cow::Owned(bytes),
        });
    }
    held
}

/// The files that this program lacks to code with the model of a level, or with a model of the caller's own.
pub(crate) fn missing(level: Option<Level>) -> Vec<MissingData> {
    let networks = networks().into_iter();
    let networks = networks.filter(|&(of, _)| Some(of) == level);
    let files = SHARED.iter().map(|&(_, file)| file);
    let files = files.chain(networks.map(|(_, file)| file));
    let missing = files.filter(|(_, file, _)| file.get().is_none());
    let missing = missing.map(|(name, _, sha256)| MissingData { name, sha256 });
    missing.collect()
}

/// Hands over a file, which is known by its SHA-256. Returns its name.
pub(crate) fn supply(bytes: Vec<u8>) -> Result<&'static str, Error> {
    let found = sum(&bytes);
    let networks = networks().into_iter().map(|(_, file)| file);
    let mut files = SHARED.iter().map(|&(_, file)| file).chain(networks);
    let Some((name, file, _)) = files.find(|(_, _, sum)| *sum == found) else {
        let digits: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
        return Err(Error::argument(format!(
            "this release uses no file of data with the SHA-256 {digits} ({} bytes): it is of another release, or damaged",
            bytes.len()
        )));
    };
    file.supply(bytes);
    Ok(name)
}

/// A digest of all data that decoding needs: the first eight bytes of the SHA-256 of the codecs with their data.
///
/// `moves` is the number of the codec of the moves.
pub(crate) fn digest(moves: u8, knowledge: &Knowledge) -> u64 {
    let mut all = Vec::new();
    for stream in Stream::ALL {
        let codec = match stream {
            Stream::Moves => moves,
            _ => USUAL,
        };
        let networks = (stream == Stream::Moves).then(|| knowledge.digest());
        let shared = SHARED.iter().filter(|&&(of, _)| of == stream);
        let sums = shared.map(|&(_, (_, _, sum))| sum).chain(networks);
        for sum in sums {
            all.extend([stream.id(), codec]);
            all.extend(sum);
        }
    }
    head(&sum(&all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn the_data_files_have_the_sums_that_stand_here() {
        for (_, (name, bytes, expected)) in SHARED {
            assert_eq!(sum(bytes.bytes()), expected, "{name}");
        }
    }

    #[test]
    fn the_files_are_those_that_the_digest_covers() {
        for level in Level::ALL {
            let model = crate::Model::of(level);
            let networks = model.knowledge().digest();
            let mut expected: Vec<Sum> = SHARED.iter().map(|&(_, (_, _, sum))| sum).collect();
            expected.insert(3, networks);
            let files: Vec<Sum> = model.data_files().iter().map(|file| sum(file)).collect();
            assert_eq!(files, expected, "{level}");
        }
    }

    #[test]
    fn what_is_held_can_be_supplied() {
        for level in Level::ALL.map(Some).into_iter().chain([None]) {
            let held = held(level);
            assert_eq!(held.len(), 4 + usize::from(level.is_some()));
            for HeldData {
                name,
                sha256,
                bytes,
            } in held
            {
                assert_eq!(sum(&bytes), sha256, "{name}");
            }
        }
    }

    #[test]
    fn every_level_has_a_digest_of_its_own() {
        let digests = Level::ALL.map(|level| crate::Model::of(level).digest());
        let expected = [
            0xff5f_febb_c4ee_4bae,
            0xea80_4181_0215_6d19,
            0x53c5_3077_c5ea_95cc,
        ];
        assert_eq!(digests, expected, "{digests:016x?}");
    }

    #[test]
    fn every_data_file_of_the_codec_counts() {
        let mut found = Vec::new();
        let sources = [
            "src",
            "../model/src",
            "../data",
            "../data-best-1",
            "../data-best-2",
        ];
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders: Vec<_> = sources.map(|folder| root.join(folder)).to_vec();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path
                    .extension()
                    .is_some_and(|kind| kind != "rs" && kind != "md" && kind != "toml")
                {
                    found.push(path.file_name().unwrap().to_string_lossy().into_owned());
                }
            }
        }
        let shared = SHARED.iter().map(|&(_, (name, ..))| name);
        let mut expected: Vec<_> = shared
            .chain(["best.net.1", "best.net.2", "default.net", "fast.net"])
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}

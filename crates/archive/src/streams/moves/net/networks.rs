//! The networks of a model, by the games that they judge.
//!
//! Format: "Networks".

use std::sync::{Arc, LazyLock, OnceLock};

use entropy::huffman::Unpacker;
use xxhash_rust::xxh3::xxh3_64;

use super::super::Kind;
use super::file::{Malformed, Numbers};
use super::network::load::read_all;
use super::network::{Network, Weights};

/// All networks of a file. Those that judge games of one kind are averaged, and the others are not asked about them.
pub struct Networks {
    digest: u64,
    /// Each with the kinds of games that it judges, a bit each. Those of the program are unpacked when they are needed first.
    all: Vec<(u32, LazyWeights)>,
    /// In the order of [`Kind::ALL`].
    by_kind: [OnceLock<Network>; Kind::ALL.len()],
}

type LazyWeights = LazyLock<Arc<Weights>, Box<dyn FnOnce() -> Arc<Weights> + Send>>;

impl Networks {
    /// Reads the bytes of a file of one to eight networks.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or none of them judges games of some kind.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let all = read_all(bytes)?.into_iter();
        let ready = |weights: Arc<Weights>| LazyLock::new(Box::new(move || weights) as Box<_>);
        let all = all.map(|(kinds, weights)| (kinds, ready(weights)));
        Self::new(xxh3_64(bytes), all.collect())
    }

    /// The networks of level `default`, which come with the program.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Networks>> = LazyLock::new(|| {
            let all = PACKED.map(|packed| {
                let open = move || Numbers::open(Unpacker::new(packed)).expect(TESTED);
                let unpack = move || Arc::new(Weights::read(open(), None).expect(TESTED));
                (open().kinds, LazyLock::new(Box::new(unpack) as Box<_>))
            });
            Arc::new(Networks::new(Networks::SHIPPED_DIGEST, all.into()).expect(TESTED))
        });
        SHIPPED.clone()
    }

    /// The digest of [`Networks::shipped`], known without reading them.
    pub(crate) const SHIPPED_DIGEST: u64 = 0xdffc_3518_9a50_5494;

    fn new(digest: u64, all: Vec<(u32, LazyWeights)>) -> Result<Self, Malformed> {
        for kind in Kind::ALL {
            if all.iter().all(|(kinds, _)| kinds & kind.bit() == 0) {
                return Err(Malformed::Missing(kind));
            }
        }
        Ok(Self {
            digest,
            all,
            by_kind: Default::default(),
        })
    }

    /// What distinguishes these networks from all others: the hash of their file.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// What judges games of a kind. Unpacking a network of those that come with the program takes some 10 ms the first time.
    #[inline]
    pub fn of(&self, kind: Kind) -> &Network {
        self.by_kind[kind as usize].get_or_init(|| {
            let asked = self.all.iter().filter(|(kinds, _)| kinds & kind.bit() != 0);
            let parts = asked.map(|(_, weights)| Arc::clone(weights)).collect();
            Network::new(parts, self.digest.wrapping_add(kind as u64))
        })
    }
}

const TESTED: &str = "the build holds the networks that its tests have read";

/// The networks of the file `default.net`, which the build script has packed.
const PACKED: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/default.0.packed")),
    include_bytes!(concat!(env!("OUT_DIR"), "/default.1.packed")),
];

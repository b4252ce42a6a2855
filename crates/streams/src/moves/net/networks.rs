//! The networks of a model, by the kind of games that they are for.
//!
//! Format: "Networks".

use std::sync::{Arc, LazyLock, OnceLock};

use super::super::Kind;
use super::file::{ALL_KINDS, Malformed};
use super::network::Network;
use super::network::load::opened;
use super::shipped::{self, Together, file, judging};
use super::{BEST, DEFAULT, FAST};
use crate::data::{self, Sum};

/// All networks of a file. For games of one kind, the networks for this kind are averaged and the others are not used.
pub struct Networks<const C: usize = BEST> {
    digest: Sum,
    /// The networks that come with the program.
    shipped: &'static [Together<C>],
    /// In the order of [`Kind::ALL`]. Networks that come with the program are set up when they are first needed.
    by_kind: [OnceLock<Arc<Network<C>>>; Kind::ALL.len()],
}

impl<const C: usize> Networks<C> {
    /// Reads the bytes of a file of one to eight networks.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or none of them is for games of some kind.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let networks = Self::empty(data::sum(bytes), &[]);
        if opened(bytes)?.iter().all(|part| part.kinds == ALL_KINDS) {
            let network = Arc::new(Network::from_bytes(bytes)?);
            let by_kind = Kind::ALL.map(|_| OnceLock::from(network.clone()));
            return Ok(Self {
                by_kind,
                ..networks
            });
        }
        for (kind, place) in Kind::ALL.into_iter().zip(&networks.by_kind) {
            let mut parts = opened(bytes)?;
            parts.retain(|part| part.kinds & kind.bit() != 0);
            if parts.is_empty() {
                return Err(Malformed::Missing(kind));
            }
            let network = Network::read(parts, networks.id(kind))?;
            place.get_or_init(|| Arc::new(network));
        }
        Ok(networks)
    }

    /// The SHA-256 of the networks' file.
    pub fn digest(&self) -> Sum {
        self.digest
    }

    /// The network for games of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> &Network<C> {
        self.by_kind[kind as usize].get_or_init(|| {
            // Only the networks that come with the program are not set up from the beginning.
            let network = judging(self.shipped, kind, self.id(kind));
            Arc::new(network.expect("the build holds the networks that its tests have read"))
        })
    }

    fn empty(digest: Sum, shipped: &'static [Together<C>]) -> Self {
        Self {
            digest,
            shipped,
            by_kind: Default::default(),
        }
    }

    fn id(&self, kind: Kind) -> u64 {
        data::head(&self.digest).wrapping_add(kind as u64)
    }
}

/// The networks of a level, which come with the program: their columns, their table, and the SHA-256 of their file.
macro_rules! shipped {
    ($columns:expr, $table:expr, $digest:expr) => {
        impl Networks<{ $columns }> {
            /// The networks that come with the program.
            pub fn shipped() -> Arc<Self> {
                static SHIPPED: LazyLock<Arc<Networks<{ $columns }>>> =
                    LazyLock::new(|| Arc::new(Networks::empty($digest, &$table)));
                SHIPPED.clone()
            }

            /// The file of [`shipped`](Self::shipped), put together again.
            pub(crate) fn shipped_file() -> Vec<u8> {
                file(&$table).expect("the build holds the networks that its tests have read")
            }

            /// The digest of [`shipped`](Self::shipped), known without reading them.
            pub(crate) const DIGEST: Sum = $digest;
        }
    };
}

shipped!(
    FAST,
    shipped::FAST,
    data::hex("c7c6e32dc551457d87cf6a1171dfb224afded9e6c603d6df15c8f52339d84878")
);
shipped!(
    DEFAULT,
    shipped::DEFAULT,
    data::hex("c8108d469d0d4394d8dca5dc802aa40eb8aa5e9a04afb0659e92d8e36d73a944")
);
shipped!(
    BEST,
    shipped::BEST,
    data::hex("1b18e5ee68407f2c66b67ee1f42569b3143e4acfb1265522c41810e9bbc93251")
);

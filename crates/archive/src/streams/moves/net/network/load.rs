//! Networks from the bytes of their file.
//!
//! Format: "Networks".

use std::io::Read;
use std::sync::{Arc, LazyLock};

use entropy::huffman::Unpacker;
use xxhash_rust::xxh3::xxh3_64;

use super::super::file::{Malformed, Numbers, networks};
use super::super::kernels::{InputRow, OutputRow, Sum};
use super::super::{HIDDEN, INPUTS, ROWS, SCALARS};
use super::Network;

/// More networks are not averaged: each takes as long as the first.
pub(super) const MOST: usize = 8;

impl Network {
    /// Reads the bytes of a file: of one network, or of several one after another.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not networks of the shape that this program knows, or more than eight.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let count = networks(bytes).take(MOST + 1).count();
        if count > MOST {
            // Of a long file that is no network this is not what is wrong.
            Numbers::open(bytes)?;
            return Err(Malformed::Long);
        }
        Self::read(networks(bytes), xxh3_64(bytes))
    }

    /// Reads networks whose file has this digest.
    fn read<R: Read>(parts: impl Iterator<Item = R>, digest: u64) -> Result<Self, Malformed> {
        let mut parts = parts.map(Numbers::open).collect::<Result<Vec<_>, _>>()?;
        let mut biases = Vec::new();
        for part in &mut parts {
            let bias = part.words(2 * HIDDEN)?;
            biases.push(Sum::of(|column| bias[column]));
        }
        // Nothing is written twice: fresh memory costs more than the rows.
        let mut first = Vec::with_capacity(INPUTS * parts.len());
        for _ in 0..INPUTS {
            for part in &mut parts {
                let row = part.array()?.map(|weight: u8| weight ^ 0x80);
                first.push(InputRow(row));
            }
        }
        let mut last = Vec::with_capacity(ROWS * parts.len());
        for _ in 0..ROWS {
            for part in &mut parts {
                let row = part.array()?.map(|weight: u8| weight as i8);
                last.push(OutputRow(row));
            }
        }
        let (mut scalars, mut sums) = (Vec::new(), vec![0; SCALARS]);
        for part in &mut parts {
            if part.scalars > 0 {
                scalars = part.words(part.scalars)?;
            }
            if scalars.is_empty() {
                return Err(Malformed::Scalars);
            }
            let sums = sums.iter_mut().zip(&scalars);
            sums.for_each(|(sum, &scalar)| *sum += i32::from(scalar));
        }
        Ok(Self {
            biases,
            first,
            last,
            scalars: sums,
            digest,
        })
    }

    /// The digest of [`Network::shipped`], known without reading it.
    pub(crate) const SHIPPED_DIGEST: u64 = 0x5c9c_26ad_5967_93c2;

    /// The network of level `default`, which comes with the program. The first call unpacks it, which takes some 20 ms.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let parts = PACKED.map(Unpacker::new).into_iter();
            let network = Network::read(parts, Network::SHIPPED_DIGEST);
            Arc::new(network.expect("the build holds the networks that its tests have read"))
        });
        SHIPPED.clone()
    }
}

/// The networks of the file `default.net`, which the build script has packed.
const PACKED: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/default.0.packed")),
    include_bytes!(concat!(env!("OUT_DIR"), "/default.1.packed")),
];

//! The networks of level `default`, which lie in the program as the forward pass reads them.
//!
//! Speed only: archives do not depend on where the weights lie.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::mem::transmute;

use super::super::Kind;
use super::file::{Malformed, Numbers};
use super::kernels::{InputRow, OutputRow};
use super::network::Network;
use super::network::load::Heads;
use super::{INPUTS, ROWS};

/// Networks that judge the same games. The build script has put the rows of all of them together.
struct Together {
    /// The files of the networks, without rows.
    heads: &'static [u8],
    first: &'static [InputRow],
    last: &'static [OutputRow],
}

/// The networks of the file `default.net`, in its order.
static SHIPPED: [Together; 2] = [
    Together {
        heads: include_bytes!(concat!(env!("OUT_DIR"), "/default.0.heads")),
        first: &PAIR_FIRST,
        last: &PAIR_LAST,
    },
    Together {
        heads: include_bytes!(concat!(env!("OUT_DIR"), "/default.1.heads")),
        first: &ALONE_FIRST,
        last: &ALONE_LAST,
    },
];

// SAFETY of all four: rows are bytes and nothing else, which may have any values, and the compiler compares the lengths.
static PAIR_FIRST: [InputRow; 2 * INPUTS] = unsafe {
    transmute(*include_bytes!(concat!(
        env!("OUT_DIR"),
        "/default.0.first"
    )))
};
static PAIR_LAST: [OutputRow; 2 * ROWS] =
    unsafe { transmute(*include_bytes!(concat!(env!("OUT_DIR"), "/default.0.last"))) };
static ALONE_FIRST: [InputRow; INPUTS] = unsafe {
    transmute(*include_bytes!(concat!(
        env!("OUT_DIR"),
        "/default.1.first"
    )))
};
static ALONE_LAST: [OutputRow; ROWS] =
    unsafe { transmute(*include_bytes!(concat!(env!("OUT_DIR"), "/default.1.last"))) };

/// What judges games of a kind. No other network has this `id`. Rows are copied only where networks of two places are averaged, which
/// takes some 10 ms.
pub(super) fn judging(kind: Kind, id: u64) -> Result<Network, Malformed> {
    let mut heads = Heads::default();
    let mut parts = Vec::new();
    for part in &SHIPPED {
        let mut from = part.heads;
        if Numbers::open(from)?.kinds & kind.bit() == 0 {
            continue;
        }
        while !from.is_empty() {
            let mut numbers = Numbers::open(&mut from)?;
            heads.read_bias(&mut numbers)?;
            heads.read_scalars(&mut numbers)?;
        }
        parts.push(part);
    }
    let first = parts.iter().map(|part| part.first).collect::<Vec<_>>();
    let last = parts.iter().map(|part| part.last).collect::<Vec<_>>();
    let (first, last) = (merged(&first, INPUTS), merged(&last, ROWS));
    Ok(heads.with_rows(first, last, id))
}

/// Tables of so many rows for each of their networks as one.
fn merged<T: Clone>(tables: &[&'static [T]], rows: usize) -> Cow<'static, [T]> {
    if let [only] = tables {
        return Cow::Borrowed(only);
    }
    let mut all = Vec::with_capacity(tables.iter().map(|table| table.len()).sum());
    for row in 0..rows {
        for table in tables {
            let width = table.len() / rows;
            all.extend_from_slice(&table[row * width..][..width]);
        }
    }
    Cow::Owned(all)
}

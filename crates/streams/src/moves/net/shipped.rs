//! The networks that come with the program, stored in it in the layout that the forward pass uses.
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
use super::{Detail, INPUTS, detail};

/// Networks for the same games. The build script has interleaved their rows.
pub(super) struct Together<const C: usize> {
    /// The files of the networks, without rows.
    heads: &'static [u8],
    first: &'static [InputRow<C>],
    last: &'static [OutputRow<C>],
}

/// Includes a file that the build script has made.
macro_rules! made {
    ($name:literal) => {
        *include_bytes!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// The networks of the file `best.net`, in its order.
pub(super) static BEST: [Together<{ detail::BEST }>; 2] = [
    Together {
        heads: &made!("best.0.heads"),
        first: &PAIR_FIRST,
        last: &PAIR_LAST,
    },
    Together {
        heads: &made!("best.1.heads"),
        first: &ALONE_FIRST,
        last: &ALONE_LAST,
    },
];

/// The network of the file `default.net`.
pub(super) static DEFAULT: [Together<{ detail::DEFAULT }>; 1] = [Together {
    heads: &made!("default.0.heads"),
    first: &MIDDLE_FIRST,
    last: &MIDDLE_LAST,
}];

/// The network of the file `fast.net`.
pub(super) static FAST: [Together<{ detail::FAST }>; 1] = [Together {
    heads: &made!("fast.0.heads"),
    first: &FAST_FIRST,
    last: &FAST_LAST,
}];

/// Rows of the last layers.
const IN_FULL: usize = Detail::Full.rows();
const IN_BRIEF: usize = Detail::Brief.rows();

// SAFETY of all eight: rows consist of bytes only, which may have any value, and the compiler checks the lengths.
static PAIR_FIRST: [InputRow<{ detail::BEST }>; 2 * INPUTS] =
    unsafe { transmute(made!("best.0.first")) };
static PAIR_LAST: [OutputRow<{ detail::BEST }>; 2 * IN_FULL] =
    unsafe { transmute(made!("best.0.last")) };
static ALONE_FIRST: [InputRow<{ detail::BEST }>; INPUTS] =
    unsafe { transmute(made!("best.1.first")) };
static ALONE_LAST: [OutputRow<{ detail::BEST }>; IN_FULL] =
    unsafe { transmute(made!("best.1.last")) };
static MIDDLE_FIRST: [InputRow<{ detail::DEFAULT }>; INPUTS] =
    unsafe { transmute(made!("default.0.first")) };
static MIDDLE_LAST: [OutputRow<{ detail::DEFAULT }>; IN_BRIEF] =
    unsafe { transmute(made!("default.0.last")) };
static FAST_FIRST: [InputRow<{ detail::FAST }>; INPUTS] =
    unsafe { transmute(made!("fast.0.first")) };
static FAST_LAST: [OutputRow<{ detail::FAST }>; IN_BRIEF] =
    unsafe { transmute(made!("fast.0.last")) };

/// The network for games of a kind. `id` must be different from that of any other network. Rows are copied only where networks of several
/// tables are averaged, which takes some 10 ms.
pub(super) fn judging<const C: usize>(
    shipped: &[Together<C>],
    kind: Kind,
    id: u64,
) -> Result<Network<C>, Malformed> {
    let mut heads = Heads::default();
    let mut parts = Vec::new();
    for part in shipped {
        let mut from = part.heads;
        if Numbers::open(from)?.kinds & kind.bit() == 0 {
            continue;
        }
        while !from.is_empty() {
            let mut numbers = Numbers::open(from)?;
            heads.read_bias(&mut numbers)?;
            heads.read_scalars(&mut numbers)?;
            from = numbers.rest;
        }
        parts.push(part);
    }
    let first = parts.iter().map(|part| part.first).collect::<Vec<_>>();
    let last = parts.iter().map(|part| part.last).collect::<Vec<_>>();
    let (first, last) = (
        merged(&first, INPUTS),
        merged(&last, Network::<C>::DETAIL.rows()),
    );
    Ok(heads.with_rows(first, last, id))
}

/// The file that the build script has taken apart.
pub(super) fn file<const C: usize>(shipped: &[Together<C>]) -> Result<Vec<u8>, Malformed> {
    let mut file = Vec::new();
    for part in shipped {
        let networks = part.first.len() / INPUTS;
        let mut from = part.heads;
        for network in 0..networks {
            let mut numbers = Numbers::open(from)?;
            numbers.words(2 * C)?;
            file.extend_from_slice(&from[..from.len() - numbers.rest.len()]);
            for row in part.first.iter().skip(network).step_by(networks) {
                file.extend(row.0.as_flattened().iter().map(|weight| weight ^ 0x80));
            }
            for row in part.last.iter().skip(network).step_by(networks) {
                file.extend(row.0.iter().map(|&weight| weight as u8));
            }
            file.extend_from_slice(numbers.words(numbers.scalars)?.as_flattened());
            from = numbers.rest;
        }
    }
    Ok(file)
}

/// Merges tables, each of which has `rows` rows for each of its networks, into one.
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

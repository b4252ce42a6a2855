//! Writes the networks of the levels as they are to lie in programs: the rows of networks that judge the same games together, ready to be
//! used where they are. Finds out where names stand in the roster.

// Without the feature, the files are handed over while the program runs, and nothing is done here.
#![cfg_attr(not(feature = "embedded-weights"), allow(dead_code))]

#[path = "src/tags/names/starts.rs"]
mod starts;

use starts::lists;
use std::path::Path;
use std::{env, fs};

/// What each network begins with, as in `src/moves/net/file.rs`.
const MAGIC: &[u8] = b"pgnznet\x02";

/// A network's file in pieces.
struct Parts<'a> {
    kinds: &'a [u8],
    /// What lies before the rows, and after them.
    around: [&'a [u8]; 2],
    /// Rows of the first layer and of the last.
    layers: [Layer<'a>; 2],
}

struct Layer<'a> {
    rows: &'a [u8],
    /// Bytes of a row.
    width: usize,
    /// What each byte is xored with.
    flip: u8,
}

impl<'a> Parts<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let number = |at: usize| {
            let number = bytes[8 + 4 * at..].first_chunk();
            u32::from_le_bytes(*number.expect("a whole network")) as usize
        };
        let [inputs, hidden, rows] = [0, 1, 2].map(number);
        let (before, rest) = bytes.split_at(28 + 4 * hidden);
        let (first, rest) = rest.split_at(2 * hidden * inputs);
        let (last, after) = rest.split_at(hidden * rows);
        let layer = |rows, width, flip| Layer { rows, width, flip };
        Self {
            kinds: &before[24..28],
            around: [before, after],
            // In memory the weights of the first layer are 128 more than they mean.
            layers: [layer(first, 2 * hidden, 0x80), layer(last, hidden, 0)],
        }
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "embedded-weights")]
    write_all();
}

#[cfg(feature = "embedded-weights")]
fn write_all() {
    lay_out("best", &pgnz_data::BEST.concat());
    lay_out("default", pgnz_data::DEFAULT);
    lay_out("fast", pgnz_data::FAST);
    let lists = lists(pgnz_data::ROSTER);
    for (list, starts) in ["people", "handles"].into_iter().zip(lists) {
        let bytes: Vec<u8> = starts
            .into_iter()
            .flatten()
            .flat_map(u32::to_le_bytes)
            .collect();
        write(&format!("roster.{list}"), &bytes);
    }
}

/// Writes the networks of a level's file.
fn lay_out(level: &str, bytes: &[u8]) {
    let begins = |&at: &usize| bytes[at..].starts_with(MAGIC);
    let mut starts: Vec<usize> = (0..bytes.len()).filter(begins).collect();
    starts.push(bytes.len());
    let networks = starts.windows(2).map(|at| Parts::new(&bytes[at[0]..at[1]]));
    let networks: Vec<_> = networks.collect();
    let alike = networks.chunk_by(|a, b| a.kinds == b.kinds);
    for (number, networks) in alike.enumerate() {
        let heads: Vec<u8> = networks.iter().flat_map(|of| of.around.concat()).collect();
        write(&format!("{level}.{number}.heads"), &heads);
        for (at, name) in ["first", "last"].into_iter().enumerate() {
            write(&format!("{level}.{number}.{name}"), &together(networks, at));
        }
    }
}

/// The rows of one layer, of each network one after the other.
fn together(networks: &[Parts], layer: usize) -> Vec<u8> {
    let layers = networks.iter().map(|network| &network.layers[layer]);
    let layers: Vec<_> = layers.collect();
    let (bytes, width) = (layers[0].rows.len(), layers[0].width);
    let mut together = Vec::with_capacity(networks.len() * bytes);
    for at in (0..bytes).step_by(width) {
        for layer in &layers {
            let row = &layer.rows[at..][..width];
            together.extend(row.iter().map(|byte| byte ^ layer.flip));
        }
    }
    together
}

fn write(name: &str, bytes: &[u8]) {
    let folder = env::var_os("OUT_DIR").expect("cargo says where files go that are made");
    fs::write(Path::new(&folder).join(name), bytes).expect("files can be written where cargo says");
}

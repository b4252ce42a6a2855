//! Packs the networks of level `default`, so that they take less room in programs. They are unpacked where they are used first.

use std::path::Path;
use std::{env, fs};

const FILE: &str = "src/streams/moves/net/default.net";
/// What each network begins with, as in `src/streams/moves/net/file.rs`.
const MAGIC: &[u8] = b"pgnznet\x02";

fn main() {
    println!("cargo::rerun-if-changed={FILE}");
    let bytes = fs::read(FILE).expect("the weights are part of the crate");
    let folder = env::var_os("OUT_DIR").expect("cargo says where files go that are made");
    let begins = |&at: &usize| bytes[at..].starts_with(MAGIC);
    let mut starts: Vec<usize> = (0..bytes.len()).filter(begins).collect();
    starts.push(bytes.len());
    for (number, between) in starts.windows(2).enumerate() {
        let packed = entropy::huffman::pack(&bytes[between[0]..between[1]]);
        let path = Path::new(&folder).join(format!("default.{number}.packed"));
        fs::write(path, packed).expect("files can be written where cargo says");
    }
}

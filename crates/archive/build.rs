//! Packs the weights of level `default`, so that they take less room in programs. They are unpacked where they are used first.

use std::path::Path;
use std::{env, fs};

const NETWORK: &str = "src/streams/moves/net/default.net";

fn main() {
    println!("cargo::rerun-if-changed={NETWORK}");
    let weights = fs::read(NETWORK).expect("the weights are part of the crate");
    let folder = env::var_os("OUT_DIR").expect("cargo says where files go that are made");
    let packed = entropy::huffman::pack(&weights);
    fs::write(Path::new(&folder).join("default.net.packed"), packed)
        .expect("files can be written where cargo says");
}

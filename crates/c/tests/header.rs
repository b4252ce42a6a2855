//! The header that is checked in is that of the sources. `PGNZ_WRITE=1` writes it.

use std::path::Path;

#[test]
fn the_header_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"));
    let config = config.expect("the configuration can be read");
    // In the order of the header: what comes first, and what needs it.
    let rooms = [
        "version", "error", "buffer", "input", "output", "compress", "source", "archive", "game",
        "search", "table", "blob",
    ];
    let mut builder = cbindgen::Builder::new().with_config(config);
    for room in rooms {
        builder = builder.with_src(folder.join(format!("src/{room}.rs")));
    }
    let mut made = Vec::new();
    let bindings = builder.generate().expect("cbindgen reads the sources");
    bindings.write(&mut made);
    let header = folder.join("pgnz.h");
    if std::env::var_os("PGNZ_WRITE").is_some() {
        std::fs::write(&header, &made).expect("the header can be written");
    }
    let kept = std::fs::read(&header).unwrap_or_default();
    assert!(
        kept == made,
        "crates/c/pgnz.h is not that of the sources: PGNZ_WRITE=1 cargo test -p pgnz-c --test header"
    );
}

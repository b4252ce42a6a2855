//! Gives the shared library the name under which programs find it at run time.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // The interface may change with the first number of the version; scripts/c.sh installs under this name.
    if system == "linux" {
        let interface = std::env::var("CARGO_PKG_VERSION_MAJOR").unwrap_or_default();
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libpgnz.so.{interface}");
    }
}

//! Gives the shared library the name under which programs find it at run time.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // The interface may change with the first number of the version, before 1.0 with the second; scripts/c.sh installs under these names.
    if system == "linux" {
        let [major, minor] = ["MAJOR", "MINOR"]
            .map(|part| std::env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default());
        let interface = if major == "0" {
            format!("{major}.{minor}")
        } else {
            major
        };
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libpgnz.so.{interface}");
    }
}

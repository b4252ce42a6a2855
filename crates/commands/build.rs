//! Tells the program how it is built, for `pgnz --version -v`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_default();
    let profile = env::var("PROFILE").unwrap_or_default();
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map_or(String::new(), |output| {
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    });
    println!("cargo::rustc-env=PGNZ_TARGET={target}");
    println!("cargo::rustc-env=PGNZ_PROFILE={profile}");
    println!("cargo::rustc-env=PGNZ_COMPILER={version}");
}

//! Which release this is.

use std::ffi::{CStr, c_char};

/// With a zero at its end.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// The version of the library, such as "1.0.0". It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_version() -> *const c_char {
    CStr::from_bytes_with_nul(VERSION.as_bytes())
        .unwrap_or_default()
        .as_ptr()
}

/// The version of the format that the library writes: 256 times the first number plus the second.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_format_version() -> u32 {
    let [major, minor] = pgnz::FORMAT_VERSION.map(u32::from);
    256 * major + minor
}

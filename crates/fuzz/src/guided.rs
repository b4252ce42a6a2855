//! How a fuzz target of libFuzzer runs a property.

use crate::Property;

/// Checks a property of this name and panics where it does not hold, which libFuzzer reports.
///
/// What settles the rest of the case are the input's last eight bytes, so that an input is a file and nothing beside it.
///
/// # Panics
///
/// If the property does not hold, or there is none of this name.
pub fn must_hold(name: &str, input: &[u8]) {
    let property = Property::named(name).expect("a property of this name");
    if let Err(broken) = property.check(input, choices_of(input)) {
        panic!("{name}: {broken}");
    }
}

/// The last eight bytes of an input as a number.
#[must_use]
pub fn choices_of(input: &[u8]) -> u64 {
    input
        .last_chunk()
        .map_or(0, |last| u64::from_le_bytes(*last))
}

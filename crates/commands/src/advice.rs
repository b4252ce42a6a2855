//! What to do about an error of the library, in terms of this program's options.

use pgnz::{Error, ErrorKind};

/// What to add after the text of an error.
pub fn of(error: &anyhow::Error) -> Option<String> {
    let mut causes = error.chain();
    let error = causes.find_map(|cause| cause.downcast_ref::<Error>())?;
    if let Some(bytes) = error.needed_memory() {
        let mebibytes = bytes >> 20;
        return Some(format!("; raise --memlimit to {mebibytes}MiB or more"));
    }
    let advice = match error.kind() {
        ErrorKind::InsufficientData => {
            ", or recover what is there with pgnz expand --keep-going or pgnz repair"
        }
        ErrorKind::Corruption => {
            ", or recover all undamaged blocks with pgnz expand --keep-going or pgnz repair"
        }
        ErrorKind::UnknownModel => ": give its file with --model FILE",
        _ => return None,
    };
    Some(advice.to_owned())
}

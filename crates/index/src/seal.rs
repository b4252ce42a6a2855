//! The checksum of an index: XXH3 of all its bytes, with zeros in place of its own digits.
//!
//! Not part of the format.

use crate::{Error, footer};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The text before the digits.
const MARK: &[u8] = b"xxh3:";
const DIGITS: usize = 16;

/// The value of the metadata before the checksum is known.
pub(crate) fn open() -> String {
    format!("xxh3:{:0DIGITS$}", 0)
}

/// Writes the checksum into the last bytes of a file whose other bytes have been hashed.
pub(crate) fn close(mut hash: Xxh3, last: &mut [u8]) -> Result<(), Error> {
    hash.update(last);
    let digits = format!("{:0DIGITS$x}", hash.digest());
    let at =
        place(last).ok_or_else(|| Error::Damaged("there is no place for a checksum".to_owned()))?;
    last[at..at + DIGITS].copy_from_slice(digits.as_bytes());
    Ok(())
}

/// An error if the file is not what was written. Afterwards its digits are zeros.
pub(crate) fn check(file: &mut [u8]) -> Result<(), Error> {
    if !file.starts_with(b"PAR1") {
        return Err(Error::Foreign("it is not a Parquet file".to_owned()));
    }
    let Some(footer) = footer::bytes(file) else {
        return Err(Error::Damaged("its end is missing".to_owned()));
    };
    let start = file.len() - 8 - footer.len();
    let Some(at) = place(&file[start..]) else {
        return Err(Error::Foreign("it has no checksum".to_owned()));
    };
    let digits = &mut file[start + at..start + at + DIGITS];
    let expected = digits.to_vec();
    digits.fill(b'0');
    match format!("{:0DIGITS$x}", xxh3_64(file)).as_bytes() == expected {
        true => Ok(()),
        false => Err(Error::Damaged("its checksum does not match".to_owned())),
    }
}

/// The file with the checksum that is right for its other bytes, whatever they are; unchanged if it has none. Anybody can do this: the
/// checksum finds accidents. For tests.
///
/// ```
/// assert_eq!(index::sealed(b"PAR1".to_vec()), b"PAR1");
/// ```
#[doc(hidden)]
#[must_use]
pub fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    if let Some(at) = place(&file) {
        file[at..at + DIGITS].fill(b'0');
        let digits = format!("{:0DIGITS$x}", xxh3_64(&file));
        file[at..at + DIGITS].copy_from_slice(digits.as_bytes());
    }
    file
}

/// The last place at which digits follow the mark.
fn place(bytes: &[u8]) -> Option<usize> {
    let length = MARK.len() + DIGITS;
    let mut windows = bytes.windows(length).enumerate().rev();
    windows
        .find(|(_, window)| {
            window.starts_with(MARK) && window[MARK.len()..].iter().all(u8::is_ascii_hexdigit)
        })
        .map(|(at, _)| at + MARK.len())
}

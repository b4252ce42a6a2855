//! What a caller gives: texts, bytes, handles, and places for results.

use pgnz::Error;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

/// A text that must be there.
///
/// # Safety
///
/// The pointer is null, or that of a text with a zero at its end, which stays as it is while the result is used.
pub unsafe fn text<'a>(given: *const c_char, what: &str) -> Result<&'a str, Error> {
    // SAFETY: as above.
    let found = unsafe { optional_text(given, what) }?;
    found.ok_or_else(|| missing(what))
}

/// A text that may be left out.
///
/// # Safety
///
/// As for [`text`].
pub unsafe fn optional_text<'a>(
    given: *const c_char,
    what: &str,
) -> Result<Option<&'a str>, Error> {
    if given.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, so it is a text with a zero at its end.
    let text = unsafe { CStr::from_ptr(given) };
    match text.to_str() {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(Error::argument(format!("{what} is not UTF-8"))),
    }
}

/// Bytes or other values, whose pointer may be null if there are none.
///
/// # Safety
///
/// At the pointer there are as many values as `length` says, and they stay as they are while the result is used.
pub unsafe fn values<'a, T>(data: *const T, length: usize, what: &str) -> Result<&'a [T], Error> {
    match (data.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(missing(what)),
        (false, _) if length > isize::MAX.unsigned_abs() / size_of::<T>().max(1) => {
            let what = format!("{what} cannot have {length} values: no memory is as large");
            Err(Error::argument(what))
        }
        // SAFETY: it is not null, and the caller says how many there are.
        (false, _) => Ok(unsafe { slice::from_raw_parts(data, length) }),
    }
}

/// A handle, or a place for a result, that must be there.
pub fn there<T>(given: Option<T>, what: &str) -> Result<T, Error> {
    given.ok_or_else(|| missing(what))
}

/// Fills a place that may be left out.
pub fn fill<T>(place: Option<&mut MaybeUninit<T>>, value: T) {
    if let Some(place) = place {
        place.write(value);
    }
}

fn missing(what: &str) -> Error {
    Error::argument(format!("a null pointer was given for {what}"))
}

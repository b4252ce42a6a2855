//! Errors, and how they and panics reach the caller.

use pgnz::ErrorKind;
use std::any::Any;
use std::ffi::{CString, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// What can be done about an error.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is no error.
    None = 0,
    /// The archive is undamaged, but of another version: use a newer release, or for versions 0.x the one that wrote it.
    Compatibility = 1,
    /// The archive or the blob is damaged: use another copy.
    Corruption = 2,
    /// The archive ends early: copy or download it again.
    InsufficientData = 3,
    /// The archive was coded with a model that does not come with the library.
    UnknownModel = 4,
    /// The request is not possible: change the arguments. A null pointer where something is needed is such an error.
    InvalidArgument = 5,
    /// A callback has ended the run.
    Cancelled = 6,
    /// A file or a callback failed.
    Io = 7,
    /// A defect of the library. Close the handle; the process may go on.
    Internal = 8,
}

/// An error: a kind, and a message that says what is wrong, where, and what to do.
pub struct Failure {
    kind: Kind,
    message: CString,
}

/// The parameter for errors.
pub type Place<'a> = Option<&'a mut MaybeUninit<*mut Failure>>;

impl From<pgnz::Error> for Failure {
    fn from(error: pgnz::Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Compatibility => Kind::Compatibility,
            ErrorKind::Corruption => Kind::Corruption,
            ErrorKind::InsufficientData => Kind::InsufficientData,
            ErrorKind::UnknownModel => Kind::UnknownModel,
            ErrorKind::InvalidArgument => Kind::InvalidArgument,
            ErrorKind::Cancelled => Kind::Cancelled,
            _ => Kind::Io,
        };
        Self::new(kind, &error.to_string())
    }
}

impl Failure {
    fn new(kind: Kind, message: &str) -> Self {
        // A name in the message may have anything in it.
        let message = CString::new(message.replace('\0', "\u{fffd}")).unwrap_or_default();
        Self { kind, message }
    }

    fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let said = panic.downcast_ref::<&str>().copied();
        let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let said = said.unwrap_or("a panic without a message");
        let message = format!("a defect of the library: {said}; please report it");
        Self::new(Kind::Internal, &message)
    }
}

/// What `work` returns, or `failed` after an error, which goes to its place; where nothing is wrong, a null pointer goes there.
pub fn guarded<T>(place: Place<'_>, failed: T, work: impl FnOnce() -> Result<T, pgnz::Error>) -> T {
    let done = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(Failure::from),
        Err(panic) => Err(Failure::of_panic(&*panic)),
    };
    let (done, error) = match done {
        Ok(done) => (done, None),
        Err(error) => (failed, Some(error)),
    };
    if let Some(place) = place {
        place.write(error.map_or(ptr::null_mut(), |error| Box::into_raw(Box::new(error))));
    }
    done
}

/// What `work` returns, or `failed` after a panic: for functions that have no place for errors.
pub fn quietly<T>(failed: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(failed)
}

/// The kind of an error.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_error_kind(error: Option<&Failure>) -> Kind {
    error.map_or(Kind::None, |error| error.kind)
}

/// The message of an error. It belongs to the error.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_error_message(error: Option<&Failure>) -> *const c_char {
    error.map_or(c"".as_ptr(), |error| error.message.as_ptr())
}

/// Frees an error; a null pointer is none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_error_free(error: Option<Box<Failure>>) {
    drop(error);
}

//! What crosses the border to DuckDB: errors, texts and owned values.

use libduckdb_sys::{
    DUCKDB_TYPE_DUCKDB_TYPE_LIST, duckdb_destroy_logical_type, duckdb_destroy_value, duckdb_free,
    duckdb_get_bool, duckdb_get_list_child, duckdb_get_list_size, duckdb_get_type_id,
    duckdb_get_uint32, duckdb_get_value_type, duckdb_get_varchar, duckdb_is_null_value,
    duckdb_logical_type, duckdb_value,
};
use std::any::Any;
use std::ffi::{CStr, CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does some work, and gives `fail` the message of its error. A panic is such an error, too: it must not go on into DuckDB.
pub fn guarded(work: impl FnOnce() -> Result<(), String>, fail: impl FnOnce(&CStr)) {
    let done = catch_unwind(AssertUnwindSafe(work));
    if let Err(message) = done.unwrap_or_else(|panic| Err(panicked(&*panic))) {
        fail(&text(&message));
    }
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
    format!(
        "a mistake in pgnz, please report it: {}",
        said.unwrap_or("it has panicked")
    )
}

/// A text for DuckDB; a zero in it ends it.
pub fn text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// Drops what a `Box<T>` was turned into.
///
/// # Safety
///
/// The address comes from `Box::into_raw` and is used no more.
pub unsafe extern "C" fn drop_box<T>(address: *mut c_void) {
    // SAFETY: as above.
    let owned = unsafe { Box::from_raw(address.cast::<T>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
}

/// A type of DuckDB that is ours to destroy.
pub struct OwnedType(pub duckdb_logical_type);

impl Drop for OwnedType {
    fn drop(&mut self) {
        // SAFETY: nothing else destroys it.
        unsafe { duckdb_destroy_logical_type(&mut self.0) };
    }
}

/// A value of DuckDB that is ours to destroy: a parameter, if it was given.
pub struct Parameter(pub duckdb_value);

impl Drop for Parameter {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: nothing else destroys it.
            unsafe { duckdb_destroy_value(&mut self.0) };
        }
    }
}

impl Parameter {
    fn is_given(&self) -> bool {
        // SAFETY: it is a value.
        !self.0.is_null() && !unsafe { duckdb_is_null_value(self.0) }
    }

    /// The value as text, if it was given.
    pub fn text(&self) -> Option<String> {
        if !self.is_given() {
            return None;
        }
        // SAFETY: it is a value; what comes back is a text that ends with a zero, and ours to free.
        unsafe {
            let given = duckdb_get_varchar(self.0);
            if given.is_null() {
                return None;
            }
            let text = CStr::from_ptr(given).to_string_lossy().into_owned();
            duckdb_free(given.cast());
            Some(text)
        }
    }

    /// The values of a list as texts, or the value alone.
    pub fn texts(&self) -> Vec<String> {
        if !self.is_given() {
            return Vec::new();
        }
        // SAFETY: it is a value, and its type is its own.
        let is_list = unsafe { duckdb_get_type_id(duckdb_get_value_type(self.0)) }
            == DUCKDB_TYPE_DUCKDB_TYPE_LIST;
        if !is_list {
            return self.text().into_iter().collect();
        }
        // SAFETY: it is a list, and each number is that of one of its values.
        let children = unsafe {
            (0..duckdb_get_list_size(self.0))
                .map(|number| Self(duckdb_get_list_child(self.0, number)))
        };
        children.filter_map(|child| child.text()).collect()
    }

    /// The truth of a parameter of this type; false if it was not given.
    pub fn truth(&self) -> bool {
        // SAFETY: it is a value of this type.
        self.is_given() && unsafe { duckdb_get_bool(self.0) }
    }

    /// The number of a parameter of type UINTEGER; 0 if it was not given.
    pub fn number(&self) -> u32 {
        match self.is_given() {
            // SAFETY: it is a value of this type.
            true => unsafe { duckdb_get_uint32(self.0) },
            false => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_panics_become_messages() {
        let said = |work: fn() -> Result<(), String>| {
            let mut said = None;
            guarded(work, |message| said = Some(message.to_owned()));
            said.map(|said| said.into_string().unwrap())
        };
        assert_eq!(said(|| Ok(())), None);
        assert_eq!(said(|| Err("x\0y".to_owned())), Some("x".to_owned()));
        let panicked = said(|| panic!("number {}", 1)).unwrap();
        assert!(panicked.ends_with("number 1"), "{panicked}");
    }
}

//! `FROM 'games.pgnz'`: a table whose name is that of an archive is read as one.

use crate::border::{Parameter, guarded};
use crate::read;
use libduckdb_sys::{
    duckdb_add_replacement_scan, duckdb_create_varchar, duckdb_database,
    duckdb_replacement_scan_add_parameter, duckdb_replacement_scan_info,
    duckdb_replacement_scan_set_error, duckdb_replacement_scan_set_function_name,
};
use std::ffi::{CStr, c_char, c_void};
use std::ptr;

/// How the names of archives end.
const ENDING: &[u8] = b".pgnz";

/// Makes this known.
///
/// # Safety
///
/// The database is open.
pub unsafe fn register(database: duckdb_database) {
    // SAFETY: nothing is passed to the function.
    unsafe { duckdb_add_replacement_scan(database, Some(replace), ptr::null_mut(), None) };
}

unsafe extern "C" fn replace(
    info: duckdb_replacement_scan_info,
    table: *const c_char,
    _: *mut c_void,
) {
    let work = || {
        // SAFETY: DuckDB passes a text that ends with a zero.
        let name = unsafe { CStr::from_ptr(table) }.to_bytes();
        if !is_archive(name) {
            return Ok(());
        }
        // SAFETY: texts are copied, and so is the value, which is ours.
        unsafe {
            duckdb_replacement_scan_set_function_name(info, read::NAME.as_ptr());
            let path = Parameter(duckdb_create_varchar(table));
            duckdb_replacement_scan_add_parameter(info, path.0);
        }
        Ok(())
    };
    // SAFETY: the message is copied.
    guarded(work, |message| unsafe {
        duckdb_replacement_scan_set_error(info, message.as_ptr());
    });
}

/// Whether a table has the name of an archive, or of several.
fn is_archive(name: &[u8]) -> bool {
    let start = name.len().checked_sub(ENDING.len());
    start.is_some_and(|start| name[start..].eq_ignore_ascii_case(ENDING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_archives_are_told_by_their_ending() {
        for name in ["games.pgnz", "A.PGNZ", "*.pgnz", ".pgnz"] {
            assert!(is_archive(name.as_bytes()), "{name}");
        }
        for name in ["games", "pgnz", "games.pgnz.parquet", "games.pgn", ""] {
            assert!(!is_archive(name.as_bytes()), "{name}");
        }
    }
}

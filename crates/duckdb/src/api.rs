//! The functions of the DuckDB that has loaded this extension.

use libduckdb_sys::{
    duckdb_ext_api_v1, duckdb_extension_access, duckdb_extension_info, duckdb_rs_extension_api_init,
};
use std::ffi::{c_char, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::sync::OnceLock;

/// The version of the interface that is asked for, in the form of the footer: every DuckDB since 1.2 has it.
const VERSION: &str = "v1.2.0";

/// The part of DuckDB's table of functions that is used: from its beginning up to here. Later versions have longer tables, so that what
/// lies behind this may belong to something else.
const USED: usize =
    offset_of!(duckdb_ext_api_v1, duckdb_replacement_scan_set_error) + size_of::<usize>();

/// The copy of that part.
static TABLE: OnceLock<duckdb_ext_api_v1> = OnceLock::new();

/// Finds the functions.
///
/// # Safety
///
/// The arguments are those that DuckDB passes to the entry point of an extension.
pub unsafe fn load(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> Result<(), &'static str> {
    const MISSING: &str = "this DuckDB does not have version 1.2.0 of the interface for C";
    // SAFETY: DuckDB passes a structure of three functions.
    let get_api = unsafe { (*access).get_api }.ok_or(MISSING)?;
    // SAFETY: the version is a text that ends with a zero.
    let api = unsafe { get_api(info, c"v1.2.0".as_ptr()) };
    if api.is_null() {
        return Err(MISSING);
    }
    TABLE.get_or_init(|| {
        let mut table = MaybeUninit::<duckdb_ext_api_v1>::zeroed();
        // SAFETY: the table of version 1.2.0 has at least so many bytes, and the copy has more. A function that is zero is `None`.
        unsafe {
            ptr::copy_nonoverlapping(api.cast::<u8>(), table.as_mut_ptr().cast::<u8>(), USED);
            table.assume_init()
        }
    });
    let copy = duckdb_extension_access {
        set_error: None,
        get_database: None,
        get_api: Some(copied),
    };
    // SAFETY: `copied` returns a whole table.
    match unsafe { duckdb_rs_extension_api_init(info, &raw const copy, VERSION) } {
        Ok(true) => Ok(()),
        _ => Err(MISSING),
    }
}

unsafe extern "C" fn copied(_: duckdb_extension_info, _: *const c_char) -> *const c_void {
    TABLE
        .get()
        .map_or(ptr::null(), |table| ptr::from_ref(table).cast())
}

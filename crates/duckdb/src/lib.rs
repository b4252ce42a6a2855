//! The extension of DuckDB: archives of chess games as tables, in SQL.
//!
//! It is written against version 1.2.0 of DuckDB's interface for C, which does not change, so that one file serves DuckDB 1.3 to 2.0.
//! docs/duckdb.md describes it for users. What it has of chess is the crate `pgnz`; here are only the two sides of the border:
//!
//! - on ours, in safe code, what a call asks for (`request`), the rows that answer it (`rows`), and moves in texts (`moves`);
//! - towards DuckDB its functions (`api`), what crosses the border (`border`), columns as vectors (`vectors`), and what SQL sees: the table
//!   function (`read`), tables with the names of archives (`replacement`), and functions of single values (`scalars`).
#![deny(missing_docs)]

mod api;
mod border;
mod moves;
mod read;
mod replacement;
mod request;
mod rows;
mod scalars;
mod vectors;

use border::guarded;
use libduckdb_sys::{
    duckdb_connect, duckdb_connection, duckdb_disconnect, duckdb_extension_access,
    duckdb_extension_info, duckdb_state_DuckDBSuccess,
};
use std::ptr;

/// The entry point, which DuckDB calls when it loads the extension; the name says so.
///
/// # Safety
///
/// Only DuckDB calls this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_init_c_api(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> bool {
    let mut is_loaded = false;
    let work = || {
        // SAFETY: DuckDB passes these.
        unsafe {
            api::load(info, access)?;
            register(info, access)?;
        }
        is_loaded = true;
        Ok(())
    };
    guarded(work, |message| {
        // SAFETY: DuckDB passes a structure of three functions; the message is copied.
        unsafe {
            if let Some(set_error) = (*access).set_error {
                set_error(info, message.as_ptr());
            }
        }
    });
    is_loaded
}

/// Makes all that the extension has known to the database.
///
/// # Safety
///
/// The functions of DuckDB are loaded, and it has passed these arguments.
unsafe fn register(
    info: duckdb_extension_info,
    access: *const duckdb_extension_access,
) -> Result<(), String> {
    let refused = || "DuckDB does not give its database to the extension".to_owned();
    // SAFETY: DuckDB passes a structure of three functions, and the address of an open database.
    let database = unsafe {
        let get_database = (*access).get_database.ok_or_else(refused)?;
        let database = get_database(info);
        if database.is_null() {
            return Err(refused());
        }
        *database
    };
    let mut connection: duckdb_connection = ptr::null_mut();
    // SAFETY: the database is open.
    if unsafe { duckdb_connect(database, &mut connection) } != duckdb_state_DuckDBSuccess {
        return Err(refused());
    }
    // SAFETY: the connection is open until it is closed here.
    unsafe {
        let done = read::register(connection).and_then(|()| scalars::register(connection));
        duckdb_disconnect(&mut connection);
        done?;
        replacement::register(database);
    }
    Ok(())
}

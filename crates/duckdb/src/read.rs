//! The table function `read_pgnz`.

use crate::border::{OwnedType, Parameter, drop_box, guarded, text};
use crate::request::{Given, Request};
use crate::rows::{Piece, Rows};
use crate::vectors::{logical_type, plain, write};
use libduckdb_sys::{
    DUCKDB_TYPE_DUCKDB_TYPE_ANY, DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN, DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER,
    DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR, duckdb_bind_add_result_column,
    duckdb_bind_get_named_parameter, duckdb_bind_get_parameter, duckdb_bind_info,
    duckdb_bind_set_bind_data, duckdb_bind_set_cardinality, duckdb_bind_set_error,
    duckdb_connection, duckdb_create_table_function, duckdb_data_chunk,
    duckdb_data_chunk_get_vector, duckdb_data_chunk_set_size, duckdb_destroy_table_function,
    duckdb_function_get_init_data, duckdb_function_info, duckdb_function_set_error,
    duckdb_init_get_bind_data, duckdb_init_get_column_count, duckdb_init_get_column_index,
    duckdb_init_info, duckdb_init_set_error, duckdb_init_set_init_data,
    duckdb_init_set_max_threads, duckdb_register_table_function, duckdb_state_DuckDBSuccess,
    duckdb_table_function_add_named_parameter, duckdb_table_function_add_parameter,
    duckdb_table_function_set_bind, duckdb_table_function_set_function,
    duckdb_table_function_set_init, duckdb_table_function_set_name,
    duckdb_table_function_supports_projection_pushdown, duckdb_vector_size,
};
use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The name of the function.
pub const NAME: &CStr = c"read_pgnz";

/// The parameters with names. DuckDB keeps the words `where` and `position` for itself: as names they stand in quotation marks. So each has
/// a second name that does not need them.
const FILTER: [&CStr; 2] = [c"filter", c"where"];
const POSITION: [&CStr; 2] = [c"reaches", c"position"];
const COLUMNS: &CStr = c"columns";
const LEVEL: &CStr = c"level";
const KEEP_GOING: &CStr = c"keep_going";
const THREADS: &CStr = c"threads";

/// What is kept while a query runs.
struct Running {
    rows: Mutex<Rows>,
    /// For each column of the rows the number of its vector.
    vectors: Vec<u64>,
}

/// Makes the function known.
///
/// # Safety
///
/// The connection is open.
pub unsafe fn register(connection: duckdb_connection) -> Result<(), String> {
    let texts = FILTER.into_iter().chain(POSITION).chain([COLUMNS, LEVEL]);
    let mut named: Vec<(&CStr, OwnedType)> = texts
        .map(|name| (name, plain(DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR)))
        .collect();
    named.push((KEEP_GOING, plain(DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN)));
    named.push((THREADS, plain(DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER)));
    // A path, or a list of paths.
    let paths = plain(DUCKDB_TYPE_DUCKDB_TYPE_ANY);
    // SAFETY: names and types live as long as the calls, and the function is destroyed once.
    let done = unsafe {
        let mut function = duckdb_create_table_function();
        duckdb_table_function_set_name(function, NAME.as_ptr());
        duckdb_table_function_add_parameter(function, paths.0);
        for (name, kind) in &named {
            duckdb_table_function_add_named_parameter(function, name.as_ptr(), kind.0);
        }
        duckdb_table_function_set_bind(function, Some(bind));
        duckdb_table_function_set_init(function, Some(init));
        duckdb_table_function_set_function(function, Some(fill));
        duckdb_table_function_supports_projection_pushdown(function, true);
        let done = duckdb_register_table_function(connection, function);
        duckdb_destroy_table_function(&mut function);
        done
    };
    match done == duckdb_state_DuckDBSuccess {
        true => Ok(()),
        false => Err("the function read_pgnz cannot be registered".to_owned()),
    }
}

/// Reads the parameters, opens the archives, and says which columns there are.
unsafe extern "C" fn bind(info: duckdb_bind_info) {
    let work = || {
        // SAFETY: DuckDB passes the call that is bound; the values are ours.
        let first = Parameter(unsafe { duckdb_bind_get_parameter(info, 0) });
        let named = |name: &CStr| {
            // SAFETY: likewise.
            Parameter(unsafe { duckdb_bind_get_named_parameter(info, name.as_ptr()) })
        };
        let either = |names: [&CStr; 2]| named(names[0]).text().or_else(|| named(names[1]).text());
        let request = Request::new(Given {
            files: first.texts(),
            filter: either(FILTER),
            position: either(POSITION),
            columns: named(COLUMNS).text(),
            level: named(LEVEL).text(),
            keep_going: named(KEEP_GOING).truth(),
            threads: named(THREADS).number(),
        })?;
        let mut games: u64 = 0;
        for path in &request.files {
            games = games.saturating_add(request.open(path)?.len());
        }
        for column in &request.columns {
            let (name, kind) = (text(column.name()), logical_type(column.kind()));
            // SAFETY: name and type live as long as the call.
            unsafe { duckdb_bind_add_result_column(info, name.as_ptr(), kind.0) };
        }
        let is_exact = request.filter.is_empty() && !request.keep_going;
        let request = Box::into_raw(Box::new(request)).cast();
        // SAFETY: DuckDB drops the request once, with this function.
        unsafe {
            duckdb_bind_set_cardinality(info, games, is_exact);
            duckdb_bind_set_bind_data(info, request, Some(drop_box::<Request>));
        }
        Ok(())
    };
    // SAFETY: the message is copied.
    guarded(work, |message| unsafe {
        duckdb_bind_set_error(info, message.as_ptr());
    });
}

/// Learns which columns are asked for.
unsafe extern "C" fn init(info: duckdb_init_info) {
    let work = || {
        // SAFETY: the request that `bind` has left, which nobody changes.
        let request = unsafe { &*duckdb_init_get_bind_data(info).cast::<Request>() };
        let (mut vectors, mut columns) = (Vec::new(), Vec::new());
        // SAFETY: DuckDB passes the query that begins.
        for vector in 0..unsafe { duckdb_init_get_column_count(info) } {
            // SAFETY: it has such a column.
            let column = unsafe { duckdb_init_get_column_index(info, vector) };
            // Where only the number of rows counts, there may be one that is no column of the table.
            let column = usize::try_from(column).ok();
            if let Some(column) = column.and_then(|column| request.columns.get(column)) {
                vectors.push(vector);
                columns.push(column.clone());
            }
        }
        // SAFETY: it asks for nothing but a number.
        let most = unsafe { duckdb_vector_size() };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let rows = Mutex::new(Rows::new(request.clone(), columns, most));
        let running = Box::into_raw(Box::new(Running { rows, vectors })).cast();
        // The threads that decode are others. Those of DuckDB take the rows from them.
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
        // SAFETY: DuckDB drops what is kept once, with this function.
        unsafe {
            duckdb_init_set_init_data(info, running, Some(drop_box::<Running>));
            duckdb_init_set_max_threads(info, threads);
        }
        Ok(())
    };
    // SAFETY: the message is copied.
    guarded(work, |message| unsafe {
        duckdb_init_set_error(info, message.as_ptr());
    });
}

/// Fills a chunk with the next rows; DuckDB's threads call this until one has none.
unsafe extern "C" fn fill(info: duckdb_function_info, output: duckdb_data_chunk) {
    let work = || {
        // SAFETY: what `init` has left; threads share nothing of it but what the mutex guards.
        let running = unsafe { &*duckdb_function_get_init_data(info).cast::<Running>() };
        let piece = {
            let mut rows = running.rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.next()?
        };
        let size = match piece {
            None => 0,
            Some(Piece::Bare(size)) => size,
            Some(Piece::Values(batch)) => {
                for (&vector, column) in running.vectors.iter().zip(batch.columns()) {
                    // SAFETY: the vector of this column, which `bind` has given its type; a piece has no more rows than a vector.
                    unsafe { write(duckdb_data_chunk_get_vector(output, vector), column)? };
                }
                batch.num_rows()
            }
        };
        // SAFETY: so many rows were written.
        unsafe { duckdb_data_chunk_set_size(output, size as u64) };
        Ok(())
    };
    // SAFETY: the message is copied.
    guarded(work, |message| unsafe {
        duckdb_function_set_error(info, message.as_ptr());
    });
}

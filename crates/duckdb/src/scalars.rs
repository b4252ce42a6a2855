//! Functions of single values: moves in texts, and games as blobs.

use crate::border::{OwnedType, guarded};
use crate::moves;
use crate::vectors::{Input, plain, write};
use libduckdb_sys::{
    DUCKDB_TYPE_DUCKDB_TYPE_BLOB, DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR,
    duckdb_add_scalar_function_to_set, duckdb_connection, duckdb_create_list_type,
    duckdb_create_map_type, duckdb_create_scalar_function, duckdb_create_scalar_function_set,
    duckdb_data_chunk, duckdb_destroy_scalar_function, duckdb_destroy_scalar_function_set,
    duckdb_function_info, duckdb_register_scalar_function_set,
    duckdb_scalar_function_add_parameter, duckdb_scalar_function_set_error,
    duckdb_scalar_function_set_function, duckdb_scalar_function_set_name,
    duckdb_scalar_function_set_return_type, duckdb_state_DuckDBSuccess, duckdb_vector,
};
use pgnz::arrow_array::builder::{BinaryBuilder, ListBuilder, StringBuilder};
use pgnz::arrow_array::{Array, BinaryArray, ListArray};
use pgnz::{Error, GameInfo, Model, Moves, decode_game, encode_game};
use std::ffi::CStr;

/// A function that is called with the rows of a chunk: with one argument, or with two.
type Call = unsafe extern "C" fn(duckdb_function_info, duckdb_data_chunk, duckdb_vector);

const MOVES: &CStr = c"pgnz_moves";
const BLOB_ENCODE: &CStr = c"pgnz_blob_encode";
const BLOB_DECODE: &CStr = c"pgnz_blob_decode";

/// Makes the functions known.
///
/// # Safety
///
/// The connection is open.
pub unsafe fn register(connection: duckdb_connection) -> Result<(), String> {
    let (text, blob) = (
        plain(DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR),
        plain(DUCKDB_TYPE_DUCKDB_TYPE_BLOB),
    );
    // SAFETY: the types of the parts are copied.
    let (texts, tags) = unsafe {
        (
            OwnedType(duckdb_create_list_type(text.0)),
            OwnedType(duckdb_create_map_type(text.0, text.0)),
        )
    };
    // Name, what is called, the first argument, the second one if there are two, and the result.
    let functions: [(_, Call, _, _, _); 3] = [
        (MOVES, call_moves, &text, &text, &texts),
        (BLOB_ENCODE, call_encode, &text, &tags, &blob),
        (BLOB_DECODE, call_decode, &blob, &tags, &texts),
    ];
    for (name, call, first, second, result) in functions {
        // SAFETY: names and types live as long as the calls; functions and sets are destroyed once.
        let done = unsafe {
            let mut set = duckdb_create_scalar_function_set(name.as_ptr());
            for arguments in [&[first][..], &[first, second]] {
                let mut function = duckdb_create_scalar_function();
                duckdb_scalar_function_set_name(function, name.as_ptr());
                for argument in arguments {
                    duckdb_scalar_function_add_parameter(function, argument.0);
                }
                duckdb_scalar_function_set_return_type(function, result.0);
                duckdb_scalar_function_set_function(function, Some(call));
                duckdb_add_scalar_function_to_set(set, function);
                duckdb_destroy_scalar_function(&mut function);
            }
            let done = duckdb_register_scalar_function_set(connection, set);
            duckdb_destroy_scalar_function_set(&mut set);
            done
        };
        if done != duckdb_state_DuckDBSuccess {
            let name = name.to_string_lossy();
            return Err(format!("the function {name} cannot be registered"));
        }
    }
    Ok(())
}

/// Makes a column of the arguments and writes it to the result.
///
/// # Safety
///
/// DuckDB passes these.
unsafe fn call<A: Array>(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
    name: &CStr,
    make: impl FnOnce(&Input) -> Result<A, String>,
) {
    let work = || {
        // SAFETY: the arguments and the result have the types that were registered.
        unsafe {
            let column = make(&Input::new(input));
            write(
                output,
                &column.map_err(|what| format!("{}: {what}", name.to_string_lossy()))?,
            )
        }
    };
    // SAFETY: the message is copied.
    guarded(work, |message| unsafe {
        duckdb_scalar_function_set_error(info, message.as_ptr());
    });
}

/// The moves of a text: in UCI notation, or in the notation that the second argument names.
unsafe extern "C" fn call_moves(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
) {
    let make = |input: &Input| {
        // SAFETY: the arguments are texts.
        let rows = (0..input.rows()).map(|row| unsafe {
            let text = input.text(0, row)?;
            let notation = match input.arguments() {
                1 => "uci",
                _ => input.text(1, row)?,
            };
            Some(written(text, notation))
        });
        lists(rows)
    };
    // SAFETY: DuckDB passes these.
    unsafe { call(info, input, output, MOVES, make) }
}

fn written(text: &str, notation: &str) -> Result<Vec<String>, String> {
    let moves = read(text)?;
    match notation {
        "uci" => Ok(moves.to_uci()),
        "san" => Ok(moves.to_san()),
        other => Err(format!(
            "there is no notation '{other}'; notations are uci and san"
        )),
    }
}

fn read(text: &str) -> Result<Moves, String> {
    let moves = moves::of(text);
    moves.map_err(|error| {
        let beginning: String = text.chars().take(60).collect();
        format!("{error}: {beginning:?}")
    })
}

/// A game as few bytes: of its moves, and of tags that are known when it is decoded.
unsafe extern "C" fn call_encode(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
) {
    let make = |input: &Input| {
        let mut blobs = BinaryBuilder::new();
        let model = Model::default();
        for row in 0..input.rows() {
            // SAFETY: the arguments are a text, and tags.
            match unsafe { input.text(0, row).zip(info_of(input, row)) } {
                None => blobs.append_null(),
                Some((text, info)) => {
                    let blob = encode_game(&read(text)?, &info, &model);
                    blobs.append_value(blob.map_err(|error| error.to_string())?);
                }
            }
        }
        Ok::<BinaryArray, _>(blobs.finish())
    };
    // SAFETY: DuckDB passes these.
    unsafe { call(info, input, output, BLOB_ENCODE, make) }
}

/// The moves of such a game in UCI notation.
unsafe extern "C" fn call_decode(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
) {
    let make = |input: &Input| {
        // SAFETY: the arguments are bytes, and tags.
        let rows = (0..input.rows()).map(|row| unsafe {
            let (blob, info) = input.bytes(0, row).zip(info_of(input, row))?;
            let moves = decode_game(blob, &info, None);
            Some(
                moves
                    .map(|moves| moves.to_uci())
                    .map_err(|error: Error| error.to_string()),
            )
        });
        lists(rows)
    };
    // SAFETY: DuckDB passes these.
    unsafe { call(info, input, output, BLOB_DECODE, make) }
}

/// What the tags in the second argument tell; nothing if there is none.
///
/// # Safety
///
/// The second argument, if there is one, has the type of a map of texts.
unsafe fn info_of(input: &Input, row: usize) -> Option<GameInfo> {
    match input.arguments() {
        1 => Some(GameInfo::default()),
        // SAFETY: as above.
        _ => unsafe { input.pairs(1, row) }.map(GameInfo::from_pairs),
    }
}

fn lists(
    rows: impl Iterator<Item = Option<Result<Vec<String>, String>>>,
) -> Result<ListArray, String> {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in rows {
        match row.transpose()? {
            None => lists.append_null(),
            Some(moves) => lists.append_value(moves.into_iter().map(Some)),
        }
    }
    Ok(lists.finish())
}

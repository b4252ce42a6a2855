//! Columns of Arrow as vectors of DuckDB, and the arguments of a function.

use crate::border::OwnedType;
use libduckdb_sys::{
    DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN, DUCKDB_TYPE_DUCKDB_TYPE_DATE, DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE,
    DUCKDB_TYPE_DUCKDB_TYPE_FLOAT, DUCKDB_TYPE_DUCKDB_TYPE_INTEGER,
    DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT, DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP,
    DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT, DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER,
    DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT, DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT,
    DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR, duckdb_create_list_type, duckdb_create_logical_type,
    duckdb_data_chunk, duckdb_data_chunk_get_column_count, duckdb_data_chunk_get_size,
    duckdb_data_chunk_get_vector, duckdb_list_entry, duckdb_list_vector_get_child,
    duckdb_list_vector_reserve, duckdb_list_vector_set_size, duckdb_state_DuckDBSuccess,
    duckdb_string_t, duckdb_string_t_data, duckdb_string_t_length, duckdb_struct_vector_get_child,
    duckdb_type, duckdb_validity_row_is_valid, duckdb_validity_set_row_invalid, duckdb_vector,
    duckdb_vector_assign_string_element_len, duckdb_vector_ensure_validity_writable,
    duckdb_vector_get_data, duckdb_vector_get_validity,
};
use pgnz::arrow_array::cast::AsArray;
use pgnz::arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float32Type, Float64Type, Int16Type, Int32Type,
    TimestampMicrosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use pgnz::arrow_array::{Array, BooleanArray, ListArray};
use pgnz::arrow_schema::{DataType, TimeUnit};
use pgnz::{Item, Type};
use std::{ptr, slice, str};

/// The type of a column in DuckDB: the one of which [`Type`] has the name.
pub fn logical_type(kind: Type) -> OwnedType {
    let simple = match kind {
        Type::Truth => DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN,
        Type::U8 => DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT,
        Type::U16 => DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT,
        Type::U32 => DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER,
        Type::U64 => DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT,
        Type::I16 => DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT,
        Type::F64 => DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE,
        Type::Text => DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR,
        Type::Date => DUCKDB_TYPE_DUCKDB_TYPE_DATE,
        Type::Timestamp => DUCKDB_TYPE_DUCKDB_TYPE_TIMESTAMP,
        Type::List(item) => return list_of(item),
    };
    plain(simple)
}

fn list_of(item: Item) -> OwnedType {
    let item = plain(match item {
        Item::Text => DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR,
        Item::U16 => DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT,
        Item::U32 => DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER,
        Item::U64 => DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT,
        Item::I16 => DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT,
        Item::I32 => DUCKDB_TYPE_DUCKDB_TYPE_INTEGER,
        Item::F32 => DUCKDB_TYPE_DUCKDB_TYPE_FLOAT,
    });
    // SAFETY: the type of the items is copied.
    OwnedType(unsafe { duckdb_create_list_type(item.0) })
}

/// A type without parts.
pub fn plain(simple: duckdb_type) -> OwnedType {
    // SAFETY: the number of a type that DuckDB 1.2 has.
    OwnedType(unsafe { duckdb_create_logical_type(simple) })
}

/// Writes a column into an empty vector.
///
/// # Safety
///
/// The vector has the type of the column, and room for its rows.
pub unsafe fn write(vector: duckdb_vector, column: &dyn Array) -> Result<(), String> {
    // SAFETY: so it is promised, in each branch for this type of column.
    unsafe {
        match column.data_type() {
            DataType::Boolean => truths(vector, column.as_boolean()),
            DataType::UInt8 => numbers::<UInt8Type>(vector, column),
            DataType::UInt16 => numbers::<UInt16Type>(vector, column),
            DataType::UInt32 => numbers::<UInt32Type>(vector, column),
            DataType::UInt64 => numbers::<UInt64Type>(vector, column),
            DataType::Int16 => numbers::<Int16Type>(vector, column),
            DataType::Int32 => numbers::<Int32Type>(vector, column),
            DataType::Float32 => numbers::<Float32Type>(vector, column),
            DataType::Float64 => numbers::<Float64Type>(vector, column),
            DataType::Date32 => numbers::<Date32Type>(vector, column),
            DataType::Timestamp(TimeUnit::Microsecond, None) => {
                numbers::<TimestampMicrosecondType>(vector, column);
            }
            DataType::Utf8 => {
                let texts = column.as_string::<i32>().iter();
                strings(vector, texts.map(|text| text.map(str::as_bytes)));
            }
            DataType::Binary => strings(vector, column.as_binary::<i32>().iter()),
            DataType::List(_) => lists(vector, column.as_list())?,
            other => {
                return Err(format!(
                    "a column has the type {other}, which is not written"
                ));
            }
        }
        nulls(vector, column);
    }
    Ok(())
}

/// # Safety
///
/// As for [`write`].
unsafe fn truths(vector: duckdb_vector, column: &BooleanArray) {
    // SAFETY: a vector of truths has a byte for each row.
    let data = unsafe { duckdb_vector_get_data(vector) }.cast::<u8>();
    for (row, truth) in column.values().iter().enumerate() {
        // SAFETY: it has room for all rows.
        unsafe { data.add(row).write(truth.into()) };
    }
}

/// # Safety
///
/// As for [`write`].
unsafe fn numbers<T: ArrowPrimitiveType>(vector: duckdb_vector, column: &dyn Array) {
    let values = column.as_primitive::<T>().values();
    // SAFETY: numbers of a type lie in both in the same way; the vector has room for all rows.
    unsafe {
        let data = duckdb_vector_get_data(vector).cast::<T::Native>();
        ptr::copy_nonoverlapping(values.as_ptr(), data, values.len());
    }
}

/// # Safety
///
/// As for [`write`].
unsafe fn strings<'a>(vector: duckdb_vector, texts: impl Iterator<Item = Option<&'a [u8]>>) {
    for (row, text) in texts.enumerate() {
        if let Some(text) = text {
            let (start, length) = (text.as_ptr().cast(), text.len() as u64);
            // SAFETY: DuckDB copies so many bytes; the vector has this row.
            unsafe { duckdb_vector_assign_string_element_len(vector, row as u64, start, length) };
        }
    }
}

/// # Safety
///
/// As for [`write`].
unsafe fn lists(vector: duckdb_vector, column: &ListArray) -> Result<(), String> {
    let offsets = column.value_offsets();
    let (first, last) = (offsets[0], offsets[offsets.len() - 1]);
    let place = |offset: i32| u64::from((offset - first).unsigned_abs());
    // SAFETY: a vector of lists has such an entry for each row.
    let entries = unsafe { duckdb_vector_get_data(vector) }.cast::<duckdb_list_entry>();
    for (row, ends) in offsets.windows(2).enumerate() {
        let entry = duckdb_list_entry {
            offset: place(ends[0]),
            length: place(ends[1]) - place(ends[0]),
        };
        // SAFETY: it has room for all rows.
        unsafe { entries.add(row).write(entry) };
    }
    let items = column
        .values()
        .slice(first as usize, (last - first) as usize);
    let size = items.len() as u64;
    // SAFETY: it is a vector of lists; the vector of the items is asked for when it has room for all of them.
    unsafe {
        for done in [
            duckdb_list_vector_reserve(vector, size),
            duckdb_list_vector_set_size(vector, size),
        ] {
            if done != duckdb_state_DuckDBSuccess {
                return Err(format!("DuckDB has no room for lists with {size} items"));
            }
        }
        write(duckdb_list_vector_get_child(vector), &*items)
    }
}

/// Marks the rows that have no value.
///
/// # Safety
///
/// As for [`write`].
unsafe fn nulls(vector: duckdb_vector, column: &dyn Array) {
    if column.null_count() == 0 {
        return;
    }
    // SAFETY: a validity that may be written has a bit for each row.
    let validity = unsafe {
        duckdb_vector_ensure_validity_writable(vector);
        duckdb_vector_get_validity(vector)
    };
    for row in (0..column.len()).filter(|row| column.is_null(*row)) {
        // SAFETY: as above.
        unsafe { duckdb_validity_set_row_invalid(validity, row as u64) };
    }
}

/// The arguments of a function, for the rows of a chunk.
pub struct Input {
    chunk: duckdb_data_chunk,
    rows: usize,
    arguments: u64,
}

impl Input {
    /// The arguments in a chunk.
    ///
    /// # Safety
    ///
    /// It is a chunk, which lives longer and is not changed. Its vectors are flat, as those of functions are.
    pub unsafe fn new(chunk: duckdb_data_chunk) -> Self {
        // SAFETY: as above.
        let (rows, arguments) = unsafe {
            (
                duckdb_data_chunk_get_size(chunk),
                duckdb_data_chunk_get_column_count(chunk),
            )
        };
        Self {
            chunk,
            rows: rows as usize,
            arguments,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of arguments.
    pub fn arguments(&self) -> u64 {
        self.arguments
    }

    /// The bytes of an argument; `None` for a null.
    ///
    /// # Safety
    ///
    /// There is such an argument, which is a text or a blob, and such a row.
    pub unsafe fn bytes(&self, argument: u64, row: usize) -> Option<&[u8]> {
        // SAFETY: as above.
        unsafe { bytes(duckdb_data_chunk_get_vector(self.chunk, argument), row) }
    }

    /// The text of an argument; `None` for a null.
    ///
    /// # Safety
    ///
    /// As for [`Input::bytes`].
    pub unsafe fn text(&self, argument: u64, row: usize) -> Option<&str> {
        // SAFETY: as above. Texts of DuckDB are UTF-8.
        unsafe { str::from_utf8(self.bytes(argument, row)?).ok() }
    }

    /// The texts of a map; `None` for a null. A key without a value is left out.
    ///
    /// # Safety
    ///
    /// There is such an argument, which is a map of texts, and such a row.
    pub unsafe fn pairs(&self, argument: u64, row: usize) -> Option<Vec<(&str, &str)>> {
        // SAFETY: a map is a list of structures of key and value; its entry says which items are those of the row.
        unsafe {
            let map = duckdb_data_chunk_get_vector(self.chunk, argument);
            if !is_valid(map, row) {
                return None;
            }
            let entries = duckdb_vector_get_data(map).cast::<duckdb_list_entry>();
            let entry = entries.add(row).read();
            let pairs = duckdb_list_vector_get_child(map);
            let text = |part: u64, item: u64| {
                let found = bytes(duckdb_struct_vector_get_child(pairs, part), item as usize)?;
                str::from_utf8(found).ok()
            };
            let items = entry.offset..entry.offset + entry.length;
            let pairs = items.filter_map(|item| text(0, item).zip(text(1, item)));
            Some(pairs.collect())
        }
    }
}

/// The bytes of a row of a vector of texts or blobs.
///
/// # Safety
///
/// It is such a flat vector with such a row, and lives so long.
unsafe fn bytes<'a>(vector: duckdb_vector, row: usize) -> Option<&'a [u8]> {
    // SAFETY: as above. Short texts lie in the vector itself, so the address is that of the vector's own entry.
    unsafe {
        if !is_valid(vector, row) {
            return None;
        }
        let entry = duckdb_vector_get_data(vector)
            .cast::<duckdb_string_t>()
            .add(row);
        let start = duckdb_string_t_data(entry).cast::<u8>();
        let length = duckdb_string_t_length(entry.read()) as usize;
        Some(slice::from_raw_parts(start, length))
    }
}

/// Whether a row has a value.
///
/// # Safety
///
/// The vector has such a row.
unsafe fn is_valid(vector: duckdb_vector, row: usize) -> bool {
    // SAFETY: as above; a vector without nulls has no validity.
    unsafe {
        let validity = duckdb_vector_get_validity(vector);
        validity.is_null() || duckdb_validity_row_is_valid(validity, row as u64)
    }
}

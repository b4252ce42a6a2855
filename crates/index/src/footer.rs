//! The end of an index: its columns, where they lie, and what it says of itself.
//!
//! Not part of the format. Parquet has more than is read here; only what the writer uses is accepted.

use crate::Error;
use crate::thrift::{Struct, Value};
use std::collections::HashMap;
use std::ops::Range;

/// The row groups and the metadata.
pub(crate) struct Footer {
    pub groups: Vec<Group>,
    metadata: HashMap<String, String>,
}

/// A row group: for each column where its pages are.
pub(crate) struct Group {
    pub rows: usize,
    pub columns: HashMap<String, Chunk>,
}

/// The pages of a column in a row group.
#[derive(Clone)]
pub(crate) struct Chunk {
    pub kind: Kind,
    pub is_packed: bool,
    /// Whether values may be missing.
    pub is_optional: bool,
    pub pages: Range<usize>,
}

/// The types of values that are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Numbers of 32 bits.
    Int,
    /// Texts and bytes.
    Bytes,
    /// Types that are only written.
    Other,
}

impl Footer {
    /// Reads the end of a file whose checksum has been checked.
    pub fn read(file: &[u8]) -> Result<Self, Error> {
        parse(file).ok_or_else(|| Error::Damaged("its end is invalid".to_owned()))
    }

    /// What the metadata has for a key.
    pub fn value(&self, key: &str) -> &str {
        self.metadata.get(key).map_or("", String::as_str)
    }
}

/// The end of a Parquet file: a structure, its length in four bytes, and four letters.
pub(crate) fn bytes(file: &[u8]) -> Option<&[u8]> {
    let (rest, [a, b, c, d, b'P', b'A', b'R', b'1']) = file.split_last_chunk()? else {
        return None;
    };
    let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
    rest.get(rest.len().checked_sub(length)?..)
}

fn parse(file: &[u8]) -> Option<Footer> {
    let mut end = bytes(file)?;
    let body = file.len() - end.len();
    let found = Struct::read(&mut end)?;
    let [_root, fields @ ..] = found.list(2)? else {
        return None;
    };
    let mut schema = Vec::new();
    for field in fields {
        let field = field.fields()?;
        let kind = match field.int(1)? {
            1 => Kind::Int,
            6 => Kind::Bytes,
            _ => Kind::Other,
        };
        let is_optional = match field.int(3)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        schema.push((field.text(4)?, kind, is_optional));
    }
    let groups = found.list(4)?.iter();
    let groups = groups.map(|group| read_group(group, &schema, body));
    let pairs = found.list(5)?.iter();
    let pairs = pairs.map(|pair| {
        let pair = pair.fields()?;
        Some((pair.text(1)?.to_owned(), pair.text(2)?.to_owned()))
    });
    Some(Footer {
        groups: groups.collect::<Option<_>>()?,
        metadata: pairs.collect::<Option<_>>()?,
    })
}

fn read_group(group: &Value<'_>, schema: &[(&str, Kind, bool)], body: usize) -> Option<Group> {
    let group = group.fields()?;
    let rows = group.size(3)?;
    let found = group.list(1)?;
    if found.len() != schema.len() {
        return None;
    }
    let mut columns = HashMap::new();
    for (column, &(name, kind, is_optional)) in found.iter().zip(schema) {
        let column = column.fields()?.of(3)?;
        let is_packed = match column.int(4)? {
            0 => false,
            6 => true,
            _ => return None,
        };
        // The dictionary comes first, if there is one.
        let first = column.size(9)?;
        let start = column
            .size(11)
            .map_or(first, |dictionary| dictionary.min(first));
        let pages = start..start.checked_add(column.size(7)?)?;
        if pages.end > body || column.size(5)? != rows {
            return None;
        }
        let chunk = Chunk {
            kind,
            is_packed,
            is_optional,
            pages,
        };
        columns.insert(name.to_owned(), chunk);
    }
    Some(Group { rows, columns })
}

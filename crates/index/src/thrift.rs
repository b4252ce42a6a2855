//! Reads the compact protocol of Thrift, in which Parquet describes its contents, from bytes that may be anything.
//!
//! Not part of the format.
//!
//! Every value takes at least one byte, so what is read takes memory in proportion to the bytes.

/// How deep values may lie in each other.
const MOST_DEPTH: u32 = 16;

/// A value, without its type where that does not matter.
pub(crate) enum Value<'a> {
    Int(i64),
    Bytes(&'a [u8]),
    List(Vec<Value<'a>>),
    Struct(Struct<'a>),
    /// A truth value or a number with a fraction.
    Other,
}

/// The fields of a structure, by their numbers.
pub(crate) struct Struct<'a>(Vec<(i16, Value<'a>)>);

impl<'a> Struct<'a> {
    /// Reads a structure, and takes its bytes.
    pub fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        read_struct(bytes, MOST_DEPTH)
    }

    pub fn int(&self, number: i16) -> Option<i64> {
        match self.get(number)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// A number of bytes or rows.
    pub fn size(&self, number: i16) -> Option<usize> {
        usize::try_from(self.int(number)?).ok()
    }

    pub fn text(&self, number: i16) -> Option<&'a str> {
        self.get(number)?.text()
    }

    pub fn list(&self, number: i16) -> Option<&[Value<'a>]> {
        match self.get(number)? {
            Value::List(values) => Some(values),
            _ => None,
        }
    }

    pub fn of(&self, number: i16) -> Option<&Self> {
        self.get(number)?.fields()
    }

    fn get(&self, number: i16) -> Option<&Value<'a>> {
        let mut fields = self.0.iter();
        fields
            .find(|(found, _)| *found == number)
            .map(|(_, value)| value)
    }
}

impl<'a> Value<'a> {
    pub fn text(&self) -> Option<&'a str> {
        match self {
            Self::Bytes(bytes) => str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    pub fn fields(&self) -> Option<&Struct<'a>> {
        match self {
            Self::Struct(fields) => Some(fields),
            _ => None,
        }
    }
}

fn read_struct<'a>(bytes: &mut &'a [u8], depth: u32) -> Option<Struct<'a>> {
    let (mut fields, mut number) = (Vec::new(), 0_i16);
    loop {
        let head = take(bytes, 1)?[0];
        if head == 0 {
            return Some(Struct(fields));
        }
        number = match head >> 4 {
            0 => i16::try_from(signed(bytes)?).ok()?,
            step => number.checked_add(i16::from(step))?,
        };
        fields.push((
            number,
            read_value(bytes, head & 15, depth.checked_sub(1)?, false)?,
        ));
    }
}

fn read_value<'a>(bytes: &mut &'a [u8], kind: u8, depth: u32, in_list: bool) -> Option<Value<'a>> {
    Some(match kind {
        // In a list, a truth value is a byte; in a structure, it is its own type.
        1 | 2 if in_list => take(bytes, 1).map(|_| Value::Other)?,
        1 | 2 => Value::Other,
        3 => Value::Int(i64::from(take(bytes, 1)?[0] as i8)),
        4..=6 => Value::Int(signed(bytes)?),
        7 => take(bytes, 8).map(|_| Value::Other)?,
        8 => {
            let length = usize::try_from(varint(bytes)?).ok()?;
            Value::Bytes(take(bytes, length)?)
        }
        9 | 10 => {
            let head = take(bytes, 1)?[0];
            let count = match head >> 4 {
                15 => varint(bytes)?,
                count => u64::from(count),
            };
            let depth = depth.checked_sub(1)?;
            let mut values = Vec::new();
            for _ in 0..count {
                values.push(read_value(bytes, head & 15, depth, true)?);
            }
            Value::List(values)
        }
        12 => Value::Struct(read_struct(bytes, depth)?),
        _ => return None,
    })
}

/// The next bytes, if there are so many.
pub(crate) fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// A number of seven bits a byte, the lowest first.
pub(crate) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        value |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(value);
        }
    }
    None
}

fn signed(bytes: &mut &[u8]) -> Option<i64> {
    let value = varint(bytes)?;
    Some((value >> 1) as i64 ^ -((value & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_numbers() {
        // 1: the number -3; 3: "ab"; 4: a list of two numbers; 20: a structure without fields.
        let bytes = [
            0x15, 5, 0x28, 2, b'a', b'b', 0x19, 0x25, 2, 4, 0x0C, 40, 0, 0, 77,
        ];
        let mut rest = &bytes[..];
        let found = Struct::read(&mut rest).unwrap();
        assert_eq!(rest, [77]);
        assert_eq!((found.int(1), found.text(3)), (Some(-3), Some("ab")));
        assert_eq!(found.list(4).unwrap().len(), 2);
        assert!(found.of(20).is_some() && found.of(1).is_none() && found.int(2).is_none());
        for cut in 0..bytes.len() - 1 {
            assert!(Struct::read(&mut &bytes[..cut]).is_none(), "{cut}");
        }
    }

    #[test]
    fn claims_of_much_are_refused() {
        // Lists of 2^62 structures, and structures in each other.
        let list = [
            0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F,
        ];
        assert!(Struct::read(&mut &list[..]).is_none());
        assert!(Struct::read(&mut &[0x1C; 10_000][..]).is_none());
        assert!(Struct::read(&mut &[0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F][..]).is_none());
    }
}

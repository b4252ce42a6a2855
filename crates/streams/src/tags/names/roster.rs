//! A sorted roster of many players' names, which gives the names that begin like the current one.
//!
//! Format: "Names".
//!
//! Names are read when they are needed, in groups with the same first two bytes: most blocks need few groups. Where each group begins is
//! computed when the program is built (`starts.rs`).
//!
//! Spaces after commas are left out, so `Tal, Mihail` and `Tal,Mihail` are one name. The roster is made by `cargo run --release -p train
//! --bin roster`.

use crate::data_file::{DataFile, data_file};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

/// Two lists: of people, written with commas or spaces, and of handles.
pub(crate) static FILE: DataFile = data_file!(ROSTER);

/// What the build script has computed for each list: [`Start`]s, three numbers of 32 bits each.
#[cfg(feature = "embedded-weights")]
static STARTS: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/roster.people")),
    include_bytes!(concat!(env!("OUT_DIR"), "/roster.handles")),
];

/// Where the names with two first bytes begin.
struct Start {
    /// The two bytes; 2^16 after the last name.
    pair: u32,
    /// How many names come before, and the byte of the file.
    names: u32,
    at: u32,
}

/// Names in the order of their bytes.
///
/// ```
/// use streams::training::names::roster::Roster;
/// let mut file = Vec::new();
/// Roster::write([&b"Tal,Mihail"[..], b"Tal,Mikhail"].into_iter(), &mut file);
/// assert_eq!(file, b"\0Tal,Mihail\0\x06khail\0\0\0");
/// assert_eq!(Roster::spelled(b"Tal, Mihail"), b"Tal,Mihail");
/// ```
pub struct Roster {
    file: &'static [u8],
    starts: Vec<Start>,
    /// For each first byte, and 256, the place of its first start.
    by_byte: [usize; 257],
    /// For each start except the last, the names up to the next.
    alike: Vec<OnceLock<Box<Alike>>>,
}

/// Number of bytes of a name in its key.
pub(super) const KEYED: usize = 8;

impl Roster {
    /// The roster of handles, or that of people's names.
    pub(super) fn shipped(handles: bool) -> &'static Self {
        static ROSTERS: [LazyLock<Roster>; 2] = [
            LazyLock::new(|| Roster::new(FILE.bytes(), starts_of(0))),
            LazyLock::new(|| Roster::new(FILE.bytes(), starts_of(1))),
        ];
        &ROSTERS[usize::from(handles)]
    }

    fn new(file: &'static [u8], starts: Vec<[u32; 3]>) -> Self {
        let starts = starts.into_iter();
        let starts: Vec<_> = starts
            .map(|[pair, names, at]| Start { pair, names, at })
            .collect();
        let count = starts.len().saturating_sub(1);
        let before = |byte| starts.partition_point(|start| start.pair < (byte as u32) << 8);
        Self {
            file,
            by_byte: std::array::from_fn(before),
            starts,
            alike: (0..count).map(|_| OnceLock::new()).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.last().map_or(0, |last| last.names as usize)
    }

    /// The first name whose first two bytes are at least these.
    pub(super) fn first(&self, pair: u32) -> usize {
        let byte = (pair >> 8).min(255) as usize;
        let [first, last] = [self.by_byte[byte], self.by_byte[byte + 1]];
        let before = self.starts[first..last].partition_point(|start| start.pair < pair);
        let start = self.starts.get(first + before);
        start.map_or(self.len(), |start| start.names as usize)
    }

    /// The names with two first bytes, if there are any.
    pub(super) fn alike(&self, pair: u32) -> Option<&Alike> {
        let at = self.starts.binary_search_by_key(&pair, |start| start.pair);
        let at = at.ok()?;
        let read = || {
            let [start, end] = [&self.starts[at], &self.starts[at + 1]];
            let list = &self.file[start.at as usize..end.at as usize];
            let names = start.names as usize..end.names as usize;
            Box::new(Alike::read(list, pair, names))
        };
        Some(self.alike.get(at)?.get_or_init(read))
    }

    /// A name as it is written in a list.
    #[cfg(feature = "training")]
    pub fn spelled(name: &[u8]) -> Vec<u8> {
        let mut spelled = Vec::with_capacity(name.len());
        for &byte in name {
            if byte != b' ' || spelled.last() != Some(&b',') {
                spelled.push(byte);
            }
        }
        spelled
    }

    /// Writes a list of the file. Names are sorted, none twice.
    #[cfg(feature = "training")]
    pub fn write<'a>(names: impl Iterator<Item = &'a [u8]>, out: &mut Vec<u8>) {
        let mut before: &[u8] = b"";
        for name in names {
            let shared = before
                .iter()
                .zip(name)
                .take(255)
                .take_while(|(a, b)| a == b)
                .count();
            out.push(shared as u8);
            out.extend_from_slice(&name[shared..]);
            out.push(0);
            before = name;
        }
        out.extend([0, 0]);
    }
}

/// Where names begin in the list of people's names, 0, or of handles, 1: see `starts.rs`.
#[cfg(feature = "embedded-weights")]
fn starts_of(list: usize) -> Vec<[u32; 3]> {
    let numbers = STARTS[list].as_chunks::<4>().0.as_chunks::<3>().0.iter();
    numbers
        .map(|numbers| numbers.map(u32::from_le_bytes))
        .collect()
}

/// The same of a file that the build script has not seen.
#[cfg(not(feature = "embedded-weights"))]
fn starts_of(list: usize) -> Vec<[u32; 3]> {
    let [people, handles] = super::starts::lists(FILE.bytes());
    [people, handles].into_iter().nth(list).unwrap_or_default()
}

/// Names whose first two bytes are the same.
pub(super) struct Alike {
    /// How many names come before them.
    before: usize,
    /// The first eight bytes of each name, the first one highest; zeros after its end.
    keys: Vec<u64>,
    /// The other bytes of all names, where each one's begin, and where the last one's end.
    tails: Vec<u8>,
    starts: Vec<u32>,
}

impl Alike {
    /// Reads a part of a list. Each name is stored as the number of bytes it shares with the one before, the other bytes, and a zero.
    fn read(mut rest: &[u8], pair: u32, names: Range<usize>) -> Self {
        let mut keys = Vec::with_capacity(names.len());
        let mut starts = Vec::with_capacity(names.len() + 1);
        let mut tails = Vec::with_capacity(rest.len());
        // The name before the first shares at most one byte with it.
        let (mut key, mut last) = (u64::from(pair) << 48, 0);
        while let Some((&shared, tail)) = rest.split_first() {
            let (length, head) = measured(tail);
            let (shared, start) = (usize::from(shared), tails.len());
            if shared < KEYED {
                key = key & !(u64::MAX >> (8 * shared)) | head >> (8 * shared);
            } else {
                let end = (last + shared - KEYED).min(start);
                tails.extend_from_within(last..end);
            }
            let keyed = KEYED.saturating_sub(shared);
            if length > keyed {
                tails.extend_from_slice(&tail[keyed..length]);
            }
            keys.push(key);
            starts.push(start as u32);
            (last, rest) = (start, tail.get(length + 1..).unwrap_or_default());
        }
        starts.push(tails.len() as u32);
        Self {
            before: names.start,
            keys,
            tails,
            starts,
        }
    }

    /// The first of some of these names whose byte `depth`, at least 2, is at least `least`; they all begin with `known`.
    pub fn first(&self, names: Range<usize>, known: u64, depth: usize, least: u8) -> usize {
        let [mut start, end] = [names.start, names.end].map(|name| name - self.before);
        if depth < KEYED {
            let least = known | u64::from(least) << (56 - 8 * depth);
            return names.start + self.keys[start..end].partition_point(|&key| key < least);
        }
        let mut length = end - start;
        while length > 0 {
            let half = length / 2;
            if self.byte(start + half, depth) < least {
                start += half + 1;
                length -= half + 1;
            } else {
                length = half;
            }
        }
        self.before + start
    }

    /// Byte `depth` of a name, at least [`KEYED`]; 0 after its end.
    fn byte(&self, name: usize, depth: usize) -> u8 {
        let [start, end] = [self.starts[name], self.starts[name + 1]].map(|at| at as usize);
        let tail = &self.tails[start..end];
        tail.get(depth - KEYED).copied().unwrap_or(0)
    }
}

/// How many bytes come before a zero or the end, and the first eight of these, the first one highest, with zeros after them.
#[inline]
fn measured(bytes: &[u8]) -> (usize, u64) {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let mut first = [0; KEYED];
    match bytes.first_chunk() {
        Some(chunk) => first = *chunk,
        None => first[..bytes.len()].copy_from_slice(bytes),
    }
    let first = u64::from_be_bytes(first);
    // The highest bit of each byte that is zero.
    let zeros = !(((first & LOW) + LOW) | first | LOW);
    if zeros == 0 {
        let end = bytes.iter().position(|&byte| byte == 0);
        return (end.unwrap_or(bytes.len()), first);
    }
    let length = zeros.leading_zeros() / 8;
    (length as usize, first & !(u64::MAX >> (8 * length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_alike_come_back() {
        let names: [&[u8]; 5] = [b"Ana", b"Anastasi", b"Anastasia", b"Anastasiya", b"An\xff"];
        let mut list = Vec::new();
        Roster::write(names.into_iter(), &mut list);
        // Without the end of the list.
        let alike = Alike::read(&list[..list.len() - 2], 0x416e, 7..12);
        assert_eq!(alike.keys.len(), names.len());
        for (at, name) in names.into_iter().enumerate() {
            let mut key = [0; KEYED];
            let (head, tail) = name.split_at(name.len().min(KEYED));
            key[..head.len()].copy_from_slice(head);
            assert_eq!(alike.keys[at], u64::from_be_bytes(key));
            let after = (KEYED..12).map(|depth| alike.byte(at, depth));
            let after: Vec<u8> = after.take_while(|&byte| byte > 0).collect();
            assert_eq!(after, tail);
        }
        let known = u64::from_be_bytes(*b"Anastasi");
        assert_eq!(alike.first(8..11, known, 8, b'a'), 9);
        assert_eq!(alike.first(8..11, known, 8, b'b'), 10);
        assert_eq!(alike.first(7..12, 0x416e << 48, 2, b'b'), 11);
    }

    #[test]
    fn all_names_are_found_by_their_first_two_bytes() {
        for (handles, pairs, names) in [(false, 419, 31_668), (true, 3_071, 182_838)] {
            let roster = Roster::shipped(handles);
            assert_eq!([roster.alike.len(), roster.len()], [pairs, names]);
            let mut before = 0;
            for pair in 0..1 << 16 {
                assert_eq!(roster.first(pair), before);
                let Some(alike) = roster.alike(pair) else {
                    continue;
                };
                assert_eq!(alike.before, before);
                assert!(alike.keys.is_sorted());
                assert!(alike.keys.iter().all(|key| key >> 48 == u64::from(pair)));
                before += alike.keys.len();
            }
            assert_eq!(roster.first(1 << 16), before);
        }
    }
}

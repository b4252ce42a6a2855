//! Names of many players, in order: how those that begin like the name at hand go on.
//!
//! Format: "Names".
//!
//! Spaces after commas are left out, so that `Tal, Mihail` and `Tal,Mihail` are one name. Made by `cargo run --release -p train --bin roster`.

use std::ops::Range;
use std::sync::LazyLock;

/// Two lists: of people, written with commas or spaces, and of handles.
pub(crate) static FILE: &[u8] = include_bytes!("roster.bin");

/// Names in the order of their bytes.
///
/// ```
/// use archive::streams::tags::names::roster::Roster;
/// let mut file = Vec::new();
/// Roster::write([&b"Tal,Mihail"[..], b"Tal,Mikhail"].into_iter(), &mut file);
/// assert_eq!(file, b"\0Tal,Mihail\0\x06khail\0\0\0");
/// assert_eq!(Roster::spelled(b"Tal, Mihail"), b"Tal,Mihail");
/// ```
pub struct Roster {
    /// The first eight bytes of each name, the first one highest; zeros after its end.
    keys: Vec<u64>,
    /// The other bytes of all names, where each one's begin, and where the last one's end.
    tails: Vec<u8>,
    starts: Vec<u32>,
    /// For each two bytes, the first name that begins with them or later ones.
    pairs: Vec<u32>,
}

/// Bytes of a name that its key holds.
pub(super) const KEYED: usize = 8;

impl Roster {
    /// Of names as people have them, or of handles. Each list is read when it is first asked for.
    pub(super) fn shipped(handles: bool) -> &'static Self {
        static PEOPLE: LazyLock<Roster> = LazyLock::new(|| Roster::read(FILE));
        static HANDLES: LazyLock<Roster> = LazyLock::new(|| {
            // A name's end, and a name without bytes: only the end of a list looks like that.
            let end = memchr::memmem::find(FILE, &[0; 3]);
            Roster::read(end.map_or(&[], |end| &FILE[end + 3..]))
        });
        if handles { &HANDLES } else { &PEOPLE }
    }

    /// Reads a list: its names, each as how many bytes it shares with the one before, the others, and a zero; an empty name ends it.
    fn read(mut rest: &[u8]) -> Self {
        // Nothing is moved while it grows, and room that is not used costs nothing.
        let mut keys = Vec::with_capacity(rest.len() / 8);
        let mut tails = Vec::with_capacity(rest.len());
        let (mut starts, mut key, mut before) = (Vec::with_capacity(rest.len() / 8), 0, 0);
        while let Some((&shared, tail)) = rest.split_first() {
            let (length, head) = measured(tail);
            let shared = usize::from(shared);
            if shared == 0 && length == 0 {
                break;
            }
            let start = tails.len();
            if shared < KEYED {
                key = key & !(u64::MAX >> (8 * shared)) | head >> (8 * shared);
            } else {
                let end = (before + shared - KEYED).min(start);
                tails.extend_from_within(before..end);
            }
            let keyed = KEYED.saturating_sub(shared);
            if length > keyed {
                tails.extend_from_slice(&tail[keyed..length]);
            }
            keys.push(key);
            starts.push(start as u32);
            (before, rest) = (start, tail.get(length + 1..).unwrap_or_default());
        }
        starts.push(tails.len() as u32);
        let mut pairs = Vec::with_capacity(1 << 16);
        for (name, key) in keys.iter().enumerate() {
            let pair = (key >> 48) as usize;
            if pair >= pairs.len() {
                pairs.resize(pair + 1, name as u32);
            }
        }
        pairs.resize(1 << 16, keys.len() as u32);
        Self {
            keys,
            tails,
            starts,
            pairs,
        }
    }

    /// The first of some names whose byte `depth` is at least `least`; they all begin with `known`.
    pub(super) fn first(&self, names: Range<usize>, known: u64, depth: usize, least: u8) -> usize {
        let Range { mut start, end } = names;
        if depth < KEYED {
            let least = known | u64::from(least) << (56 - 8 * depth);
            if depth < 2 {
                let first = self.pairs[(least >> 48) as usize] as usize;
                return first.clamp(start, end.max(start));
            }
            return start + self.keys[names].partition_point(|&key| key < least);
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
        start
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Byte `depth` of a name, at least [`KEYED`]; 0 after its end.
    fn byte(&self, name: usize, depth: usize) -> u8 {
        let [start, end] = [self.starts[name], self.starts[name + 1]].map(|at| at as usize);
        let tail = &self.tails[start..end];
        tail.get(depth - KEYED).copied().unwrap_or(0)
    }

    /// How a name stands in a list.
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
    fn lists_come_back() {
        let names: [&[u8]; 6] = [
            b"Ana",
            b"Anastasi",
            b"Anastasia",
            b"Anastasiya",
            b"Bo",
            b"\xff",
        ];
        let mut list = Vec::new();
        Roster::write(names.into_iter(), &mut list);
        let roster = Roster::read(&list);
        assert_eq!(roster.len(), names.len());
        for (at, name) in names.into_iter().enumerate() {
            let mut key = [0; KEYED];
            let (head, tail) = name.split_at(name.len().min(KEYED));
            key[..head.len()].copy_from_slice(head);
            assert_eq!(roster.keys[at], u64::from_be_bytes(key));
            let after = (KEYED..12).map(|depth| roster.byte(at, depth));
            let after: Vec<u8> = after.take_while(|&byte| byte > 0).collect();
            assert_eq!(after, tail);
        }
    }

    #[test]
    fn two_bytes_lead_where_a_search_would() {
        for handles in [false, true] {
            let roster = Roster::shipped(handles);
            let search = |names: Range<usize>, least: u64| {
                names.start + roster.keys[names].partition_point(|&key| key < least)
            };
            let (all, known) = (0..roster.len(), u64::from(b'M') << 56);
            let names = search(all.clone(), known)..search(all.clone(), known + (1 << 56));
            assert!(names.len() > 100);
            for least in 0..=255 {
                let [first, second] = [56, 48].map(|shift| u64::from(least) << shift);
                let found = roster.first(all.clone(), 0, 0, least);
                assert_eq!(found, search(all.clone(), first));
                let found = roster.first(names.clone(), known, 1, least);
                assert_eq!(found, search(names.clone(), known | second));
            }
        }
    }
}

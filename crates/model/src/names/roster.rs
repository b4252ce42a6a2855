//! Names of many players, in order: how those that begin like the name at hand go on.
//!
//! Spaces behind commas are left out, so that `Tal, Mihail` and `Tal,Mihail` are one name. Made by `cargo run --release -p train --bin roster`.

use std::ops::Range;
use std::sync::LazyLock;

/// Two lists: of people, written with commas or spaces, and of handles.
static FILE: &[u8] = include_bytes!("roster.bin");

/// Names in the order of their bytes.
///
/// ```
/// use model::names::roster::Roster;
/// let mut file = Vec::new();
/// Roster::write([&b"Tal,Mihail"[..], b"Tal,Mikhail"].into_iter(), &mut file);
/// assert_eq!(file, b"\0Tal,Mihail\0\x06khail\0\0\0");
/// assert_eq!(Roster::spelled(b"Tal, Mihail"), b"Tal,Mihail");
/// ```
pub struct Roster {
    text: Vec<u8>,
    /// Where each name begins in the text, and where the last one ends.
    starts: Vec<u32>,
    /// The first eight bytes of each name, the first one highest.
    keys: Vec<u64>,
    /// For each two bytes, the first name that begins with them or later ones.
    pairs: Vec<u32>,
}

/// Bytes of a name that its key holds.
pub(super) const KEYED: usize = 8;

impl Roster {
    /// Of names as people have them, or of handles.
    pub(super) fn shipped(handles: bool) -> &'static Self {
        static SHIPPED: LazyLock<[Roster; 2]> = LazyLock::new(|| {
            let mut rest = FILE;
            [(); 2].map(|()| Roster::read(&mut rest))
        });
        &SHIPPED[usize::from(handles)]
    }

    /// Reads a list: its names, each as how many bytes it shares with the one before, the others, and a zero; an empty name ends it.
    fn read(rest: &mut &[u8]) -> Self {
        let (mut text, mut starts) = (Vec::new(), vec![0]);
        let mut before = 0..0;
        while let Some((&shared, tail)) = rest.split_first() {
            let end = tail.iter().position(|&byte| byte == 0);
            let end = end.unwrap_or(tail.len());
            let (own, tail) = tail.split_at(end);
            *rest = tail.get(1..).unwrap_or_default();
            if shared == 0 && own.is_empty() {
                break;
            }
            let start = text.len();
            let kept = before.start..before.end.min(before.start + usize::from(shared));
            text.extend_from_within(kept);
            text.extend_from_slice(own);
            before = start..text.len();
            starts.push(text.len() as u32);
        }
        let keys = starts
            .windows(2)
            .map(|ends| key(&text[ends[0] as usize..ends[1] as usize]));
        let keys: Vec<u64> = keys.collect();
        let mut pairs = Vec::with_capacity(1 << 16);
        for (name, key) in keys.iter().enumerate() {
            let pair = (key >> 48) as usize;
            if pair >= pairs.len() {
                pairs.resize(pair + 1, name as u32);
            }
        }
        pairs.resize(1 << 16, keys.len() as u32);
        Self {
            text,
            starts,
            keys,
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

    /// Byte `depth` of a name; 0 behind its end.
    fn byte(&self, name: usize, depth: usize) -> u8 {
        let [start, end] = [self.starts[name], self.starts[name + 1]].map(|at| at as usize);
        self.text[start..end].get(depth).copied().unwrap_or(0)
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

/// The first bytes of a name.
fn key(name: &[u8]) -> u64 {
    let mut bytes = [0; KEYED];
    let length = name.len().min(KEYED);
    bytes[..length].copy_from_slice(&name[..length]);
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! Inputs that are almost PGN: parts of real files, damaged and mixed.

use crate::{Random, Seed};

/// Pieces of PGN that meet each other's edge cases.
pub const FRAGMENTS: &[&[u8]] = &[
    b" ",
    b"\n",
    b"\r\n",
    b"\r",
    b"\n\n\n",
    b"\t",
    b"\0",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"(",
    b")",
    b"((((((((",
    b"))))",
    b"{",
    b"}",
    b"{}",
    b";",
    b"%",
    b"\n%\n",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b"\"]\n",
    b"*",
    b"1-0",
    b"1/2-1/2",
    b"\xc2\xbd-\xc2\xbd",
    b"1.",
    b"1...",
    b"99999999999999999999.",
    b"0.",
    b"e4",
    b"Nf3+",
    b"exd6e.p.",
    b"e8=Q#",
    b"e8(Q)",
    b"O-O",
    b"0-0-0",
    b"O-O-O#",
    b"e1g1",
    b"N@f7",
    b"--",
    b"Z0",
    b"null",
    b"!?",
    b"$1",
    b"$256",
    b"$99999999999999999999",
    b"$",
    b"{[%clk 1:02:03]}",
    b"{ [%clk 0:00:00.1] [%eval -0.33] }",
    b"{[%eval #-3]}",
    b"{[%eval 99999.99]}",
    b"{[%clk 99999:99:99]}",
    b"{[%emt 0:00:01]}",
    b"{(-0.33/12 4.5s)}",
    b"{[%csl Ra1][%cal Ga1h8]}",
    b"[Event \"?\"]\n",
    b"[Date \"2024.02.30\"]\n",
    b"[Date \"????.??.??\"]\n",
    b"[Date \"99999999999999999999.01.01\"]\n",
    b"[WhiteElo \"65535\"]\n",
    b"[WhiteElo \"-1\"]\n",
    b"[BlackElo \"99999999999999999999\"]\n",
    b"[TimeControl \"180+2\"]\n",
    b"[ECO \"C50\"]\n",
    b"[PlyCount \"18446744073709551615\"]\n",
    b"[UTCTime \"23:59:60\"]\n",
    b"[Variant \"Chess960\"]\n",
    b"[Variant \"Crazyhouse\"]\n",
    b"[Variant \"Atomic\"]\n",
    b"[Variant \"Three-check\"]\n",
    b"[Variant \"Racing Kings\"]\n",
    b"[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    b"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65535 65535\"]\n",
    b"[FEN \"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/k6K w - - 0 1\"]\n",
    b"[Event \"a \\\"quoted\\\" word\"]\n",
    b"[Event \"raw \"quote\" in\"]\n",
    b"[Event foo]\n",
    b"[ Event  \"spaced\" ]\n",
    b"[Event \"\xe9\xe8\"]\n",
    b"1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *\n\n",
];

/// Two to five hundred bytes mostly, now and then a few tens of thousands, of one of the seeds, mutated up to eight times.
///
/// ```
/// let seed = fuzz::Seed { name: "one".into(), bytes: b"1. e4 e5 *".to_vec() };
/// let once = fuzz::mutate(&[seed.clone()], &mut fuzz::Random::new(1));
/// assert_eq!(once, fuzz::mutate(&[seed], &mut fuzz::Random::new(1)));
/// ```
#[must_use]
pub fn mutate(seeds: &[Seed], random: &mut Random) -> Vec<u8> {
    if random.once_in(50) || seeds.is_empty() {
        let length = random.below(600);
        return (0..length).map(|_| random.byte()).collect();
    }
    let limit = match random.below(40) {
        0 => 40_000,
        1..8 => 5_000,
        _ => 1_000,
    };
    let mut bytes = part(seeds, limit, random);
    for _ in 0..random.below(9) {
        step(&mut bytes, seeds, random);
    }
    bytes
}

/// The bytes with one to eight changes: flipped bits, overwritten, cut, left out, repeated; for data that is not text.
#[must_use]
pub fn mutated_bytes(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(8) {
        match random.below(8) {
            0 => delete(&mut bytes, random),
            1 => duplicate(&mut bytes, random),
            2 => {
                let at = random.below(bytes.len() + 1);
                let run = vec![*random.pick(&[&0, &0xFF, &0x80, &0x7F]); random.below(12)];
                bytes.splice(at..at, run);
            }
            _ => damage(&mut bytes, random),
        }
    }
    bytes
}

/// The bytes with one to eight changes that move nothing: flipped bits, overwritten, cut at the end.
#[must_use]
pub fn damaged_bytes(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(8) {
        damage(&mut bytes, random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    match random.below(6) {
        0 => truncate(bytes, random),
        1 => scribble(bytes, random),
        _ => flip(bytes, random),
    }
}

/// Some successive bytes of a seed, its beginning as often as not.
fn part(seeds: &[Seed], limit: usize, random: &mut Random) -> Vec<u8> {
    let bytes = &seeds[random.below(seeds.len())].bytes;
    let start = if random.once_in(2) {
        0
    } else {
        random.below(bytes.len())
    };
    let end = (start + 1 + random.below(limit)).min(bytes.len());
    bytes[start..end].to_vec()
}

fn step(bytes: &mut Vec<u8>, seeds: &[Seed], random: &mut Random) {
    match random.below(16) {
        0 => flip(bytes, random),
        1 => scribble(bytes, random),
        2 | 3 => delete(bytes, random),
        4 | 5 => duplicate(bytes, random),
        6 => truncate(bytes, random),
        7 => {
            // Spliced: the rest of the text is from another file.
            bytes.truncate(random.below(bytes.len() + 1));
            bytes.extend(part(seeds, 1000, random));
        }
        8 => {
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, part(seeds, 300, random));
        }
        9 => {
            // A long run of one thing.
            let run = random.pick(FRAGMENTS).repeat(random.below(200));
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, run);
        }
        _ => {
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, random.pick(FRAGMENTS).iter().copied());
        }
    }
}

/// A part of at most `longest` bytes.
fn range(bytes: &[u8], longest: usize, random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(bytes.len() + 1);
    start..(start + random.below(longest)).min(bytes.len())
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    if !bytes.is_empty() {
        bytes[random.below(bytes.len())] ^= 1 << random.below(8);
    }
}

fn scribble(bytes: &mut [u8], random: &mut Random) {
    let range = range(bytes, 8, random);
    bytes[range].fill_with(|| random.byte());
}

fn delete(bytes: &mut Vec<u8>, random: &mut Random) {
    bytes.drain(range(bytes, 60, random));
}

fn duplicate(bytes: &mut Vec<u8>, random: &mut Random) {
    let again = bytes[range(bytes, 200, random)].to_vec();
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, again);
}

fn truncate(bytes: &mut Vec<u8>, random: &mut Random) {
    bytes.truncate(random.below(bytes.len() + 1));
}

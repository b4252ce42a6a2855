//! Damage of every kind.

use super::pool::{VICTIMS, Victim};
use crate::Random;
use archive::fuzzing::{Kind, Section, mend, sections};
use archive::{Reader, Stream};
use std::io::Cursor;
use std::ops::Range;

/// A damaged archive, and what was done to it.
#[derive(Clone, Default)]
pub struct Harmed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What was done, in words.
    pub how: Vec<String>,
    /// Whether sections stand where they were not, or are there more than once, or are those of another archive.
    pub is_moved: bool,
    /// Whether bytes were taken out before its end, or put in.
    pub is_shifted: bool,
    /// Whether bytes were lost.
    pub is_lossy: bool,
    /// Whether checksums were made right again.
    pub is_mended: bool,
    /// Whether nothing but the groups of blocks is damaged.
    pub only_groups: bool,
    /// The archives of which sections were taken, by their numbers in [`VICTIMS`].
    pub others: Vec<usize>,
}

/// Damages an archive one to three times.
pub fn harm(victim: &Victim, random: &mut Random) -> Harmed {
    let mut harmed = Harmed {
        bytes: victim.bytes.clone(),
        ..Harmed::default()
    };
    if random.once_in(12) && groups(&mut harmed, random) {
        return harmed;
    }
    let times = *random.pick(&[&1, &1, &1, &2, &3]);
    for _ in 0..times {
        match random.below(24) {
            0..6 => flip(&mut harmed, random),
            6 | 7 => overwrite(&mut harmed, random),
            8 => zero(&mut harmed, random),
            9 | 10 => cut_end(&mut harmed, random),
            11 | 12 => cut_middle(&mut harmed, random),
            13 => insert(&mut harmed, random),
            14 | 15 => double(&mut harmed, random),
            16 | 17 => shift(&mut harmed, random),
            18 => swap(&mut harmed, random),
            19 | 20 => foreign(&mut harmed, random),
            21 => foreign_header(&mut harmed, random),
            22 => lose(&mut harmed, Kind::Footer, random),
            _ => lose(&mut harmed, Kind::Header, random),
        }
    }
    if random.once_in(10) {
        mend(&mut harmed.bytes);
        harmed.is_mended = true;
        harmed.how.push("mended".to_owned());
    }
    harmed
}

impl Harmed {
    fn say(&mut self, what: String) {
        self.how.push(what);
    }
}

fn flip(harmed: &mut Harmed, random: &mut Random) {
    if harmed.bytes.is_empty() {
        return;
    }
    let (at, bit) = (random.below(harmed.bytes.len()), random.below(8));
    harmed.bytes[at] ^= 1 << bit;
    harmed.say(format!("bit {bit} of byte {at} flipped"));
}

fn overwrite(harmed: &mut Harmed, random: &mut Random) {
    let range = range(harmed.bytes.len(), 9, random);
    harmed.say(format!("bytes {range:?} overwritten"));
    harmed.bytes[range].fill_with(|| random.byte());
}

fn zero(harmed: &mut Harmed, random: &mut Random) {
    let longest = *random.pick(&[&16, &100, &600]);
    let range = range(harmed.bytes.len(), longest, random);
    harmed.say(format!("bytes {range:?} are zero"));
    harmed.bytes[range].fill(0);
}

fn cut_end(harmed: &mut Harmed, random: &mut Random) {
    let at = match random.below(3) {
        0 => place(harmed, random),
        1 => harmed.bytes.len() - random.below(60).min(harmed.bytes.len()),
        _ => random.below(harmed.bytes.len() + 1),
    };
    harmed.say(format!("cut at {at}"));
    harmed.bytes.truncate(at);
    harmed.is_lossy = true;
}

fn cut_middle(harmed: &mut Harmed, random: &mut Random) {
    let range = match random.below(2) {
        0 => {
            let ends = [place(harmed, random), place(harmed, random)];
            ends[0].min(ends[1])..ends[0].max(ends[1])
        }
        _ => range(harmed.bytes.len(), 400, random),
    };
    harmed.say(format!("bytes {range:?} cut out"));
    harmed.bytes.drain(range);
    (harmed.is_shifted, harmed.is_lossy) = (true, true);
}

fn insert(harmed: &mut Harmed, random: &mut Random) {
    let at = match random.below(2) {
        0 => place(harmed, random),
        _ => random.below(harmed.bytes.len() + 1),
    };
    let length = 1 + random.below(*random.clone().pick(&[&4, &40, &300]));
    let is_zero = random.once_in(3);
    let junk: Vec<u8> = (0..length)
        .map(|_| if is_zero { 0 } else { random.byte() })
        .collect();
    harmed.say(format!("{length} bytes put in at {at}"));
    harmed.bytes.splice(at..at, junk);
    harmed.is_shifted = true;
}

fn double(harmed: &mut Harmed, random: &mut Random) {
    let Some(run) = run(harmed, random) else {
        return;
    };
    let at = match random.below(2) {
        0 => run.end,
        _ => place(harmed, random),
    };
    harmed.say(format!("bytes {run:?} again at {at}"));
    let again = harmed.bytes[run].to_vec();
    harmed.bytes.splice(at..at, again);
    (harmed.is_shifted, harmed.is_moved) = (true, true);
}

fn shift(harmed: &mut Harmed, random: &mut Random) {
    let Some(run) = run(harmed, random) else {
        return;
    };
    let moved: Vec<u8> = harmed.bytes.drain(run.clone()).collect();
    let at = place(harmed, random);
    harmed.say(format!("bytes {run:?} moved to {at}"));
    harmed.bytes.splice(at..at, moved);
    (harmed.is_shifted, harmed.is_moved) = (true, true);
}

fn swap(harmed: &mut Harmed, random: &mut Random) {
    let found = sections(&harmed.bytes);
    if found.len() < 2 {
        return;
    }
    let at = random.below(found.len() - 1);
    let other = at + 1 + random.below(found.len() - at - 1);
    let (one, two) = (found[at].range.clone(), found[other].range.clone());
    harmed.say(format!("bytes {one:?} and {two:?} swapped"));
    let bytes = &harmed.bytes;
    let between = &bytes[one.end..two.start];
    let swapped = [
        &bytes[..one.start],
        &bytes[two.clone()],
        between,
        &bytes[one.clone()],
        &bytes[two.end..],
    ];
    harmed.bytes = swapped.concat();
    (harmed.is_shifted, harmed.is_moved) = (true, true);
}

/// Sections of another archive are put in, or replace some.
fn foreign(harmed: &mut Harmed, random: &mut Random) {
    let other = random.below(VICTIMS.len());
    let from = &VICTIMS[other];
    let found = sections(&from.bytes);
    let first = random.below(found.len());
    let count = 1 + random.below(3).min(found.len() - first - 1);
    let taken = found[first].range.start..found[first + count - 1].range.end;
    let into = match random.below(2) {
        0 => {
            let at = place(harmed, random);
            at..at
        }
        _ => {
            harmed.is_lossy = true;
            run(harmed, random).unwrap_or(0..0)
        }
    };
    let name = &from.name;
    harmed.say(format!("bytes {taken:?} of \"{name}\" for bytes {into:?}"));
    harmed.bytes.splice(into, from.bytes[taken].iter().copied());
    (harmed.is_shifted, harmed.is_moved) = (true, true);
    harmed.others.push(other);
}

fn foreign_header(harmed: &mut Harmed, random: &mut Random) {
    let is_header = |section: &Section| section.kind == Kind::Header;
    let headers: Vec<_> = sections(&harmed.bytes)
        .into_iter()
        .filter(is_header)
        .collect();
    if headers.is_empty() {
        return;
    }
    let into = headers[random.below(headers.len())].range.clone();
    let other = random.below(VICTIMS.len());
    let from = &VICTIMS[other];
    let header = &from.bytes[..into.len().min(from.bytes.len())];
    harmed.say(format!("the header of \"{}\" at {}", from.name, into.start));
    harmed.bytes.splice(into, header.iter().copied());
    // Blocks are not those of another archive, but are read as if they were.
    harmed.is_moved = true;
    harmed.others.push(other);
}

/// Sections of one kind are lost, or overwritten.
fn lose(harmed: &mut Harmed, kind: Kind, random: &mut Random) {
    let found = sections(&harmed.bytes);
    let of_kind: Vec<_> = found
        .iter()
        .filter(|section| section.kind == kind)
        .collect();
    if of_kind.is_empty() {
        return;
    }
    let at = random.below(of_kind.len());
    let range = of_kind[at].range.clone();
    if random.once_in(2) {
        harmed.say(format!("{kind:?} {range:?} lost"));
        harmed.bytes.drain(range);
        (harmed.is_shifted, harmed.is_lossy) = (true, true);
    } else {
        harmed.say(format!("{kind:?} {range:?} overwritten"));
        harmed.bytes[range].fill(0x55);
    }
}

/// Flips bits in the groups of blocks, where there are such.
fn groups(harmed: &mut Harmed, random: &mut Random) -> bool {
    let Ok(reader) = Reader::open(Cursor::new(&harmed.bytes), &super::reading()) else {
        return false;
    };
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for block in reader.blocks() {
        let lengths: u64 = block.streams().map(|(_, length)| length).sum();
        let mut at = block.offset() + block.archive_bytes() - lengths;
        for (stream, length) in block.streams() {
            if !matches!(
                stream,
                Stream::Tags | Stream::Repeats | Stream::Encoding | Stream::Stored
            ) {
                ranges.push(at as usize..(at + length) as usize);
            }
            at += length;
        }
    }
    if ranges.is_empty() {
        return false;
    }
    for _ in 0..=random.below(4) {
        let range = &ranges[random.below(ranges.len())];
        let at = range.start + random.below(range.len());
        harmed.bytes[at] ^= 1 << random.below(8);
        harmed.say(format!("byte {at} of a group changed"));
    }
    harmed.only_groups = true;
    true
}

/// Some bytes in a row.
fn range(length: usize, longest: usize, random: &mut Random) -> Range<usize> {
    let start = random.below(length + 1);
    start..(start + 1 + random.below(longest)).min(length).max(start)
}

/// Where a section begins, or the end.
fn place(harmed: &Harmed, random: &mut Random) -> usize {
    let found = sections(&harmed.bytes);
    let at = random.below(found.len() + 1);
    found
        .get(at)
        .map_or(harmed.bytes.len(), |section| section.range.start)
}

/// One to three sections, or part of them.
fn run(harmed: &Harmed, random: &mut Random) -> Option<Range<usize>> {
    let found = sections(&harmed.bytes);
    let first = random.below(found.len());
    let last = (first + random.below(3)).min(found.len().checked_sub(1)?);
    let (start, end) = (found[first].range.start, found[last].range.end);
    Some(match random.below(4) {
        0 => start..start + random.below(end - start + 1),
        _ => start..end,
    })
}

//! Adding to an archive, interrupted at every moment.

use crate::samples::plain;
use archive::{
    Append, ErrorKind, ExpandOptions, Growing, Level, OnDamage, Reader, compress, expand,
};
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

pub fn packed(text: &str) -> Vec<u8> {
    let config = plain().level(Level::Fast).block_games(20);
    let mut out = Vec::new();
    compress(text.as_bytes(), &mut out, &config).unwrap();
    out
}

pub fn text(from: usize, count: usize) -> String {
    let game = |n: usize| {
        format!(
            "[White \"Player {n}\"]\n[Round \"{}\"]\n\n1. e4 e5 {n}\n\n",
            n * n
        )
    };
    (from..from + count).map(game).collect()
}

/// A file that keeps what it was after every step, and in the middle of every write.
pub struct Watched {
    pub file: Cursor<Vec<u8>>,
    pub states: Vec<Vec<u8>>,
}

impl Watched {
    fn note(&mut self) {
        self.states.push(self.file.get_ref().clone());
    }
}

impl Read for Watched {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.file.read(out)
    }
}

impl Seek for Watched {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let at = self.file.position();
        // As zeros first, and then piece by piece.
        let length = self.file.get_ref().len().max(at as usize + bytes.len());
        if length - self.file.get_ref().len() <= 25 {
            let before = self.file.get_ref().clone();
            self.file.get_mut().resize(length, 0);
            self.note();
            *self.file.get_mut() = before;
        }
        for part in 1..=bytes.len() {
            if part % 7 == 1 || part == bytes.len() {
                self.file.seek(SeekFrom::Start(at))?;
                self.file.write_all(&bytes[..part])?;
                self.note();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Growing for Watched {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.cut(length)?;
        self.note();
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn whenever_adding_is_interrupted_the_old_archive_or_the_new_is_there() {
    let (old, week) = (text(0, 50), text(50, 45));
    let mut watched = Watched {
        file: Cursor::new(packed(&old)),
        states: Vec::new(),
    };
    let added = packed(&week);
    let mut append = Append::begin(&mut watched).unwrap();
    append.write_all(&added).unwrap();
    append.finish().unwrap();
    let last = watched.file.into_inner();
    assert!(last == [packed(&old), added.clone()].concat());
    let mut torn = 0;
    for state in watched.states {
        let mut found = Vec::new();
        let report = expand(
            &state[..],
            &mut found,
            &ExpandOptions::new()
                .threads(1)
                .on_damage(OnDamage::StopUnlessUnfinished),
        );
        let Ok(report) = report else {
            // The header took the place of the mark in part only, which takes a loss of power: all games are found all the same.
            torn += 1;
            let (mut found, keep) = (Vec::new(), OnDamage::KeepGoing);
            expand(
                &state[..],
                &mut found,
                &ExpandOptions::new().threads(1).on_damage(keep),
            )
            .unwrap();
            assert!(found == [old.as_bytes(), week.as_bytes()].concat());
            let mut file = Cursor::new(state.clone());
            assert!(Append::begin(&mut file).is_err());
            assert!(file.into_inner() == state);
            continue;
        };
        let mut file = Cursor::new(state.clone());
        let reader = Reader::open(&mut file, &ExpandOptions::new().keep_going(true)).unwrap();
        let (games, is_old) = (reader.len(), reader.report().damage.len());
        if state == last {
            assert_eq!((games, is_old), (95, 0));
            assert!(found == [old.as_bytes(), week.as_bytes()].concat());
            continue;
        }
        assert_eq!(games, 50);
        assert!(found == old.as_bytes());
        let is_whole = state.len() == packed(&old).len();
        assert_eq!(report.damage.len(), usize::from(!is_whole));
        assert!(
            report
                .damage
                .iter()
                .all(|damage| { damage.is_interrupted_append() && damage.missing().is_none() })
        );
        let mut append = Append::begin(&mut file).unwrap();
        assert_eq!(append.removed(), (state.len() - packed(&old).len()) as u64);
        append.write_all(&added).unwrap();
        append.finish().unwrap();
        assert!(file.into_inner() == last);
    }
    assert!(torn <= 4, "{torn}");
}

#[test]
fn what_was_written_is_read_again_before_it_counts() {
    let mut file = Cursor::new(packed(&text(0, 50)));
    let (first, second) = (packed(&text(50, 60)), packed(&text(110, 5)));
    let mut append = Append::begin(&mut file).unwrap();
    append.write_all(&first).unwrap();
    append.write_all(&second[..7]).unwrap();
    let again = |from, append: &mut Append<'_, _>| {
        let mut bytes = Vec::new();
        append.read_again(from).read_to_end(&mut bytes).unwrap();
        bytes
    };
    assert_eq!(again(first.len() as u64, &mut append), second[..7]);
    append.write_all(&second[7..]).unwrap();
    assert!(again(0, &mut append) == [&first[..], &second].concat());
    for (from, games) in [(0, 65), (first.len() as u64, 5)] {
        let mut reader = Reader::open(append.read_again(from), &ExpandOptions::new()).unwrap();
        assert_eq!(reader.len(), games);
        reader.check_streams().unwrap();
    }
    drop(append);
    assert!(file.into_inner() == packed(&text(0, 50)));
}

#[test]
fn nothing_is_added_to_a_damaged_archive_and_nothing_is_removed_from_it() {
    let whole = [packed(&text(0, 50)), packed(&text(50, 50))].concat();
    let mut damaged: Vec<Vec<u8>> = (1..whole.len())
        .step_by(97)
        .map(|length| whole[..length].to_vec())
        .collect();
    // An end that begins anew without saying that it is unfinished, and what is no archive at all.
    damaged.retain(|bytes| bytes.len() != packed(&text(0, 50)).len());
    // Ends after a block, where no archive begins, that look like the beginning of a mark.
    let second = packed(&text(50, 50));
    let block = second.windows(4).rposition(|bytes| bytes == b"\xC1BLK");
    let cut = whole.len() - second.len() + block.unwrap();
    damaged.push(whole[..=cut].to_vec());
    damaged.push([&whole[..cut], &[0; 9]].concat());
    damaged.push([&whole[..], b"garbage"].concat());
    damaged.push([&whole[..], &[0; 4096]].concat());
    for at in [3, 9, whole.len() - 3] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        damaged.push(flipped);
    }
    for bytes in damaged {
        let mut file = Cursor::new(bytes.clone());
        let error = Append::begin(&mut file).unwrap_err();
        assert_ne!(error.kind(), ErrorKind::Io);
        assert!(file.into_inner() == bytes);
    }
}

#[test]
fn an_empty_file_becomes_an_archive() {
    let new = packed(&text(0, 50));
    let mut file = Cursor::new(Vec::new());
    let mut append = Append::begin(&mut file).unwrap();
    append.write_all(&new).unwrap();
    // Killed: nothing cuts the file off.
    let mut left = {
        std::mem::forget(append);
        file.clone().into_inner()
    };
    assert!(!left.is_empty() && left != new);
    assert!(Reader::open(Cursor::new(left.clone()), &ExpandOptions::new()).is_err());
    for mut file in [
        Cursor::new(std::mem::take(&mut left)),
        Cursor::new(Vec::new()),
    ] {
        drop(Append::begin(&mut file).unwrap());
        assert!(file.get_ref().is_empty());
        let mut append = Append::begin(&mut file).unwrap();
        append.write_all(&new).unwrap();
        append.finish().unwrap();
        assert!(file.into_inner() == new);
    }
}

#[test]
fn several_additions_one_after_the_other_are_all_there() {
    let mut file = Cursor::new(packed(&text(0, 3)));
    for n in 1..40 {
        let mut append = Append::begin(&mut file).unwrap();
        assert_eq!(append.removed(), 0);
        append.write_all(&packed(&text(3 * n, 3))).unwrap();
        append.finish().unwrap();
    }
    let mut found = Vec::new();
    expand(
        &file.get_ref()[..],
        &mut found,
        &ExpandOptions::new().threads(1),
    )
    .unwrap();
    assert!(found == text(0, 120).as_bytes());
}

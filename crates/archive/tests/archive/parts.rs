//! What a reader reads of a block for some of its games, and from sources that have to fetch it first.

use crate::samples::{blocks_of, noise, packed};
use archive::{Columns, Error, ErrorKind, ExpandOptions, Reader};
use std::cell::RefCell;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::rc::Rc;

/// What was asked of a source.
#[derive(Default)]
struct Asked {
    ranges: Vec<Range<u64>>,
    /// Which bytes are there; none stands for all.
    fetched: Option<Vec<bool>>,
    /// Ranges that were asked for and were not there.
    wanted: Vec<Range<u64>>,
}

/// An archive of which it is known what was read. Where only some bytes are there, it says that the others have to be waited for.
#[derive(Clone)]
struct Told {
    bytes: Cursor<Rc<[u8]>>,
    asked: Rc<RefCell<Asked>>,
}

impl Told {
    fn of(bytes: &[u8]) -> Self {
        Self {
            bytes: Cursor::new(bytes.into()),
            asked: Rc::default(),
        }
    }

    /// The bytes and the number of reads since the last time.
    fn read(&self) -> (u64, usize) {
        let ranges = std::mem::take(&mut self.asked.borrow_mut().ranges);
        let bytes = ranges.iter().map(|range| range.end - range.start).sum();
        (bytes, ranges.len())
    }
}

impl Read for Told {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let (start, length) = (self.bytes.position(), self.bytes.get_ref().len() as u64);
        let range = start..(start + out.len() as u64).min(length);
        let mut asked = self.asked.borrow_mut();
        let place = range.start as usize..range.end.max(range.start) as usize;
        if let Some(fetched) = &asked.fetched
            && fetched[place].contains(&false)
        {
            asked.wanted.push(range);
            return Err(io::ErrorKind::WouldBlock.into());
        }
        asked.ranges.push(range);
        self.bytes.read(out)
    }
}

impl Seek for Told {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// Two blocks of 1,000 games whose comments nobody can foresee, in groups of 16 games or a few more.
fn sample() -> (Vec<Vec<u8>>, Vec<u8>) {
    let bytes = noise(2000 * 120);
    let game = |(number, bytes): (usize, &[u8])| {
        let remark: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("[White \"Player {number}\"]\n\n1. e4 e5 {{ {remark} }} *\n\n")
    };
    let text: String = bytes.chunks(120).enumerate().map(game).collect();
    let text = text.into_bytes();
    let archive = packed(&text, &blocks_of(1000).group_games(16)).0;
    let games = pgn::games(&text).map(<[u8]>::to_vec).collect();
    (games, archive)
}

fn text(reader: &mut Reader<Told>, number: u64) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    reader.games_text(number..number + 1, &mut |game| {
        text.extend_from_slice(game);
        Ok(())
    })?;
    Ok(text)
}

#[test]
fn a_game_costs_only_the_parts_of_its_block_that_it_needs() {
    let (games, archive) = sample();
    let source = Told::of(&archive);
    let mut reader = Reader::open(source.clone(), &ExpandOptions::new()).unwrap();
    let block = reader.blocks()[0].archive_bytes();
    source.read();
    assert_eq!(text(&mut reader, 500).unwrap(), games[500]);
    let (bytes, reads) = source.read();
    assert!(bytes < block / 3, "{bytes} of {block}");
    assert!(reads <= 24, "{reads}");
    // Games of the same group are there.
    let near = text(&mut reader, 501).and(text(&mut reader, 499));
    assert!(near.is_ok());
    assert!(source.read().0 < block / 10);
    // Tags alone cost nothing else.
    let tags = reader.blocks()[0].streams().next().unwrap().1;
    for game in reader.games(600..700, Columns::TAGS).unwrap() {
        game.unwrap();
    }
    let (bytes, reads) = source.read();
    assert!(bytes < tags + 200 && reads == 1, "{bytes} in {reads}");
    // A value is decoded from the same parts as a text.
    let game = reader.games(1500..1501, Columns::ALL).unwrap().next();
    assert_eq!(game.unwrap().unwrap().text(), games[1500]);
    assert!(source.read().0 < block / 3);
}

#[test]
fn games_one_after_the_other_cost_few_reads_and_no_byte_twice() {
    let (games, archive) = sample();
    let source = Told::of(&archive);
    let open = || Reader::open(source.clone(), &ExpandOptions::new()).unwrap();
    let mut reader = open();
    source.read();
    for (number, game) in games.iter().enumerate() {
        assert_eq!(&text(&mut reader, number as u64).unwrap(), game);
    }
    let (bytes, reads) = source.read();
    assert!(bytes <= archive.len() as u64 * 3 / 2, "{bytes}");
    assert!(reads < 100, "{reads}");
    // In one call, each block is read at once.
    let mut reader = open();
    source.read();
    assert_eq!(reader.games(0..2000, Columns::ALL).unwrap().count(), 2000);
    assert_eq!(source.read().1, 2);
}

#[test]
fn a_source_that_fetches_is_asked_for_all_parts_at_once() {
    let (games, archive) = sample();
    let source = Told::of(&archive);
    let mut reader = Reader::open(source.clone(), &ExpandOptions::new()).unwrap();
    source.asked.borrow_mut().fetched = Some(vec![false; archive.len()]);
    for number in [623, 10, 1999, 1400] {
        let mut rounds = 0;
        let found = loop {
            let error = match text(&mut reader, number) {
                Ok(text) => break text,
                Err(error) => error,
            };
            assert_eq!(error.kind(), ErrorKind::Io);
            let mut asked = source.asked.borrow_mut();
            let wanted = std::mem::take(&mut asked.wanted);
            for range in wanted {
                let fetched = asked.fetched.as_mut().unwrap();
                fetched[range.start as usize..range.end as usize].fill(true);
            }
            rounds += 1;
        };
        assert_eq!(found, games[number as usize]);
        // What tells where the parts are, then the parts.
        assert!(rounds <= 2, "{rounds}");
    }
    let asked = source.asked.borrow();
    let fetched = asked.fetched.as_ref().unwrap();
    let fetched = fetched.iter().filter(|&&there| there).count();
    assert!(fetched < archive.len() * 2 / 3, "{fetched}");
}

#[test]
fn damage_elsewhere_in_the_block_is_not_met_and_damage_here_is() {
    let (games, archive) = sample();
    let intact = Reader::open(Told::of(&archive), &ExpandOptions::new()).unwrap();
    let block = intact.blocks()[0];
    let (start, end) = (block.offset(), block.offset() + block.archive_bytes());
    let (mut sound, mut damaged) = (0, 0);
    for at in (start..end).step_by(1997) {
        let mut bytes = archive.clone();
        bytes[at as usize] ^= 16;
        let source = Told::of(&bytes);
        let opened = Reader::open(source.clone(), &ExpandOptions::new());
        source.read();
        let found = opened.and_then(|mut reader| text(&mut reader, 500));
        let ranges = source.asked.borrow().ranges.clone();
        let is_read = ranges.iter().any(|range| range.contains(&at));
        match found {
            Ok(text) => {
                assert_eq!(text, games[500], "{at}");
                sound += 1;
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Corruption, "{at}: {error}");
                assert!(is_read, "{at}");
                damaged += 1;
            }
        }
    }
    assert!(sound > damaged && damaged > 0, "{sound} {damaged}");
}

#[test]
fn an_archive_that_has_become_shorter_ends_early() {
    let (_, archive) = sample();
    let length = Rc::new(RefCell::new(usize::MAX));
    struct Shrinks(Cursor<Vec<u8>>, Rc<RefCell<usize>>);
    impl Read for Shrinks {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let left = self.1.borrow().saturating_sub(self.0.position() as usize);
            let most = out.len().min(left);
            self.0.read(&mut out[..most])
        }
    }
    impl Seek for Shrinks {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }
    let source = Shrinks(Cursor::new(archive), Rc::clone(&length));
    let mut reader = Reader::open(source, &ExpandOptions::new()).unwrap();
    let block = reader.blocks()[1];
    *length.borrow_mut() = (block.offset() + block.archive_bytes() - 10) as usize;
    let game = reader.games(1500..1501, Columns::ALL).unwrap().next();
    let error = game.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InsufficientData);
    assert!(
        error.to_string().contains("the block ends early"),
        "{error}"
    );
    *length.borrow_mut() = (block.offset() + 5) as usize;
    let error = reader.games(1500..1501, Columns::TAGS).unwrap().next();
    let error = error.unwrap().unwrap_err();
    assert!(
        error.to_string().contains("the block's header ends early"),
        "{error}"
    );
}

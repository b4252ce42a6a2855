use crate::samples::{blocks_of, games, packed};
use archive::{ErrorKind, ExpandOptions, Reader, compress, expand};
use std::error::Error as _;
use std::io::{self, Cursor, Read, Write};

/// Takes so many bytes and then is full.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives its bytes and then fails.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::ErrorKind::ConnectionReset.into()),
            read => Ok(read),
        }
    }
}

#[track_caller]
fn assert_is(error: &archive::Error, kind: io::ErrorKind) {
    assert_eq!(error.kind(), ErrorKind::Io);
    let source = error
        .source()
        .and_then(|source| source.downcast_ref::<io::Error>());
    assert_eq!(source.map(io::Error::kind), Some(kind));
}

#[test]
fn a_full_destination_is_reported_wherever_it_gets_full() {
    let text = games(8);
    let (archive, _) = packed(&text, &blocks_of(2));
    for threads in [1, 2] {
        for room in (0..archive.len()).step_by(23) {
            let config = blocks_of(2).threads(threads);
            let error = compress(&text[..], Full(room), &config).unwrap_err();
            assert_is(&error, io::ErrorKind::StorageFull);
        }
        for room in (0..text.len()).step_by(47) {
            let error = expand(
                &archive[..],
                Full(room),
                &ExpandOptions::new().threads(threads),
            )
            .unwrap_err();
            assert_is(&error, io::ErrorKind::StorageFull);
        }
    }
}

#[test]
fn a_failing_source_is_reported() {
    let text = games(8);
    let (archive, _) = packed(&text, &blocks_of(2));
    for threads in [1, 2] {
        let config = blocks_of(2).threads(threads);
        let error = compress(Failing(&text), Vec::new(), &config).unwrap_err();
        assert_is(&error, io::ErrorKind::ConnectionReset);
        for length in [
            0,
            5,
            20,
            archive.len() / 2,
            archive.len() - 1,
            archive.len(),
        ] {
            let error = expand(
                Failing(&archive[..length]),
                Vec::new(),
                &ExpandOptions::new().threads(threads),
            )
            .unwrap_err();
            assert_is(&error, io::ErrorKind::ConnectionReset);
        }
    }
}

#[test]
fn an_error_of_the_receiver_of_games_is_handed_on() {
    let (archive, _) = packed(&games(8), &blocks_of(2));
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
    let error = reader
        .games_text(0..3, &mut |_| Err(io::ErrorKind::BrokenPipe.into()))
        .unwrap_err();
    assert_is(&error, io::ErrorKind::BrokenPipe);
}

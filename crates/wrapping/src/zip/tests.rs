use super::*;
use crate::unwrap;
use archive::Source;

/// How a member is to be packed.
#[derive(Clone, Copy)]
struct Manner {
    is_deflated: bool,
    /// Whether checksum and lengths stand after the data, as in a zip that was written to a pipe.
    is_streamed: bool,
    flags: u16,
}

const PLAIN: Manner = Manner {
    is_deflated: true,
    is_streamed: false,
    flags: 0,
};

fn member(name: &str, text: &[u8], manner: Manner) -> Vec<u8> {
    let mut data = text.to_vec();
    if manner.is_deflated {
        data.clear();
        flate2::read::DeflateEncoder::new(text, flate2::Compression::fast())
            .read_to_end(&mut data)
            .unwrap();
    }
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let facts = [crc.sum(), data.len() as u32, text.len() as u32]
        .map(u32::to_le_bytes)
        .concat();
    let before = if manner.is_streamed {
        vec![0; 12]
    } else {
        facts.clone()
    };
    let after = if manner.is_streamed {
        [&b"PK\x07\x08"[..], &facts].concat()
    } else {
        Vec::new()
    };
    let two = |value: usize| (value as u16).to_le_bytes().to_vec();
    let flags = manner.flags | if manner.is_streamed { 8 } else { 0 };
    [
        b"PK\x03\x04".to_vec(),
        two(20),
        two(flags.into()),
        two(if manner.is_deflated { 8 } else { 0 }),
        vec![0; 4],
        before,
        two(name.len()),
        two(0),
        name.as_bytes().to_vec(),
        data,
        after,
    ]
    .concat()
}

/// The directory, whose entries need only be there, and the end.
fn end(names: &[&str]) -> Vec<u8> {
    let mut out = Vec::new();
    for name in names {
        out.extend(b"PK\x01\x02");
        out.extend([0; 24]);
        out.extend((name.len() as u16).to_le_bytes());
        out.extend([0; 16]);
        out.extend(name.as_bytes());
    }
    out.extend(b"PK\x05\x06");
    out.extend([0; 16]);
    out.extend(b"\x03\x00hi!");
    out
}

fn read(zip: &[u8]) -> (Vec<u8>, io::Result<usize>, Remarks) {
    let remarks = Remarks::default();
    let mut text = Vec::new();
    let done = Zip::new(zip, remarks.clone()).read_to_end(&mut text);
    (text, done, remarks)
}

const GAME: &[u8] = b"[White \"Anna\"]\n\n1. e4 e5 *\n";

#[test]
fn members_follow_each_other_however_they_are_packed() {
    let mut zip = member(
        "dir/",
        b"",
        Manner {
            is_deflated: false,
            ..PLAIN
        },
    );
    for is_deflated in [true, false] {
        zip.extend(member(
            "a.pgn",
            GAME,
            Manner {
                is_deflated,
                ..PLAIN
            },
        ));
    }
    zip.extend(member(
        "no extension",
        GAME,
        Manner {
            is_streamed: true,
            ..PLAIN
        },
    ));
    zip.extend(member("EMPTY.PGN", b"", PLAIN));
    zip.extend(end(&[
        "dir/",
        "a.pgn",
        "a.pgn",
        "no extension",
        "EMPTY.PGN",
    ]));
    let (text, done, remarks) = read(&zip);
    done.unwrap();
    assert_eq!(text, GAME.repeat(3));
    assert!(remarks.skipped_members().is_empty());
    let mut again = String::new();
    unwrap(Source::Zip, &zip[..])
        .unwrap()
        .read_to_string(&mut again)
        .unwrap();
    assert_eq!(again.into_bytes(), text);
}

#[test]
fn members_that_are_not_pgn_are_skipped_and_named() {
    let zip = [
        member("../../etc/readme.txt", b"Hello", PLAIN),
        member("a.pgn", GAME, PLAIN),
        member("games.cbv", &[0; 9000], PLAIN),
        member("__MACOSX/._a.pgn", b"\x00\x05\x16\x07\x00\x02", PLAIN),
        end(&[
            "../../etc/readme.txt",
            "a.pgn",
            "games.cbv",
            "__MACOSX/._a.pgn",
        ]),
    ];
    let (text, done, remarks) = read(&zip.concat());
    done.unwrap();
    assert_eq!(text, GAME);
    assert_eq!(
        remarks.skipped_members(),
        ["../../etc/readme.txt", "games.cbv", "__MACOSX/._a.pgn"]
    );
}

#[test]
fn members_without_a_line_end_keep_their_border() {
    let zip = [
        member("a.pgn", b"1. e4 *", PLAIN),
        member("b.pgn", GAME, PLAIN),
        end(&["a", "b"]),
    ];
    let (text, done, remarks) = read(&zip.concat());
    done.unwrap();
    assert_eq!(text, [b"1. e4 *\n", GAME].concat());
    assert_eq!(remarks.line_ends_added(), 1);
}

#[test]
fn what_cannot_be_read_is_an_error_that_names_the_member() {
    for (manner, wanted) in [
        (Manner { flags: 1, ..PLAIN }, "encrypted"),
        (
            Manner {
                is_deflated: false,
                is_streamed: true,
                flags: 0,
            },
            "how long",
        ),
    ] {
        let (_, done, _) = read(&[member("a.pgn", GAME, manner), end(&["a.pgn"])].concat());
        let said = done.unwrap_err().to_string();
        assert!(said.contains("a.pgn") && said.contains(wanted), "{said}");
    }
    let mut lzma = [member("a.pgn", GAME, PLAIN), end(&["a.pgn"])].concat();
    lzma[8] = 14;
    assert!(read(&lzma).1.unwrap_err().to_string().contains("LZMA"));
    let (_, done, _) = read(&[member("a.doc", &[0; 10], PLAIN), end(&["a.doc"])].concat());
    assert!(done.unwrap_err().to_string().contains("PGN"));
    assert!(read(&end(&[])).1.is_err());
}

#[test]
fn a_cut_or_a_flipped_bit_is_an_error_and_what_stands_before_is_read() {
    let first = member(
        "a.pgn",
        &GAME.repeat(20),
        Manner {
            is_streamed: true,
            ..PLAIN
        },
    );
    let zip = [
        first.clone(),
        member("b.pgn", &GAME.repeat(20), PLAIN),
        end(&["a", "b"]),
    ]
    .concat();
    for length in 0..zip.len() {
        let (text, done, _) = read(&zip[..length]);
        assert!(done.is_err(), "{length}");
        if length > first.len() {
            assert!(text.starts_with(&GAME.repeat(20)), "{length}");
        }
    }
    let whole = GAME.repeat(40);
    for at in 0..zip.len() {
        let mut damaged = zip.clone();
        damaged[at] ^= 4;
        let (text, done, _) = read(&damaged);
        assert!(done.is_err() || text == whole, "{at}");
    }
}

#[test]
fn what_follows_the_zip_or_is_missing_from_it_is_an_error() {
    let zip = [member("a.pgn", GAME, PLAIN), end(&["a.pgn"])].concat();
    assert!(read(&[zip.clone(), zip.clone()].concat()).1.is_err());
    assert!(
        read(&[member("a.pgn", GAME, PLAIN), end(&["a", "b"])].concat())
            .1
            .is_err()
    );
    assert!(read(&zip).1.is_ok());
}

//! What can be made whole from damaged copies.

use crate::samples::block_text;
use crate::samples::{blocks_of, games, noise, packed};
use archive::{ErrorKind, ExpandOptions, Reader, Repaired, repair};
use std::io::Cursor;

fn repaired(copies: &[&[u8]]) -> (Vec<u8>, Result<Repaired, archive::Error>) {
    let mut out = Vec::new();
    let copies = copies.iter().map(Cursor::new);
    let result = repair(copies, &mut out, &ExpandOptions::new().threads(1));
    (out, result)
}

/// Two archives that follow one another.
fn sample() -> Vec<u8> {
    let first = [games(3), noise(40), games(2)].concat();
    [
        packed(&first, &blocks_of(2)).0,
        packed(&games(3), &blocks_of(2)).0,
    ]
    .concat()
}

/// First byte and end of every block.
fn blocks(archive: &[u8]) -> Vec<(usize, usize)> {
    let reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
    let ends = |block: &archive::BlockInfo| {
        let start = block.offset() as usize;
        (start, start + block.archive_bytes() as usize)
    };
    reader.blocks().iter().map(ends).collect()
}

#[test]
fn a_sound_archive_comes_out_as_it_is() {
    for archive in [
        sample(),
        packed(b"", &blocks_of(1)).0,
        packed(b"x", &blocks_of(1)).0,
    ] {
        let (out, result) = repaired(&[&archive]);
        let result = result.unwrap();
        assert!(out == archive);
        assert!(result.missing_blocks == 0 && result.report.damage.is_empty());
    }
}

#[test]
fn any_damage_outside_the_blocks_is_repaired_to_the_last_byte() {
    let archive = sample();
    let blocks = blocks(&archive);
    for at in 0..archive.len() {
        if blocks.iter().any(|block| (block.0..block.1).contains(&at)) {
            continue;
        }
        let mut damaged = archive.clone();
        damaged[at] ^= 0x24;
        let (out, result) = repaired(&[&damaged]);
        let result = result.unwrap();
        assert!(out == archive, "byte {at}");
        assert!(
            result.missing_blocks == 0 && result.report.damage.is_empty(),
            "byte {at}"
        );
    }
}

#[test]
fn two_copies_damaged_in_different_blocks_make_a_whole_one() {
    let archive = sample();
    let blocks = blocks(&archive);
    for (number, block) in blocks.iter().enumerate() {
        let other = blocks[(number + 1) % blocks.len()];
        for (one_at, other_at) in [
            (block.0, other.1 - 1),
            (block.0 + 9, other.0 + 2),
            (block.1 - 1, other.0 + 20),
        ] {
            let (mut one, mut two) = (archive.clone(), archive.clone());
            one[one_at] ^= 0x81;
            two[other_at] ^= 0x18;
            let (out, result) = repaired(&[&one, &two]);
            let result = result.unwrap();
            assert!(out == archive, "block {number}");
            assert_eq!(result.missing_blocks, 0);
            assert_eq!(result.taken.iter().sum::<u64>(), blocks.len() as u64);
            assert!(result.taken[1] > 0);
        }
    }
    // One is cut short, the other has lost its beginning.
    let (one, two) = (&archive[..blocks[2].0 + 5], &archive[blocks[1].0 + 3..]);
    let (out, result) = repaired(&[one, two]);
    assert!(out == archive, "{:?}", result);
}

#[test]
fn blocks_that_stand_in_another_order_are_put_back() {
    let archive = packed(&games(10), &blocks_of(2)).0;
    let blocks = blocks(&archive);
    let block = |number: usize| &archive[blocks[number].0..blocks[number].1];
    let (head, tail) = (&archive[..blocks[0].0], &archive[blocks[4].1..]);
    for order in [[1, 0, 2, 3, 4], [0, 3, 2, 1, 4], [4, 3, 2, 1, 0]] {
        let moved: Vec<u8> = order.iter().flat_map(|&at| block(at)).copied().collect();
        let (out, result) = repaired(&[&[head, &moved, tail].concat()]);
        assert!(out == archive, "{order:?}: {result:?}");
    }
}

#[test]
fn what_is_lost_is_named_and_the_rest_is_a_sound_archive() {
    let archive = packed(&games(10), &blocks_of(2)).0;
    let blocks = blocks(&archive);
    for (from, to, first, lost) in [(1, 2, 3, 2), (1, 3, 3, 4), (4, 5, 9, 2), (0, 1, 1, 2)] {
        let mut damaged = archive.clone();
        damaged[blocks[from].0..blocks[to - 1].1].fill(0xAA);
        let (out, result) = repaired(&[&damaged]);
        let result = result.unwrap();
        assert_eq!(result.missing_blocks, (to - from) as u64);
        let missing = result.report.damage[0].missing().unwrap();
        assert_eq!(
            (missing.first_game, missing.games),
            (Some(first), Some(lost))
        );
        let mut reader = Reader::open(Cursor::new(&out), &ExpandOptions::new()).unwrap();
        assert_eq!(reader.len() + lost, 10);
        for number in 0..reader.blocks().len() {
            block_text(&mut reader, number).unwrap();
        }
        assert_eq!(repaired(&[&out]).0, out);
    }
}

#[test]
fn a_footer_without_a_sound_index_does_not_say_that_no_block_is_missing() {
    let archive = packed(&games(10), &blocks_of(2)).0;
    let blocks = blocks(&archive);
    let (_, index) = blocks[4];
    let footer = archive.len() - 24;
    for kept in 1..5 {
        let start = blocks[kept].0;
        let mut zeros = archive.clone();
        zeros[start..footer].fill(0);
        let cut = [&archive[..start], &archive[footer..]].concat();
        let mut two_bytes = archive[..start].to_vec();
        two_bytes.extend_from_slice(&archive[blocks[4].0..]);
        let header = start + 9;
        two_bytes[header] ^= 1;
        let broken_index = start + index - blocks[4].0 + 5;
        two_bytes[broken_index] ^= 1;
        for damaged in [zeros, cut, two_bytes] {
            let (out, result) = repaired(&[&damaged]);
            let report = result.unwrap().report;
            let missing = report.damage[0].missing().unwrap();
            let first = 2 * kept as u64 + 1;
            assert_eq!((missing.first_game, missing.games), (Some(first), None));
            assert_eq!(
                Reader::open(Cursor::new(&out), &ExpandOptions::new())
                    .unwrap()
                    .len(),
                first - 1
            );
        }
    }
    let (_, result) = repaired(&[&archive[footer..]]);
    assert_eq!(result.unwrap_err().kind(), ErrorKind::InsufficientData);
}

#[test]
fn copies_of_different_archives_are_refused() {
    let one = packed(&games(10), &blocks_of(2)).0;
    let two = packed(&games(11)[20..], &blocks_of(2)).0;
    let error = repaired(&[&one, &two]).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("copies of the same"), "{error}");
}

#[test]
fn a_copy_of_which_nothing_is_left_does_not_keep_the_other_from_being_repaired() {
    let sound = sample();
    let mut damaged = sound.clone();
    let end = damaged.len();
    damaged[end - 5] ^= 1;
    for length in [0, 4, 20, 30] {
        for copies in [
            [&damaged[..], &sound[..length]],
            [&sound[..length], &damaged],
        ] {
            let (whole, result) = repaired(&copies);
            result.unwrap_or_else(|error| panic!("{length}: {error}"));
            assert!(whole == sound, "{length}");
        }
    }
}

#[test]
fn nothing_is_made_of_nothing() {
    let mut archive = packed(&games(2), &blocks_of(2)).0;
    let at = blocks(&archive)[0].1 - 1;
    archive[at] ^= 1;
    for junk in [&b"1. e4 e5 *"[..], b"", &archive] {
        assert!(repaired(&[junk]).1.is_err());
    }
}

#[test]
fn a_text_that_begins_like_an_archive_makes_no_second_one() {
    let mut text = packed(b"", &blocks_of(1)).0;
    let header = text.len() - 24;
    text.truncate(header);
    let mut state = 1u32;
    text.extend((0..300).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    }));
    let sound = packed(&text, &blocks_of(1)).0;
    let stored = sound.windows(text.len()).position(|part| part == text);
    let at = stored.expect("random bytes are stored as they are");
    for damaged in [at - 1, at - 10] {
        let mut copy = sound.clone();
        copy[damaged] ^= 2;
        for copies in [[&copy, &sound], [&sound, &copy]] {
            let (whole, result) = repaired(&copies.map(|copy| &copy[..]));
            result.unwrap();
            assert!(whole == sound, "byte {damaged}");
        }
    }
}

#[test]
fn an_archive_of_which_only_the_header_is_left_is_named() {
    let first = packed(&games(2), &blocks_of(2)).0;
    let second = packed(&games(1), &blocks_of(2)).0;
    let mut both = [first.clone(), second].concat();
    let block = blocks(&both)[1].0;
    both[block] ^= 1;
    let (out, result) = repaired(&[&both]);
    let damage = result.unwrap().report.damage;
    assert!(out == first);
    assert_eq!(damage.len(), 1);
    let said = damage[0].to_string();
    assert!(said.contains("its header"), "{said}");
}

#[test]
fn a_sound_copy_says_which_archives_there_are() {
    let archive = sample();
    let blocks = blocks(&archive);
    let block = archive[blocks[0].0..blocks[0].1].to_vec();
    let with = |at: usize, part: &[u8]| [&archive[..at], part, &archive[at..]].concat();
    for damaged in [
        with(0, &archive[..33]),
        with(0, &archive[..blocks[1].1]),
        with(blocks[0].1, &block),
        with(archive.len(), &block),
        with(archive.len(), &archive[blocks[1].0..blocks[2].1]),
        with(blocks[2].0, &archive[..25]),
    ] {
        for copies in [[&damaged, &archive], [&archive, &damaged]] {
            let (out, result) = repaired(&copies.map(|copy| &copy[..]));
            assert!(out == archive, "{result:?}");
        }
    }
}

#[test]
fn an_archive_of_which_nothing_is_left_is_told() {
    let (one, two) = (
        packed(&games(3), &blocks_of(8)).0,
        packed(&games(2), &blocks_of(8)).0,
    );
    let mut damaged = [&one[..], &two].concat();
    damaged[..one.len()].fill(0);
    let (out, result) = repaired(&[&damaged]);
    assert!(out == two);
    assert!(!result.unwrap().report.damage.is_empty());
}

#[test]
fn a_copy_that_ends_with_its_first_archive_says_nothing_of_the_third() {
    let archives = [3, 2, 4].map(|count| packed(&games(count), &blocks_of(8)).0);
    let whole = archives.concat();
    let third = archives[0].len() + archives[1].len();
    let mut damaged = whole.clone();
    // The header of its only block, behind its own header.
    damaged[third + 30] ^= 1;
    for copies in [[&archives[0], &damaged], [&damaged, &archives[0]]] {
        let (out, result) = repaired(&copies.map(|copy| &copy[..]));
        assert!(out.starts_with(&whole[..third]));
        assert!(!result.unwrap().report.damage.is_empty());
    }
}

#[test]
fn a_name_that_is_lost_with_the_border_before_it_is_told() {
    let named = |name: &str| blocks_of(8).file_name(name);
    let archives = ["a.pgn", "b.pgn"].map(|name| packed(&games(2), &named(name)).0);
    let whole = archives.concat();
    let block = blocks(&whole)[1].0;
    let damaged = [&whole[..archives[0].len() - 24], &whole[block..]].concat();
    let (out, result) = repaired(&[&damaged]);
    assert!(out.len() < whole.len());
    assert!(!result.unwrap().report.damage.is_empty());
}

#[test]
fn an_archive_that_a_damaged_copy_has_twice_is_there_once() {
    let (one, two) = (
        packed(&games(3), &blocks_of(8)).0,
        packed(&games(2), &blocks_of(8)).0,
    );
    let whole = [&one[..], &two].concat();
    let mut damaged = [&whole[..], &whole[25..]].concat();
    damaged[14..50].fill(1);
    for copies in [[&whole, &damaged], [&damaged, &whole]] {
        let (out, result) = repaired(&copies.map(|copy| &copy[..]));
        assert!(out == whole && result.unwrap().report.damage.is_empty());
    }
}

#[test]
fn a_piece_of_one_archive_that_lies_in_another_is_there_once() {
    let (one, two) = (
        packed(&games(6), &blocks_of(2)).0,
        packed(&games(9)[games(1).len()..], &blocks_of(2)).0,
    );
    let whole = [&one[..], &two].concat();
    let places = blocks(&whole);
    assert_eq!(places.len(), 7);
    // From behind the blocks of the first to the last of the second.
    let cut = [&whole[..places[2].1], &whole[places[6].0..]].concat();
    let mut damaged = whole.clone();
    damaged[places[2].1 + 8] ^= 1;
    for copies in [[&cut, &damaged], [&damaged, &cut]] {
        let (out, result) = repaired(&copies.map(|copy| &copy[..]));
        assert!(out == whole, "{result:?}");
    }
}

#[test]
fn a_part_cut_out_across_two_archives_gives_no_game_twice() {
    let texts: Vec<String> = (0..7)
        .map(|number| format!("[White \"Player {number}\"]\n\n1. e4 e5 2. Nf3 {{{number}}} *\n\n"))
        .collect();
    let one = packed(texts[..2].concat().as_bytes(), &blocks_of(5)).0;
    let middle = packed(texts[2..5].concat().as_bytes(), &blocks_of(1)).0;
    let last = packed(texts[5..].concat().as_bytes(), &blocks_of(5)).0;
    let whole = [&one[..], &middle, &last].concat();
    // The other copy has lost the header of the first archive.
    let mut other = whole.clone();
    other[..25].fill(7);
    for from in (35..one.len()).step_by(18) {
        for to in (one.len() + 9..one.len() + middle.len()).step_by(9) {
            let cut = [&whole[..from], &whole[to..]].concat();
            for copies in [[&cut, &other], [&other, &cut]] {
                let (out, result) = repaired(&[copies[0], copies[1]]);
                if result.is_err() {
                    continue;
                }
                let mut text = Vec::new();
                archive::expand(&out[..], &mut text, &ExpandOptions::new().threads(1)).unwrap();
                let text = String::from_utf8(text).unwrap();
                for game in &texts {
                    let times = text.matches(&game[..]).count();
                    assert!(times <= 1, "bytes {from} to {to}: {times} times {game}");
                }
            }
        }
    }
}

//! Groups of games within a block: games by number, and what damage costs.

use crate::samples::{blocks_of, expanded, games, packed, plain};
use archive::{Columns, Damage, ExpandOptions, OnDamage, Reader, Stream, expand};
use std::io::Cursor;
use std::path::Path;

/// Four blocks of a hundred games, in groups of the least size: 4 KiB of text, some 30 games.
fn archive_of(text: &[u8]) -> Vec<u8> {
    let config = blocks_of(100).group_games(16);
    packed(text, &config).0
}

fn texts(reader: &mut Reader<Cursor<&Vec<u8>>>, numbers: std::ops::Range<u64>) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let result = reader.games_text(numbers, &mut |game| {
        found.push(game.to_vec());
        Ok(())
    });
    result.unwrap();
    found
}

#[test]
fn games_come_by_number_in_any_order() {
    let text = games(350);
    let whole: Vec<_> = pgn::games(&text).map(<[u8]>::to_vec).collect();
    let archive = archive_of(&text);
    assert_eq!(expanded(&archive, 2).0, text);
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.len(), 350);
    let mut number = 7;
    for round in 0..120 {
        number = (number * 131 + 17) % 350;
        let end = (number + number % 40).min(350);
        // Whatever was said, others of the block may be asked for.
        reader.free_models(round % 3 > 0);
        let wanted = &whole[number as usize..end as usize];
        assert_eq!(texts(&mut reader, number..end), wanted, "{number}");
        let values = reader.games(number..end, Columns::ALL).unwrap();
        let values: Vec<_> = values.map(|game| game.unwrap().text().to_vec()).collect();
        assert_eq!(values, wanted, "{number}");
        for columns in [Columns::TAGS, Columns::ALL] {
            let mut one = reader.games(number..number + 1, columns).unwrap();
            let game = one.next().unwrap().unwrap();
            let player = format!("Player {number}");
            assert_eq!(game.tags().get("White"), Some(player.as_bytes()));
        }
    }
}

#[test]
fn names_of_openings_come_back_from_last_to_first() {
    let opening = |game: usize| match game % 5 {
        0 => (
            "C50",
            "Giuoco Piano of the club",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *",
        ),
        1 => (
            "B90",
            "Our Najdorf",
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *",
        ),
        2 => ("D06", "Queen's Gambit", "1. d4 d5 2. c4 *"),
        3 => ("A40", "Odd Pawn", "1. d4 a6 *"),
        _ => ("A00", "Odd Knight", "1. Nh3 d5 *"),
    };
    let game = |number: usize| {
        // Later groups have openings that the first has not.
        let (eco, name, moves) = opening(number / 40 + number % 2);
        format!("[White \"Player {number}\"]\n[ECO \"{eco}\"]\n[Opening \"{name}\"]\n\n{moves}\n\n")
    };
    let whole: Vec<_> = (0..300).map(game).collect();
    let archive = archive_of(whole.concat().as_bytes());
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    for number in (0..300).rev() {
        let found = texts(&mut reader, number..number + 1);
        assert_eq!(String::from_utf8_lossy(&found[0]), whole[number as usize]);
    }
}

/// Tables for text are not copied for every group but lent to it: whatever a group did to them must be undone before the next.
#[test]
fn text_comes_back_in_any_order() {
    /// So many that games do not count as lines of openings, which have longer groups.
    const MOVES: &str = "Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8";
    const WORDS: [&str; 12] = [
        "the",
        "knight",
        "was",
        "better",
        "here",
        "but",
        "White",
        "hesitated",
        "and",
        "lost",
        "a",
        "pawn",
    ];
    let sentence = |number: usize| {
        let word = |at: usize| WORDS[(number * 31 + at * at * 7 + number * at) % WORDS.len()];
        (0..9 + number % 5).map(word).collect::<Vec<_>>().join(" ")
    };
    // Comments with sentences, or text that is none, from some game on: some groups have it, the first one may not.
    for (from, before, after) in [
        (0, "{", "}"),
        (150, "{", "}"),
        (0, "", " ??!"),
        (150, "", " ??!"),
    ] {
        let game = |number: usize| {
            let sentence = sentence(number);
            let text = if number >= from && number % 40 > 9 {
                format!("{before}{sentence} {number}{after} ")
            } else {
                String::new()
            };
            format!("[White \"Player {number}\"]\n\n1. e4 {text}e5 2. {MOVES} *\n\n")
        };
        let whole: Vec<_> = (0..300).map(game).collect();
        let archive = archive_of(whole.concat().as_bytes());
        assert_eq!(expanded(&archive, 2).0, whole.concat().as_bytes());
        let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
        let mut number = 5;
        for round in 0..150 {
            number = (number * 131 + 17) % 300;
            reader.free_models(round % 5 == 0);
            let found = texts(&mut reader, number..number + 1);
            assert_eq!(String::from_utf8_lossy(&found[0]), whole[number as usize]);
        }
    }
}

/// The games that are missing, from 0, where every damage says which.
fn missing(damage: &[Damage]) -> Vec<u64> {
    let ranges = damage.iter().filter_map(Damage::missing).map(|missing| {
        let first = missing.first_game.unwrap() - 1;
        first..first + missing.games.unwrap()
    });
    ranges.flatten().collect()
}

#[test]
fn damage_costs_a_group_and_its_games_are_named() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/famous.pgn");
    let text = std::fs::read(path).unwrap();
    let whole: Vec<_> = pgn::games(&text).collect();
    let games = whole.len() as u64;
    let config = blocks_of(1000).group_games(1);
    let sound = packed(&text, &config).0;
    let payload = {
        let reader = Reader::open(Cursor::new(&sound), &ExpandOptions::new()).unwrap();
        let block = reader.blocks()[0];
        let end = block.offset() + block.archive_bytes();
        end - block.streams().map(|(_, length)| length).sum::<u64>()..end
    };
    let mut losses = Vec::new();
    for at in payload.step_by(19) {
        let mut archive = sound.clone();
        archive[at as usize] ^= 0x10;
        let mut out = Vec::new();
        let keep_going = OnDamage::KeepGoing;
        let report = expand(
            &archive[..],
            &mut out,
            &ExpandOptions::new().threads(1).on_damage(keep_going),
        );
        let report = report.unwrap_or_else(|error| panic!("byte {at}: {error}"));
        let lost = missing(&report.damage);
        let is_left = |(number, _): &(usize, &&[u8])| !lost.contains(&(*number as u64));
        let left = whole.iter().enumerate().filter(is_left);
        let left: Vec<&[u8]> = left.map(|(_, game)| *game).collect();
        assert_eq!(out, left.concat(), "byte {at}");
        assert_eq!(report.games, left.len() as u64);
        let damage = report.damage.iter();
        let bytes: u64 = damage
            .filter_map(|damage| damage.missing()?.text_bytes)
            .sum();
        assert_eq!(bytes, (text.len() - out.len()) as u64, "byte {at}");
        losses.push(lost.len());

        let mut reader = Reader::open(
            Cursor::new(&archive),
            &ExpandOptions::new().keep_going(true),
        )
        .unwrap();
        let mut read = Vec::new();
        let mut give = |_, game: &[u8]| {
            read.extend_from_slice(game);
            Ok(())
        };
        reader.texts(0..games, &mut give).unwrap();
        assert_eq!(missing(&reader.skipped_damage()), lost, "byte {at}");
        assert!(read == out, "byte {at}");
    }
    // The last byte of a message may have a bit that does not count.
    let harmless = losses.iter().filter(|&&lost| lost == 0);
    assert!(harmless.count() <= 1, "{losses:?}");
    // The tags, the table and the first group carry the others; every other group stands for itself.
    let one_group = losses.iter().filter(|&&lost| lost <= whole.len() / 3);
    assert!(one_group.count() * 3 > losses.len(), "{losses:?}");
}

#[test]
fn many_short_games_are_one_group() {
    let has_groups = |moves: &str| {
        // Each has a movetext of its own.
        let game = |number| format!("[Opening \"{number}\"]\n\n{moves} ${number} *\n\n");
        let text: String = (0..400).map(game).collect();
        let archive = packed(text.as_bytes(), &plain()).0;
        let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
        let mut streams = reader.blocks()[0].streams();
        streams.any(|(stream, _)| stream == Stream::Groups)
    };
    let line = "1. e4 c5 2. Nf3";
    let game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 \
                8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6";
    assert_eq!([line, game].map(has_groups), [false, true]);
}

#[test]
fn nothing_is_written_from_behind_the_damage() {
    let text = games(350);
    let archive = archive_of(&text);
    for at in (30..archive.len()).step_by(211) {
        let mut damaged = archive.clone();
        damaged[at] ^= 0x10;
        let (written, result) = expanded(&damaged, 1);
        assert!(text.starts_with(&written), "byte {at}");
        assert!(result.is_err(), "byte {at}");
    }
}

//! Games that repeat earlier ones of their block: what they cost, how they are read, and what damage costs them.

use crate::samples::{assert_expands_to, blocks_of, expanded, packed};
use archive::{Columns, Damage, ExpandOptions, Game, Reader, expand};
use std::io::Cursor;
use std::ops::Range;

/// A game of its own: moves, clocks and a comment that no other number has.
fn movetext(number: usize) -> String {
    let mut text = String::new();
    for (at, pair) in [
        "e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Be7", "Re1 b5", "Bb3 d6",
    ]
    .iter()
    .enumerate()
    {
        let (white, black) = pair.split_once(' ').unwrap();
        let clock = |ply: usize| {
            format!(
                "{{ [%clk 0:{:02}:{:02}] }}",
                40 - ply,
                (number * (7 + ply) + ply) % 60
            )
        };
        let move_number = at + 1;
        text += &format!(
            "{move_number}. {white} {} {move_number}... {black} {} ",
            clock(2 * at),
            clock(2 * at + 1)
        );
    }
    text + &format!("{{ game {number} }} 1/2-1/2\n\n")
}

/// The same movetext after the tags of an export.
fn exported(number: usize, site: &str, opening: Option<&str>) -> String {
    let opening = opening.map_or(String::new(), |name| format!("[Opening \"{name}\"]\n"));
    format!(
        "[Event \"{site}\"]\n[White \"Player {number}\"]\n[Black \"Player {}\"]\n[Result \"1/2-1/2\"]\n{opening}\n{}",
        number * 7 % 40,
        movetext(number)
    )
}

fn games(numbers: Range<usize>) -> Vec<String> {
    let game = |number| exported(number, "club", Some("Ruy Lopez"));
    numbers.map(game).collect()
}

/// Blocks that hold all, in groups of the least size: some five games.
fn archive_of(text: &str) -> Vec<u8> {
    let config = blocks_of(4096).group_games(1);
    packed(text.as_bytes(), &config).0
}

/// Games in the order of a file with all kinds of repeats: of the same group and of others, of repeats, with tags and openings of their
/// own, and of games that have a part of the movetext only.
fn all_kinds() -> Vec<String> {
    let mut all = games(0..60);
    all.extend(games(20..40));
    all.extend([5, 5, 59, 0].map(|number| games(number..number + 1).remove(0)));
    all.extend((10..30).map(|number| exported(number, "online", Some("Ruy Lopez"))));
    // Repeats of repeats, whose tags are their own.
    all.extend((10..30).map(|number| exported(number, "online", Some("Ruy Lopez"))));
    all.extend((10..20).map(|number| exported(number, "server", None)));
    all.extend((10..20).map(|number| exported(number, "server", Some("Spanish"))));
    all.extend(games(60..70));
    all.extend(games(50..70));
    // Tags that are not written like those of others, and another start.
    all.push(exported(3, "odd", None).replace("]\n[White", "]  [White"));
    let start = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1\"]\n[White";
    all.push(exported(4, "other", None).replace("[White", start));
    all.extend((0..9).map(|number| movetext(number % 2).replace("\n\n", "\n\n\n")));
    all
}

fn texts(reader: &mut Reader<Cursor<&Vec<u8>>>, numbers: Range<u64>) -> Vec<String> {
    let mut found = Vec::new();
    let result = reader.games_text(numbers, &mut |game| {
        found.push(String::from_utf8(game.to_vec()).unwrap());
        Ok(())
    });
    result.unwrap();
    found
}

#[test]
fn games_that_come_again_cost_next_to_nothing() {
    let length = |text: &str| packed(text.as_bytes(), &blocks_of(4096)).0.len();
    let once = games(0..300).concat();
    let size = length(&once);
    for times in [2, 3, 10] {
        let again = length(&once.repeat(times));
        assert!(
            again <= size + 40,
            "{times} times: {again} bytes for {size}"
        );
    }
    let other_tags: String = (0..300)
        .map(|number| exported(number, "server", Some("Ruy Lopez")))
        .collect();
    let both = length(&(once + &other_tags));
    assert!(both <= size + 300 * 12, "{both} bytes for {size}");
}

#[test]
fn a_block_without_repeats_has_no_table_of_them() {
    let archive = archive_of(&games(0..100).concat());
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let mut streams = reader.blocks()[0].streams();
    assert!(streams.all(|(stream, _)| stream.name() != "repeats"));
}

#[test]
fn repeats_of_all_kinds_come_back() {
    let text = all_kinds().concat();
    let line_ends = text.replace('\n', "\r\n");
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for text in [text.as_bytes(), line_ends.as_bytes(), &utf16] {
        for config in [
            blocks_of(4096),
            blocks_of(4096).group_games(1),
            blocks_of(70),
        ] {
            let (archive, report) = packed(text, &config);
            let back = assert_expands_to(&archive, text);
            assert_eq!((report.games, report.plies), (back.games, back.plies));
            assert_eq!(report.games, all_kinds().len() as u64);
        }
    }
}

#[test]
fn the_header_counts_the_values_of_repeats() {
    let once = games(0..40).concat();
    let text = [&once[..], &once.replace("club", "server"), &once].concat();
    let archive = archive_of(&text);
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let facts = reader.blocks()[0].facts();
    assert_eq!((facts.games, facts.comments), (120, 120 * 15));
    assert_eq!((facts.plies, facts.clocks), (120 * 14, 120 * 14));
}

#[test]
fn repeats_are_read_in_any_order_with_any_columns() {
    let whole = all_kinds();
    let archive = archive_of(&whole.concat());
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.len(), whole.len() as u64);
    let groups = reader.groups(0).unwrap();
    assert!(groups.len() > 5, "{groups:?}");
    for (games, bytes) in groups {
        let of = &whole[games.start as usize..games.end as usize];
        assert_eq!(of.concat().len() as u64, bytes, "{games:?}");
    }
    let mut number = 7;
    for round in 0..150 {
        number = (number * 131 + 17) % whole.len() as u64;
        let end = (number + round % 40).min(whole.len() as u64);
        reader.free_models(round % 3 > 0);
        let wanted = &whole[number as usize..end as usize];
        assert_eq!(texts(&mut reader, number..end), wanted, "{number}");
        for columns in [
            Columns::TAGS,
            Columns::MOVES,
            Columns::CLOCKS,
            Columns::DERIVED_TAGS,
            Columns::ALL,
        ] {
            let mut games = reader.games(number..number + 1, columns).unwrap();
            let game = games.next().unwrap().unwrap();
            let parsed = Game::parse(whole[number as usize].as_bytes());
            assert_same(&game, &parsed, columns, number);
        }
    }
    // One after the other.
    for columns in [Columns::TAGS, Columns::CLOCKS, Columns::ALL] {
        let games = reader.games(0..whole.len() as u64, columns).unwrap();
        for (number, game) in games.enumerate() {
            let parsed = Game::parse(whole[number].as_bytes());
            assert_same(&game.unwrap(), &parsed, columns, number as u64);
        }
    }
}

/// That a game has these columns of another.
fn assert_same(game: &Game, parsed: &Game, columns: Columns, number: u64) {
    assert_eq!(
        game.tags().get("White"),
        parsed.tags().get("White"),
        "{number}"
    );
    assert_eq!(
        game.start().map(archive::Position::to_fen),
        parsed.start().map(archive::Position::to_fen)
    );
    let opening = parsed.tags().get("Opening");
    if columns.contains(Columns::DERIVED_TAGS) {
        assert_eq!(game.tags().get("Opening"), opening, "{number}");
    }
    let values = |game: &Game| {
        let plies = game.main_line().plies.iter();
        let of = plies.map(|ply| {
            (
                ply.san.clone(),
                ply.comments.first().and_then(|comment| comment.clock),
            )
        });
        of.collect::<Vec<_>>()
    };
    let sans = |game: &Game| {
        values(game)
            .into_iter()
            .map(|(san, _)| san)
            .collect::<Vec<_>>()
    };
    if columns.contains(Columns::MOVES) {
        assert_eq!(sans(game), sans(parsed), "{number}");
    }
    if columns.contains(Columns::CLOCKS) {
        assert_eq!(values(game), values(parsed), "{number}");
    }
    if columns == Columns::ALL {
        assert_eq!(format!("{game:?}"), format!("{parsed:?}"), "{number}");
    }
}

/// The games that are missing, from 0.
fn missing(damage: &[Damage]) -> Vec<u64> {
    let ranges = damage.iter().filter_map(Damage::missing).map(|missing| {
        let first = missing.first_game.unwrap() - 1;
        first..first + missing.games.unwrap()
    });
    ranges.flatten().collect()
}

#[test]
fn a_repeat_is_lost_with_the_group_of_its_game_and_both_are_named() {
    let whole = all_kinds();
    let text = whole.concat();
    let sound = archive_of(&text);
    let (payload, groups) = {
        let mut reader = Reader::open(Cursor::new(&sound), &ExpandOptions::new()).unwrap();
        let groups = reader.groups(0).unwrap();
        let block = reader.blocks()[0];
        let end = block.offset() + block.archive_bytes();
        let streams = block.streams().map(|(_, length)| length);
        (end - streams.sum::<u64>()..end, groups)
    };
    let (mut alone, mut few) = (0, 0);
    for at in payload.step_by(11) {
        let mut archive = sound.clone();
        archive[at as usize] ^= 0x10;
        let mut out = Vec::new();
        let report = expand(
            &archive[..],
            &mut out,
            &ExpandOptions::new().threads(1).keep_going(true),
        );
        let report = report.unwrap_or_else(|error| panic!("byte {at}: {error}"));
        let lost = missing(&report.damage);
        let left = (0u64..)
            .zip(&whole)
            .filter(|(number, _)| !lost.contains(number));
        let left: Vec<_> = left.map(|(_, game)| &game[..]).collect();
        assert_eq!(String::from_utf8_lossy(&out), left.concat(), "byte {at}");
        assert_eq!(report.games, left.len() as u64);

        let mut reader = Reader::open(
            Cursor::new(&archive),
            &ExpandOptions::new().keep_going(true),
        )
        .unwrap();
        reader
            .texts(0..whole.len() as u64, &mut |_, _| Ok(()))
            .unwrap();
        assert_eq!(missing(&reader.skipped_damage()), lost, "byte {at}");
        for (number, game) in (0u64..).zip(&whole).step_by(7) {
            let mut read = None;
            let mut give = |_, text: &[u8]| {
                read = Some(String::from_utf8(text.to_vec()).unwrap());
                Ok(())
            };
            reader.texts(number..number + 1, &mut give).unwrap();
            let left = Some(game.to_string()).filter(|_| !lost.contains(&number));
            assert_eq!(read, left, "byte {at}, game {number}");
        }
        few += usize::from(!lost.is_empty() && lost.len() < whole.len() / 3);
        // Repeats that are lost though others of the group in which they stand are left.
        let is_alone = |(games, _): &(Range<u64>, u64)| {
            let of = games.clone().filter(|number| lost.contains(number)).count();
            of > 0 && (of as u64) < games.end - games.start
        };
        alone += usize::from(groups.iter().any(is_alone));
    }
    assert!(few > 10 && alone > 5, "{few}, {alone}");
}

#[test]
fn a_game_that_repeats_itself_a_thousand_times_ends_soon() {
    let game = &games(0..1)[0];
    let others = games(1..50).concat();
    let text = [&others[..], &game.repeat(3000), &others].concat();
    let archive = archive_of(&text);
    assert!(expanded(&archive, 1).0 == text.as_bytes());
    let mut reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    for number in [49, 50, 2000, 3048, 3049, 3097] {
        let found = texts(&mut reader, number..number + 1).remove(0);
        let at = if number < 3049 {
            number.min(49)
        } else {
            number - 3049
        };
        let wanted = if at == 49 {
            game.clone()
        } else {
            games(at as usize + 1..at as usize + 2).remove(0)
        };
        assert_eq!(found, wanted, "{number}");
    }
}

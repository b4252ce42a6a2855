//! Which games are duplicates, and which are not.

use super::*;

const NAMES: &str = "[White \"Alder, A\"]\n[Black \"Birch, B\"]\n";

fn found_by(texts: &[&str], rule: Rule) -> Vec<(u32, u32)> {
    let seeded = Seeded::new();
    let games: Vec<Game> = texts
        .iter()
        .map(|text| Game::parse(format!("{NAMES}{text}").as_bytes()))
        .collect();
    let occasion = |game| Occasion::of(game, rule.strict, seeded);
    let groups = linked((0..).zip(games.iter().map(occasion)).collect());
    let played: Vec<(u32, Played)> = (0..)
        .zip(games.iter().map(|game| Played::of(game, rule, seeded)))
        .collect();
    let mut duplicates = Vec::new();
    for group in groups {
        let group: Vec<_> = group.iter().map(|&at| &played[at as usize]).collect();
        classes::find(&group, rule, seeded, &mut duplicates);
    }
    duplicates.sort_unstable();
    duplicates
        .iter()
        .map(|duplicate| (duplicate.dropped, duplicate.kept))
        .collect()
}

fn found(texts: &[&str], by: By, keep: Keep) -> Vec<(u32, u32)> {
    let strict = false;
    found_by(texts, Rule { by, keep, strict })
}

/// Whether two games with these tags, and the same moves, are duplicates.
fn same(one: &str, two: &str) -> bool {
    let text = |tags: &str, moves: &str| format!("{tags}\n\n{moves}");
    let short = "1. e4 e5 2. Nf3 *";
    let texts = [text(one, short), text(two, short)];
    let [one, two] = texts.each_ref().map(String::as_str);
    let forwards = found(&[one, two], By::Usual, Keep::First);
    let backwards = found(&[two, one], By::Usual, Keep::First);
    assert_eq!(forwards, backwards);
    !forwards.is_empty()
}

#[test]
fn games_that_state_different_values_are_different() {
    for (one, two) in [
        ("[Date \"2020.05.06\"]", "[Date \"2020.05.07\"]"),
        ("[Round \"1\"]", "[Round \"2\"]"),
        ("[Round \"5.1\"]", "[Round \"5.2\"]"),
        ("[Round \"5.1\"]", "[Round \"6\"]"),
        ("[Round \"Final\"]", "[Round \"Semifinal\"]"),
        (
            "[Round \"3\"]\n[Board \"1\"]",
            "[Round \"3\"]\n[Board \"2\"]",
        ),
        ("[Result \"1-0\"]", "[Result \"1/2-1/2\"]"),
        ("[UTCTime \"10:00:00\"]", "[UTCTime \"10:00:01\"]"),
        ("[Time \"10:00:00\"]", "[Time \"11:00:00\"]"),
        (
            "[EndTime \"19:47:08 GMT+0000\"]",
            "[EndTime \"19:52:41 GMT+0000\"]",
        ),
        ("[EndTime \"19:47:08 PST\"]", "[EndTime \"19:47:08 PDT\"]"),
        (
            "[Site \"https://lichess.org/AbCd1234\"]",
            "[Site \"https://lichess.org/AbCd1235\"]",
        ),
        (
            "[Link \"https://www.chess.com/game/live/1\"]",
            "[Link \"https://www.chess.com/game/live/2\"]",
        ),
        (
            "[Link \"https://www.chess.com/game/live/1\"]",
            "[Link \"https://www.chess.com/game/daily/1\"]",
        ),
        ("[GameId \"a1\"]", "[GameId \"a2\"]"),
        ("[FICSGamesDBGameNo \"11\"]", "[FICSGamesDBGameNo \"12\"]"),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1\"]", ""),
        ("[Variant \"Atomic\"]", ""),
        ("[White \"Alder, B\"]", ""),
        ("[White \"Cedar, A\"]", ""),
        ("[Black \"?\"]", ""),
    ] {
        assert!(!same(one, two), "{one} {two}");
    }
}

#[test]
fn games_that_only_know_more_or_less_are_the_same() {
    for (one, two) in [
        ("", ""),
        (
            "[Event \"One\"]\n[Site \"Here\"]",
            "[Event \"Other\"]\n[Site \"There\"]",
        ),
        ("[Round \"5\"]", "[Round \"5.1\"]"),
        ("[Round \"05\"]", "[Round \"Round 5\"]"),
        ("[Round \"5\"]", "[Round \"?\"]"),
        ("[Round \"-\"]", "[Round \"0\"]"),
        ("[Round \"Final\"]", "[Round \"9\"]"),
        ("[Board \"3\"]", "[Round \"2\"]"),
        ("[Result \"1-0\"]", "[Result \"*\"]"),
        ("[UTCTime \"10:00:00\"]", "[StartTime \"11:00:00\"]"),
        ("[UTCTime \"10:00:00\"]", "[UTCTime \"10:00\"]"),
        ("[UTCTime \"10:00:00\"]", "[UTCTime \"??:??:??\"]"),
        (
            "[EndTime \"19:47:08 GMT+0000\"]",
            "[EndTime \"11:47:08 PST\"]",
        ),
        ("[EndTime \"19:47:08 GMT+0000\"]", "[EndTime \"21:47:08\"]"),
        (
            "[Site \"https://lichess.org/AbCd1234\"]",
            "[Site \"https://lichess.org/AbCd1234/black\"]",
        ),
        (
            "[Site \"https://lichess.org/AbCd1234\"]",
            "[GameId \"AbCd1234\"]",
        ),
        (
            "[Site \"https://lichess.org/AbCd1234\"]",
            "[Link \"https://www.chess.com/game/live/1\"]",
        ),
        (
            "[Site \"https://lichess.org/analysis\"]",
            "[Site \"https://lichess.org/training\"]",
        ),
        ("[WhiteElo \"2500\"]", "[WhiteElo \"2501\"]"),
        ("[White \"Alder,A\"]", "[White \"Alder, Anna\"]"),
        ("[White \"Anna Alder\"]", ""),
        ("[White \"Alder,A1\"]", "[White \"Alder, Anna\"]"),
        ("[White \"ALDER A.\"]", ""),
        ("[White \"Alder, A (2345)\"]", ""),
        (
            "[White \"Vassily Ivanchuk\"]",
            "[White \"Ivanchuk, Vasily\"]",
        ),
        ("[Variant \"Standard\"]", ""),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]",
            "",
        ),
    ] {
        assert!(same(one, two), "{one} {two}");
    }
}

#[test]
fn games_with_few_moves_must_have_names_and_dates_that_are_equally_known() {
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
    for (one, two) in [
        ("[Date \"2020.05.06\"]", "[Date \"2020.05.??\"]"),
        ("[Date \"2020.05.06\"]", "[Date \"????.??.??\"]"),
        ("[White \"Alder\"]", "[White \"Alder, A\"]"),
        ("[White \"?\"]", "[White \"?\"]"),
    ] {
        assert!(!same(one, two), "{one} {two}");
        let texts = [one, two].map(|tags| format!("{tags}\n\n{long}"));
        let texts = texts.each_ref().map(String::as_str);
        assert_eq!(
            found(&texts, By::Usual, Keep::First),
            [(1, 0)],
            "{one} {two}"
        );
    }
    // Nothing is known of either.
    let unknown = "[White \"?\"]\n[Black \"?\"]\n\n";
    let texts = [format!("{unknown}{long}"), format!("{unknown}{long}")];
    assert_eq!(
        found(
            &texts.each_ref().map(String::as_str),
            By::Usual,
            Keep::First
        ),
        []
    );
}

#[test]
fn strict_names_and_dates_are_those_that_are_written_alike() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
    let strict = |one: &str, two: &str, by| {
        let texts = [one, two].map(|tags| format!("{tags}\n\n{moves}"));
        let texts = texts.each_ref().map(String::as_str);
        let rule = Rule {
            by,
            strict: true,
            ..Rule::default()
        };
        !found_by(&texts, rule).is_empty()
    };
    for by in [By::Usual, By::Prefix] {
        assert!(!strict("[White \"Alder,A\"]", "", by));
        assert!(!strict(
            "[Date \"2020.05.06\"]",
            "[Date \"2020.05.??\"]",
            by
        ));
        assert!(!strict("[Round \"1\"]", "[Round \"2\"]", by));
        assert!(strict("[White \"Alder,  A\"]\n[Round \"1\"]", "", by));
        assert!(strict("[Date \"2020.05.??\"]", "[Date \"2020.05.??\"]", by));
    }
}

#[test]
fn sixty_games_with_names_in_two_spellings_are_all_found() {
    let game = |n: usize, names: [&str; 2]| {
        let moves = ["e4 e5", "d4 d5", "c4 c5", "Nf3 d5", "e4 c5"][n % 5];
        let [white, black] = names;
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"2019.03.{:02}\"]\n[Round \"{}\"]\n\n1. {moves} 2. Nc3 *",
            n / 5 + 1,
            n % 5
        )
    };
    let one = (0..60).map(|n| game(n, ["Carlsen, Magnus", "Vachier-Lagrave, Maxime"]));
    let two = (0..60).map(|n| game(n, ["Carlsen,M", "Maxime Vachier-Lagrave"]));
    let texts: Vec<String> = one.chain(two).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let expected: Vec<(u32, u32)> = (0..60).map(|n| (n + 60, n)).collect();
    assert_eq!(found(&texts, By::Usual, Keep::First), expected);
}

#[test]
fn a_game_that_may_be_either_of_two_others_stays() {
    let round = |round: &str| format!("[Round \"{round}\"]\n\n1. e4 e5 *");
    let [one, two, unknown, board] = ["1", "2", "?", "2.1"].map(round);
    let found = |texts: &[&str]| found(texts, By::Usual, Keep::First);
    assert_eq!(found(&[&one, &two, &unknown]), []);
    assert_eq!(
        found(&[&unknown, &one, &two, &board, &one]),
        [(3, 2), (4, 1)]
    );
    assert_eq!(found(&[&unknown, &two, &board]), [(1, 0), (2, 0)]);
}

#[test]
fn many_games_of_one_pair_with_the_same_moves_take_no_time_to_speak_of() {
    let texts: Vec<String> = (0..20_000)
        .map(|n| format!("[Round \"{}\"]\n[GameId \"x{n}\"]\n\n1. e4 e5 *", n % 3))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for by in [By::Usual, By::Prefix] {
        assert_eq!(found(&texts, by, Keep::First), []);
    }
}

#[test]
fn games_with_the_same_moves_are_duplicates_unless_they_were_at_other_times() {
    let games = [
        "[UTCTime \"10:00:00\"]\n\n1. e4 e5 *",
        "[UTCTime \"11:00:00\"]\n\n1. e4 e5 *",
        "\n1.e4 e5 { well } *",
        "\n1. e4 *",
        "\n*",
        "\n*",
    ];
    assert_eq!(found(&games, By::Usual, Keep::First), []);
    let games = [games[0], games[2], games[3], games[4], games[5]];
    assert_eq!(found(&games, By::Usual, Keep::First), [(1, 0)]);
    assert_eq!(found(&games, By::Usual, Keep::MostAnnotated), [(0, 1)]);
}

#[test]
fn a_game_without_a_time_is_no_duplicate_of_games_at_different_times() {
    let timed = |time: &str, moves: &str| format!("[UTCTime \"{time}\"]\n\n{moves}");
    let [ten, eleven] = ["10:00:00", "11:00:00"].map(|time| timed(time, "1. e4 e5 *"));
    let untimed = "\n1. e4 {x} e5 *";
    for games in [[untimed, &ten, &eleven], [&ten, untimed, &eleven]] {
        assert_eq!(found(&games, By::Usual, Keep::MostAnnotated), []);
    }
    // It is a part of either, however.
    let games = [untimed, &ten, &eleven];
    assert_eq!(found(&games, By::Prefix, Keep::MostAnnotated), [(0, 1)]);
    let short = ["10:00:00", "11:00:00"].map(|time| timed(time, "1. e4 *"));
    let games = ["\n1. e4 e5 *", &short[0], &short[1]];
    assert_eq!(found(&games, By::Prefix, Keep::First), []);
    let games = [ten.as_str(), "\n1. e4 *", &short[0], &short[1]];
    assert_eq!(found(&games, By::Prefix, Keep::First), [(1, 3), (2, 0)]);
}

#[test]
fn what_was_kept_has_no_more_duplicates() {
    let values: [&[&str]; 7] = [
        &["", "[UTCTime \"10:00:00\"]", "[UTCTime \"11:00:00\"]"],
        &["[Result \"*\"]", "[Result \"1-0\"]", "[Result \"0-1\"]"],
        &["", "[Round \"1\"]", "[Round \"1.2\"]", "[Round \"2\"]"],
        &["", "", "[GameId \"a\"]", "[GameId \"b\"]"],
        &[
            "",
            "",
            "[White \"Anna Alder\"]",
            "[White \"Alder Anna\"]",
            "[White \"Anna, A\"]",
            "[White \"Alder\"]",
        ],
        &[
            "[Date \"2020.01.01\"]",
            "[Date \"2020.01.??\"]",
            "[Date \"2020.01.02\"]",
        ],
        &[
            "\n1. e4",
            "\n1. e4 e5",
            "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4",
        ],
    ];
    let mut seed = 1u32;
    let mut random = |most: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % most
    };
    let mut count = 0;
    for _ in 0..2000 {
        let texts: Vec<String> = (0..2 + random(5))
            .map(|_| values.map(|values| values[random(values.len())]).join("\n") + " *")
            .collect();
        let mut left: Vec<&str> = texts.iter().map(String::as_str).collect();
        let dropped = found(&left, By::Usual, Keep::First);
        count += dropped.len();
        for (dropped, _) in dropped.into_iter().rev() {
            left.remove(dropped as usize);
        }
        assert_eq!(found(&left, By::Usual, Keep::First), [], "{texts:#?}");
    }
    assert!(count > 100, "{count}");
}

#[test]
fn games_that_cannot_be_read_to_their_end_are_duplicates_if_that_agrees_too() {
    let games = [
        "[Result \"1-0\"]\n\n1. e4 e5 2. Sf3 Sc6 1-0",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Lc4 Sf6 1-0",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Sf3 Sc6 1-0",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0",
    ];
    for by in [By::Usual, By::Prefix] {
        assert_eq!(found(&games, by, Keep::First), [(2, 0)]);
    }
}

#[test]
fn a_game_that_stops_earlier_goes_for_the_one_that_goes_on() {
    let games = [
        "[Result \"*\"]\n\n1. e4 e5 *",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0",
        "[Result \"0-1\"]\n\n1. e4 0-1",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0",
        "[Result \"*\"]\n\n*",
    ];
    assert_eq!(found(&games, By::Prefix, Keep::Longest), [(0, 3), (1, 3)]);
    let games = ["\n1. e4 {a} e5 {b} *", "\n1. e4 e5 2. Nf3 *"];
    assert_eq!(found(&games, By::Prefix, Keep::MostAnnotated), [(0, 1)]);
    assert_eq!(found(&games, By::Usual, Keep::First), []);
}

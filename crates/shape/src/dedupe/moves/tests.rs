use super::*;

fn found(texts: &[&str], by: By, keep: Keep) -> Vec<(u32, u32)> {
    let names = "[White \"A\"]\n[Black \"B\"]\n";
    let games: Vec<Game> = texts
        .iter()
        .map(|text| Game::parse(format!("{names}{text}").as_bytes()))
        .collect();
    let played: Vec<Played> = games.iter().map(Played::of).collect();
    let mut duplicates = Vec::new();
    let numbered: Vec<_> = (0..).zip(&played).collect();
    find(&numbered, by, keep, &mut duplicates);
    duplicates.sort_unstable();
    duplicates
        .iter()
        .map(|duplicate| (duplicate.dropped, duplicate.kept))
        .collect()
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
    let times = ["", "[UTCTime \"10:00:00\"]\n", "[UTCTime \"11:00:00\"]\n"];
    let moves = ["1. e4", "1. e4 e5", "1. e4 e5 2. Nf3", "1. e4 c5"];
    let results = ["*", "1-0", "0-1"];
    let mut seed = 1u32;
    let mut random = |most: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % most
    };
    for _ in 0..3000 {
        let texts: Vec<String> = (0..2 + random(6))
            .map(|_| {
                let result = results[random(3)];
                let (time, moves) = (times[random(3)], moves[random(4)]);
                format!("[Result \"{result}\"]\n{time}\n{moves} {result}")
            })
            .collect();
        let mut left: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (dropped, _) in found(&left, By::Usual, Keep::First).into_iter().rev() {
            left.remove(dropped as usize);
        }
        assert_eq!(found(&left, By::Usual, Keep::First), [], "{texts:#?}");
    }
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

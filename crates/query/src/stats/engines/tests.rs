use super::*;
use archive::Game;

fn engines(games: &[(&str, &str, &str, &str)]) -> Engines {
    let mut engines = Engines::default();
    for (white, black, result, rest) in games {
        let text = format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{rest} {result}\n"
        );
        engines.add(&EngineRecord::of(&Game::parse(text.as_bytes())));
    }
    engines
}

const OPENING: &str = "\n1. e4 {book} e5 {book} 2. Nf3 {+0.20/10 1.0s}";
const OTHER: &str = "\n1. d4 {book} d5 {book} 2. Nf3 {+0.20/10 1.0s}";

/// Two players of whom one scores 75 %: 400 log10(3) Elo points between them, and the error of the match.
#[test]
fn two_players_are_as_far_apart_as_their_score_says() {
    let mut games = vec![("A", "B", "1-0", "\n1. e4"); 6];
    games.extend([("B", "A", "1/2-1/2", "\n1. e4"); 3]);
    games.push(("B", "A", "1-0", "\n1. e4"));
    let standings = engines(&games).standings(None).unwrap();
    let [first, second] = &standings.engines[..] else {
        panic!("not two")
    };
    let of_match = standings.matches[0].score.elo().unwrap();
    let gap = first.elo.unwrap() - second.elo.unwrap();
    assert!((gap - 400.0 * 3f64.log10()).abs() < 1e-6, "{gap}");
    assert!((gap - of_match.elo).abs() < 1e-6);
    // The variance of ten results from 0.75 is 1.125 / 100; a point of Elo is ln 10 / 400 * 0.75 * 0.25 of a score.
    let deviation = 1.125f64.sqrt() / 10.0 / (10f64.ln() / 400.0 * 0.1875);
    let error = first.error.unwrap() * 2.0;
    assert!((error - 1.959_964 * deviation).abs() < 1e-3, "{error}");
}

/// A beats B 3 to 1, B beats C 3 to 1: the model's odds multiply, so A and C, who never met, are 9 to 1 apart.
#[test]
fn players_who_never_met_are_compared_through_others() {
    let mut games = Vec::new();
    for (strong, weak) in [("A", "B"), ("B", "C")] {
        games.extend([(strong, weak, "1-0", "\n1. e4"); 3]);
        games.push((weak, strong, "1-0", "\n1. e4"));
    }
    let found = engines(&games).standings(Some(("B", 3000.0))).unwrap();
    let elo: Vec<f64> = found.engines.iter().map(|one| one.elo.unwrap()).collect();
    let step = 400.0 * 3f64.log10();
    for (found, right) in elo.iter().zip([3000.0 + step, 3000.0, 3000.0 - step]) {
        assert!((found - right).abs() < 1e-6, "{elo:?}");
    }
    assert!(found.engines[1].error.unwrap() < 1e-6);
    assert!(engines(&games).standings(Some(("D", 0.0))).is_err());
}

#[test]
fn who_won_all_games_has_no_rating() {
    let games = [
        ("A", "B", "1-0", "\n1. e4"),
        ("B", "C", "1/2-1/2", "\n1. e4"),
        ("A", "C", "1-0", "\n1. e4"),
        ("C", "D", "*", "\n1. e4"),
        ("?", "A", "1-0", "\n1. e4"),
        ("A", "A", "1-0", "\n1. e4"),
    ];
    let engines = engines(&games);
    assert_eq!((engines.games, engines.nameless), (4, 2));
    let standings = engines.standings(None).unwrap();
    let rated = standings.engines.iter().filter(|one| one.elo.is_some());
    let rated: Vec<&str> = rated.map(|one| &*one.name).collect();
    assert_eq!(rated, ["B", "C"]);
    assert!(engines.standings(Some(("A", 0.0))).is_err());
}

#[test]
fn opening_pairs_have_the_same_book_and_reversed_colours() {
    let games = [
        ("A", "B", "1-0", OPENING),
        ("A", "B", "1/2-1/2", OTHER),
        ("B", "A", "1/2-1/2", OPENING),
        ("A", "B", "1-0", OPENING),
        ("B", "A", "1-0", OTHER),
        ("C", "A", "1-0", OPENING),
    ];
    let standings = engines(&games).standings(None).unwrap();
    let of = |a: &str, b: &str| {
        let named = |one: &&Match| {
            let mut names = one.engines.map(|at| &*standings.engines[at].name);
            names.sort_unstable();
            names == [a, b]
        };
        *standings.matches.iter().find(named).unwrap()
    };
    let pairs = of("A", "B");
    assert_eq!(standings.engines[pairs.engines[0]].name, "A");
    // 1 + 0.5 with the first opening, 0.5 + 0 with the other; a third game waits.
    assert_eq!(pairs.pairs.0, [0, 1, 0, 1, 0]);
    assert_eq!(of("A", "C").pairs.pairs(), 0);
}

#[test]
fn games_from_the_usual_start_are_pairs_if_they_share_a_round() {
    let round = "[Event \"M\"]\n[Round \"3\"]\n\n1. e4";
    let none = "[Event \"M\"]\n[Round \"?\"]\n\n1. e4";
    let pairs = |rest| {
        let games = [("A", "B", "1-0", rest), ("B", "A", "0-1", rest)];
        engines(&games).standings(None).unwrap().matches[0]
            .pairs
            .pairs()
    };
    assert_eq!((pairs(round), pairs(none)), (1, 0));
}

#[test]
fn losses_off_the_board_and_searches_are_counted() {
    let games = [
        (
            "A",
            "B",
            "0-1",
            "[Termination \"time forfeit\"]\n\n1. e4 {+0.30/12 1.5s}",
        ),
        (
            "A",
            "B",
            "0-1",
            "\n1. e4 {+0.30/14 0.5s, n=1000} e5 {-0.10/8 2s, White loses on time}",
        ),
        (
            "A",
            "B",
            "0-1",
            "[TerminationDetails \"White loses on time\"]\n\n1. e4",
        ),
        ("A", "B", "1-0", "[Termination \"abandoned\"]\n\n1. e4 e5"),
        (
            "A",
            "B",
            "1-0",
            "[Termination \"illegal move\"]\n\n1. e4 e5",
        ),
        (
            "A",
            "B",
            "1/2-1/2",
            "[Termination \"time forfeit\"]\n\n1. e4 e5",
        ),
        (
            "A",
            "B",
            "1-0",
            "\n1. e4 {a good move, in time} e5 {White has all the time, White won}",
        ),
    ];
    let engines = engines(&games);
    let [a, b] = [0, 1].map(|at| engines.engines[at]);
    assert_eq!((a.lost_on_time, b.lost_on_time), (3, 0));
    assert_eq!((b.lost_by_leaving, b.lost_by_infraction), (1, 1));
    assert_eq!(a.work.depth(), Some(13.0));
    assert_eq!(
        (a.work.seconds(), a.work.speed()),
        (Some(1.0), Some(2000.0))
    );
    assert_eq!((b.work.depth(), b.work.speed()), (Some(8.0), None));
}

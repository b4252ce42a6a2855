//! Decides which games with the same key are duplicates, and which of them is kept.
//!
//! Not part of the format.

use super::key::{played, players};
use super::{By, Double, Keep};
use archive::{Game, Line, Outcome};
use std::collections::{BTreeMap, HashMap};

/// The data of a game that are needed for this decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// The moves, each with a line end after it, and the text that could not be read as moves.
    moves: Vec<u8>,
    plies: usize,
    annotations: usize,
    time: Option<Vec<u8>>,
    /// A bit for the result, if it is known.
    outcome: u8,
    /// Whether one of the players is unknown.
    is_nameless: bool,
}

/// If a player is unknown, games with fewer moves may agree by chance.
const TELLING_PLIES: usize = 20;

impl Played {
    pub fn of(game: &Game) -> Self {
        let tags = game.tags();
        let times = ["UTCTime", "StartTime", "Time"].into_iter();
        let mut times = times.filter_map(|name| tags.get(name));
        let time = times.find(|time| time.iter().any(u8::is_ascii_digit));
        let outcome = match tags.result() {
            Outcome::White => 1,
            Outcome::Black => 2,
            Outcome::Draw => 4,
            _ => 0,
        };
        Self {
            moves: played(game),
            plies: game.main_line().plies.len(),
            annotations: annotations(game.main_line()),
            time: time.map(<[u8]>::to_vec),
            outcome,
            is_nameless: players(game).contains(&None),
        }
    }

    /// Whether the game has enough moves to be compared by them.
    fn is_telling(&self) -> bool {
        !self.moves.is_empty() && (!self.is_nameless || self.plies >= TELLING_PLIES)
    }
}

/// The number of comments, glyphs, variations, evaluations and clock times.
fn annotations(line: &Line) -> usize {
    let of_lines = |lines: &[Line]| {
        lines
            .iter()
            .map(|line| 1 + annotations(line))
            .sum::<usize>()
    };
    let plies = line.plies.iter().map(|ply| {
        ply.nags.len()
            + ply.comments.len()
            + of_lines(&ply.variations)
            + usize::from(ply.clock().is_some())
            + usize::from(ply.eval().is_some())
    });
    line.comments.len() + of_lines(&line.variations) + plies.sum::<usize>()
}

/// Games any two of which are duplicates.
struct Class<'a> {
    moves: &'a [u8],
    /// The time of day of the games that have one.
    time: Option<&'a [u8]>,
    /// The bits of all results.
    outcomes: u8,
    /// The indices of the games, in their order.
    games: Vec<usize>,
}

impl<'a> Class<'a> {
    fn new(at: usize, game: &'a Played) -> Self {
        Self {
            moves: &game.moves,
            time: game.time.as_deref(),
            outcomes: game.outcome,
            games: vec![at],
        }
    }

    /// Adds a game with the same moves, whose time of day is the same or unknown.
    fn add(&mut self, at: usize, game: &'a Played) {
        self.time = self.time.or(game.time.as_deref());
        self.outcomes |= game.outcome;
        self.games.push(at);
    }

    /// The game that is kept.
    fn kept(&self, games: &[(u32, &Played)], keep: Keep) -> u32 {
        let worth = |at: usize| match keep {
            Keep::First => 0,
            Keep::Longest => games[at].1.plies,
            Keep::MostAnnotated => games[at].1.annotations,
        };
        let mut kept = self.games[0];
        for &at in &self.games[1..] {
            if worth(at) > worth(kept) {
                kept = at;
            }
        }
        games[kept].0
    }
}

/// Finds the duplicates among games with the same key, which are given in order.
pub fn find(games: &[(u32, &Played)], by: By, keep: Keep, doubles: &mut Vec<Double>) {
    let classes = match by {
        // The key decides.
        By::Moves | By::Text | By::Id => Vec::from_iter(of_all(games)),
        By::Usual | By::Prefix => by_moves_and_time(games),
    };
    let kept: Vec<u32> = classes.iter().map(|of| of.kept(games, keep)).collect();
    let stays = match by {
        By::Prefix => ends_of_prefixes(&classes),
        _ => (0..classes.len()).collect(),
    };
    for (class, stays) in classes.iter().zip(stays) {
        let numbers = class.games.iter().map(|&at| games[at].0);
        let dropped = numbers.filter(|&game| game != kept[stays]);
        doubles.extend(dropped.map(|dropped| Double {
            dropped,
            kept: kept[stays],
        }));
    }
}

fn of_all<'a>(games: &[(u32, &'a Played)]) -> Option<Class<'a>> {
    let (first, others) = games.split_first()?;
    let mut class = Class::new(0, first.1);
    for (at, (_, game)) in others.iter().enumerate() {
        class.add(at + 1, game);
    }
    Some(class)
}

/// Games with the same moves and the same time of day. Games without a time join the first of those with the same moves.
fn by_moves_and_time<'a>(games: &[(u32, &'a Played)]) -> Vec<Class<'a>> {
    let mut classes: Vec<Class<'a>> = Vec::new();
    // For each list of moves the first class, and that of each time.
    let mut firsts: HashMap<&[u8], usize> = HashMap::new();
    let mut timed: HashMap<(&[u8], &[u8]), usize> = HashMap::new();
    for (at, &(_, game)) in games.iter().enumerate() {
        if !game.is_telling() {
            continue;
        }
        let first = *firsts.entry(&game.moves).or_insert(classes.len());
        let class = match &game.time {
            // The first class may wait for its time.
            Some(time) => {
                *timed
                    .entry((&game.moves, time))
                    .or_insert_with(|| match classes.get(first) {
                        Some(class) if class.time.is_some() => classes.len(),
                        _ => first,
                    })
            }
            None => first,
        };
        match classes.get_mut(class) {
            Some(class) => class.add(at, game),
            None => classes.push(Class::new(at, game)),
        }
    }
    classes
}

/// For each class, the class that is kept instead: a longer one, if results and times of day allow it, or itself.
fn ends_of_prefixes(classes: &[Class<'_>]) -> Vec<usize> {
    let mut stays: Vec<usize> = (0..classes.len()).collect();
    let mut order = stays.clone();
    order.sort_by_key(|&at| std::cmp::Reverse(classes[at].moves.len()));
    let mut times: Vec<Option<&[u8]>> = classes.iter().map(|class| class.time).collect();
    // Those that stay, by their results and moves: games that go on follow the one that stops.
    let mut ends: [BTreeMap<&[u8], Vec<usize>>; 8] = Default::default();
    for at in order {
        let class = &classes[at];
        // What cannot be read says how the game goes on.
        let stops = class.moves.ends_with(b"\n");
        let fitting = (0..ends.len()).filter(|outcomes| class.outcomes & !(*outcomes as u8) == 0);
        let longer = fitting.flat_map(|outcomes| {
            let follow = ends[outcomes].range(class.moves..);
            follow.take_while(|(moves, _)| stops && moves.starts_with(class.moves))
        });
        let mut longer = longer.flat_map(|(_, ends)| ends);
        let fits = |end: &&usize| times[at].is_none() || [None, times[at]].contains(&times[**end]);
        match longer.find(fits).copied() {
            Some(end) => {
                // Two games that were played at different times are not both a part of one.
                times[end] = times[end].or(times[at]);
                stays[at] = end;
            }
            None => ends[usize::from(class.outcomes)]
                .entry(class.moves)
                .or_default()
                .push(at),
        }
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str], by: By, keep: Keep) -> Vec<(u32, u32)> {
        let names = "[White \"A\"]\n[Black \"B\"]\n";
        let games: Vec<Game> = texts
            .iter()
            .map(|text| Game::parse(format!("{names}{text}").as_bytes()))
            .collect();
        let played: Vec<Played> = games.iter().map(Played::of).collect();
        let mut doubles = Vec::new();
        let numbered: Vec<_> = (0..).zip(&played).collect();
        find(&numbered, by, keep, &mut doubles);
        doubles.sort_unstable();
        doubles
            .iter()
            .map(|double| (double.dropped, double.kept))
            .collect()
    }

    #[test]
    fn games_with_the_same_moves_are_doubles_unless_they_were_at_other_times() {
        let games = [
            "[UTCTime \"10:00:00\"]\n\n1. e4 e5 *",
            "[UTCTime \"11:00:00\"]\n\n1. e4 e5 *",
            "\n1.e4 e5 { well } *",
            "\n1. e4 *",
            "\n*",
            "\n*",
        ];
        assert_eq!(found(&games, By::Usual, Keep::First), [(2, 0)]);
        assert_eq!(found(&games, By::Usual, Keep::MostAnnotated), [(0, 2)]);
    }

    #[test]
    fn any_two_games_of_which_one_goes_are_doubles() {
        let timed = |time: &str, moves: &str| format!("[UTCTime \"{time}\"]\n\n{moves}");
        let [ten, eleven] = ["10:00:00", "11:00:00"].map(|time| timed(time, "1. e4 e5 *"));
        for (games, expected) in [
            (["\n1. e4 e5 *", &ten, &eleven], (1, 0)),
            ([&ten, "\n1. e4 {x} e5 *", &eleven], (0, 1)),
        ] {
            assert_eq!(found(&games, By::Usual, Keep::MostAnnotated), [expected]);
            assert_eq!(found(&games, By::Prefix, Keep::MostAnnotated), [expected]);
        }
        // A long game without a time takes one of two short ones.
        let short = ["10:00:00", "11:00:00"].map(|time| timed(time, "1. e4 *"));
        let games = ["\n1. e4 e5 *", &short[0], &short[1]];
        assert_eq!(found(&games, By::Prefix, Keep::First), [(1, 0)]);
    }

    #[test]
    fn games_that_cannot_be_read_to_their_end_are_doubles_if_that_agrees_too() {
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
}

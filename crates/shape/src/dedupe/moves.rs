//! Decides which games with the same key are duplicates, and which of them is kept.
//!
//! Not part of the format.

use super::key::{played, players};
use super::{By, Duplicate, Keep};
use archive::{Game, Line, Outcome};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

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
pub fn find(games: &[(u32, &Played)], by: By, keep: Keep, duplicates: &mut Vec<Duplicate>) {
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
        duplicates.extend(dropped.map(|dropped| Duplicate {
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

/// Games with the same moves and the same time of day. Games without a time join those with one only if these all have the same: otherwise
/// the one that is kept might have no time, and would be taken for a duplicate of yet another game the next time.
fn by_moves_and_time<'a>(games: &[(u32, &'a Played)]) -> Vec<Class<'a>> {
    let telling = || {
        games
            .iter()
            .enumerate()
            .filter(|(_, (_, game))| game.is_telling())
    };
    let mut first_times: HashMap<&[u8], &[u8]> = HashMap::new();
    let mut of_several_times: HashSet<&[u8]> = HashSet::new();
    for (_, &(_, game)) in telling() {
        if let Some(time) = &game.time
            && *first_times.entry(&game.moves).or_insert(time) != time.as_slice()
        {
            of_several_times.insert(&game.moves);
        }
    }
    let mut classes: Vec<Class<'a>> = Vec::new();
    let mut places: HashMap<(&[u8], Option<&[u8]>), usize> = HashMap::new();
    for (at, &(_, game)) in telling() {
        let is_split = of_several_times.contains(game.moves.as_slice());
        let time = game.time.as_deref().filter(|_| is_split);
        let place = *places.entry((&game.moves, time)).or_insert(classes.len());
        match classes.get_mut(place) {
            Some(class) => class.add(at, game),
            None => classes.push(Class::new(at, game)),
        }
    }
    classes
}

/// Classes by time and moves.
type Timed<'a> = BTreeMap<(&'a [u8], &'a [u8]), usize>;

/// For each class, the class that is kept instead: a longer one, if results and times of day allow it, or itself. If the shorter game has a
/// time, the longer one must have the same.
fn ends_of_prefixes(classes: &[Class<'_>]) -> Vec<usize> {
    let mut stays: Vec<usize> = (0..classes.len()).collect();
    let mut order = stays.clone();
    // Of classes with the same moves, the one without a time comes last, so that it finds the others.
    order.sort_by_key(|&at| (Reverse(classes[at].moves.len()), classes[at].time.is_none()));
    // For each set of results, the classes that are kept, by their moves, and those with a time by time and moves. In this order, games
    // that go on come after the one that stops.
    let mut ends: [BTreeMap<&[u8], usize>; 8] = Default::default();
    let mut timed: [Timed<'_>; 8] = Default::default();
    for at in order {
        let class = &classes[at];
        // What cannot be read says how the game goes on.
        let stops = class.moves.ends_with(b"\n");
        let goes_on = |moves: &[u8]| stops && moves.starts_with(class.moves);
        let mut fitting =
            (0..ends.len()).filter(|outcomes| class.outcomes & !(*outcomes as u8) == 0);
        let longer = fitting.find_map(|outcomes| match class.time {
            None => {
                let (moves, end) = ends[outcomes].range(class.moves..).next()?;
                goes_on(moves).then_some(*end)
            }
            Some(time) => {
                let ((end_time, moves), end) =
                    timed[outcomes].range((time, class.moves)..).next()?;
                (*end_time == time && goes_on(moves)).then_some(*end)
            }
        });
        if let Some(end) = longer {
            stays[at] = end;
            continue;
        }
        let outcomes = usize::from(class.outcomes);
        ends[outcomes].entry(class.moves).or_insert(at);
        if let Some(time) = class.time {
            timed[outcomes].entry((time, class.moves)).or_insert(at);
        }
    }
    stays
}

#[cfg(test)]
mod tests;

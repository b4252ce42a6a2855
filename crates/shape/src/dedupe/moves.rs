//! Which of the games that may be doubles are, and which of them stays.
//!
//! Not part of the format.

use super::key::{played, players};
use super::{By, Double, Keep};
use archive::{Game, Line, Outcome};

/// What is needed of a game to tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// The moves, each with a line end after it, and what could not be followed.
    moves: Vec<u8>,
    plies: usize,
    annotations: usize,
    time: Option<Vec<u8>>,
    outcome: Option<u8>,
    /// Whether one of the players is not known.
    is_nameless: bool,
}

/// Where a player is not known, games with fewer moves may agree by chance.
const TELLING_PLIES: usize = 20;

impl Played {
    pub fn of(game: &Game) -> Self {
        let tags = game.tags();
        let times = ["UTCTime", "StartTime", "Time"].into_iter();
        let mut times = times.filter_map(|name| tags.get(name));
        let time = times.find(|time| time.iter().any(u8::is_ascii_digit));
        let outcome = match tags.result() {
            Outcome::White => Some(1),
            Outcome::Black => Some(2),
            Outcome::Draw => Some(3),
            _ => None,
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

    /// Whether nothing says that they were played at different times.
    fn may_be_at_once(&self, other: &Self) -> bool {
        match (&self.time, &other.time) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }

    /// Whether the game is a double of one that is at least as long.
    fn is_double_of(&self, other: &Self, by: By) -> bool {
        match by {
            // The key says it all.
            By::Moves | By::Text | By::Id => true,
            _ if self.is_nameless && self.plies < TELLING_PLIES => false,
            By::Usual => {
                !self.moves.is_empty() && self.moves == other.moves && self.may_be_at_once(other)
            }
            By::Prefix => {
                let goes_on = self.plies > 0 && self.moves.ends_with(b"\n");
                let is_same = !self.moves.is_empty() && self.moves == other.moves;
                let agrees = self.outcome.is_none() || self.outcome == other.outcome;
                let is_part = goes_on && agrees && other.moves.starts_with(&self.moves);
                (is_same || is_part) && self.may_be_at_once(other)
            }
        }
    }
}

/// How much stands beside the moves.
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

/// Finds the doubles among games that have the same key, which come in their order.
pub fn find(games: &[(u32, &Played)], by: By, keep: Keep, doubles: &mut Vec<Double>) {
    let mut order: Vec<usize> = (0..games.len()).collect();
    if by == By::Prefix {
        // Each after those that go on where it stops.
        order.sort_by_key(|&at| std::cmp::Reverse(games[at].1.moves.len()));
    }
    // Games that are doubles of the first of them.
    let mut alike: Vec<Vec<usize>> = Vec::new();
    for at in order {
        let is_double = |alike: &&mut Vec<usize>| games[at].1.is_double_of(games[alike[0]].1, by);
        match alike.iter_mut().find(is_double) {
            Some(alike) => alike.push(at),
            None => alike.push(vec![at]),
        }
    }
    for mut alike in alike {
        if by != By::Prefix {
            alike.sort_unstable();
        }
        let worth = |at: usize| match keep {
            _ if by == By::Prefix && keep != Keep::MostAnnotated => games[at].1.plies,
            Keep::First => 0,
            Keep::Longest => games[at].1.plies,
            Keep::MostAnnotated => games[at].1.annotations,
        };
        let mut kept = alike[0];
        for &at in &alike[1..] {
            if worth(at) > worth(kept) {
                kept = at;
            }
        }
        let dropped = alike.into_iter().filter(|&at| at != kept);
        doubles.extend(dropped.map(|at| Double {
            dropped: games[at].0,
            kept: games[kept].0,
        }));
    }
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
    fn a_game_that_stops_earlier_goes_for_the_one_that_goes_on() {
        let games = [
            "[Result \"*\"]\n\n1. e4 e5 *",
            "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0",
            "[Result \"0-1\"]\n\n1. e4 0-1",
            "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0",
            "[Result \"*\"]\n\n*",
        ];
        assert_eq!(found(&games, By::Prefix, Keep::Longest), [(0, 3), (1, 3)]);
        assert_eq!(found(&games, By::Usual, Keep::First), []);
    }
}

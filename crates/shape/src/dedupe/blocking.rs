//! Which games have to be compared: those in which a word of White's name, one of Black's and what is known of the date agree.
//!
//! Not part of the format.

use super::key::{Seeded, start};
use super::played::players;
use archive::{Date, Game};

/// What is known of a game from its tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occasion {
    /// A hash for each word of White's name with each of Black's, and the start position. None if both players are unknown.
    keys: Box<[u64]>,
    /// The date as `yyyymmdd`, unknown parts 0.
    date: u32,
}

/// A key of a game, its date, and the index of the game.
type Entry = (u64, u32, u32);

impl Occasion {
    pub fn of(game: &Game, strict: bool, seeded: Seeded) -> Self {
        let players = players(game, strict);
        if players.iter().all(Option::is_none) {
            return Self {
                keys: Box::default(),
                date: 0,
            };
        }
        let [white, black] = players.each_ref().map(|player| match player {
            Some(player) => player.keys(),
            None => vec![UNKNOWN],
        });
        let start = start(game);
        let key = |white: &str, black: &str| {
            let parts = [white.as_bytes(), black.as_bytes(), start.as_bytes()];
            seeded.of_parts(&parts) as u64
        };
        let pairs = white
            .iter()
            .flat_map(|white| black.iter().map(|black| key(white, black)));
        Self {
            keys: pairs.collect(),
            date: number(game.tags().date().unwrap_or_default()),
        }
    }
}

/// Stands for an unknown player; no key of a name is empty.
const UNKNOWN: &str = "";

fn number(date: Date) -> u32 {
    let [month, day] = [date.month, date.day].map(|part| u32::from(part.unwrap_or(0)));
    (u32::from(date.year.unwrap_or(0)) * 100 + month) * 100 + day
}

/// Groups of games, so that two games of different groups are no duplicates. A game without any that may be its duplicate is in none.
pub fn linked(found: Vec<(u32, Occasion)>) -> Vec<Vec<u32>> {
    let games: Vec<u32> = found.iter().map(|(game, _)| *game).collect();
    let mut entries: Vec<Entry> = Vec::new();
    for (at, (_, occasion)) in (0..).zip(found) {
        entries.extend(occasion.keys.iter().map(|&key| (key, occasion.date, at)));
    }
    entries.sort_unstable();
    let mut groups = Groups::new(games.len());
    for chunk in entries.chunk_by(|a, b| a.0 == b.0) {
        groups.join_dates(chunk, &[10_000, 100, 1]);
    }
    drop(entries);
    let mut members: Vec<(u32, u32)> = (0..games.len() as u32)
        .map(|at| (groups.root(at), at))
        .collect();
    members.sort_unstable();
    let groups = members
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|group| group.len() > 1);
    groups
        .map(|group| group.iter().map(|(_, at)| games[*at as usize]).collect())
        .collect()
}

/// Games that are joined to groups: each points to another of its group, or to itself.
struct Groups(Vec<u32>);

impl Groups {
    fn new(games: usize) -> Self {
        Self((0..games as u32).collect())
    }

    fn root(&mut self, mut at: u32) -> u32 {
        while self.0[at as usize] != at {
            // Halves the way for the next time.
            self.0[at as usize] = self.0[self.0[at as usize] as usize];
            at = self.0[at as usize];
        }
        at
    }

    /// Joins the games of a chunk, sorted by date, whose dates may be the same. The first unit is the part of the date that is compared.
    fn join_dates(&mut self, chunk: &[Entry], units: &[u32]) {
        let [unit, finer @ ..] = units else {
            return self.join(chunk);
        };
        let part = |entry: &Entry| entry.1 / unit;
        let is_unknown = |entry: &Entry| match unit {
            10_000 => part(entry) == 0,
            _ => part(entry) % 100 == 0,
        };
        match chunk.first() {
            // Then this game may be any of the others.
            Some(first) if is_unknown(first) => self.join(chunk),
            _ => {
                for chunk in chunk.chunk_by(|a, b| part(a) == part(b)) {
                    self.join_dates(chunk, finer);
                }
            }
        }
    }

    fn join(&mut self, chunk: &[Entry]) {
        for pair in chunk.windows(2) {
            let (one, two) = (self.root(pair[0].2), self.root(pair[1].2));
            self.0[one.max(two) as usize] = one.min(two);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(tags: &[&str]) -> Vec<Vec<u32>> {
        let seeded = Seeded::new();
        let of = |tags: &&str| {
            let names = "[White \"Alder, A\"]\n[Black \"Birch, B\"]\n";
            Occasion::of(
                &Game::parse(format!("{names}{tags}\n\n*").as_bytes()),
                false,
                seeded,
            )
        };
        linked((0..).zip(tags.iter().map(of)).collect())
    }

    #[test]
    fn games_whose_dates_exclude_each_other_are_not_compared() {
        let date = |date: &str| format!("[Date \"{date}\"]");
        for (dates, expected) in [
            (&["2020.05.06", "2020.05.07", "2021.05.06"][..], vec![]),
            (
                &["2020.05.06", "2020.05.07", "2020.05.06"],
                vec![vec![0, 2]],
            ),
            (
                &["2020.05.06", "2020.05.??", "2020.06.06"],
                vec![vec![0, 1]],
            ),
            (
                &["2000.05.06", "2000.??.??", "2001.06.06"],
                vec![vec![0, 1]],
            ),
            (
                &["2000.05.06", "????.??.??", "2001.06.06"],
                vec![vec![0, 1, 2]],
            ),
        ] {
            let tags: Vec<String> = dates.iter().map(|text| date(text)).collect();
            let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
            assert_eq!(groups(&tags), expected, "{dates:?}");
        }
    }

    #[test]
    fn a_word_of_each_name_must_be_the_same() {
        let white = |name: &str| format!("[White \"{name}\"]");
        let names = ["Anna Alder", "Alder,A", "Anna Birch", "?"].map(white);
        let tags: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(groups(&tags), [vec![0, 1, 2]]);
        let two = ["[White \"?\"]\n[Black \"?\"]"; 2];
        assert_eq!(groups(&two), Vec::<Vec<u32>>::new());
        assert_eq!(groups(&["[White \"?\"]"; 2]), [vec![0, 1]]);
    }
}

//! Which games are learnt from, and how much of them.

use crate::games::{GameRef, Games};
use std::collections::{HashMap, HashSet};

/// Drops games that repeat an earlier one, as [`HASHED_PLIES`](crate::games::HASHED_PLIES) describes. Returns how many.
pub fn drop_repeated(games: &mut Games) -> usize {
    let before = games.len();
    let mut seen = HashSet::with_capacity(before);
    games.retain(|game| seen.insert(game.hash));
    before - games.len()
}

/// Drops games that also stand in `excluded`, as [`HASHED_PLIES`](crate::games::HASHED_PLIES) describes. Returns how many.
pub fn drop_excluded(games: &mut Games, excluded: &Games) -> usize {
    let before = games.len();
    let excluded: HashSet<u64> = excluded.iter().map(|game| game.hash).collect();
    games.retain(|game| !excluded.contains(&game.hash));
    before - games.len()
}

/// One game in so many is held out.
const HELD_OUT: u64 = 256;

/// Whether a game is held out of training, to measure on: if its hash is a multiple of 256.
///
/// That depends on the game's moves alone, so a game stays on its side whatever other games there are, whole as it is, and so do
/// other records of it.
pub fn is_held_out(game: GameRef<'_>) -> bool {
    game.hash.is_multiple_of(HELD_OUT)
}

/// The indices of the games to train on, and of those held out, each in ascending order.
pub fn split(games: &Games) -> (Vec<u32>, Vec<u32>) {
    (0..games.len() as u32).partition(|&index| !is_held_out(games.get(index as usize)))
}

/// What part of the plies of players with very many games is to be used, so that nobody's habits take over.
#[derive(Clone, Debug)]
pub struct Shares {
    cap: u32,
    /// The number of games of each player with more than `cap`.
    heavy: HashMap<u32, u32>,
}

impl Shares {
    /// Plies used out of so many.
    pub const WHOLE: u32 = 256;
    /// A cap that suits most collections.
    pub const CAP: u32 = 2000;

    /// Counts the games of each player; those with more than `cap` get as many plies as if they had `cap` games.
    pub fn new(games: &Games, cap: u32) -> Self {
        let mut counts = HashMap::new();
        for player in games.iter().flat_map(|game| game.players) {
            *counts.entry(player).or_insert(0) += 1;
        }
        // Those whose names are not known are many.
        counts.remove(&0);
        counts.retain(|_, &mut count| count > cap);
        Self { cap, heavy: counts }
    }

    /// How many out of [`WHOLE`](Self::WHOLE) plies by that player are to be used, on average.
    pub fn of(&self, player: u32) -> u32 {
        let share = |&count| u64::from(Self::WHOLE) * u64::from(self.cap) / u64::from(count);
        // Never more than the whole, as the count is above the cap.
        self.heavy
            .get(&player)
            .map_or(Self::WHOLE, |count| share(count) as u32)
    }

    /// The players with less than the whole share, and the numbers of their games, in no order.
    pub fn heavy(&self) -> impl ExactSizeIterator<Item = (u32, u32)> {
        self.heavy.iter().map(|(&player, &count)| (player, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use streams::moves::Setting;

    fn games(lists: &[&[u8]]) -> Games {
        let mut games = Games::default();
        for (file, plies) in lists.iter().enumerate() {
            games.push(Setting::default(), [0, 0], file as u16, plies);
        }
        games
    }

    fn files(games: &Games) -> Vec<u16> {
        games.iter().map(|game| game.file).collect()
    }

    #[test]
    fn the_first_of_equal_games_is_kept() {
        let mut some = games(&[&[1, 2], &[1, 2, 3], &[1, 2], &[7; 49], &[7; 50], &[7; 60]]);
        assert_eq!(drop_repeated(&mut some), 2);
        assert_eq!(files(&some), [0, 1, 3, 4]);
    }

    #[test]
    fn excluded_games_are_dropped_wherever_they_stand() {
        let mut some = games(&[&[1, 2], &[3, 4], &[1, 2], &[7; 80], &[5, 6]]);
        let excluded = games(&[&[7; 70], &[1, 2], &[3]]);
        assert_eq!(drop_excluded(&mut some, &excluded), 3);
        assert_eq!(files(&some), [1, 4]);
    }

    #[test]
    fn a_game_stays_on_its_side_whatever_other_games_there_are() {
        let lists: Vec<_> = (0..10_000_u16).map(u16::to_le_bytes).collect();
        let lists: Vec<_> = lists.iter().map(|list| &list[..]).collect();
        let all = games(&lists);
        let (trained, held_out) = split(&all);
        assert_eq!(trained.len() + held_out.len(), all.len());
        assert!((20..60).contains(&held_out.len()), "{}", held_out.len());
        let few: Vec<_> = held_out
            .iter()
            .map(|&index| lists[index as usize])
            .collect();
        assert!(split(&games(&few)).0.is_empty());
    }

    #[test]
    fn players_above_the_cap_get_a_share() {
        let mut games = Games::default();
        for opponent in 10..30 {
            games.push(Setting::default(), [1, opponent], 0, &[1]);
            games.push(Setting::default(), [0, 0], 0, &[1]);
        }
        let shares = Shares::new(&games, 5);
        assert_eq!([0, 1, 10].map(|player| shares.of(player)), [256, 64, 256]);
        assert_eq!(shares.heavy().collect::<Vec<_>>(), [(1, 20)]);
    }
}

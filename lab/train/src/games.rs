//! Games in little memory: a byte for each ply.

use streams::moves::Setting;

/// Games one after another.
///
/// ```
/// use streams::moves::Setting;
/// use train::games::Games;
///
/// let mut games = Games::default();
/// games.push(Setting::default(), [0, 0], 0, &[12, 5]);
/// assert_eq!(games.get(0).plies, [12, 5]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    plies: Vec<u8>,
    records: Vec<Record>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    setting: Setting,
    players: [u32; 2],
    file: u16,
    hash: u64,
    /// Where the plies begin; they end where those of the next game begin.
    start: usize,
}

/// One of the [`Games`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRef<'a> {
    /// What is known of the game before its first move.
    pub setting: Setting,
    /// For each ply of the main line, from the initial position of standard chess, the index of the move in
    /// [`legal::LegalMoves`]. There are never more than 218 legal moves.
    pub plies: &'a [u8],
    /// A hash of the first [`HASHED_PLIES`] plies, or of all if there are fewer. It depends on nothing else, and is the same on
    /// every machine.
    pub hash: u64,
    /// [Hashes](player) of the names of White and Black.
    pub players: [u32; 2],
    /// The number of the file the game was read from, in the order in which they were given.
    pub file: u16,
}

/// Games that agree in so many plies are taken to be one game: two records of it end differently, or one is cut short. Shorter
/// games are the same only if they agree to the end.
pub const HASHED_PLIES: usize = 50;

impl Games {
    /// The number of games.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The number of plies of all games.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// The game at an index.
    ///
    /// # Panics
    ///
    /// If the index is not below [`len`](Self::len).
    pub fn get(&self, index: usize) -> GameRef<'_> {
        let record = &self.records[index];
        GameRef {
            setting: record.setting,
            plies: &self.plies[record.start..self.end(index)],
            hash: record.hash,
            players: record.players,
            file: record.file,
        }
    }

    /// The games in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = GameRef<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Appends a game; the arguments are the fields of [`GameRef`].
    pub fn push(&mut self, setting: Setting, players: [u32; 2], file: u16, plies: &[u8]) {
        self.records.push(Record {
            setting,
            players,
            file,
            hash: main_line(plies),
            start: self.plies.len(),
        });
        self.plies.extend_from_slice(plies);
    }

    /// Appends the games of another list.
    pub fn append(&mut self, other: Games) {
        let offset = self.plies.len();
        self.plies.extend_from_slice(&other.plies);
        self.records
            .extend(other.records.into_iter().map(|record| Record {
                start: record.start + offset,
                ..record
            }));
    }

    /// Keeps the games for which `keep` holds, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(GameRef<'_>) -> bool) {
        let (mut kept, mut kept_plies) = (0, 0);
        for index in 0..self.len() {
            if !keep(self.get(index)) {
                continue;
            }
            let (start, end) = (self.records[index].start, self.end(index));
            self.plies.copy_within(start..end, kept_plies);
            // The end of a game is the start of the next one, so a start may change only when its turn has passed.
            self.records.swap(kept, index);
            self.records[kept].start = kept_plies;
            kept += 1;
            kept_plies += end - start;
        }
        self.records.truncate(kept);
        self.plies.truncate(kept_plies);
    }

    fn end(&self, index: usize) -> usize {
        let next = self.records.get(index + 1);
        next.map_or(self.plies.len(), |next| next.start)
    }
}

/// The hash of a player's name. 0 stands for players whose names are not known.
pub fn player(name: &[u8]) -> u32 {
    match is_unknown(name) {
        true => 0,
        false => ((hash(name) >> 32) as u32).max(1),
    }
}

/// Whether a name says nothing: empty, question marks or dashes, `Anonymous`.
pub(crate) fn is_unknown(name: &[u8]) -> bool {
    name.iter().all(|byte| b"?- ".contains(byte)) || name.eq_ignore_ascii_case(b"Anonymous")
}

/// The [`hash`](GameRef::hash) of a game of these plies.
pub(crate) fn main_line(plies: &[u8]) -> u64 {
    hash(&plies[..plies.len().min(HASHED_PLIES)])
}

/// FNV-1a with the finaliser of MurmurHash3, for FNV leaves the low bits to the low bits of the input.
fn hash(bytes: &[u8]) -> u64 {
    let fnv = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (fnv ^ fnv >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed ^ mixed >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(lists: &[&[u8]]) -> Games {
        let mut games = Games::default();
        for (file, plies) in lists.iter().enumerate() {
            games.push(Setting::default(), [0, 0], file as u16, plies);
        }
        games
    }

    #[test]
    fn retain_leaves_what_pushing_only_the_kept_would() {
        for kept in 0..32_u16 {
            let mut some = games(&[&[1, 2], &[], &[3], &[4, 5, 6], &[7]]);
            let mut expected = Games::default();
            for game in some.iter().filter(|game| kept >> game.file & 1 != 0) {
                expected.push(game.setting, game.players, game.file, game.plies);
            }
            some.retain(|game| kept >> game.file & 1 != 0);
            assert_eq!(some, expected);
        }
    }

    #[test]
    fn append_keeps_every_game() {
        let mut both = games(&[&[1, 2], &[3]]);
        both.append(games(&[&[4], &[5, 6]]));
        let plies: Vec<_> = both.iter().map(|game| game.plies.to_vec()).collect();
        assert_eq!(plies, [vec![1, 2], vec![3], vec![4], vec![5, 6]]);
    }

    #[test]
    fn the_hash_is_of_the_first_plies() {
        let games = games(&[&[1; 49], &[1; 50], &[1; 51]]);
        assert_ne!(games.get(0).hash, games.get(1).hash);
        assert_eq!(games.get(1).hash, games.get(2).hash);
        // The same for ever, or the held-out games would change.
        assert_eq!(hash(b""), 0xefd0_1f60_ba99_2926);
    }

    #[test]
    fn only_unknown_players_are_0() {
        assert_eq!(player(b"?"), 0);
        assert_eq!(player(b"Anonymous"), 0);
        assert_ne!(player(b"Carlsen,M"), 0);
        assert_ne!(player(b"Carlsen,M"), player(b"Carlsen,H"));
    }
}

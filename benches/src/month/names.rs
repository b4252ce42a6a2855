//! Names of players that do not exist, spelled as real ones are.

use std::collections::BTreeMap;

/// So many letters before a letter decide on it.
const CONTEXT: usize = 3;
/// Names are at most as long as the servers allow.
const LONGEST: usize = 20;

/// Which letters follow three others in real names, and how often; 0 ends a name.
#[derive(Default)]
pub struct Names {
    next: BTreeMap<[u8; CONTEXT], Vec<u8>>,
}

impl Names {
    /// Learns from real names.
    pub fn learn<'a>(real: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut names = Self::default();
        for name in real {
            let mut before = [0; CONTEXT];
            for &letter in name.iter().chain(&[0]) {
                names.next.entry(before).or_default().push(letter);
                before.rotate_left(1);
                before[CONTEXT - 1] = letter;
            }
        }
        names
    }

    /// The name of a player, always the same. Seldom two players get one name, and are then one player to an archive.
    #[must_use]
    pub fn of(&self, player: u32) -> String {
        let mut random = fastrand::Rng::with_seed(u64::from(player));
        loop {
            let (mut name, mut before) = (String::new(), [0; CONTEXT]);
            while name.len() < LONGEST {
                let Some(letters) = self.next.get(&before) else {
                    break;
                };
                let letter = letters[random.usize(..letters.len())];
                if letter == 0 {
                    break;
                }
                name.push(char::from(letter));
                before.rotate_left(1);
                before[CONTEXT - 1] = letter;
            }
            if name.len() > 1 || self.next.len() < 2 {
                return name;
            }
        }
    }
}

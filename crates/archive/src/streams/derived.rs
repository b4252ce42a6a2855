//! Stream `derived`: values of tags that follow from what else is known of a game.
//!
//! The stream `tags` says that such a tag is there and where; its value waits until moves and clocks are known. No stream before this
//! one may look at these values.

use entropy::Code;
use model::number::hash;
use model::recent::Recent;
use model::text::Names;

use super::dictionary::Dictionary;
use crate::block::game::Game;

/// Whether the value of a tag of this name is coded here.
pub(super) fn is_derived(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 10] = [
        b"ECO",
        b"Opening",
        b"Variation",
        b"SubVariation",
        b"ECOUrl",
        b"NIC",
        b"PlyCount",
        b"Termination",
        b"TerminationDetails",
        b"CurrentPosition",
    ];
    NAMES.contains(&name)
}

/// Model of the stream.
pub(crate) struct Derived {
    followers: Recent,
    values: Dictionary,
    spelling: Names,
}

impl Derived {
    /// The state at the start of every block, for a text of `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            followers: Recent::new(12),
            values: Dictionary::default(),
            spelling: Names::new(bytes / 32),
        }
    }

    /// Codes the values of a game's derived tags. Returns `false` if they are longer than `limit`.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game, limit: u64) -> bool {
        let mut before = 0;
        for at in 0..game.tags.len() {
            let tag = game.tags[at];
            let name = game.get(tag.name);
            if !is_derived(name) {
                continue;
            }
            let column = name.iter().fold(0, |sum, &byte| hash(&[sum, byte.into()]));
            let value = game.get(tag.value);
            let symbol = self.values.find(value).unwrap_or(self.values.len());
            let mut id = self.symbol(coder, [column, before], symbol);
            if id == self.values.len() {
                match self.values.enter(coder, &mut self.spelling, value, limit) {
                    Some(entered) => id = entered,
                    None => return false,
                }
            }
            if coder.decodes() {
                game.tags[at].value = game.put(self.values.get(id));
                if !game.fits(limit) {
                    return false;
                }
            }
            before = id + 1;
        }
        true
    }

    /// The number of a value: what followed the value before under this name, or what this name had before.
    fn symbol(&mut self, coder: &mut impl Code, [column, before]: [u32; 2], symbol: u32) -> u32 {
        let context = hash(&[column, before]);
        if let Some(found) = self.followers.code(coder, context, symbol) {
            return found;
        }
        let wider = hash(&[column]);
        let found = self
            .followers
            .symbol(coder, wider, symbol, self.values.len() + 1);
        self.followers.learn(context, found);
        found
    }
}

//! Stream `tags`: the names of tag pairs, and the values of those that do not follow from the moves.

use entropy::Code;
use model::number::hash;
use model::recent::Recent;
use model::text::Names;

use super::derived::is_derived;
use super::dictionary::Dictionary;
use super::tag_value::Values;
use crate::block::game::{Game, Span, Tag};

/// Model of the stream.
pub(crate) struct Tags {
    followers: Recent,
    names: Dictionary,
    spelling: Names,
    values: Values,
}

impl Tags {
    /// The state at the start of every block, for about `bytes` bytes of values.
    pub fn new(bytes: usize) -> Self {
        Self {
            followers: Recent::new(12),
            names: Dictionary::default(),
            spelling: Names::new(1 << 10),
            values: Values::new(bytes),
        }
    }

    /// Codes the tag pairs of a game. Returns `false` if they are longer than `limit`.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game, limit: u64) -> bool {
        self.values.start();
        let mut last = [0, 0];
        for at in 0.. {
            // Symbol 0 ends the tags; a name's symbol is its number plus one.
            let tag = game.tags.get(at).copied().filter(|_| !coder.decodes());
            let symbol = tag.map_or(0, |tag| {
                let name = game.get(tag.name);
                1 + self.names.find(name).unwrap_or(self.names.len())
            });
            let symbol = self.name(coder, last, symbol);
            if symbol == 0 {
                return true;
            }
            let mut id = symbol - 1;
            if id == self.names.len() {
                let name = tag.map_or(&[][..], |tag| game.get(tag.name));
                match self.names.enter(coder, &mut self.spelling, name, limit) {
                    Some(entered) => id = entered,
                    None => return false,
                }
            }
            last = [symbol, last[0]];
            if is_derived(self.names.get(id)) {
                if coder.decodes() {
                    let name = game.put(self.names.get(id));
                    let value = Span::default();
                    game.tags.push(Tag { name, value });
                    if !game.fits(limit) {
                        return false;
                    }
                }
                continue;
            }
            let value = tag.map_or(&[][..], |tag| game.get(tag.value));
            let Some(value) = self
                .values
                .code(coder, self.names.get(id), id, value, limit)
            else {
                return false;
            };
            if coder.decodes() {
                let name = game.put(self.names.get(id));
                let value = game.put(&value);
                game.tags.push(Tag { name, value });
                if !game.fits(limit) {
                    return false;
                }
            }
        }
        true
    }

    /// Which name comes next: what followed the last two, or the last one, before.
    fn name(&mut self, coder: &mut impl Code, last: [u32; 2], symbol: u32) -> u32 {
        let context = hash(&last);
        if let Some(found) = self.followers.code(coder, context, symbol) {
            return found;
        }
        let wider = hash(&[u32::MAX, last[0]]);
        let found = self
            .followers
            .symbol(coder, wider, symbol, self.names.len() + 2);
        self.followers.learn(context, found);
        found
    }
}

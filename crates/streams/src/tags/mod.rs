//! Stream `tags`: the names of tag pairs, and the values of those that do not follow from the moves.
//!
//! Format: "Stream tags".

mod column;
mod event;
mod memory;
pub mod names;
mod now;
mod order;
mod players;
mod ratings;
mod rules;
mod tag_values;
mod termination;

use entropy::Code;
use model::strings::{Kind, Strings};

use self::order::Order;
use self::tag_values::TagValues;
use self::termination::Terminations;
use super::derived::is_derived;
use game::parts::{GameParts, Span, TagSpans};
use model::dictionary::Dictionary;

/// Most names that are remembered. Files have some dozens; each takes as much memory as a thousand bytes of text.
const MOST_NAMES: u32 = 1 << 12;
/// Longer names are not remembered.
const LONGEST_NAME: usize = 256;

/// Model of the stream.
pub struct Tags {
    order: Order,
    names: Dictionary,
    /// The number that stands for all names that are not remembered; `None` before the first.
    others: Option<u32>,
    spelling: Strings,
    values: TagValues,
    terminations: Terminations,
    /// What each name and its values cost so far, in units of 2^-16 bit.
    costs: Vec<u64>,
}

impl Tags {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            order: Order::new(),
            names: Dictionary::default(),
            others: None,
            spelling: Strings::short(),
            values: TagValues::new(),
            terminations: Terminations::new(),
            costs: Vec::new(),
        }
    }

    /// What each tag has cost so far, in units of 2^-16 bit, with a coder that measures costs. The end of a game's tags is not counted.
    pub fn costs(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let costs = self.costs.iter().enumerate();
        costs.map(|(id, &cost)| (self.names.get(id as u32), cost))
    }

    /// The number of a name that was spelled: a new one, or the common number of names that are not remembered.
    fn number(&mut self, name: &[u8]) -> u32 {
        // Junk may spell a name that is known.
        if let Some(id) = self.names.find(name) {
            return id;
        }
        if name.len() <= LONGEST_NAME && self.names.count() < MOST_NAMES {
            return self.names.add(name);
        }
        let names = &mut self.names;
        *self.others.get_or_insert_with(|| names.add_unnamed(b""))
    }

    /// Codes the tag pairs of a game, and its termination if they do not tell the result. Returns `false` if they are longer than `limit`. `whole` says that the values of derived tags are
    /// coded, too.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &mut GameParts,
        whole: bool,
        limit: u64,
    ) -> bool {
        self.values.start();
        self.order.start();
        let mut spent = coder.spent();
        for at in 0.. {
            if coder.failed() {
                return false;
            }
            // Symbol 0 ends the tags; a name's symbol is its number plus one.
            let tag = game.tags.get(at).copied().filter(|_| !coder.decodes());
            let symbol = tag.map_or(0, |tag| {
                let known = self.names.find(game.get(tag.name));
                1 + known.unwrap_or(self.names.count())
            });
            let count = self.names.count() + 2;
            let habit = |symbol: u32| symbol.checked_sub(1).map_or(0, |id| self.values.habit(id));
            let symbol = self.order.code(coder, symbol, count, habit);
            if symbol == 0 {
                self.order.finish();
                self.values.finish();
                self.terminations.code(coder, game);
                return !coder.failed();
            }
            let mut id = symbol - 1;
            let mut spelled = Vec::new();
            if id == self.names.count() {
                let name = tag.map_or(&[][..], |tag| game.get(tag.name));
                let spelling = &mut self.spelling;
                if !spelling.string(coder, Kind::Other(0), &[], name, limit, &mut spelled) {
                    return false;
                }
                id = self.number(&spelled);
            }
            let name = match self.others {
                Some(others) if others == id => &spelled[..],
                _ => self.names.get(id),
            };
            let derived = !whole && is_derived(name);
            let value = if derived {
                self.values.enter(self.names.get(id), id);
                &[]
            } else {
                let value = tag.map_or(&[][..], |tag| game.get(tag.value));
                let name = self.names.get(id);
                match self.values.code(coder, name, id, value, limit) {
                    Some(value) => value,
                    None => return false,
                }
            };
            if coder.decodes() {
                let name = match self.others {
                    Some(others) if others == id => &spelled[..],
                    _ => self.names.get(id),
                };
                let name = game.put(name);
                let value = if derived {
                    Span::default()
                } else {
                    game.put(value)
                };
                game.tags.push(TagSpans { name, value });
                if !game.fits(limit) {
                    return false;
                }
            }
            if self.costs.len() <= id as usize {
                self.costs.resize(id as usize + 1, 0);
            }
            self.costs[id as usize] += coder.spent() - spent;
            spent = coder.spent();
        }
        true
    }
}

//! Codes values of tag pairs: players and ratings with special models, all others as a suggestion, an earlier value, a difference, or
//! spelled.
//!
//! Format: "Other values".

mod counted;
mod general;
mod learn;
mod of_players;
mod suggest;

use std::collections::HashMap;

use crate::tags::names::Names;
use entropy::Code;
use model::number::Decisions;
use model::strings::Strings;

use super::column::{Column, Role};
use super::memory::Memory;
use super::now::Now;
use super::players::Players;
use super::ratings::Ratings;
use super::vocabulary::Vocabulary;
use model::dictionary::Dictionary;
use of_players::{plain, signed};

/// Numbers for how values were coded: for suggestions their place, else these.
const MET: u32 = 8;
const MODE: u32 = 9;
const NAMED: u32 = 14;
const NUMBER: u32 = 15;

/// Most values that are remembered.
const MOST_VALUES: u32 = 1 << 17;
/// Longer values are not remembered.
const LONGEST: usize = 256;
/// Numbers that differ by more from the expected value are not remembered.
const LONGEST_STEP: u64 = 1000;

/// Earlier values, and the tags of the current game: suggestions come from both.
struct Known {
    columns: Vec<Column>,
    values: Dictionary,
    /// The digest of each of them.
    shown: Vec<u32>,
    /// The memory for players and events, and that for what followed other values.
    lasting: Memory,
    passing: Memory,
    now: Now,
}

/// A value that was coded.
struct Coded {
    value: Vec<u8>,
    /// How.
    outcome: u32,
    /// Its number among the values of the block, if it is known to have one.
    id: Option<u32>,
}

impl Coded {
    /// A value that may have no number.
    fn new(value: Vec<u8>, outcome: u32) -> Self {
        Self {
            value,
            outcome,
            id: None,
        }
    }
}

/// Models of all tags' values.
pub(super) struct Values {
    known: Known,
    /// Numbers of the vocabularies of families.
    families: HashMap<u32, u32>,
    vocabularies: Vec<Vocabulary>,
    guesses: Decisions<6>,
    modes: Decisions<3>,
    steps: Decisions<4>,
    text: Strings,
    names: Names,
    players: Players,
    ratings: Ratings,
    /// Which columns the last game had, and the last game of each event: one bit each.
    habit: u64,
    event_habits: HashMap<u32, u64>,
    /// The columns of this event's last game, if the event is known.
    event_habit: Option<u64>,
    present: u64,
}

impl Values {
    pub fn new() -> Self {
        Self {
            known: Known {
                columns: Vec::new(),
                values: Dictionary::default(),
                shown: Vec::new(),
                lasting: Memory::new(16),
                passing: Memory::new(14),
                now: Now::default(),
            },
            families: HashMap::new(),
            vocabularies: Vec::new(),
            guesses: Decisions::new(18),
            modes: Decisions::new(12),
            steps: Decisions::new(16),
            text: Strings::short(),
            names: Names::new(),
            players: Players::new(),
            ratings: Ratings::new(),
            habit: 0,
            event_habits: HashMap::new(),
            event_habit: None,
            present: 0,
        }
    }

    /// Begins a game.
    pub fn start(&mut self) {
        self.known.now.start();
        self.event_habit = self.event_habits.get(&self.known.now.event).copied();
        self.present = 0;
    }

    /// Whether games like this one have the tag with this number, two bits each: games of the player, of the event, and the last game.
    pub fn habit(&self, id: u32) -> u32 {
        let Some(column) = self.known.columns.get(id as usize) else {
            return 0;
        };
        let player = column.role.side().and_then(|side| {
            let player = self.known.now.sides[side].player.checked_sub(1)?;
            let player = self.players.get(player).filter(|player| player.games > 0)?;
            Some(1 + (player.habit >> (column.family & 31) & 1))
        });
        let bit = 1u64 << (id & 63);
        let event = self
            .event_habit
            .map_or(0, |habit| 1 + u32::from(habit & bit != 0));
        player.unwrap_or(0) | event << 2 | u32::from(self.habit & bit != 0) << 4
    }

    /// Codes the value of the tag `name`, whose number is `id`. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        name: &[u8],
        id: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<&[u8]> {
        self.enter(name, id);
        let at = id as usize;
        let role = self.known.columns[at].role;
        let is_number = match role {
            Role::Rating(side) => self.is_number(coder, at, side, plain(value).is_some()),
            Role::Change(side) => self.is_number(coder, at, side, signed(value).is_some()),
            _ => false,
        };
        let coded = match role {
            Role::Player(side) => Coded::new(self.player(coder, side, value, limit)?, NAMED),
            Role::Rating(side) if is_number => Coded::new(self.rating(coder, side, value), NUMBER),
            Role::Change(side) if is_number => Coded::new(self.change(coder, side, value), NUMBER),
            _ => self.general(coder, at, value, limit)?,
        };
        Some(self.remember(at, coded))
    }

    /// Registers a tag whose value is not coded here.
    pub fn skip(&mut self, name: &[u8], id: u32) {
        self.enter(name, id);
        self.present |= 1 << (id & 63);
    }

    /// Makes the columns up to number `id`, the last of which is new if any is.
    fn enter(&mut self, name: &[u8], id: u32) {
        while self.known.columns.len() <= id as usize {
            let family = super::column::family(name);
            let next = self.vocabularies.len() as u32;
            let kind = *self.families.entry(family).or_insert(next);
            if kind == next {
                self.vocabularies.push(Vocabulary::default());
            }
            self.known.columns.push(Column::new(name, kind));
        }
    }
}

//! Values of tags: players and ratings by models of their own, all others by the rules.
//!
//! Format: "Stream tags".

use std::collections::HashMap;

use crate::moves::Outcome;
use entropy::Code;
use model::number::{Decisions, hash};

use super::column::{self, Column, Link, Role, family};
use super::memory::Memory;
use super::names::Names;
use super::now::{self, Field, Now};
use super::players::Players;
use super::ratings::Ratings;
use crate::values::form::{Form, Shape};
use crate::values::{COUNTED, Coded, ELSEWHERE, Known, Values};

/// Numbers that differ by more from the expected value are not remembered.
const LONGEST_STEP: u64 = 1000;

/// Models of all tags' values.
pub(super) struct TagValues {
    pub columns: Vec<Column>,
    /// Numbers of the vocabularies of families.
    families: HashMap<u32, u32>,
    pub values: Values,
    pub memory: Memory,
    pub now: Now,
    /// Whether what should be a number is one.
    numbers: Decisions<2>,
    names: Names,
    players: Players,
    ratings: Ratings,
}

impl TagValues {
    pub fn new() -> Self {
        Self {
            columns: Vec::new(),
            families: HashMap::new(),
            values: Values::new(18),
            memory: Memory::new(),
            now: Now::default(),
            numbers: Decisions::new(12),
            names: Names::new(),
            players: Players::new(),
            ratings: Ratings::new(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self) {
        self.now.start();
    }

    /// What the last game of a player says of a tag: 1 if it did not have it, 2 if it had; 0 for other tags, and without such a game.
    pub fn habit(&self, id: u32) -> u32 {
        let habit = || {
            let column = self.columns.get(id as usize)?;
            let player = self.now.sides[column.role.side()?].player.checked_sub(1)?;
            let player = self.players.get(player).filter(|player| player.games > 0)?;
            Some(1 + (player.habit >> (column.family & 31) & 1))
        };
        habit().unwrap_or(0)
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
        let found = match self.columns[at].role {
            Role::Player(side) => Some(self.player(coder, side, value, limit)?),
            Role::Rating(side) => self.rating(coder, at, side, value),
            Role::Change(side) => self.change(coder, at, side, value),
            _ => None,
        };
        let (coded, known) = match found {
            Some(found) => (Coded::new(found, ELSEWHERE), Known::default()),
            None => {
                let mut known = self.known(at);
                let column = &self.columns[at].values;
                let coded = match self.values.suggested(coder, column, &mut known, value) {
                    Some(coded) => coded,
                    None => {
                        let expected = self.expected(at);
                        let column = &mut self.columns[at].values;
                        let value = (value, limit);
                        self.values
                            .unsuggested(coder, column, &known, expected, value)?
                    }
                };
                (coded, known)
            }
        };
        Some(self.learn(at, &known, coded))
    }

    /// Makes the columns up to number `id`, the last of which is new if any is.
    pub fn enter(&mut self, name: &[u8], id: u32) {
        while self.columns.len() <= id as usize {
            let next = self.families.len() as u32;
            let kind = *self.families.entry(family(name)).or_insert(next);
            self.columns.push(Column::new(name, kind));
        }
    }

    fn player(
        &mut self,
        coder: &mut impl Code,
        side: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        // The value is known to the encoder only.
        let player = (!coder.decodes())
            .then(|| self.players.find(value))
            .flatten();
        let known = self.players.code(coder, &self.now, side, player);
        let (found, player) = match known {
            Some(player) => (self.players.name(player).to_vec(), Some(player)),
            None => {
                let mut found = Vec::new();
                if !self.names.name(coder, value, limit, &mut found) {
                    return None;
                }
                let player = self.players.add(&found);
                (found, player)
            }
        };
        self.now.sides[side].player = player.map_or(0, |player| player + 1);
        let player = player.and_then(|player| self.players.get(player));
        self.now.sides[side].expected =
            player.and_then(|player| self.ratings.expect(player, &self.now));
        Some(found)
    }

    /// Codes whether a value that should be a number is one.
    fn is_number(&mut self, coder: &mut impl Code, at: usize, is_number: bool) -> bool {
        let column = &self.columns[at].values;
        let contexts = [
            hash(&[1, column.tag, column.history & 0xFFF]),
            hash(&[2, column.tag, self.now.event]),
        ];
        self.numbers.bit(coder, contexts, 16, is_number)
    }

    /// Codes a rating; `None` if it is no number.
    fn rating(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        side: usize,
        value: &[u8],
    ) -> Option<Vec<u8>> {
        let rating = plain(value);
        if !self.is_number(coder, at, rating.is_some()) {
            return None;
        }
        let player = self.players.get(self.now.player(side));
        let rating = rating.unwrap_or(0);
        let rating = self.ratings.rating(coder, &self.now, side, player, rating);
        self.now.sides[side].rating = Some(rating);
        Some(Form::plain(rating).at(rating))
    }

    /// Codes how a rating changed; `None` if it is no number.
    fn change(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        side: usize,
        value: &[u8],
    ) -> Option<Vec<u8>> {
        let change = signed(value);
        if !self.is_number(coder, at, change.is_some()) {
            return None;
        }
        let player = self.players.get(self.now.player(side));
        let change = change.unwrap_or(0);
        let change = self
            .ratings
            .change(coder, &mut self.now, side, player, change);
        Some(Form::signed(change).at(change))
    }

    /// Learns a coded value, and returns it.
    fn learn(&mut self, at: usize, known: &Known, coded: Coded) -> &[u8] {
        let value = &coded.value[..];
        let column = &self.columns[at];
        let role = column.role;
        let is_elsewhere = coded.outcome == ELSEWHERE;
        let find =
            |field: &Field| Some((field.column, Link::find(&field.value, field.tail, value)?));
        let is_linkable = !is_elsewhere && !value.is_empty();
        let link = is_linkable
            .then(|| self.now.fields.iter().find_map(find))
            .flatten();
        let passes = match coded.outcome {
            COUNTED => column.values.last_step.unsigned_abs() > LONGEST_STEP,
            outcome => outcome > COUNTED,
        };
        let keep = match role {
            Role::Event => true,
            Role::Player(_) => false,
            _ => !passes && !is_time(value),
        };
        let keys = self.situations(at);
        let column = &mut self.columns[at];
        column.link = link.or(column.link);
        let id = self.values.learn(&mut column.values, known, &coded, keep);
        if let Some(id) = id.checked_sub(1) {
            for key in keys.into_iter().flatten() {
                self.memory.learn(key, id);
            }
        }
        match role {
            Role::Event => {
                self.now.event = id;
                self.now.class = now::class(value);
            }
            Role::Round => self.now.round = now::round(value),
            Role::Result => self.now.score = Outcome::from_tag(value).half_points(),
            _ => {}
        }
        self.now.push(Field {
            column: at as u32,
            tail: column::tail(value),
            id: if is_elsewhere { 0 } else { id },
            outcome: coded.outcome,
            value: coded.value,
        })
    }

    /// Learns from a game whose tags are complete.
    pub fn finish(&mut self) {
        let mut habits = [0; 2];
        for field in &self.now.fields {
            let column = &self.columns[field.column as usize];
            if let Some(side) = column.role.side() {
                habits[side] |= 1 << (column.family & 31);
            }
        }
        for (side, habit) in habits.into_iter().enumerate() {
            let player = self.now.player(side);
            if let Some(player) = self.players.get_mut(player) {
                player.habit = habit;
                self.ratings.remember(player, &self.now, side);
            }
        }
        self.players.finish(&self.now);
    }
}

/// Whether a value is a time of day or a moment.
fn is_time(value: &[u8]) -> bool {
    let form = value.contains(&b':').then(|| Form::of(value)).flatten();
    form.is_some_and(|form| matches!(form.shape(), Shape::Time | Shape::Moment))
}

/// The number that a rating is written as, if it is one.
fn plain(value: &[u8]) -> Option<i64> {
    let form = Form::of(value)?;
    let is_plain = form.shape() == Shape::Number && form.is_bare();
    (is_plain && (0..=9999).contains(&form.number())).then(|| form.number())
}

/// The number that a rating's change is written as, if it is one.
fn signed(value: &[u8]) -> Option<i64> {
    let form = Form::of(value)?;
    let is_signed = form.shape() == Shape::Signed && (-9999..=9999).contains(&form.number());
    is_signed.then(|| form.number())
}

//! Values of tag pairs: as before, as another tag, met before, counted on, or spelled.

use std::collections::HashMap;

use entropy::Code;
use model::number::{Decisions, hash};
use model::text::Names;

use super::dictionary::Dictionary;
use super::tag_form::{Form, Shape};

/// How a value is coded.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// As in the last game that had this tag.
    Same,
    /// As the tag of this game that it equalled before.
    Linked,
    /// A value met before, by number.
    Met,
    /// A number, date or time, by its difference from an expected one.
    Counted,
    /// The beginning of the last value, then letters and digits that look random.
    Random,
    /// Letter by letter.
    Spelled,
}

const MODES: [Mode; 6] = [
    Mode::Same,
    Mode::Linked,
    Mode::Met,
    Mode::Counted,
    Mode::Random,
    Mode::Spelled,
];

/// Values are remembered up to this number for each kind of tag.
const MOST_MET: u32 = 1 << 16;
/// Fields of a game that others may refer to: the first ones, and always the last.
const MOST_FIELDS: usize = 256;
/// Longer values are not remembered.
const LONGEST_MET: usize = 256;

/// What a tag name's values were so far.
#[derive(Default)]
struct Column {
    last: Vec<u8>,
    last_id: u32,
    last_mode: u32,
    last_step: i64,
    /// Name of the tag whose value this one equalled last.
    link: Option<u32>,
    /// Which dictionary its values go to: White and Black share one.
    kind: u32,
}

/// A value of the game at hand.
struct Field {
    name: u32,
    value: Vec<u8>,
    /// Its number in its dictionary, plus one; 0 if it has none.
    id: u32,
}

/// Models of all tags' values.
pub(super) struct Values {
    columns: Vec<Column>,
    kinds: Vec<Dictionary>,
    modes: Decisions<3>,
    ids: Decisions<3>,
    steps: Decisions<3>,
    text: Names,
    game: Vec<Field>,
    /// The last rating of each player, by the player's number.
    ratings: HashMap<u32, i64>,
}

/// Kinds that several tags share.
const PLAYERS: u32 = 0;

/// Tags that hold a player's rating, and whose.
fn rated_player(name: &[u8]) -> Option<&'static [u8]> {
    match name {
        b"WhiteElo" => Some(b"White"),
        b"BlackElo" => Some(b"Black"),
        _ => None,
    }
}

impl Values {
    pub fn new(bytes: usize) -> Self {
        Self {
            columns: Vec::new(),
            kinds: vec![Dictionary::default()],
            modes: Decisions::new(12),
            ids: Decisions::new(16),
            steps: Decisions::new(14),
            text: Names::new(bytes),
            game: Vec::new(),
            ratings: HashMap::new(),
        }
    }

    /// Begins a game.
    pub fn start(&mut self) {
        self.game.clear();
    }

    /// Codes the value of the tag `name`, whose number is `id`. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        name: &[u8],
        id: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        while self.columns.len() <= id as usize {
            let kind = if matches!(name, b"White" | b"Black") {
                PLAYERS
            } else {
                self.kinds.len() as u32
            };
            if kind != PLAYERS {
                self.kinds.push(Dictionary::default());
            }
            self.columns.push(Column {
                kind,
                ..Column::default()
            });
        }
        let at = id as usize;
        let expected = self.expected(name, at);
        let mode = self.choose(at, value, &expected);
        let mode = self.mode(coder, id, mode);
        let kind = self.columns[at].kind as usize;
        let found = match mode {
            Mode::Same => self.columns[at].last.clone(),
            Mode::Linked => self.linked(at).unwrap_or_default().to_vec(),
            Mode::Met => {
                let met = self.kinds[kind].find(value).unwrap_or(0);
                let met = self.met(coder, at, id, met);
                self.kinds[kind].get(met).to_vec()
            }
            Mode::Counted => self.counted(coder, at, id, &expected, value),
            Mode::Random => random(coder, &self.columns[at].last, value),
            Mode::Spelled => {
                let mut found = Vec::new();
                let reference = &self.columns[at].last;
                if !self.text.string(
                    coder,
                    self.columns[at].kind,
                    reference,
                    value,
                    limit,
                    &mut found,
                ) {
                    return None;
                }
                found
            }
        };
        self.remember(name, at, id, mode, &found);
        Some(found)
    }

    /// The first mode that gives the value.
    fn choose(&self, at: usize, value: &[u8], expected: &Form) -> Mode {
        let column = &self.columns[at];
        if self.linked(at) == Some(value) {
            Mode::Linked
        } else if column.last == value {
            Mode::Same
        } else if Form::of(value).is_some_and(|form| expected.reaches(&form)) {
            Mode::Counted
        } else if self.kinds[column.kind as usize].find(value).is_some() {
            Mode::Met
        } else if is_random(&column.last, value) {
            Mode::Random
        } else {
            Mode::Spelled
        }
    }

    fn mode(&mut self, coder: &mut impl Code, id: u32, mode: Mode) -> Mode {
        let column = &self.columns[id as usize];
        let before = self.game.last().map_or(0, |field| field.id);
        let last_mode = self
            .game
            .last()
            .map_or(9, |field| self.columns[field.name as usize].last_mode);
        let contexts = [
            hash(&[1, id, column.last_mode]),
            hash(&[2, id, last_mode]),
            hash(&[3, id, column.last_mode, before]),
        ];
        let symbol = MODES.iter().position(|&other| other == mode).unwrap_or(0) as u32;
        let symbol = self.modes.symbol(coder, contexts, 3, symbol);
        MODES[(symbol as usize).min(MODES.len() - 1)]
    }

    /// The value of the tag that this one was equal to before.
    fn linked(&self, at: usize) -> Option<&[u8]> {
        let link = self.columns[at].link?;
        self.field(link).map(|field| &field.value[..])
    }

    fn field(&self, name: u32) -> Option<&Field> {
        self.game.iter().find(|field| field.name == name)
    }

    /// The number of a value met before, given the value of the tag before and that of the last game.
    fn met(&mut self, coder: &mut impl Code, at: usize, id: u32, met: u32) -> u32 {
        let column = &self.columns[at];
        let before = self.game.last().map_or(0, |field| field.id);
        let contexts = [
            hash(&[1, column.kind]),
            hash(&[2, id, before]),
            hash(&[3, id, column.last_id]),
        ];
        self.ids.symbol(coder, contexts, 16, met)
    }

    /// What a counted value is counted from: a player's last rating, the opponent's, a time of this game, or the last value.
    fn expected(&self, name: &[u8], at: usize) -> Form {
        let last = Form::of(&self.columns[at].last);
        if let Some(player) = rated_player(name) {
            let known = self.player(player).filter(|field| field.id > 0);
            if let Some(&rating) = known.and_then(|field| self.ratings.get(&field.id)) {
                return Form::rating(rating, 1);
            }
            let opponent = self.game.iter().rev().find_map(|field| {
                Form::of(&field.value)
                    .filter(|form| form.shape() == Shape::Number && field.id == u32::MAX)
            });
            if let Some(form) = opponent {
                return Form::rating(form.number(), 2);
            }
            return last.map_or(Form::rating(1500, 3), |form| Form::rating(form.number(), 3));
        }
        match last {
            // A time of day follows the last one of the same game, if there is one.
            Some(form) if form.shape() == Shape::Time => {
                let earlier = self.game.iter().rev().find_map(|field| {
                    Form::of(&field.value).filter(|form| form.shape() == Shape::Time)
                });
                earlier.map_or(form, |earlier| earlier.with_context(1))
            }
            Some(form) => form,
            None => Form::none(),
        }
    }

    /// The first or second player of the game so far.
    fn player(&self, side: &[u8]) -> Option<&Field> {
        let mut players = self.game.iter().filter(|field| self.is_player(field.name));
        players.nth(usize::from(side == b"Black"))
    }

    fn is_player(&self, name: u32) -> bool {
        self.columns[name as usize].kind == PLAYERS
    }

    fn counted(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        id: u32,
        expected: &Form,
        value: &[u8],
    ) -> Vec<u8> {
        let step = Form::of(value).map_or(0, |form| form.number() - expected.number());
        let column = &self.columns[at];
        let last_step = column.last_step.clamp(-40, 40) as u32;
        let before = self.game.last().map_or(0, |field| {
            hash(&[
                field.value.len() as u32,
                field.value.first().copied().unwrap_or(0).into(),
            ])
        });
        let outcome = self.game.iter().find(|field| {
            field.value.ends_with(b"1")
                || field.value.ends_with(b"0")
                || field.value.ends_with(b"2")
        });
        let outcome = outcome.map_or(0, |field| field.value.len() as u32);
        let context = expected.context();
        let contexts = [
            hash(&[1, id, context]),
            hash(&[2, id, context, last_step]),
            hash(&[3, id, context, before, outcome]),
        ];
        let step = self.steps.signed(coder, contexts, step);
        self.columns[at].last_step = step;
        expected.at(expected.number().saturating_add(step))
    }

    fn remember(&mut self, name: &[u8], at: usize, id: u32, mode: Mode, value: &[u8]) {
        let link = self
            .game
            .iter()
            .find(|field| field.value == value && !value.is_empty())
            .map(|field| field.name);
        let kind = self.columns[at].kind as usize;
        let dictionary = &mut self.kinds[kind];
        let number = if value.len() > LONGEST_MET || matches!(mode, Mode::Counted | Mode::Random) {
            0
        } else if dictionary.len() < MOST_MET {
            1 + dictionary.add(value)
        } else {
            dictionary.find(value).map_or(0, |id| id + 1)
        };
        let column = &mut self.columns[at];
        column.last_id = number;
        column.last_mode = mode as u32;
        column.link = link.or(column.link);
        column.last.clear();
        column.last.extend_from_slice(value);
        let mut number = number;
        if let Some(player) = rated_player(name) {
            let player = self.player(player);
            if let (Some(player), Some(form)) = (player, Form::of(value)) {
                self.ratings.insert(player.id, form.number());
            }
            number = u32::MAX; // marks ratings among the fields
        }
        if self.game.len() == MOST_FIELDS {
            self.game.pop();
        }
        self.game.push(Field {
            name: id,
            value: value.to_vec(),
            id: number,
        });
    }
}

/// Letters and digits of a random part.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Shorter random parts are spelled.
const SHORTEST_RANDOM: usize = 6;

/// Where the random part of a value begins: behind its last sign.
fn random_part(value: &[u8]) -> usize {
    value
        .iter()
        .rposition(|byte| !byte.is_ascii_alphanumeric())
        .map_or(0, |at| at + 1)
}

fn is_random(last: &[u8], value: &[u8]) -> bool {
    let part = random_part(value);
    let digits = value[part..]
        .iter()
        .filter(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        .count();
    last.len() == value.len()
        && last[..part] == value[..part]
        && value.len() - part >= SHORTEST_RANDOM
        && random_part(last) == part
        && digits > 0
}

fn random(coder: &mut impl Code, last: &[u8], value: &[u8]) -> Vec<u8> {
    let part = random_part(last);
    let mut found = last[..part].to_vec();
    for at in part..last.len() {
        let digit = value
            .get(at)
            .and_then(|byte| DIGITS.iter().position(|digit| digit == byte))
            .unwrap_or(0);
        let digit = coder.uniform(digit as u64, DIGITS.len() as u64) as usize;
        found.push(DIGITS[digit]);
    }
    found
}

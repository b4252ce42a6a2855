//! A value of a tag, given what is known: one of the values that rules suggest, an earlier value, a number near the expected one, or
//! spelled. The streams `tags` and `derived` ask with rules of their own.
//!
//! Format: "Values".

pub(crate) mod form;
mod known;
mod random;
mod start;
mod vocabulary;

use entropy::{Code, Counter};
use model::dictionary::Dictionary;
use model::number::{Decisions, digest, hash, place};
use model::strings::{Kind, Strings};

use form::Form;
pub(crate) use known::{Coded, Column, Expected, Known, Said};
use vocabulary::Vocabulary;

/// Numbers for how values are coded: for suggestions their place, else these.
const MET: u32 = 8;
const SPELLED: u32 = 9;
/// By the difference from an expected value.
pub(crate) const COUNTED: u32 = 10;
const RANDOM: u32 = 11;
const START: u32 = 12;
/// Coded by a model of its own.
pub(crate) const ELSEWHERE: u32 = 15;

/// At most so many suggestions are tried.
const MOST_TRIED: usize = 6;
/// Most values that are remembered.
const MOST_VALUES: u32 = 1 << 17;
/// Longer values are not remembered.
const LONGEST: usize = 256;
/// The trust in rules, by hash of the rule and its strength.
const TRUST_BITS: u32 = 12;
/// A value that is tried.
struct Tried {
    id: Option<u32>,
    /// Only of values that have no number.
    made: Vec<u8>,
    shown: u32,
    /// The rules that suggest it, one bit each, and what the most trusted is called.
    rules: u32,
    best: u32,
}

/// Values met so far, and how the next ones are coded.
#[derive(Clone)]
pub(crate) struct Values {
    values: Dictionary,
    /// The digest of each of them.
    shown: Vec<u32>,
    vocabularies: Vec<Vocabulary>,
    trust: Vec<Counter>,
    guesses: Decisions<6>,
    modes: Decisions<3>,
    steps: Decisions<4>,
    /// Large, so copies share it until they spell a value; most groups of games spell nothing.
    text: Strings,
}

impl Values {
    /// With tables of this size, as a power of two.
    pub fn new(bits: u32) -> Self {
        Self {
            values: Dictionary::default(),
            shown: Vec::new(),
            vocabularies: Vec::new(),
            trust: vec![Counter::new(); 1 << TRUST_BITS],
            guesses: Decisions::new(bits),
            modes: Decisions::new(12),
            steps: Decisions::new(bits - 2),
            text: Strings::short(),
        }
    }

    /// The value of a number.
    pub fn get(&self, id: u32) -> &[u8] {
        self.values.get(id)
    }

    /// Codes a value as a suggestion; `None` if it is none.
    pub fn suggested(
        &mut self,
        coder: &mut impl Code,
        column: &Column,
        known: &mut Known,
        value: &[u8],
    ) -> Option<Coded> {
        // The value is known to the encoder only.
        let id = (!coder.decodes())
            .then(|| self.values.find(value))
            .flatten();
        let tried = self.tried(column, known);
        let found = self.which(coder, column, known, &tried, (id, value));
        if found.is_none() {
            known.reference = tried.first().map(|tried| self.text_of(tried));
            known.tried = tried.into_iter().map(|tried| tried.id).collect();
        }
        found
    }

    /// Codes a value that is not [suggested](Self::suggested) as one of some others, given by their numbers; `None` if it is none.
    pub fn listed(
        &mut self,
        coder: &mut impl Code,
        column: &Column,
        mut list: Vec<u32>,
        known: &Known,
        value: &[u8],
    ) -> Option<Coded> {
        list.retain(|&id| !known.tried.contains(&Some(id)));
        if list.is_empty() {
            return None;
        }
        let place = list.iter().position(|&id| self.values.get(id) == value);
        let place = place.filter(|_| !coder.decodes());
        let contexts = [31, 32, 33, 34, 35, 36].map(|at| hash(&[at, column.tag]));
        if !self.guesses.bit(coder, contexts, 34, place.is_some()) {
            return None;
        }
        let place = coder.uniform(place.unwrap_or(0) as u64, list.len() as u64);
        Some(self.met(list[place as usize]))
    }

    /// Codes a value that is not [suggested](Self::suggested). `None` if it is longer than `limit`.
    pub fn unsuggested(
        &mut self,
        coder: &mut impl Code,
        column: &mut Column,
        known: &Known,
        expected: Option<Expected>,
        (value, limit): (&[u8], u64),
    ) -> Option<Coded> {
        // The value is known to the encoder only.
        let id = (!coder.decodes())
            .then(|| self.values.find(value))
            .flatten();
        if let Some(vocabulary) = self.vocabularies.get(column.kind as usize) {
            let decisions = &mut self.guesses;
            if let Some(id) = vocabulary.code(coder, decisions, column, known, id) {
                return Some(self.met(id));
            }
        }
        self.other(coder, column, known, expected, value, limit)
    }

    fn met(&self, id: u32) -> Coded {
        Coded {
            value: self.values.get(id).to_vec(),
            outcome: MET,
            id: Some(id),
        }
    }

    /// The different values among the suggestions, the most trusted first.
    fn tried(&self, column: &Column, known: &Known) -> Vec<Tried> {
        let suggestions = known.suggestions.iter().map(|(said, rule, strength)| {
            let name = hash(&[column.tag, *rule, *strength]);
            let trust = self.trust[place(name, TRUST_BITS)].one();
            (said, *rule, name, trust)
        });
        let mut suggestions: Vec<_> = suggestions.collect();
        suggestions.sort_by_key(|&(.., trust)| std::cmp::Reverse(trust));
        let mut tried: Vec<Tried> = Vec::with_capacity(MOST_TRIED);
        for (said, rule, name, _) in suggestions {
            let (id, made) = match said {
                Said::Known(id) => (Some(*id), &[][..]),
                Said::Made(value) => match self.values.find(value) {
                    None => (None, &value[..]),
                    id => (id, &[][..]),
                },
            };
            let same = |tried: &&mut Tried| tried.id == id && tried.made == made;
            if let Some(tried) = tried.iter_mut().find(same) {
                tried.rules |= 1 << rule;
            } else if tried.len() < MOST_TRIED {
                tried.push(Tried {
                    id,
                    made: made.to_vec(),
                    shown: id.map_or(0, |id| self.shown[id as usize]),
                    rules: 1 << rule,
                    best: name,
                });
            }
        }
        tried
    }

    /// Codes which suggestion is right, if any.
    fn which(
        &mut self,
        coder: &mut impl Code,
        column: &Column,
        known: &Known,
        tried: &[Tried],
        (wanted, value): (Option<u32>, &[u8]),
    ) -> Option<Coded> {
        let (tag, [first, second]) = (column.tag, known.situation);
        let at = tried.iter().zip(0..).position(|(tried, at)| {
            let contexts = [
                hash(&[1, tag, tried.rules]),
                hash(&[2, tried.best]),
                hash(&[3, tag, tried.shown, first]),
                hash(&[4, tag, column.history & 0xFFF]),
                hash(&[5, tag, known.outcome, tried.rules]),
                hash(&[6, tag, tried.shown, second]),
            ];
            let right =
                !coder.decodes() && tried.id == wanted && (wanted.is_some() || tried.made == value);
            self.guesses.bit(coder, contexts, at, right)
        })?;
        Some(Coded {
            value: self.text_of(&tried[at]),
            outcome: at as u32,
            id: tried[at].id,
        })
    }

    fn text_of(&self, tried: &Tried) -> Vec<u8> {
        match tried.id {
            Some(id) => self.values.get(id).to_vec(),
            None => tried.made.clone(),
        }
    }

    /// Codes a value that is not known. `None` if it is longer than `limit`.
    fn other(
        &mut self,
        coder: &mut impl Code,
        column: &mut Column,
        known: &Known,
        expected: Option<Expected>,
        value: &[u8],
        limit: u64,
    ) -> Option<Coded> {
        let form = expected.as_ref().and_then(|it| Form::of(&it.value));
        let step = form.and_then(|form| form.step_to(value));
        let start = start::read(value);
        let mode = match (start, step) {
            (Some(_), _) => START,
            (None, Some(_)) => COUNTED,
            _ if random::is_one(&column.last, value) => RANDOM,
            _ => SPELLED,
        };
        let contexts = [
            hash(&[4, column.tag]),
            hash(&[5, column.tag, column.history & 0xFFF]),
            hash(&[6, column.tag, known.outcome]),
        ];
        let mode = self.modes.symbol(coder, contexts, 2, mode - SPELLED) + SPELLED;
        let found = match mode {
            COUNTED => match (form, &expected) {
                (Some(form), Some(expected)) => {
                    let step = step.unwrap_or(0);
                    let step = self.step(coder, column, known, expected, step);
                    form.at(form.number().saturating_add(step))
                }
                _ => Vec::new(),
            },
            RANDOM => random::code(coder, &column.last, value),
            START => {
                let (number, style) = start.unwrap_or_default();
                let last = start::read(&column.last).map_or(0, |(_, style)| style);
                let style = self.modes.symbol(coder, [0, 1, hash(&[last])], 2, style);
                let number = coder.uniform(number.into(), start::POSITIONS.into());
                start::write(number as u32, style)
            }
            _ => {
                let kind = match column.board {
                    true => Kind::Board,
                    false => Kind::Other(column.kind),
                };
                let mut found = Vec::new();
                let reference = known.reference.as_deref().unwrap_or(&column.last);
                let text = &mut self.text;
                if !text.string(coder, kind, reference, value, limit, &mut found) {
                    return None;
                }
                found
            }
        };
        Some(Coded::new(found, mode))
    }

    /// Codes the difference from an expected value.
    fn step(
        &mut self,
        coder: &mut impl Code,
        column: &mut Column,
        known: &Known,
        expected: &Expected,
        step: i64,
    ) -> i64 {
        let (tag, note) = (column.tag, expected.note);
        let contexts = [
            hash(&[1, tag, note]),
            hash(&[2, tag, note, column.last_step.clamp(-40, 40) as u32]),
            hash(&[3, tag, note, expected.hint]),
            hash(&[4, tag, note, known.situation[1]]),
        ];
        column.last_step = self.steps.signed(coder, contexts, step);
        column.last_step
    }

    /// Learns a value of a column, and returns its number plus one; 0 if it has none.
    pub fn learn(&mut self, column: &mut Column, known: &Known, coded: &Coded, keep: bool) -> u32 {
        let Coded { value, outcome, id } = coded;
        let id = id.or_else(|| keep.then(|| self.enter(value)).flatten());
        for (said, rule, strength) in &known.suggestions {
            let right = match said {
                Said::Known(said) => self.values.get(*said) == value,
                Said::Made(said) => said == value,
            };
            let name = hash(&[column.tag, *rule, *strength]);
            self.trust[place(name, TRUST_BITS)].update(right, 60);
        }
        if let Some(id) = id {
            let kind = column.kind as usize;
            if self.vocabularies.len() <= kind {
                self.vocabularies.resize_with(kind + 1, Vocabulary::default);
            }
            self.vocabularies[kind].learn(id, self.shown[id as usize]);
        }
        column.history = column.history << 4 | outcome;
        column.last_id = id.map_or(0, |id| id + 1);
        column.last.clear();
        column.last.extend_from_slice(value);
        column.last_id
    }

    /// The number of a value, which gets one if it has none yet; `None` if it is too long, or there are too many.
    pub fn enter(&mut self, value: &[u8]) -> Option<u32> {
        if value.len() > LONGEST {
            return None;
        }
        if self.values.count() == MOST_VALUES {
            return self.values.find(value);
        }
        let id = self.values.add(value);
        if id as usize == self.shown.len() {
            self.shown.push(digest(value));
        }
        Some(id)
    }
}

//! Codes values that have no special model: as a suggestion, as an earlier value, as a difference, or spelled.
//!
//! Format: "Other values".

use entropy::Code;
use model::number::hash;
use model::strings::Kind;

use super::super::column::Role;
use super::super::start;
use super::{Coded, MET, MODE, Values};

/// How a value is coded that is neither suggested nor in the vocabulary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Letter by letter.
    Spelled,
    /// A number, date or time, by its difference from an expected one.
    Counted,
    /// The beginning of an earlier value, then letters and digits that look random.
    Random,
    /// A starting position of Chess960.
    Start,
}

const MODES: [Mode; 4] = [Mode::Spelled, Mode::Counted, Mode::Random, Mode::Start];

impl Values {
    /// Codes the value of a column. `None` if it is longer than `limit`.
    pub(super) fn general(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        value: &[u8],
        limit: u64,
    ) -> Option<Coded> {
        let guesses = self.known.suggest(at);
        let context = self.known.context(at);
        if let Some((guess, place)) = guesses.code(coder, &mut self.guesses, &context, value) {
            let coded = Coded {
                value: guess.value.to_vec(),
                outcome: place as u32,
                id: guess.id,
            };
            let right = guesses.right(place);
            self.known.columns[at].learn_merits(right);
            return Some(coded);
        }
        // The suggestions that were tried are wrong.
        let unasked = guesses.suggested.each_ref().map(|suggestion| {
            let value = &*suggestion.as_ref()?.value;
            Some((!guesses.holds(value)).then(|| value.to_vec()))
        });
        let vocabulary = &self.vocabularies[self.known.columns[at].kind as usize];
        let decisions = &mut self.guesses;
        let values = &self.known.values;
        let met = vocabulary.code(coder, decisions, &context, values, &guesses, value);
        let coded = match met {
            Some(id) => Coded {
                value: self.known.values.get(id).to_vec(),
                outcome: MET,
                id: Some(id),
            },
            None => {
                let mode = if coder.decodes() {
                    Mode::Spelled
                } else {
                    self.choose(at, value)
                };
                let mode = self.mode(coder, at, mode);
                let found = self.write(coder, at, mode, value, limit)?;
                Coded::new(found, MODE + mode as u32)
            }
        };
        let right = unasked.map(|value| Some(value?.as_ref() == Some(&coded.value)));
        self.known.columns[at].learn_merits(right);
        Some(coded)
    }

    /// The value, coded in a mode.
    fn write(
        &mut self,
        coder: &mut impl Code,
        at: usize,
        mode: Mode,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        match mode {
            Mode::Counted => Some(self.counted(coder, at, value)),
            Mode::Random => {
                let column = &mut self.known.columns[at];
                Some(column.heads.code(coder, &mut self.modes, column.tag, value))
            }
            Mode::Start => {
                let (number, style) = start::read(value).unwrap_or((0, 0));
                let column = &self.known.columns[at];
                let last = start::read(&column.last).map_or(0, |(_, style)| style);
                let contexts = [0, 1, hash(&[last])];
                let style = self.modes.symbol(coder, contexts, 2, style);
                let number = coder.uniform(number.into(), start::POSITIONS.into());
                Some(start::write(number as u32, style))
            }
            Mode::Spelled => {
                let mut found = Vec::new();
                let column = &self.known.columns[at];
                let kind = match column.role {
                    Role::Start => Kind::Board,
                    _ => Kind::Other(column.kind),
                };
                let reference = &column.last;
                let text = &mut self.text;
                text.string(coder, kind, reference, value, limit, &mut found)
                    .then_some(found)
            }
        }
    }

    /// The first mode that gives the value.
    fn choose(&self, at: usize, value: &[u8]) -> Mode {
        let column = &self.known.columns[at];
        if column.role == Role::Start && start::read(value).is_some() {
            Mode::Start
        } else if self.is_countable(at, value) {
            Mode::Counted
        } else if column.heads.fit(value) {
            Mode::Random
        } else {
            Mode::Spelled
        }
    }

    fn mode(&mut self, coder: &mut impl Code, at: usize, mode: Mode) -> Mode {
        let column = &self.known.columns[at];
        let contexts = [
            hash(&[4, column.tag]),
            hash(&[5, column.tag, column.history & 0xFFF]),
            hash(&[6, column.tag, self.known.now.outcome()]),
        ];
        let symbol = self.modes.symbol(coder, contexts, 2, mode as u32);
        MODES[symbol as usize % MODES.len()]
    }
}

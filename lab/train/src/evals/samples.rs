//! Games with evaluations to what the network sees of each, and how its decisions fell.

use entropy::Meter;
use legal::{Cursor, Position, san};
use pgn::{TokenKind, lex};
use streams::moves::{Alone, Knowledge, MoveContext, Setting};
use streams::training::evals::inputs::Inputs;
use streams::training::evals::{EvalHistory, Memory, Step, Value, parts};

/// Games that share a memory of positions, as in a block.
const BLOCK: usize = 3000;
/// In one game of so many the costs of moves are hidden, so that the network knows what to do without them.
const COSTLESS: usize = 16;
/// One game of so many is held out.
const HELD_OUT: usize = 40;
/// Bits of an input's number; the bits above are its weight less one.
const NUMBER: u32 = 13;

/// Evaluations with their inputs and decisions, packed.
#[derive(Default)]
pub struct Samples {
    inputs: Vec<u16>,
    decisions: Vec<u16>,
    /// Where each sample's inputs and decisions end.
    ends: Vec<(u32, u32)>,
    /// Decisions that are as good as random, a bit each.
    random: u64,
}

impl Samples {
    /// Takes the main lines of the games of a text: those to learn from and those to be held out. Games without evaluations, from other positions or by
    /// other rules are left out.
    pub fn of(text: &[u8]) -> [Self; 2] {
        let mut found = [Self::default(), Self::default()];
        let mut reader = Reader::new();
        let has_evals = |game: &&[u8]| game.windows(7).any(|part| part == b"[%eval ");
        for (number, game) in pgn::games(text).filter(has_evals).enumerate() {
            if number % BLOCK == 0 {
                reader.memory = Memory::default();
            }
            let samples = &mut found[usize::from(number % HELD_OUT == 0)];
            // A game that cannot be followed gives no samples.
            let _ = reader.game(game, number % COSTLESS == 3, samples);
        }
        found
    }

    /// Adds the samples of another text.
    pub fn append(&mut self, other: Self) {
        let (inputs, decisions) = (self.inputs.len() as u32, self.decisions.len() as u32);
        self.inputs.extend(other.inputs);
        self.decisions.extend(other.decisions);
        let ends = other.ends.into_iter();
        self.ends
            .extend(ends.map(|(a, b)| (a + inputs, b + decisions)));
        self.random += other.random;
    }

    /// Number of evaluations.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bits for each evaluation, if the decisions that are not random cost so many together.
    pub(super) fn bits(&self, cost: f64) -> f64 {
        (cost + self.random as f64) / self.len().max(1) as f64
    }

    /// Inputs and decisions of a sample.
    pub(super) fn get(&self, at: usize) -> (&[u16], &[u16]) {
        let start = at.checked_sub(1).map_or((0, 0), |at| self.ends[at]);
        let end = self.ends[at];
        let inputs = &self.inputs[start.0 as usize..end.0 as usize];
        (inputs, &self.decisions[start.1 as usize..end.1 as usize])
    }

    fn push(&mut self, inputs: &Inputs) {
        let packed = inputs.on().iter();
        self.inputs
            .extend(packed.map(|&(input, weight)| input | (weight as u16 - 1) << NUMBER));
        self.ends
            .push((self.inputs.len() as u32, self.decisions.len() as u32));
    }
}

/// An input's number, and its weight, 1 being whole.
pub(super) fn unpack(input: u16) -> (usize, f32) {
    let weight = f32::from((input >> NUMBER) + 1) / 8.0;
    (usize::from(input & ((1 << NUMBER) - 1)), weight)
}

/// A decision's node and how it fell.
pub(super) fn fall(decision: u16) -> (usize, bool) {
    (usize::from(decision >> 1), decision & 1 == 1)
}

struct Reader {
    moves: Alone,
    memory: Memory,
    eval_history: EvalHistory,
    inputs: Inputs,
}

impl Reader {
    fn new() -> Self {
        Self {
            moves: Alone::new(&Knowledge::Best),
            memory: Memory::default(),
            eval_history: EvalHistory::default(),
            inputs: Inputs::default(),
        }
    }

    fn game(&mut self, text: &[u8], costless: bool, samples: &mut Samples) -> Option<()> {
        let tags: Vec<_> = lex(text).filter_map(|token| token.tag_pair()).collect();
        let tag = |name: &[u8]| {
            let tag = tags.iter().find(|tag| tag.name == name);
            tag.map(|tag| tag.value)
        };
        let other = |variant: &[u8]| !variant.eq_ignore_ascii_case(b"standard");
        if tag(b"FEN").is_some() || tag(b"Variant").is_some_and(other) {
            return None;
        }
        let setting = Setting::from_tags(tag);
        let (steps, values) = self.line(text, &setting, costless)?;
        self.eval_history.start(steps.len(), &setting);
        for (at, value) in values.into_iter().enumerate() {
            let Some(value) = value else {
                continue;
            };
            let past = self.eval_history.past(&steps, Some(at), &self.memory);
            self.inputs.fill(&steps, Some(at), &past);
            let seen = value.seen(steps[at].white());
            parts::decide(&past, seen, &mut |node, bit| {
                match node {
                    parts::RANDOM => samples.random += 1,
                    _ => samples.decisions.push((node as u16) << 1 | u16::from(bit)),
                }
                bit
            });
            samples.push(&self.inputs);
            self.eval_history
                .note(&steps, Some(at), &past, value, &mut self.memory);
        }
        Some(())
    }

    /// The main line's steps and evaluations; `None` if a move cannot be read.
    fn line(
        &mut self,
        text: &[u8],
        setting: &Setting,
        costless: bool,
    ) -> Option<(Vec<Step>, Vec<Option<Value>>)> {
        let mut cursor = Cursor::new(Position::standard());
        let (mut steps, mut values) = (Vec::<Step>::new(), Vec::new());
        let mut variations = 0_usize;
        for token in lex(text) {
            match token.kind {
                TokenKind::VariationOpen => variations += 1,
                TokenKind::VariationClose => variations = variations.saturating_sub(1),
                _ if variations > 0 => {}
                TokenKind::San => {
                    let index = san::read(token.text, cursor.position(), cursor.legal())?;
                    let mut meter = Meter::default();
                    let turn = MoveContext::at(&cursor, setting);
                    let coded = self.moves.code(&mut meter, &turn, index);
                    debug_assert_eq!(coded, index);
                    let eighths = ((meter.cost() + (1 << 12)) >> 13).min(254) as u8;
                    let cost = if costless { u8::MAX } else { eighths };
                    let choices = cursor.legal().len() as u16;
                    let facts = cursor.play(index);
                    let at = steps.len() as u32;
                    let before = at.checked_sub(1);
                    if let Some(before) = before {
                        steps[before as usize].follow(at);
                    }
                    let (played, mark) = (facts.played(), facts.mark());
                    steps.push(Step::new(
                        cursor.position(),
                        played,
                        mark,
                        choices,
                        at as u16,
                        cost,
                        before,
                    ));
                    values.push(None);
                }
                TokenKind::Comment => {
                    if let (Some(value), Some(found)) = (values.last_mut(), eval(token.text)) {
                        *value = Some(found);
                    }
                }
                _ => {}
            }
        }
        Some((steps, values))
    }
}

/// The evaluation of a comment.
fn eval(comment: &[u8]) -> Option<Value> {
    let (_, rest) = std::str::from_utf8(comment).ok()?.split_once("[%eval ")?;
    let (text, _) = rest.split_once(']')?;
    let (mate, value) = match text.strip_prefix('#') {
        Some(moves) => (true, moves.parse().ok()?),
        None => (false, (text.parse::<f64>().ok()? * 100.0).round() as i32),
    };
    let value = Value { value, mate };
    (value.value.abs() < 1 << 24).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_lines_give_a_sample_for_each_evaluation() {
        let game = "[Result \"1-0\"]\n\n1. e4 { [%eval 0.3] } (1. d4 { [%eval 0.1] }) 1... e5 { [%eval #-3] } 1-0\n\n";
        let [samples, held_out] = Samples::of(game.repeat(2).as_bytes());
        assert_eq!((samples.len(), held_out.len()), (2, 2));
        let (inputs, decisions) = samples.get(0);
        assert!(inputs.len() > 40 && !decisions.is_empty());
    }
}
